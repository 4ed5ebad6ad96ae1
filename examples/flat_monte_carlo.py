"""Flat Monte Carlo: an agent from outside the package that is compiled together with the built-in ones.

For each legal action it plays a number of games to the end at random, and takes the action with the best mean payoff.

    cardwright arena spire:jaw-worm --seats examples/flat_monte_carlo.py:FlatMonteCarlo:50 --games 100
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.agents import Compiled, judge, setting
from cardwright.core import apply, below, copy_record, decider, derive, hide, inlined, legal, purpose

HIDING, PLAYOUTS = purpose("flat hiding"), purpose("flat playouts")


@inlined
def flat_monte_carlo(s, rules, weights, player, n, settings, seed, scratch):
    """Return the legal action with the best mean payoff of its playouts."""
    copy, choices, options, dice = scratch.states[0], scratch.actions[0], scratch.actions[1], scratch.dice[0]
    dice.rng[0] = derive(seed, PLAYOUTS, np.uint64(0))
    best, most = choices[0], -math.inf
    for k in range(n):
        total = 0.0
        for playout in range(settings.playouts):
            copy_record(copy, s)
            hide(copy, rules, player, derive(seed, HIDING, np.uint64(playout)))  # the same draws for every action
            apply(copy, rules, choices[k])
            decisions = 0
            while decider(copy) >= 0 and copy.fault == 0 and decisions < settings.cap:
                apply(copy, rules, options[below(dice, 0, legal(copy, rules, options))])
                decisions += 1
            total += judge(copy, rules, player)
        if total > most:
            best, most = choices[k], total
    return best


class FlatMonteCarlo(Compiled):
    """Plays `playouts` random games for each action, and judges them by the game's estimate after `cap` decisions."""

    playouts: int = setting(low=1, high=100_000, default=20)
    cap: int = setting(low=1, high=10_000, default=200)

    kernel = staticmethod(flat_monte_carlo)
