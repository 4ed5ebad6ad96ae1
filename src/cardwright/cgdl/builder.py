"""From a derivation of the grammar to the syntax tree."""

from __future__ import annotations

from typing import Any

from lark import Token, Transformer

from . import tree

WHO = {"X": tree.ME, "A": tree.OTHERS}
DIGITS_READ = 10  # one more than any number that is allowed; longer ones are too large in any case
TELLING = {"ANY", "FACE", "MANDATORY", "ONCE", "OTHERWISE", "RELATION", "SUIT", "WORD"}


class Builder(Transformer):
    """One method for each rule of the grammar; it is given the parts below it, keywords included."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        """Rules that only choose between others, or say what a number stands for."""
        return children[0]

    def INT(self, token: Token) -> int:  # noqa: N802
        return int(token[:DIGITS_READ])

    def STRING(self, token: Token) -> str:  # noqa: N802
        return str(token[1:-1])

    def game(self, parts: list[Any]) -> tree.Game:
        version, name, players, tables, *rest = _values(parts)
        settings = tuple(each for each in rest if isinstance(each, tree.Setting))
        stages = tuple(rest[len(settings) : -2])
        return tree.Game(name, players, tables, version, settings, stages, rest[-2], rest[-1], at=_place(parts))

    def setting(self, parts: list[Any]) -> tree.Setting:
        return tree.Setting(*_values(parts), at=_place(parts))

    def stage(self, parts: list[Any]) -> tree.Stage:
        values = _values(parts)
        rules = tuple(each for each in values if isinstance(each, tree.Rule))
        name = values.pop(0) if values and isinstance(values[0], str) else ""
        return tree.Stage(name, tuple(values[: len(values) - len(rules)]), rules, at=_place(parts))

    def repeat_2(self, parts: list[Any]) -> tree.Repeat:
        times, *stages = _values(parts)
        return tree.Repeat(times, tuple(stages), at=_place(parts))

    def ranking(self, parts: list[Any]) -> tuple[tree.Rank, ...]:
        return tuple(_values(parts))

    def rank(self, parts: list[Any]) -> tree.Rank:
        what, *scores = _values(parts)
        return tree.Rank(what, tuple(scores), at=what.at)

    def winning(self, parts: list[Any]) -> tree.Winning:
        return tree.Winning(*_values(parts), at=_place(parts))

    # What the dealer does.

    def com(self, parts: list[Any]) -> tree.Com:
        return parts[1]

    def deal(self, parts: list[Any]) -> tree.Deal:
        return tree.Deal(*_values(parts), at=_place(parts))

    def give(self, parts: list[Any]) -> tree.Give:
        return tree.Give(*_values(parts), at=_place(parts))

    def remove_2(self, parts: list[Any]) -> tree.Remove:
        return tree.Remove(parts[1], at=_place(parts))

    def trick_2(self, parts: list[Any]) -> tree.Trick:
        table, to, *trump = _values(parts)
        return tree.Trick(table, to, trump[0] if trump else None, at=_place(parts))

    def seats(self, parts: list[Any]) -> tuple[int, ...] | None:
        return tuple(_values(parts)) or None

    # Rules and their antecedents.

    def rule(self, parts: list[Any]) -> tree.Rule:
        values = _values(parts)
        modifiers = tuple(each for each in values if isinstance(each, str))
        rest = values[len(modifiers) :]
        antecedent = rest.pop(0) if isinstance(rest[0], tree.Antecedent) else tree.Always(at=rest[0].at)
        at = _place(parts) if modifiers or not isinstance(antecedent, tree.Always) else antecedent.at
        return tree.Rule(modifiers, antecedent, tuple(rest), at=at)

    def tokens(self, parts: list[Any]) -> tree.CompareTokens:
        return tree.CompareTokens(*_values(parts), at=_place(parts))

    def play(self, parts: list[Any]) -> tree.ComparePlays:
        return tree.ComparePlays(*_values(parts), at=_place(parts))

    def sum(self, parts: list[Any]) -> tree.CompareSums:
        return tree.CompareSums(*_values(parts), at=_place(parts))

    def have(self, parts: list[Any]) -> tree.Have:
        return tree.Have(tuple(each for each in _values(parts) if each is not NOTHING), at=_place(parts))

    def nothing(self, parts: list[Any]) -> Any:
        return NOTHING

    def draw(self, parts: list[Any]) -> tree.Draw:
        return tree.Draw(at=_place(parts))

    def show(self, parts: list[Any]) -> tree.Show:
        return tree.Show(*_values(parts), at=_place(parts))

    def same(self, parts: list[Any]) -> str:
        return " ".join(parts)

    # Consequents.

    def take(self, parts: list[Any]) -> tree.Take:
        return tree.Take(*_values(parts), at=_place(parts))

    def put(self, parts: list[Any]) -> tree.Put:
        return tree.Put(*_values(parts), at=_place(parts))

    def put_2(self, parts: list[Any]) -> tree.Put | tree.PutPlay:
        values = _values(parts)
        kind = tree.PutPlay if isinstance(values[0], tree.Play) else tree.Put
        return kind(*values, at=_place(parts))

    def ask_2(self, parts: list[Any]) -> tree.Ask:
        return tree.Ask(parts[1], at=_place(parts))

    def bet(self, parts: list[Any]) -> tree.Bet:
        relation, *pile = _values(parts)
        return tree.Bet(relation, pile[0] if pile else None, at=_place(parts))

    def gain(self, parts: list[Any]) -> tree.Gain:
        return tree.Gain(parts[1], at=_place(parts))

    gain_2 = gain

    def playit(self, parts: list[Any]) -> tree.PlayIt:
        return tree.PlayIt(at=_place(parts))

    def next(self, parts: list[Any]) -> tree.Next:
        return tree.Next(at=_place(parts))

    def done(self, parts: list[Any]) -> tree.Done:
        return tree.Done(at=_place(parts))

    def out(self, parts: list[Any]) -> tree.Out:
        return tree.Out(at=_place(parts))

    def win(self, parts: list[Any]) -> tree.Win:
        return tree.Win(at=_place(parts))

    def end(self, parts: list[Any]) -> tree.End:
        return tree.End(at=_place(parts))

    # Cards, and where cards and tokens lie.

    def card(self, parts: list[Any]) -> tree.Card:
        return tree.Card(*_values(parts), at=_place(parts))

    def number(self, parts: list[Any]) -> tree.Number:
        return tree.Number(parts[1], at=_place(parts))

    def suit(self, parts: list[Any]) -> tree.Suit:
        return tree.Suit(str(parts[1]), at=_place(parts))

    def made_play(self, parts: list[Any]) -> tree.Play:
        return tree.Play(" ".join(parts), at=_place(parts))

    set_2 = made_play

    def places(self, parts: list[Any]) -> tuple[Any, ...]:
        return tuple(_values(parts))

    def face(self, parts: list[Any]) -> str:
        return str(parts[1])

    def deck(self, parts: list[Any]) -> tree.Deck:
        return tree.Deck(at=_place(parts))

    def table(self, parts: list[Any]) -> tree.Table:
        return tree.Table(int(parts[0][1]), at=_place(parts))

    def hand(self, parts: list[Any]) -> tree.Hand:
        return tree.Hand(_who(parts[0][1]), at=_place(parts))

    def pile(self, parts: list[Any]) -> tree.Tokens:
        return tree.Tokens(_who(parts[0][1]), int(parts[0][2]), at=_place(parts))


NOTHING = object()


def _values(parts: list[Any]) -> list[Any]:
    """The parts without the keywords; words that tell something as plain strings."""
    return [
        str(part) if isinstance(part, Token) else part
        for part in parts
        if not isinstance(part, Token) or part.type in TELLING
    ]


def _place(parts: list[Any]) -> tree.Place:
    """Where the first word stands; a derivation that was not read from a file has no places."""
    token = next(part for part in parts if isinstance(part, Token))
    return tree.Place(token.line or 0, token.column or 0)


def _who(letter: str) -> int:
    return WHO[letter] if letter in WHO else int(letter)
