# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Look-ahead: try every sequence of a few decisions and take the one with the best estimate at its end.

With several players, each is assumed to maximise its own value (C. Luckhart and K. B. Irani, "An algorithmic solution
of n-person games", 1986). The search runs on one position drawn from what the player knows. Estimates further ahead
count less, by the factor `discount` for each decision: they are less certain, and a gain now is better than the same
gain later. No search goes on after the end of a game within the game, such as a battle of a run.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.errors import counted
from cardwright.core.game import Game
from cardwright.core.random import derive, purpose
from cardwright.core.record import copy_record
from cardwright.core.verbs import apply, chapter, decider, hide

from .compiled import LARGEST_SETTING, Compiled, built_in, setting
from .scratch import Needs, distinct, judge

MOST_POSITIONS = 10_000  # by default
UNLIMITED = np.int64(LARGEST_SETTING)
_HIDING = purpose("lookahead hiding")


@inlined
def look_ahead(s, rules, weights, player, n, settings, seed, scratch):
    """Return the action that leads to the best estimates.

    If there are more positions than settings allow, return that of the deepest search that fits, by iterative deepening
    (R. E. Korf, "Depth-first iterative-deepening", 1985).
    """
    copy_record(scratch.states[0], s)
    hide(scratch.states[0], rules, player, derive(seed, _HIDING, np.uint64(0)))
    furthest = np.int64(settings.depth * scratch.values.shape[1])
    horizon, left, best = furthest, np.int64(settings.positions), np.int64(-1)
    while True:
        limit = left if horizon > 1 else UNLIMITED  # every action is tried at least once
        visited = _search(rules, player, settings, horizon, limit, scratch)
        if visited <= limit:
            best = scratch.frames[0].best
            if horizon == furthest:
                break
            left -= visited
            horizon += 1
        elif best < 0:
            horizon = np.int64(1)
        else:
            break
    return scratch.actions[0, best]


@inner
def _search(rules, player, settings, horizon, limit, scratch):
    """Search `horizon` decisions ahead, depth-first on a stack of copies, and return how many positions were visited.

    The search is given up, and its result worthless, as soon as these are more than `limit`.
    """
    states, actions, frames, values = scratch.states, scratch.actions, scratch.frames, scratch.values
    discount, players = settings.discount, values.shape[1]
    level = visited = np.int64(0)
    now = chapter(states[0])
    _open(states[0], rules, level, player, np.int64(0), scratch)
    while visited <= limit and (level > 0 or frames[0].next < frames[0].n):
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
        visited += 1
        frame.next += 1
        own = frame.own + (frame.who == player)
        who = decider(states[below])
        if who < 0 or states[below].fault or own == settings.depth or below == horizon or chapter(states[below]) != now:
            for each in range(players):
                values[below, each] = judge(states[below], rules, each)
            _offer(level, players, scratch)
        else:
            level = below
            _open(states[level], rules, level, who, own, scratch)
    return visited


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

    A search visits at most `positions` positions. If there are more, it is replaced by the deepest one that fits: one
    decision ahead, whoever makes it, then two, and so on, until all of them have visited `positions`. The time for a
    decision is therefore bounded by twice that number of positions.

    >>> Lookahead(2).name
    'lookahead:2'
    """

    depth: int = setting(low=1, high=20)
    discount: float = setting(low=0, high=1, default=0.7)
    positions: int = setting(low=1, default=MOST_POSITIONS)

    kernel = staticmethod(look_ahead)

    @property
    def description(self) -> str:
        """What it is in words."""
        return f"a search {counted(self.depth, 'decision')} ahead"

    def needs(self, game: Game) -> Needs:
        """Return the memory for a search: a level for each decision, one for the position, and one below the last."""
        return Needs(levels=self.depth * game.players + 2)
