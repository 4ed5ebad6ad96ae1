# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Tournaments on the CPU: each thread plays the next block of rows of matches until all rows are played."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import kernel

from .fight import fight, scored
from .state import Match

BLOCK = 100_000  # matches, roughly, that a thread plays before it takes the next block; fewer in small tournaments
BLOCKS, MIN_BLOCK = 4, 1000  # blocks per thread, at least, unless they would have fewer matches than this
POLL_SECONDS = 0.1  # between two progress reports


class Count(IntEnum):
    """What a tournament counts besides payoffs: the index in an array of counts."""

    TIES = 0
    PHASES = 1
    FAULTS = 2  # matches that were stopped because their rules did not end
    MATCHES = 3
    SURVIVORS = 4  # cards alive at the end, on both sides


COUNTS = len(Count)


def play_on_cpu(
    tables: np.ndarray,
    codes: np.ndarray,
    group: int,
    second_wins: bool,
    matrix: np.ndarray,
    threads: int,
    order: np.ndarray,
    report: Callable[[int], object],
) -> tuple[np.ndarray, np.ndarray]:
    """Play all matches of some folds and return the sums of payoffs and the counts (indexed by Count).

    `report(matches)` is called from time to time with the number of matches played so far.
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
                tables, codes, order, group, second_wins, matrix, first=edges[block], last=edges[block + 1],
                scratch=scratch, sums=sums[thread], counts=counts[thread], stop=stop,
            )  # fmt: skip
            yield

    def report_matches() -> None:
        report(sum(int(each[Count.MATCHES]) for each in counts))

    if threads == 1:  # run inline: starting a thread costs more than a small tournament
        for _ in work(0):
            report_matches()
    else:
        _in_threads(work, threads, stop, report_matches)
    return np.add.reduce(sums), np.add.reduce(counts)


def _in_threads(
    work: Callable[[int], Iterator[None]], threads: int, stop: np.ndarray, report: Callable[[], object]
) -> None:
    with ThreadPoolExecutor(threads) as pool:
        try:
            workers = [pool.submit(deque, work(thread), 0) for thread in range(threads)]
            while wait(workers, POLL_SECONDS).not_done:
                report()
        except BaseException:  # Ctrl-C, most likely
            stop[0] = 1
            raise
    for worker in workers:
        worker.result()


def _edges(shape: tuple[int, int], group: int, threads: int) -> np.ndarray:
    """Return the rows at which blocks with about equally many matches begin, and the end of the last block."""
    folds, n = shape
    position = np.arange(n)
    rivals = np.minimum(position // group * group + group, n) - position - 1
    before = np.concatenate([[0], np.cumsum(np.tile(rivals, folds))])  # matches before each row
    matches = int(before[-1])
    fewest = min(BLOCKS * threads, matches // MIN_BLOCK) if threads > 1 else 1
    blocks = min(max(matches // BLOCK, fewest, 1), folds * n)
    cuts = np.searchsorted(before, np.linspace(0, matches, blocks + 1)[1:-1])
    return np.unique([0, *cuts, folds * n])


@kernel
def play_rows(tables, codes, order, group, second_wins, matrix, first, last, scratch, sums, counts, stop):
    """Play the lineups of rows `first` to `last` against those after them in their group, until `stop[0]` is set.

    Adds to `sums` and `counts`. A match whose rules do not end sets `stop` for all threads.
    """
    t, m = tables[0], scratch[0]
    n = order.shape[1]
    for row in range(first, last):
        fold, position = row // n, row % n
        a = order[fold, position]
        end = min(n, position // group * group + group)
        ties, phases, survivors = 0, 0, 0
        for other in range(position + 1, end):
            b = order[fold, other]
            result = scored(fight(t, codes[a], codes[b], m), second_wins)
            sums[fold, a] += result
            sums[fold, b] -= result
            ties += result == 0
            phases += m.phases
            survivors += m.bench_size[0] + m.bench_size[1]
            if matrix.size:
                matrix[a, b] = result
                matrix[b, a] = -result
            if m.fault or stop[0]:
                counts[Count.FAULTS] += m.fault
                stop[0] = 1
                return
        counts[Count.TIES] += ties
        counts[Count.PHASES] += phases
        counts[Count.SURVIVORS] += survivors
        counts[Count.MATCHES] += end - position - 1
