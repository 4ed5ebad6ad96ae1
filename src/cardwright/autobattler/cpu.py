"""Tournaments on the processor: every thread plays the next few rows of matches, until all rows are played."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait

import numpy as np

from cardwright.core.jit import kernel

from .fight import fight, scored
from .state import Match

BLOCK = 100_000  # matches that a thread plays before it asks for more, about; fewer where there are few
BLOCKS, SMALLEST = 4, 1000  # for each thread at least, as long as they are not smaller than this
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
    edges = _edges(order.shape, group, threads)
    threads = min(threads, len(edges) - 1)
    sums = [np.zeros(order.shape, np.int64) for _ in range(threads)]
    counts = [np.zeros(COUNTS, np.int64) for _ in range(threads)]
    next_block, stop = itertools.count(), np.zeros(1, np.int64)

    def work(thread: int) -> Iterator[None]:
        scratch = np.zeros(1, Match)
        while (block := next(next_block)) < len(edges) - 1 and not stop[0]:
            play_rows(
                tables, codes, order, group, second_wins, matrix, edges[block], edges[block + 1], scratch,
                sums[thread], counts[thread], stop,
            )  # fmt: skip
            yield

    def tell() -> None:
        told(sum(int(each[MATCHES]) for each in counts))

    if threads == 1:  # here and now, for to start a thread takes longer than to play a small tournament
        for _ in work(0):
            tell()
    else:
        _in_threads(work, threads, stop, tell)
    return np.add.reduce(sums), np.add.reduce(counts)


def _in_threads(
    work: Callable[[int], Iterator[None]], threads: int, stop: np.ndarray, tell: Callable[[], object]
) -> None:
    with ThreadPoolExecutor(threads) as pool:
        try:
            workers = [pool.submit(deque, work(thread), 0) for thread in range(threads)]
            while wait(workers, LOOK).not_done:
                tell()
        except BaseException:  # Ctrl-C, most likely
            stop[0] = 1
            raise
    for worker in workers:
        worker.result()


def _edges(shape: tuple[int, int], group: int, threads: int) -> np.ndarray:
    """Where blocks of rows with about equally many matches begin, and where the last one ends."""
    folds, n = shape
    place = np.arange(n)
    rivals = np.minimum(place // group * group + group, n) - place - 1
    before = np.concatenate([[0], np.cumsum(np.tile(rivals, folds))])  # matches before each row
    matches = int(before[-1])
    fewest = min(BLOCKS * threads, matches // SMALLEST) if threads > 1 else 1
    blocks = min(max(matches // BLOCK, fewest, 1), folds * n)
    cuts = np.searchsorted(before, np.linspace(0, matches, blocks + 1)[1:-1])
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
