"""Tournaments on a GPU: a thread keeps one lineup and lets it fight a number of those before it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardwright.core.gpu import cuda, launcher

from .cpu import COUNTS, FAULTS, MATCHES, PHASES, TIES
from .fight import fight, scored
from .state import PLACES, Counter, Match

NONE = int(Counter.NONE)

THREADS = 128  # in a block: neighbours hold similar lineups, so that they take similar ways through the rules
TILE = 64  # matches of a thread
AT_ONCE = 1 << 32  # pairs of lineups between two looks at how far it is, about half of which are to play


def play_on_gpu(
    tables: np.ndarray,
    codes: np.ndarray,
    group: int,
    second_wins: bool,
    order: np.ndarray,
    told: Callable[[int], object],
) -> tuple[np.ndarray, np.ndarray]:
    """Play all matches of some folds, and tell now and then how many are played.

    Gives the sums of payoffs, and the counts of ties, phases, matches that could not go on, and all matches.
    """
    sums, counts = cuda.to_device(np.zeros(order.shape, np.int64)), cuda.to_device(np.zeros(COUNTS, np.int64))
    fixed = [cuda.to_device(each) for each in (tables, codes, order)]
    blocks, tiles = -(-order.size // THREADS), -(-group // TILE)
    step = max(1, AT_ONCE // (order.size * TILE))
    for first in range(0, tiles, step):
        grid = (blocks, min(step, tiles - first))
        _play_tile[grid, (THREADS, 1)](*fixed, group, second_wins, first, sums, counts)
        so_far = counts.copy_to_host()
        told(int(so_far[MATCHES]))
        if so_far[FAULTS]:
            break
    return sums.copy_to_host(), counts.copy_to_host()


@launcher
def _play_tile(tables, codes, order, group, second_wins, first_tile, sums, counts):
    column, tile = cuda.grid(2)
    n = order.shape[1]
    if column >= order.size or counts[FAULTS]:
        return
    m = cuda.local.array(1, Match)[0]
    for number in range(PLACES):
        m.cards[number].counts[NONE] = 0  # all else is written when a match begins
    fold, other = column // n, column % n
    b = order[fold, other]
    first = other // group * group + (first_tile + tile) * TILE
    last = min(other, first + TILE)
    total, ties, phases = 0, 0, 0
    for place in range(first, last):
        a = order[fold, place]
        result = scored(fight(tables[0], codes[a], codes[b], m), second_wins)
        if result:
            cuda.atomic.add(sums, (fold, a), result)
        total -= result
        ties += result == 0
        phases += m.phases
        if m.fault:
            cuda.atomic.add(counts, FAULTS, 1)
            return
    if first < last:
        cuda.atomic.add(sums, (fold, b), total)
        cuda.atomic.add(counts, TIES, ties)
        cuda.atomic.add(counts, PHASES, phases)
        cuda.atomic.add(counts, MATCHES, last - first)
