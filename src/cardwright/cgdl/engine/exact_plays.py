# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The best play of exactly so many cards of one zone and so many of another, as in Omaha."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count
from .conditions import worth_of

MOST_TO_CHOOSE_FROM = 10  # cards of each zone; of more, the last ones in the order of the deck


@inner
def _to_choose_from(cards):
    while count(cards) > MOST_TO_CHOOSE_FROM:
        cards &= cards - 1
    return cards


@inner
def best_of_exactly(rules, one, some, two, more):
    """Return the worth of the best play of `some` cards of one set and `more` of another; of all if there are fewer."""
    one, two = _to_choose_from(one), _to_choose_from(two)
    some, more = min(some, count(one)), min(more, count(two))
    best = 0
    first = one
    while True:
        if count(first) == some:
            second = two
            while True:
                if count(second) == more:
                    best = max(best, worth_of(rules, first | second))
                if second == 0:
                    break
                second = second - 1 & two
        if first == 0:
            return best
        first = first - 1 & one
