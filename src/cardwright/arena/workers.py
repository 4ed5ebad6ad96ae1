"""Games in chunks: threads play with compiled agents, processes with agents in Python, and a cluster with both."""

from __future__ import annotations

import contextlib
import math
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from cardwright.core.working import workers
from cardwright.core.working.jobs import checked_jobs
from cardwright.core.working.pool import in_main_thread
from cardwright.core.working.workers import Chunk, Workers, on_cluster

from .columns import Finished
from .plan import Seating

USUAL_CONCURRENCY = 8  # games at once in which language models decide
MAX_CHUNK = 8192  # games; more would only fill memory with final records
MAX_CLUSTER_CHUNK = 1 << 17  # games; a task takes a millisecond of the program that hands it out
MAX_GPU_CHUNK = 1 << 16  # games; fewer would leave most of a GPU idle
ALONE_SECONDS = 3.0  # for so long, agents in Python play in this process before others are started
STOPPING = "finishing what is running; press Ctrl-C again to stop at once"

Task = Callable[[np.ndarray], Finished]


class Pace:
    """Measures games per second, without chunks that began before the first one ended: they can include compilation."""

    def __init__(self) -> None:
        self.begun = self.last = time.perf_counter()
        self.warm: float | None = None
        self.games = 0
        self.warm_games = 0

    def note(self, chunk: Chunk[Finished]) -> None:
        """Count the games of a chunk."""
        n = len(chunk.result.columns["game"])
        self.games += n
        self.last = chunk.ended
        if self.warm is None:
            self.warm = chunk.ended
        elif chunk.started >= self.warm:
            self.warm_games += n

    def games_per_second(self) -> float:
        """Return the pace; nan if nothing was played."""
        if self.warm is not None and self.warm_games:
            return self.warm_games / (self.last - self.warm)
        return self.games / (self.last - self.begun) if self.games else math.nan


class Interrupt:
    """A block in which the first Ctrl-C only sets `requested`, to let running work finish, and says so.

    The second interrupts.
    """

    def __init__(self) -> None:
        self.halt = threading.Event()  # for threads that wait
        self._before: Any = None

    @property
    def requested(self) -> bool:
        """Whether Ctrl-C was pressed."""
        return self.halt.is_set()

    def __enter__(self) -> Interrupt:
        if in_main_thread():
            self._before = signal.signal(signal.SIGINT, self._request)
        return self

    def _request(self, *_: object) -> None:
        self.halt.set()
        signal.signal(signal.SIGINT, signal.default_int_handler)
        with contextlib.suppress(RuntimeError):  # Ctrl-C can come in the middle of another print
            print(STOPPING, file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


def jobs_for(seating: Seating, jobs: int | None) -> int:
    """Return how many workers play a series: `jobs`, or one for each CPU, or several that wait for language models."""
    if seating.reading_seats:
        return checked_jobs(jobs, "games at once") or USUAL_CONCURRENCY
    return workers.jobs_for(jobs, usual=1 if seating.in_main_module else None)


def play_in_chunks(
    task: Task,
    indices: np.ndarray,
    jobs: int,
    threads: bool,
    interrupt: Interrupt,
    max_chunk: int = MAX_CHUNK,
    alone: bool = False,
) -> Iterator[Chunk[Finished]]:
    """Play the games with these numbers with `jobs` workers, and yield chunks as they finish.

    With `alone`, processes are started only for what this process has not played after a few seconds.
    """
    if alone and jobs > 1 and not threads and not on_cluster():
        late = time.perf_counter() + ALONE_SECONDS
        done = 0
        with Workers(1) as pool:
            stop = lambda: interrupt.requested or time.perf_counter() > late  # noqa: E731
            for chunk in pool.chunks(task, indices, stop, max_chunk):
                done += chunk.items
                yield chunk
        indices = indices[done:]
    with Workers(max(1, min(jobs, len(indices))), threads) as pool:
        yield from pool.chunks(task, indices, lambda: interrupt.requested, max_chunk)
