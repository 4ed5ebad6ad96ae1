"""Workers: threads or processes of this machine, or the workers of a Ray cluster, behind one surface.

Work is a list of items, and a task is what turns some of them into a result. `Workers.chunks` cuts the list into
chunks that take about equally long, hands them out, and yields results as they come. What is in a chunk, and who works
on it, must not matter to the result.
"""

from __future__ import annotations

import contextlib
import functools
import math
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextvars import ContextVar
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

import numpy as np

from ..errors import CardwrightError
from .jobs import checked_jobs, cores
from .pool import ADVICE, ProcessPool, result_of

if TYPE_CHECKING:
    from .cluster import Cluster

CHUNK_SECONDS = 0.2  # how long a worker of this machine works before it reports
CLUSTER_SECONDS = 1.0  # the same on a cluster, where each report travels
TASKS_PER_SECOND = 250  # of a cluster; each takes 1.3 ms of the program that hands it out (docs/clusters.md)

Result = TypeVar("Result")
Items = Sequence[Any] | np.ndarray
Stop = Callable[[], bool]

_cluster: ContextVar[Cluster | None] = ContextVar("cluster", default=None)


@contextlib.contextmanager
def working_on(address: str | None) -> Iterator[None]:
    """Let everything in this block work on a Ray cluster: "ray", "auto", "ray://host:port" or "host:port".

    "ray" is the cluster that this program is connected to, else one that is started on this machine for this block.
    "auto" is the cluster that this machine belongs to. None changes nothing.

    >>> with working_on(None):
    ...     jobs_for(2)
    2
    """
    if address is None:
        yield
        return
    from .cluster import Cluster

    with Cluster(address) as cluster:
        token = _cluster.set(cluster)
        try:
            yield
        finally:
            _cluster.reset(token)


@contextlib.contextmanager
def working_here() -> Iterator[None]:
    """Let everything in this block work on this machine, although a block around it works on a cluster."""
    token = _cluster.set(None)
    try:
        yield
    finally:
        _cluster.reset(token)


def on_cluster() -> bool:
    """Whether work is done on a Ray cluster."""
    return _cluster.get() is not None


def jobs_for(jobs: int | None, usual: int | None = None) -> int:
    """Return the number of workers: `jobs` if given, else the cluster's CPUs, else `usual` or this machine's CPUs.

    >>> jobs_for(None, usual=1)
    1
    """
    cluster = _cluster.get()
    return checked_jobs(jobs) or (cluster.cpus if cluster else usual or cores())


def call(task: Callable[..., Result], *args: Any) -> Result:
    """Return `task(*args)`, called by a worker of the cluster if there is one, else here."""
    cluster = _cluster.get()
    return result_of(cluster.pool().submit(task, *args)) if cluster else task(*args)


class Chunk(NamedTuple, Generic[Result]):
    """What one worker did in one go, and when."""

    first: int  # the number of its first item
    items: int  # how many there are
    result: Result
    started: float
    ended: float


class Workers:
    """Up to `jobs` workers, for the duration of a `with` statement: those of a cluster if `working_on` names one.

    Else they are threads, or processes if the work holds Python's global lock.
    """

    def __init__(self, jobs: int, threads: bool = False):
        cluster = _cluster.get()
        self.jobs = checked_jobs(jobs) or 1
        self.chunk_seconds = max(CLUSTER_SECONDS, jobs / TASKS_PER_SECOND) if cluster else CHUNK_SECONDS
        self.pool: Executor
        if cluster:
            self.pool = cluster.pool()
        else:
            self.pool = ThreadPoolExecutor(jobs) if threads or jobs == 1 else ProcessPool(jobs)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.pool.shutdown(wait=kind is None, cancel_futures=True)

    def run(
        self,
        task: Callable[..., Result],
        arguments: Sequence[tuple[Any, ...]],
        stop: Stop = lambda: False,
        done: Callable[[int, int], object] | None = None,
    ) -> list[Result] | None:
        """Return `task(*each)` for all arguments, in their order; None if `stop` returned true before all were ready.

        `done(ready, all)` is called as results come.
        """
        results: dict[int, list[Result]] = {}
        ready = 0
        for chunk in self.chunks(functools.partial(_each, task), arguments, stop):
            results[chunk.first] = chunk.result
            ready += chunk.items
            if done:
                done(ready, len(arguments))
        return [each for first in sorted(results) for each in results[first]] if ready == len(arguments) else None

    def chunks(
        self, task: Callable[[Any], Result], items: Items, stop: Stop, most: int | None = None
    ) -> Iterator[Chunk[Result]]:
        """Yield what `task` makes of the items, in chunks of at most `most` items, as they finish.

        Once `stop` returns true, nothing more is begun. If a task fails, its error is raised after the chunks that the
        other workers are busy with.
        """
        if isinstance(self.pool, ProcessPool):
            pickled = _pickled(task)
            self.pool.needs_script = b"__main__" in pickled
            task = functools.partial(_call_pickled, pickled)
        busy: dict[Future[Result], tuple[int, int, float]] = {}
        done: SimpleQueue[Future[Result]] = SimpleQueue()  # `futures.wait` would look at all of a thousand each time
        failed: list[Future[Result]] = []
        begun, size = 0, 1
        while True:
            while len(busy) < self.jobs and begun < len(items) and not failed and not stop():
                size = min(size, math.ceil((len(items) - begun) / self.jobs))
                future = self.pool.submit(task, items[begun : begun + size])
                busy[future] = begun, size, time.perf_counter()
                future.add_done_callback(done.put)
                begun += size
            if not busy:
                break
            future = done.get()
            first, count, started = busy.pop(future)
            if future.exception() is not None:
                failed.append(future)
                continue
            chunk = Chunk(first, count, result_of(future), started, time.perf_counter())
            size = self._next_size(chunk, most or len(items))
            yield chunk
        if failed:
            result_of(failed[0])

    def _next_size(self, chunk: Chunk[Any], most: int) -> int:
        fitting = int(chunk.items * self.chunk_seconds / max(chunk.ended - chunk.started, 1e-9))
        return max(1, min(fitting, 4 * chunk.items, most))


def _each(task: Callable[..., Result], arguments: Sequence[tuple[Any, ...]]) -> list[Result]:
    return [task(*each) for each in arguments]


def _pickled(task: Callable[..., Any]) -> bytes:
    try:
        return pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise CardwrightError(f"the game or an agent cannot be sent to another process; use jobs=1: {error}") from None


def _call_pickled(pickled: bytes, items: Items) -> Any:
    """Work in a process, which unpickles its task, agents included, only once."""
    try:
        task = unpickled(pickled)
    except (AttributeError, ImportError) as error:
        raise CardwrightError(f"a worker process cannot import the game or an agent: {error}; {ADVICE}") from None
    return task(items)


@functools.lru_cache(maxsize=1)
def unpickled(pickled: bytes) -> Callable[..., Any]:
    """Return a task in a worker; the next chunk of the same task finds it ready."""
    task: Callable[..., Any] = pickle.loads(pickled)  # noqa: S301  # pickled by this program
    return task
