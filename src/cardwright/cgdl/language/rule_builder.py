# ruff: noqa: D102  methods are named after the grammar rules that they build
"""From derivations of the grammar to rules: their conditions, what they do, and the cards and zones that they name."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from . import tree
from .parts import Mode, Note, WithTop, Word, location_of, values_of

WHO = {
    "X": tree.ME, "A": tree.OTHERS, "L": tree.LEFT, "R": tree.RIGHT, "O": tree.OPPOSITE,
    "B": tree.STARTER, "C": tree.CHOSEN,
}  # fmt: skip
MOST_PLAYERS = 6


class RuleBuilder:
    """One method per grammar rule that is part of a rule and not plain; it receives its parts, keywords included."""

    def rule(self, parts: list[Any]) -> tree.Rule:
        values = values_of(parts)
        said = dict([values.pop()]) if isinstance(values[-1], Note) else {}
        modifiers = tuple(values.pop(0).split()) if isinstance(values[0], str) else ()
        antecedent = values.pop(0) if isinstance(values[0], tree.Antecedent) else None
        consequents = values[0]
        begins = antecedent or consequents[0]
        main, also = _main(antecedent or tree.Always(at=begins.at))
        return tree.Rule(modifiers, main, consequents, also, **said, at=begins.at)

    def condition_3(self, parts: list[Any]) -> tree.Condition:
        return _condition(parts[0])

    def either_3(self, parts: list[Any]) -> tree.Condition:
        alternatives = tuple(_condition(each).alternatives[0] for each in values_of(parts))
        return tree.Condition(alternatives, at=alternatives[0][0].at)

    def both_3(self, parts: list[Any]) -> tree.Condition:
        tests = tuple(map(as_test, values_of(parts)))
        return tree.Condition((tests,), at=tests[0].at)

    def not_3(self, parts: list[Any]) -> tree.Test:
        return tree.Test(True, values_of(parts)[0], at=location_of(parts))

    def called_3(self, parts: list[Any]) -> tree.Called:
        return tree.Called(values_of(parts)[0], parts[0] == "others", at=location_of(parts))

    def called_cards_3(self, parts: list[Any]) -> tree.CalledCards:
        return tree.CalledCards(tree.OF_CARD, parts[1], at=location_of(parts))

    def compare_3(self, parts: list[Any]) -> tree.Compare:
        left, relation, right = values_of(parts)
        kind = {"sum": tree.SumOf, "points": tree.PointsOf, "tokens": tree.TokensOf}.get(str(parts[0]))
        at = location_of(parts) if kind else left.at
        return tree.Compare(
            kind(_together(left) if kind is tree.SumOf else left, at=at) if kind else left, relation, right, at=at
        )

    def cards_3(self, parts: list[Any]) -> tree.CardCount:
        return tree.CardCount(_together(values_of(parts)[0]), at=location_of(parts))

    def count_3(self, parts: list[Any]) -> tree.CardCount:
        cards, zones = values_of(parts)
        return tree.CardCount(_together(zones), cards, at=location_of(parts))

    def sum_3(self, parts: list[Any]) -> tree.SumOf:
        return tree.SumOf(_together(values_of(parts)[0]), at=location_of(parts))

    def best_3(self, parts: list[Any]) -> tree.BestOf:
        cards, zones = values_of(parts)
        return tree.BestOf(cards, _together(zones), at=location_of(parts))

    def groups_3(self, parts: list[Any]) -> tree.GroupsOf:
        whose = tree.US if parts[0] == "our" else tree.ME
        size, *natural = [part for part in values_of(parts) if not isinstance(part, str)]
        return tree.GroupsOf(size, bool(natural), whose, at=location_of(parts))

    def natural_3(self, parts: list[Any]) -> Mode:
        return Mode("natural")

    def kept_3(self, parts: list[Any]) -> tree.Kept:
        whose = tree.US if parts[0] == "our" else tree.OTHERS if parts[-1] == "others" else tree.ME
        name = parts[1] if whose == tree.US else parts[0]
        return tree.Kept(str(name), whose, at=name.at)

    def kept_name_3(self, parts: list[Any]) -> Word:
        return parts[0] if isinstance(parts[0], Word) else Word.read(str(parts[0]), location_of(parts))

    def word_3(self, parts: list[Word]) -> Word:
        return parts[0]

    def found_in_3(self, parts: list[Any]) -> tree.Found:
        cards, place = values_of(parts)
        return tree.Found(cards, (place,), at=location_of(parts))

    def put_cards_3(self, parts: list[Any]) -> tree.PutCards:
        cards, table, same, face = values_of(parts)
        return tree.PutCards(cards, table, face, same, at=location_of(parts))

    def move_cards_3(self, parts: list[Any]) -> tree.MoveCards:
        cards, *rest = values_of(parts)
        above = isinstance(rest[0], Mode)
        places = [each for each in rest if isinstance(each, tree.Hand | tree.Table | tree.InLayout)]
        words = [each for each in rest if isinstance(each, str)]
        empty = words.pop() if words and words[-1] in (tree.OR_EMPTY, tree.EMPTY) else ""
        return tree.MoveCards(cards, above, tuple(places[:-1]), places[-1], tuple(words), empty, at=location_of(parts))

    def above_3(self, parts: list[Any]) -> Mode:
        return Mode("above")

    def or_more_3(self, parts: list[Any]) -> Mode:
        return Mode("or_more")

    def containing_3(self, parts: list[Any]) -> tree.Selection:
        return cast(tree.Selection, parts[1])

    def top_3(self, parts: list[Any]) -> tuple[tree.Table]:
        """Keep the table apart from the one that cards are laid on."""
        return (parts[-1],)

    def with_top_3(self, parts: list[Any]) -> WithTop:
        (top,), *required = values_of(parts)
        return WithTop(top, *required)

    def lay_3(self, parts: list[Any]) -> tree.Lay:
        kind, least, *more, table = values_of(parts)
        beside = next((each for each in more if isinstance(each, WithTop)), WithTop(None))
        required = next((each for each in more if isinstance(each, tree.Selection)), beside.required)
        modes = (Mode("or_more") in more, Mode("natural") in more)
        return tree.Lay(kind, least, modes[0], table, required, modes[1], beside.top, at=location_of(parts))

    def lay_off_3(self, parts: list[Any]) -> tree.LayOff:
        *top, whose, table = values_of(parts)
        return tree.LayOff(whose, table, *(top[0] if top else ()), at=location_of(parts))

    def lay_hand_3(self, parts: list[Any]) -> tree.Lay:
        *required, table = values_of(parts)
        return tree.Lay(tree.POKER_HAND, tree.HAND_SIZE, False, table, *required, at=location_of(parts))

    def choose_higher_3(self, parts: list[Any]) -> tree.Choose:
        lowest, highest, word = values_of(parts)
        return tree.Choose(lowest, highest, word, tree.HIGHER, at=location_of(parts))

    def bet_3(self, parts: list[Any]) -> tree.Bet:
        chips, *over = values_of(parts)
        return tree.Bet("=", over[0] if over else None, chips, at=location_of(parts))

    def choose_other_3(self, parts: list[Any]) -> tree.Choose:
        without, word = values_of(parts)
        return tree.Choose(0, MOST_PLAYERS - 1, word, tree.OF_PLAYER, without, at=location_of(parts))

    def choose_with_3(self, parts: list[Any]) -> tree.Choose:
        having, number, word = values_of(parts)
        at = location_of(parts)
        return tree.Choose(0, MOST_PLAYERS - 1, word, tree.OF_PLAYER, having=having, number=number, at=at)

    def choose_card_3(self, parts: list[Any]) -> tree.Choose:
        kind = str(parts[1])
        lowest, highest = (1, 1) if kind == tree.OF_CARD else (0, MOST_PLAYERS - 1)  # the deck decides about cards
        return tree.Choose(lowest, highest, parts[-1], kind, at=location_of(parts))

    def count_all_3(self, parts: list[Any]) -> tree.AddForAll:
        word, most = values_of(parts)
        return tree.AddForAll(1, word, most, at=location_of(parts))

    def excess_3(self, parts: list[Any]) -> tree.Amount:
        each, *over = values_of(parts)
        return tree.Amount(None, each, *over, at=each.at)

    def worth_3(self, parts: list[Any]) -> tree.Amount:
        number, *excess = values_of(parts)
        if isinstance(number, tree.Amount):
            return number
        return replace(excess[0], number=number) if excess else tree.Amount(number, at=number.at)

    def consequents(self, parts: list[Any]) -> tuple[tree.Consequent, ...]:
        """Flatten the parts: an ending, and what follows `playit`, are lists themselves."""
        return tuple(each for part in values_of(parts) for each in (part if isinstance(part, tuple) else (part,)))

    shown = consequents

    def ending(self, parts: list[Any]) -> tuple[tree.Consequent, ...]:
        return tuple(values_of(parts))

    def have(self, parts: list[Any]) -> tree.Have:
        return tree.Have(tuple(each for each in values_of(parts) if not isinstance(each, str)), at=location_of(parts))

    def face(self, parts: list[Any]) -> str:
        return str(parts[1])

    def same(self, parts: list[Any]) -> str:
        return " ".join(parts)

    best_or_lowest_3 = melds_3 = set_or_run_3 = match_3 = relation = any = nothing = named = modifier = otherwise_2 = (
        up_or_down
    ) = suit_name = catch_3 = empty_3 = fit_3 = same

    def made_play(self, parts: list[Any]) -> tree.Play:
        return tree.Play(" ".join(parts), at=location_of(parts))

    set_2 = made_play

    def selection(self, parts: list[Any]) -> tree.Selection:
        what, *without = values_of(parts)
        at = next((each.at for each in (what, *without) if isinstance(each, tree.Node)), tree.Location(0, 0))
        return tree.Selection(cards_of(what), tuple(without), at=at)

    def exception(self, parts: list[Any]) -> tree.Cards:
        return cast(tree.Cards, parts[1])

    def card_3(self, parts: list[Any]) -> tree.Card:
        return tree.Card(*values_of(parts), at=parts[0].at)

    def kind_3(self, parts: list[Any]) -> tree.Kind:
        return tree.Kind(parts[0], at=parts[0].at)

    def zones(self, parts: list[Any]) -> tuple[tree.Hand | tree.Table | tree.Stack | tree.Exactly, ...]:
        return tuple(values_of(parts))

    exactly_two_3 = zones

    def table(self, parts: list[Any]) -> tree.Table:
        return tree.Table(int(parts[0][1:]), at=location_of(parts))

    def hand(self, parts: list[Any]) -> tree.Hand:
        return tree.Hand(_who(parts[0][1]), at=location_of(parts))

    def stack_2(self, parts: list[Any]) -> tree.Stack:
        return tree.Stack(_who(parts[0][1]), at=location_of(parts))

    def in_layout_3(self, parts: list[Any]) -> tree.InLayout:
        name = parts[-1]
        return tree.InLayout(name, len(parts) > 1, at=name.at)

    def this_3(self, parts: list[Any]) -> Mode:
        return Mode("this")

    def pile(self, parts: list[Any]) -> tree.Tokens:
        return tree.Tokens(_who(parts[0][1]), int(parts[0][2]), at=location_of(parts))


def _together(zones: Any) -> tuple[Any, ...]:
    """Return zones that count together; the tables of a layout stand alone."""
    return zones if isinstance(zones, tuple) else (zones,)


def as_test(what: Any) -> tree.Test:
    """Return a test, which `not` may have made of it already."""
    return what if isinstance(what, tree.Test) else tree.Test(False, what, at=what.at)


def _condition(what: Any) -> tree.Condition:
    if isinstance(what, tree.Condition):
        return what
    test = as_test(what)
    return tree.Condition(((test,),), at=test.at)


def _main(antecedent: tree.Antecedent) -> tuple[tree.Antecedent, tuple[tree.Test, ...]]:
    """Return what a rule shows or draws, and its other tests; otherwise its whole condition."""
    if isinstance(antecedent, tree.Condition) and len(antecedent.alternatives) == 1:
        tests = antecedent.alternatives[0]
        for test in tests:
            if isinstance(test.what, tree.Show | tree.Draw) and not test.negated:
                return test.what, tuple(each for each in tests if each is not test)
    return antecedent, ()


def cards_of(what: Any) -> tree.Cards | None:
    """Return the cards of a selection; None for `any`."""
    return None if what == tree.ANY else what


def _who(letter: str) -> int:
    return WHO[letter] if letter in WHO else int(letter)
