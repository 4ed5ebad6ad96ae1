# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The order of cards in groups, and what a joker stands for in a run.

A run remembers its lowest and its highest card. Where a joker lies there, it is the card that the joker stands for.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import bit, lowest
from .group_tables import Group, Runs


@inner
def from_on(rules, card):
    """Return the cards that are equal to a card, and all after it."""
    return -bit(rules, int(rules.first_of[rules.face_of[card]]))


@inner
def next_in_run(rules, card, alone):
    """Return the cards that can follow a card in a run; an ace goes on only if it stands alone so far."""
    if rules.runs == Runs.BOTH and not alone and rules.aces >> card & 1:
        return 0
    return rules.run_next[card]


@inner
def stands_for(rules, kind, last, card):
    """Return what a card is at the end of a group: itself, or what a joker stands for after the last card of a run."""
    if kind == Group.RUN and rules.jokers >> card & 1:
        return lowest(rules.run_next[last])
    return card


@inner
def goes_before(rules, first, last, card):
    """Return whether a card is added to a run before its first card; a joker is if nothing can follow the last one."""
    if rules.jokers >> card & 1:
        return next_in_run(rules, last, False) == 0
    return rules.run_before[first] >> card & 1 != 0


@inner
def first_for(rules, first, card):
    """Return what a card is before the first one of a run: itself, or what a joker stands for."""
    return lowest(rules.run_before[first]) if rules.jokers >> card & 1 else card
