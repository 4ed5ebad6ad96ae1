# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Tournaments on a GPU: each thread keeps one lineup and plays it against a tile of the lineups before it."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from cardwright.core.compiling.gpu import cuda, launcher

from .cpu import COUNTS, Count
from .fight import fight, scored
from .state import SLOTS, Counter, Match

THREADS = 128  # in a block: neighbours hold similar lineups, so they take similar branches through the rules
TILE = 64  # matches of a thread
PAIRS_PER_LAUNCH = 1 << 32  # pairs of lineups between two progress reports; about half of them are matches


def play_on_gpu(
    tables: np.ndarray,
    codes: np.ndarray,
    group: int,
    second_wins: bool,
    order: np.ndarray,
    report: Callable[[int], object],
) -> tuple[np.ndarray, np.ndarray]:
    """Play all matches of some folds and return the sums of payoffs and the counts (indexed by Count).

    `report(matches)` is called from time to time with the number of matches played so far.
    """
    sums, counts = cuda.to_device(np.zeros(order.shape, np.int64)), cuda.to_device(np.zeros(COUNTS, np.int64))
    fixed = [cuda.to_device(each) for each in (tables, codes, order)]
    blocks, tiles = -(-order.size // THREADS), -(-group // TILE)
    step = max(1, PAIRS_PER_LAUNCH // (order.size * TILE))
    for first in range(0, tiles, step):
        grid = (blocks, min(step, tiles - first))
        _play_tile[grid, (THREADS, 1)](*fixed, group, second_wins, first, sums, counts)
        so_far = counts.copy_to_host()
        report(int(so_far[Count.MATCHES]))
        if so_far[Count.FAULTS]:
            break
    return sums.copy_to_host(), counts.copy_to_host()


@launcher
def _play_tile(tables, codes, order, group, second_wins, first_tile, sums, counts):
    column, tile = cuda.grid(2)
    n = order.shape[1]
    if column >= order.size or counts[Count.FAULTS]:
        return
    m = cuda.local.array(1, Match)[0]
    for slot in range(SLOTS):
        m.cards[slot].counts[Counter.NONE] = 0  # everything else is written when a match begins
    fold, other = column // n, column % n
    b = order[fold, other]
    first = other // group * group + (first_tile + tile) * TILE
    last = min(other, first + TILE)
    total, ties, phases, survivors = 0, 0, 0, 0
    for position in range(first, last):
        a = order[fold, position]
        result = scored(fight(tables[0], codes[a], codes[b], m), second_wins)
        if result:
            cuda.atomic.add(sums, (fold, a), result)
        total -= result
        ties += result == 0
        phases += m.phases
        survivors += m.bench_size[0] + m.bench_size[1]
        if m.fault:
            cuda.atomic.add(counts, Count.FAULTS, 1)
            return
    if first < last:
        cuda.atomic.add(sums, (fold, b), total)
        cuda.atomic.add(counts, Count.TIES, ties)
        cuda.atomic.add(counts, Count.PHASES, phases)
        cuda.atomic.add(counts, Count.SURVIVORS, survivors)
        cuda.atomic.add(counts, Count.MATCHES, last - first)
