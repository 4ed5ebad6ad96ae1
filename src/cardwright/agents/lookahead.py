"""Look-ahead: try every sequence of a few decisions and take the one with the best estimate at its end.

With several players each is taken to do the best for itself (C. Luckhart and K. B. Irani, "An algorithmic solution
of n-person games", 1986). The search goes through one position drawn from what the player knows. What lies further
ahead counts less, by the factor `discount` a decision: it is less certain, and what can be had now is not put off.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inlined, kernel
from cardwright.core.random import derive, purpose
from cardwright.core.record import copy_record
from cardwright.core.verbs import apply, decider, hide

from .scratch import distinct, judge

_HIDING = purpose("lookahead hiding")


@inlined
def look_ahead(s, rules, player, players, settings, seed, scratch):
    """The action that leads to the best estimates within so many own decisions, depth-first on a stack of copies."""
    states, actions, frames, values = scratch.states, scratch.actions, scratch.frames, scratch.values
    depth, discount = settings.depth, settings.discount
    copy_record(states[0], s)
    hide(states[0], rules, player, derive(seed, _HIDING, np.uint64(0)))
    level = np.int64(0)
    _open(states[0], rules, level, player, np.int64(0), scratch)
    while level > 0 or frames[0].next < frames[0].n:
        frame = frames[level]
        if frame.next == frame.n:
            for each in range(players):
                values[level, each] *= discount
                values[level, each] += (1 - discount) * judge(states[level], rules, each)
            level -= 1
            _offer(level, players, scratch)
            continue
        below = level + 1
        copy_record(states[below], states[level])
        apply(states[below], rules, actions[level, frame.next])
        frame.next += 1
        own = frame.own + (frame.who == player)
        who = decider(states[below])
        if who < 0 or states[below].fault or own == depth or below == depth * players:
            for each in range(players):
                values[below, each] = judge(states[below], rules, each)
            _offer(level, players, scratch)
        else:
            level = below
            _open(states[level], rules, level, who, own, scratch)
    return actions[0, frames[0].best]


@kernel
def _open(s, rules, level, who, own, scratch):
    """Begin to try the actions of a position."""
    frame = scratch.frames[level]
    frame.who = who
    frame.own = own
    frame.n = distinct(s, rules, scratch.actions[level], scratch.labels)
    frame.next = 0
    frame.best = -1


@kernel
def _offer(level, players, scratch):
    """Keep the values one level below if the decider of this level likes them better than all before."""
    values, frame = scratch.values, scratch.frames[level]
    if frame.best < 0 or values[level + 1, frame.who] > values[level, frame.who]:
        frame.best = frame.next - 1
        for each in range(players):
            values[level, each] = values[level + 1, each]
