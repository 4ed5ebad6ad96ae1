# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A random player that chooses a rule first, and then how to play it.

"Random moves" can mean that all legal actions are equally likely, as for the agent `random`, or all rules. A rule with
many choices, such as a bet, then weighs no more than one without.
"""

from __future__ import annotations

from cardwright.agents import Compiled
from cardwright.cgdl.engine.state import CHOICES
from cardwright.core import below, inlined


@inlined
def take_any_rule(s, rules, weights, player, n, settings, seed, scratch):
    """Return a random action of a random rule; actions of one rule follow each other."""
    actions, dice = scratch.actions[0], scratch.dice[0]
    dice.rng[0] = seed
    groups = 1
    for k in range(1, n):
        groups += actions[k] // CHOICES != actions[k - 1] // CHOICES
    left = below(dice, 0, groups)
    start = 0
    while left:
        start += 1
        left -= actions[start] // CHOICES != actions[start - 1] // CHOICES
    stop = start + 1
    while stop < n and actions[stop] // CHOICES == actions[start] // CHOICES:
        stop += 1
    return actions[start + below(dice, 0, stop - start)]


class RandomRule(Compiled):
    """Plays any rule, all equally likely, in any way, all equally likely."""

    kernel = staticmethod(take_any_rule)
