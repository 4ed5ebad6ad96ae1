"""Tournaments on a GPU: a thread keeps one lineup and lets it fight a number of those before it."""

from __future__ import annotations

import numpy as np

from ..core.gpu import cuda, launcher
from .fight import fight
from .state import PLACES, Counter, Match

NONE = int(Counter.NONE)

THREADS = 128  # in a block: neighbours hold similar lineups, so that they take similar ways through the rules
TILE = 64  # matches of a thread


def play_on_gpu(
    tables: np.ndarray, codes: np.ndarray, order: np.ndarray, group: int, second_wins: bool
) -> tuple[np.ndarray, np.ndarray]:
    """Play all matches; gives the sums of payoffs, and the counts of ties, phases and matches that could not go on."""
    sums, counts = cuda.to_device(np.zeros(order.shape, np.int64)), cuda.to_device(np.zeros(3, np.int64))
    fixed = [cuda.to_device(each) for each in (tables, codes, order)]
    blocks = (-(-order.size // THREADS), -(-group // TILE))
    _play_tile[blocks, (THREADS, 1)](*fixed, group, second_wins, sums, counts)
    return sums.copy_to_host(), counts.copy_to_host()


@launcher
def _play_tile(tables, codes, order, group, second_wins, sums, counts):
    column, tile = cuda.grid(2)
    n = order.shape[1]
    if column >= order.size:
        return
    m = cuda.local.array(1, Match)[0]
    for number in range(PLACES):
        m.cards[number].counts[NONE] = 0  # all else is written when a match begins
    fold, other = column // n, column % n
    b = order[fold, other]
    first = other // group * group + tile * TILE
    total, ties, phases, faults = 0, 0, 0, 0
    for place in range(first, min(other, first + TILE)):
        a = order[fold, place]
        result = fight(tables[0], codes[a], codes[b], m)
        if result < 0 and not second_wins:
            result = 0
        if result:
            cuda.atomic.add(sums, (fold, a), result)
        total -= result
        ties += result == 0
        phases += m.phases
        faults += m.fault
    if first < other:
        cuda.atomic.add(sums, (fold, b), total)
        cuda.atomic.add(counts, 0, ties)
        cuda.atomic.add(counts, 1, phases)
        cuda.atomic.add(counts, 2, faults)
