"""Tournaments on the processor: every thread plays the next few rows of matches, until all rows are played."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np

from ..core.jit import kernel
from .fight import fight, scored
from .state import Match

BLOCK = 100_000  # matches that a thread plays before it asks for more, about
LOOK = 0.1  # seconds between two looks at how far the threads are

# What is counted beside payoffs.
TIES, PHASES, FAULTS, MATCHES = range(4)
COUNTS = 4


def play_on_cpu(
    tables: np.ndarray,
    codes: np.ndarray,
    group: int,
    second_wins: bool,
    matrix: np.ndarray,
    threads: int,
    order: np.ndarray,
    told: Callable[[int], object],
) -> tuple[np.ndarray, np.ndarray]:
    """Play all matches of some folds, and tell now and then how many are played.

    Gives the sums of payoffs, and the counts of ties, phases, matches that could not go on, and all matches.
    """
    edges = _edges(order.shape, group)
    threads = min(threads, len(edges) - 1)
    sums = [np.zeros(order.shape, np.int64) for _ in range(threads)]
    counts = [np.zeros(COUNTS, np.int64) for _ in range(threads)]
    next_block, stop = itertools.count(), np.zeros(1, np.int64)

    def work(thread: int) -> None:
        scratch = np.zeros(1, Match)
        while (block := next(next_block)) < len(edges) - 1 and not stop[0]:
            play_rows(
                tables, codes, order, group, second_wins, matrix, edges[block], edges[block + 1], scratch,
                sums[thread], counts[thread], stop,
            )  # fmt: skip

    with ThreadPoolExecutor(threads) as pool:
        try:
            workers = [pool.submit(work, thread) for thread in range(threads)]
            while wait(workers, LOOK).not_done:
                told(sum(int(each[MATCHES]) for each in counts))
        except BaseException:  # Ctrl-C, most likely
            stop[0] = 1
            raise
    for worker in workers:
        worker.result()
    return np.add.reduce(sums), np.add.reduce(counts)


def _edges(shape: tuple[int, int], group: int) -> np.ndarray:
    """Where blocks of rows with about equally many matches begin, and where the last one ends."""
    folds, n = shape
    place = np.arange(n)
    rivals = np.minimum(place // group * group + group, n) - place - 1
    before = np.concatenate([[0], np.cumsum(np.tile(rivals, folds))])  # matches before each row
    blocks = max(1, min(int(before[-1]) // BLOCK, folds * n))
    cuts = np.searchsorted(before, np.linspace(0, before[-1], blocks + 1)[1:-1])
    return np.unique([0, *cuts, folds * n])


@kernel
def play_rows(tables, codes, order, group, second_wins, matrix, first, last, scratch, sums, counts, stop):
    """Let the lineups at some places play against those after them in their group, until somebody sets `stop`.

    Adds to the sums of payoffs, and to the counts. A match that cannot go on stops everybody.
    """
    t, m = tables[0], scratch[0]
    n = order.shape[1]
    for row in range(first, last):
        fold, place = row // n, row % n
        a = order[fold, place]
        end = min(n, place // group * group + group)
        ties, phases = 0, 0
        for other in range(place + 1, end):
            b = order[fold, other]
            result = scored(fight(t, codes[a], codes[b], m), second_wins)
            sums[fold, a] += result
            sums[fold, b] -= result
            ties += result == 0
            phases += m.phases
            if matrix.size:
                matrix[a, b] = result
                matrix[b, a] = -result
            if m.fault or stop[0]:
                counts[FAULTS] += m.fault
                stop[0] = 1
                return
        counts[TIES] += ties
        counts[PHASES] += phases
        counts[MATCHES] += end - place - 1
