# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Look-ahead: try every sequence of a few decisions and take the one with the best estimate at its end.

With several players, each is assumed to maximise its own value (C. Luckhart and K. B. Irani, "An algorithmic solution
of n-person games", 1986). The search runs on one position drawn from what the player knows. Estimates further ahead
count less, by the factor `discount` for each decision: they are less certain, and a gain now is better than the same
gain later.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.game import Game
from cardwright.core.random import derive, purpose
from cardwright.core.record import copy_record
from cardwright.core.verbs import apply, decider, hide

from .compiled import Compiled, built_in, setting
from .scratch import Needs, distinct, judge

_HIDING = purpose("lookahead hiding")


@inlined
def look_ahead(s, rules, weights, player, n, settings, seed, scratch):
    """Return the action that leads to the best estimates, by depth-first search on a stack of copies."""
    states, actions, frames, values = scratch.states, scratch.actions, scratch.frames, scratch.values
    depth, discount, players = settings.depth, settings.discount, values.shape[1]
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


@inner
def _open(s, rules, level, who, own, scratch):
    """Begin to try the actions of a position."""
    frame = scratch.frames[level]
    frame.who = who
    frame.own = own
    frame.n = distinct(s, rules, scratch.actions[level], scratch.labels)
    frame.next = 0
    frame.best = -1


@inner
def _offer(level, players, scratch):
    """Keep the values one level below if the decider of this level prefers them to all earlier ones."""
    values, frame = scratch.values, scratch.frames[level]
    if frame.best < 0 or values[level + 1, frame.who] > values[level, frame.who]:
        frame.best = frame.next - 1
        for each in range(players):
            values[level, each] = values[level + 1, each]


@built_in("lookahead")
class Lookahead(Compiled):
    """Searches `depth` decisions of its own ahead, and at most as many of each other player's.

    Each decision further ahead counts less by the factor `discount`; with 1 only the last estimate counts.

    >>> Lookahead(2).name
    'lookahead:2'
    """

    depth: int = setting(low=1, high=20)
    discount: float = setting(low=0, high=1, default=0.7)

    kernel = staticmethod(look_ahead)

    def needs(self, game: Game) -> Needs:
        """Return the memory for a search: a level for each decision, one for the position, and one below the last."""
        return Needs(levels=self.depth * game.players + 2)
