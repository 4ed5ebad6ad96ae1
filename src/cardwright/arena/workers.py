"""Who plays: threads for agents that are compiled, processes for those in Python; the games are the same."""

from __future__ import annotations

import functools
import math
import pickle
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.jobs import checked_jobs, cores
from cardwright.core.pool import ADVICE, ProcessPool, in_main_thread, result_of

from .games import Columns
from .plan import Seating

CHUNK_SECONDS = 0.2  # how long a worker plays before it reports
LARGEST_CHUNK = 4096  # more would only fill memory with final records
LARGEST_ON_GPU = 1 << 16  # fewer would leave most of a GPU idle

Task = Callable[[np.ndarray], Columns]


class Chunk(NamedTuple):
    """Games that one worker played at a stretch, and when."""

    columns: Columns
    started: float
    ended: float


class Pace:
    """How many games a second are played, once the first are done: those may have waited for the compiler."""

    def __init__(self) -> None:
        self.begun = self.last = time.perf_counter()
        self.warm: float | None = None
        self.games = 0
        self.warm_games = 0

    def note(self, chunk: Chunk) -> None:
        """Count the games of a chunk."""
        n = len(chunk.columns["game"])
        self.games += n
        self.last = chunk.ended
        if self.warm is None:
            self.warm = chunk.ended
        elif chunk.started >= self.warm:
            self.warm_games += n

    def games_per_second(self) -> float:
        """The pace; nan if nothing was played."""
        if self.warm is not None and self.warm_games:
            return self.warm_games / (self.last - self.warm)
        return self.games / (self.last - self.begun) if self.games else math.nan


class Interrupt:
    """Within it the first Ctrl-C is only `heard`, so that games in progress can be finished; the second is as ever."""

    def __init__(self) -> None:
        self.requested = False
        self._before: Any = None

    def __enter__(self) -> Interrupt:
        if in_main_thread():
            self._before = signal.signal(signal.SIGINT, self._hear)
        return self

    def _hear(self, *_: object) -> None:
        self.requested = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


def jobs_for(seating: Seating, jobs: int | None) -> int:
    """How many workers play a series: one for each processor, unless the person says otherwise."""
    return checked_jobs(jobs) or (1 if seating.at_home else cores())


def play_in_chunks(
    task: Task, indices: np.ndarray, jobs: int, threads: bool, interrupt: Interrupt, largest: int = LARGEST_CHUNK
) -> Iterator[Chunk]:
    """Play games by their numbers with `jobs` workers, and give the chunks as they are done."""
    jobs = max(1, min(jobs, len(indices)))
    threads = threads or jobs == 1
    started: dict[Future[Columns], float] = {}
    size = 1
    if not threads:
        task = functools.partial(_play_pickled, _pickled(task))
    with ThreadPoolExecutor(jobs) if threads else ProcessPool(jobs) as pool:
        while started or (len(indices) and not interrupt.requested):
            while len(started) < jobs and len(indices) and not interrupt.requested:
                size = min(size, math.ceil(len(indices) / jobs))
                started[pool.submit(task, indices[:size])] = time.perf_counter()
                indices = indices[size:]
            for future in wait(started, return_when=FIRST_COMPLETED).done:
                chunk = Chunk(result_of(future), started.pop(future), time.perf_counter())
                size = _next_size(chunk, largest)
                yield chunk


def _next_size(chunk: Chunk, largest: int) -> int:
    n = len(chunk.columns["game"])
    fitting = int(n * CHUNK_SECONDS / max(chunk.ended - chunk.started, 1e-9))
    return max(1, min(fitting, 4 * n, largest))


def _pickled(task: Task) -> bytes:
    try:
        return pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise CardwrightError(f"the game or an agent cannot be sent to another process, use one job: {error}") from None


def _play_pickled(pickled: bytes, indices: np.ndarray) -> Columns:
    """What a worker process does; it unpickles its task once and keeps it, agents and all."""
    try:
        task = _unpickled(pickled)
    except (AttributeError, ImportError) as error:
        raise CardwrightError(f"a worker process cannot find the game or an agent: {error}; {ADVICE}") from None
    return task(indices)


@functools.lru_cache(maxsize=1)
def _unpickled(pickled: bytes) -> Task:
    return pickle.loads(pickled)  # noqa: S301  # by this program, a moment ago
