"""From a derivation of the grammar to the syntax tree."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from lark import Token, Transformer, Tree

from . import tree

WHO = {"X": tree.ME, "A": tree.OTHERS, "L": tree.LEFT, "R": tree.RIGHT}
DIGITS_READ = 10  # longer than any allowed number; further digits make no difference

# The grammar rules whose parts, apart from keywords, are exactly the fields of the class.
PLAIN: dict[str, type[tree.Node]] = {
    "setting": tree.Setting,
    "deal": tree.Deal, "deal_2": tree.Deal, "give": tree.Give, "remove_2": tree.Remove, "trump_2": tree.Trump,
    "all_stacks": tree.Stacks, "its_stack": tree.Stacks,
    "tokens": tree.CompareTokens, "play": tree.ComparePlays, "sum": tree.CompareSums, "draw": tree.Draw,
    "show": tree.Show, "found_2": tree.Found, "points_2": tree.ComparePoints,
    "take": tree.Take, "put": tree.Put, "put_2": tree.PutPlay, "put_cards_2": tree.PutCards, "turn_2": tree.Turn,
    "ask_2": tree.Ask, "bet": tree.Bet, "bet_2": tree.BetAll, "gain": tree.Gain, "gain_2": tree.Gain,
    "lead_2": tree.Lead,
    "playit": tree.PlayIt, "next": tree.Next, "done": tree.Done, "out": tree.Out, "win": tree.Win, "end": tree.End,
    "card": tree.Card, "number": tree.Number, "suit": tree.Suit, "deck": tree.Deck,
}  # fmt: skip


def build(derivation: Tree[Token]) -> tree.Game:
    """Return the game that a derivation describes."""
    return _Builder().transform(derivation)


class _Note(NamedTuple):
    """A text about the game, and the field of the tree it belongs to."""

    field: str
    text: str


class _Builder(Transformer[Token, tree.Game]):
    """One method per grammar rule that is not plain; it receives the parts of the rule, keywords included."""

    def __default__(self, data: str, children: list[Any], meta: Any) -> Any:
        """Build plain rules, and pass on rules that only choose between others or name the role of a number."""
        kind = PLAIN.get(data)
        return children[0] if kind is None else kind(*_values(children), at=_location(children))

    def INT(self, token: Token) -> int:  # noqa: N802
        return tree.Located.read(int(token[:DIGITS_READ]), _location([token]))

    def STRING(self, token: Token) -> str:  # noqa: N802
        return str(token[1:-1])

    def WORD(self, token: Token) -> str:  # noqa: N802
        return str(token)

    def game(self, parts: list[Any]) -> tree.Game:
        language, name, *rest = _values(parts)
        notes = dict(each for each in rest if isinstance(each, _Note))
        players, tables, *rest = rest[len(notes) :]
        settings = tuple(each for each in rest if isinstance(each, tree.Setting))
        stages = tuple(each for each in rest if isinstance(each, tree.Stage | tree.Repeat))
        ranking = rest[-2] if isinstance(rest[-2], tuple) else ()
        at = _location(parts[2:])  # of the word `game`
        return tree.Game(name, players, tables, language, settings, stages, ranking, rest[-1], **notes, at=at)

    def edition(self, parts: list[Any]) -> _Note:
        return _Note("version", parts[1])

    def origin(self, parts: list[Any]) -> _Note:
        return _Note("source", parts[1])

    def stage(self, parts: list[Any]) -> tree.Stage:
        values = _values(parts)
        name = values.pop(0) if values and isinstance(values[0], str) else ""
        rules = tuple(each for each in values if isinstance(each, tree.Rule))
        return tree.Stage(name, tuple(values[: len(values) - len(rules)]), rules, at=_location(parts))

    def repeat_2(self, parts: list[Any]) -> tree.Repeat:
        times, *stages = _values(parts)
        return tree.Repeat(times, tuple(stages), at=_location(parts))

    def ranking(self, parts: list[Any]) -> tuple[tree.Rank, ...]:
        return tuple(_values(parts))

    def rank(self, parts: list[Any]) -> tree.Rank:
        what, *scores = _values(parts)
        return tree.Rank(what, tuple(scores), at=what.at)

    def winning(self, parts: list[Any]) -> tree.Winning:
        token, alive, *captured = _values(parts)
        return tree.Winning(token, alive, tuple(captured), at=_location(parts))

    def captured_2(self, parts: list[Any]) -> tree.Captured:
        what, points = _values(parts)
        return tree.Captured(_cards(what), points, at=_location(parts))

    def selection(self, parts: list[Any]) -> tree.Selection:
        what, *without = _values(parts)
        return tree.Selection(_cards(what), tuple(without), at=getattr(what, "at", tree.Location(0, 0)))

    def exception(self, parts: list[Any]) -> tree.Card | tree.Number | tree.Suit:
        return cast(tree.Card | tree.Number | tree.Suit, parts[1])

    def trick_2(self, parts: list[Any]) -> tree.Trick:
        table, to, *rest = _values(parts)
        trump = next((each for each in rest if isinstance(each, str)), None)
        given = next((each for each in rest if isinstance(each, int)), None)
        return tree.Trick(table, to, trump, given, at=_location(parts))

    def com(self, parts: list[Any]) -> tree.Com:
        return cast(tree.Com, parts[1])

    def seats(self, parts: list[Any]) -> tuple[int, ...] | None:
        return tuple(_values(parts)) or None

    def rule(self, parts: list[Any]) -> tree.Rule:
        values = _values(parts)
        modifiers = tuple(values.pop(0).split()) if isinstance(values[0], str) else ()
        antecedent = values.pop(0) if isinstance(values[0], tree.Antecedent) else None
        consequents = values[0]
        begins = antecedent or consequents[0]
        return tree.Rule(modifiers, antecedent or tree.Always(at=begins.at), consequents, at=begins.at)

    def consequents(self, parts: list[Any]) -> tuple[tree.Consequent, ...]:
        """Flatten the parts: an ending, and what follows `playit`, are lists themselves."""
        return tuple(each for part in _values(parts) for each in (part if isinstance(part, tuple) else (part,)))

    shown = consequents

    def ending(self, parts: list[Any]) -> tuple[tree.Consequent, ...]:
        return tuple(_values(parts))

    def have(self, parts: list[Any]) -> tree.Have:
        return tree.Have(tuple(each for each in _values(parts) if not isinstance(each, str)), at=_location(parts))

    def face(self, parts: list[Any]) -> str:
        return str(parts[1])

    def same(self, parts: list[Any]) -> str:
        return " ".join(parts)

    relation = any = nothing = modifier = otherwise_2 = up_or_down = suit_name = same

    def made_play(self, parts: list[Any]) -> tree.Play:
        return tree.Play(" ".join(parts), at=_location(parts))

    set_2 = made_play

    def zones(self, parts: list[Any]) -> tuple[tree.Hand | tree.Table | tree.Stack, ...]:
        return tuple(_values(parts))

    def table(self, parts: list[Any]) -> tree.Table:
        return tree.Table(int(parts[0][1]), at=_location(parts))

    def hand(self, parts: list[Any]) -> tree.Hand:
        return tree.Hand(_who(parts[0][1]), at=_location(parts))

    def stack_2(self, parts: list[Any]) -> tree.Stack:
        return tree.Stack(_who(parts[0][1]), at=_location(parts))

    def pile(self, parts: list[Any]) -> tree.Tokens:
        return tree.Tokens(_who(parts[0][1]), int(parts[0][2]), at=_location(parts))


def _values(parts: list[Any]) -> list[Any]:
    """Return the parts that are not keywords."""
    return [part for part in parts if not isinstance(part, Token)]


def _location(parts: list[Any]) -> tree.Location:
    """Return the location of the first word; a derivation that was not read from a text has none."""
    token = next(part for part in parts if isinstance(part, Token))
    return tree.Location(token.line or 0, token.column or 0)


def _cards(what: Any) -> tree.Card | tree.Number | tree.Suit | None:
    """Return the cards of a selection; None for `any`."""
    return None if what == tree.ANY else what


def _who(letter: str) -> int:
    return WHO[letter] if letter in WHO else int(letter)
