"""Workers that play games in chunks: threads for compiled agents, processes for agents in Python."""

from __future__ import annotations

import functools
import math
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.jobs import checked_jobs, cores
from cardwright.core.pool import ADVICE, ProcessPool, in_main_thread, result_of

from .games import Columns, Finished
from .plan import Seating

CHUNK_SECONDS = 0.2  # how long a worker plays before it reports
USUAL_CONCURRENCY = 8  # games at once in which language models decide
MAX_CHUNK = 4096  # games; more would only fill memory with final records
MAX_GPU_CHUNK = 1 << 16  # games; fewer would leave most of a GPU idle

Task = Callable[[np.ndarray], Finished]


class Chunk(NamedTuple):
    """Games that one worker played in one go, and when."""

    finished: Finished
    started: float
    ended: float

    @property
    def columns(self) -> Columns:
        """The games."""
        return self.finished.columns


class Pace:
    """Measures games per second, without chunks that began before the first one ended: they can include compilation."""

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
        """Return the pace; nan if nothing was played."""
        if self.warm is not None and self.warm_games:
            return self.warm_games / (self.last - self.warm)
        return self.games / (self.last - self.begun) if self.games else math.nan


class Interrupt:
    """A block in which the first Ctrl-C only sets `requested`, to let games finish; the second interrupts."""

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

    def __exit__(self, *_: object) -> None:
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)


def jobs_for(seating: Seating, jobs: int | None) -> int:
    """Return how many workers play a series: `jobs`, or one for each CPU, or several that wait for language models."""
    if seating.reading_seats:
        return checked_jobs(jobs, "games at once") or USUAL_CONCURRENCY
    return checked_jobs(jobs) or (1 if seating.in_main_module else cores())


def play_in_chunks(
    task: Task, indices: np.ndarray, jobs: int, threads: bool, interrupt: Interrupt, max_chunk: int = MAX_CHUNK
) -> Iterator[Chunk]:
    """Play the games with these numbers with `jobs` workers, and yield chunks as they finish.

    If a game fails, its error is raised after the chunks that the other workers are playing.
    """
    jobs = max(1, min(jobs, len(indices)))
    threads = threads or jobs == 1
    started: dict[Future[Finished], float] = {}
    failed: list[Future[Finished]] = []
    size = 1
    if not threads:
        task = functools.partial(_play_pickled, _pickled(task))
    with ThreadPoolExecutor(jobs) if threads else ProcessPool(jobs) as pool:
        while started or (len(indices) and not interrupt.requested and not failed):
            while len(started) < jobs and len(indices) and not interrupt.requested and not failed:
                size = min(size, math.ceil(len(indices) / jobs))
                started[pool.submit(task, indices[:size])] = time.perf_counter()
                indices = indices[size:]
            for future in wait(started, return_when=FIRST_COMPLETED).done:
                began = started.pop(future)
                if future.exception() is not None:
                    failed.append(future)
                    continue
                chunk = Chunk(result_of(future), began, time.perf_counter())
                size = _next_size(chunk, max_chunk)
                yield chunk
    if failed:
        result_of(failed[0])


def _next_size(chunk: Chunk, max_chunk: int) -> int:
    n = len(chunk.columns["game"])
    fitting = int(n * CHUNK_SECONDS / max(chunk.ended - chunk.started, 1e-9))
    return max(1, min(fitting, 4 * n, max_chunk))


def _pickled(task: Task) -> bytes:
    try:
        return pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise CardwrightError(f"the game or an agent cannot be sent to another process; use jobs=1: {error}") from None


def _play_pickled(pickled: bytes, indices: np.ndarray) -> Finished:
    """Play games in a worker process, which unpickles its task, agents included, only once."""
    try:
        task = _unpickled(pickled)
    except (AttributeError, ImportError) as error:
        raise CardwrightError(f"a worker process cannot import the game or an agent: {error}; {ADVICE}") from None
    return task(indices)


@functools.lru_cache(maxsize=1)
def _unpickled(pickled: bytes) -> Task:
    task: Task = pickle.loads(pickled)  # noqa: S301  # pickled by this program
    return task
