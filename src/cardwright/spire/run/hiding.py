# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the player of a run cannot know: what its seed brings, and what lies face down."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.hiding import redeal
from cardwright.core.random import derive, purpose, shuffle
from cardwright.spire.engine.hiding import hide as hide_battle

from .fights import fill_elites, fill_encounters
from .record import RunStream
from .rewards import roll_inside_chest
from .single_events import SEARCHES
from .stack import top
from .state import Frame
from .streams import STREAMS, start_stream
from .tables import event

_SEED, _STREAM, _BATTLE = purpose("seed of a hidden run"), purpose("stream of a hidden run"), purpose("hidden battle")
DEAD_ADVENTURER = event("Dead Adventurer")


@inner
def hide(s, rules, player, seed):
    """Redraw everything the player cannot know; the map and the boss are known."""
    run, t = s.run, rules.run
    run.seed = derive(seed, _SEED, np.uint64(0))
    for k in range(STREAMS):
        start_stream(run, k, derive(seed, _STREAM, np.uint64(k)))
    for k in range(len(run.colorless)):
        run.colorless[k] = t.colorless[k]
    _shuffle_pools(s)
    fill_encounters(run, t, int(run.next_encounter))
    fill_elites(run, t, int(run.next_elite))
    _sort(run.bosses, 1, len(run.bosses))
    shuffle(s, RunStream.HIDING, run.bosses, 1, len(run.bosses))
    _hide_room(s)
    run.draws[:] = 0  # some things are drawn until they fit
    run.work[:] = 0
    hide_battle(s.battle, rules.battle, player, derive(seed, _BATTLE, np.uint64(0)))


@inner
def _shuffle_pools(s):
    """Shuffle the relics that are left."""
    run = s.run
    for tier in range(len(run.pool_left)):
        first = int(run.pool_first[tier])
        left = int(run.pool_left[tier])
        _sort(run.pool[tier], first, first + left)
        shuffle(s, RunStream.HIDING, run.pool[tier], first, first + left)


@inner
def _sort(items, start, stop):
    """Sort a part of a list; the order that it had would reveal something."""
    for k in range(start + 1, stop):
        item = items[k]
        j = k
        while j > start and items[j - 1] > item:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


@inner
def _hide_room(s):
    """Redraw what lies face down in this room."""
    run = s.run
    if run.depth == 0:
        return
    frame = top(run)
    if frame == Frame.CHEST:
        roll_inside_chest(run)
    elif frame == Frame.MATCH:
        redeal(s, RunStream.HIDING, run.table, int(run.table_seen))
    elif frame == Frame.EVENT and run.event == DEAD_ADVENTURER:
        _sort(run.memo, int(run.visits), SEARCHES)
        shuffle(s, RunStream.HIDING, run.memo, int(run.visits), SEARCHES)
