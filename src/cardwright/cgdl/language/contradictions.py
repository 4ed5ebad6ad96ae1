"""Conditions that can never hold, because of what is counted or because one test contradicts another.

>>> from cardwright.cgdl.language.parser import read
>>> game = read('language 3 game "x" players 2 tables 1 stage { if cards HX < 0 then win } winning { score = 1 }')
>>> list(contradictions(game))
["line 1: 'cards HX < 0' never holds: 'cards HX' is from 0 to 52"]
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from . import tree
from .decks import pack_of
from .rule_printer import measure_text, signed_test_text

OPPOSITES = {"<": ">=", "<=": ">", ">=": "<", ">": "<="}
COMPARED = tree.Compare | tree.CompareSums


class Span(NamedTuple):
    """The numbers from one to another, both included; none if the first is above the last."""

    lowest: float = -math.inf
    highest: float = math.inf

    def __and__(self, other: Span) -> Span:
        """Return the numbers in both."""
        return Span(max(self.lowest, other.lowest), min(self.highest, other.highest))

    def __bool__(self) -> bool:
        """Return whether there is any number."""
        return self.lowest <= self.highest

    def __str__(self) -> str:
        """Format it as "from 0 to 52"."""
        if self.lowest == self.highest:
            return f"always {self.lowest}"
        return "never below 0" if self.highest == math.inf else f"from {self.lowest} to {self.highest}"


def contradictions(game: tree.Game) -> Iterator[str]:
    """Yield a warning for each test that never holds, and for tests that never hold together."""
    for tests in sorted(filter(None, _tests(game)), key=lambda tests: tests[0].what.at):
        possible = []
        for test in tests:
            measure, allowed = _allowed(test)
            counted = _counted(measure, game)
            if measure is None or allowed & counted:
                possible.append(test)
                continue
            reason = f"{measure_text(measure)!r} is {counted}{_because(measure)}"
            yield f"line {test.what.at.line}: {signed_test_text(test)!r} never holds: {reason}"
        for one, other in combinations(possible, 2):
            if _exclude(one, other):
                both = f"{signed_test_text(one)} and {signed_test_text(other)}"
                yield f"line {one.what.at.line}: {both!r} never holds: the tests contradict each other"


def _tests(game: tree.Game) -> Iterator[tuple[tree.Test, ...]]:
    """Yield the tests that must hold together, for each alternative of each condition."""
    for node in game.nodes:
        match node:
            case tree.Condition(alternatives):
                yield from alternatives
            case tree.Rule(antecedent=tree.CompareSums() as sums, also=also):
                yield (tree.Test(False, sums), *also)
            case tree.Rule(also=tests) | tree.Effect(tests=tests):
                yield tests


def _allowed(test: tree.Test) -> tuple[tree.Measure | None, Span]:
    """Return what a test compares with a number, and for which numbers it holds; None if it does nothing like this."""
    what = test.what
    if not isinstance(what, COMPARED) or not isinstance(what.right, int):
        return None, Span()
    measure = tree.SumOf(what.left) if isinstance(what, tree.CompareSums) else what.left
    if any(tree.OTHERS in (getattr(part, "who", None), getattr(part, "whose", None)) for part in tree.walk(measure)):
        return None, Span()  # a comparison with the others holds where there are none
    number = int(what.right)
    relation = OPPOSITES.get(what.relation, "") if test.negated else what.relation
    spans = {
        "<": Span(highest=number - 1), "<=": Span(highest=number), "=": Span(number, number),
        ">=": Span(lowest=number), ">": Span(lowest=number + 1),
    }  # fmt: skip
    return measure, spans.get(relation, Span())


def _counted(measure: tree.Measure | None, game: tree.Game) -> Span:
    """Return the numbers that something counted can be."""
    match measure:
        case tree.CardCount(cards=cards):
            pack = pack_of(game)
            return Span(0, pack.size if cards is None else pack.selected(cards).bit_count())
        case tree.SumOf() if all(score >= 0 for rank in game.ranking for score in rank.scores):
            return Span(0)
        case tree.TokensOf() | tree.GroupsOf() | tree.Kept(name=tree.TRICKS):
            return Span(0)
        case tree.Kept(name=tree.SCORE) if not game.uses(tree.Score):
            return Span(0, 0)
    return Span()


def _because(measure: tree.Measure) -> str:
    """Return why something counted is always the same."""
    return ", because no rule scores" if isinstance(measure, tree.Kept) and measure.name == tree.SCORE else ""


def _exclude(one: tree.Test, other: tree.Test) -> bool:
    """Return whether two tests can never hold together."""
    if one.what == other.what:
        return one.negated != other.negated
    (measure, allowed), (same, also_allowed) = _allowed(one), _allowed(other)
    return measure is not None and measure == same and not allowed & also_allowed
