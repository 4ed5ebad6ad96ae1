"""Processes that work for pages: they search, judge and check, and can be stopped at any time.

A task is a generator function of a module, and what it yields arrives here as it comes. A worker that takes too long,
or that nobody waits for any more, is killed and replaced, so that no file and no game can occupy the server.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any

from cardwright.core.errors import CardwrightError
from cardwright.core.working.jobs import cores
from cardwright.core.working.pool import prepare_worker, script_hidden

Task = Callable[..., Iterator[Any]]
MOST_SECONDS = 120.0
SECONDS_TO_START = 120.0  # a process imports for two seconds, and for many on a machine that is busy
FEWEST = 2  # one can compile while the other answers
TASKS_PER_WORKER = 500  # then it makes room for a fresh one


class Overtime(CardwrightError):
    """A task that took too long."""


class _Worker:
    """A process that runs one task after another."""

    def __init__(self, games: Sequence[str]):
        context = get_context("spawn")
        self._pipe, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, tuple(games)), daemon=True)
        with script_hidden():
            self._process.start()
        theirs.close()
        self._reader = ThreadPoolExecutor(1)
        self.tasks = 0
        self.started = False

    def begin(self, task: Task, arguments: tuple[Any, ...]) -> None:
        self.tasks += 1
        self._pipe.send((task, arguments))

    async def next(self, seconds: float) -> tuple[str, Any]:
        loop = asyncio.get_running_loop()
        waiting = loop.run_in_executor(self._reader, self._pipe.recv)
        waiting.add_done_callback(_looked_at)
        return await asyncio.wait_for(asyncio.shield(waiting), seconds)

    def end(self) -> None:
        self._process.kill()
        self._process.join()
        self._pipe.close()
        self._reader.shutdown(wait=False)


def _looked_at(future: asyncio.Future[Any]) -> None:
    """Take note of an error that nobody waits for any more: a worker that was killed sends nothing."""
    if not future.cancelled():
        future.exception()


class Workers:
    """Up to `count` worker processes, started when they are first needed."""

    def __init__(self, games: Sequence[str] = (), count: int | None = None):
        self._games = games
        self._free = asyncio.Semaphore(count or max(FEWEST, cores()))
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()

    async def stream(self, task: Task, *arguments: Any, seconds: float = MOST_SECONDS) -> AsyncGenerator[Any, None]:
        """Yield what a task yields; raise its error, or `Overtime` after so many seconds of work."""
        async with self._free:
            worker = self._idle.pop() if self._idle else await asyncio.to_thread(_Worker, self._games)
            self._all.add(worker)
            reusable = False
            try:
                worker.begin(task, arguments)
                if not worker.started:
                    await self._next(worker, time.monotonic() + SECONDS_TO_START)
                    worker.started = True
                deadline = time.monotonic() + seconds
                while True:
                    kind, value = await self._next(worker, deadline)
                    if kind == "item":
                        yield value
                        continue
                    reusable = worker.tasks < TASKS_PER_WORKER
                    if kind == "error":
                        raise CardwrightError(value)
                    return
            finally:
                if reusable:
                    self._idle.append(worker)
                else:
                    self._all.discard(worker)
                    worker.end()

    async def _next(self, worker: _Worker, deadline: float) -> tuple[str, Any]:
        try:
            return await worker.next(max(0.0, deadline - time.monotonic()))
        except TimeoutError:
            raise Overtime("this takes too long and was stopped") from None
        except (EOFError, OSError):
            raise CardwrightError("a worker process ended unexpectedly") from None

    async def run(self, task: Task, *arguments: Any, seconds: float = MOST_SECONDS) -> Any:
        """Return the last thing that a task yields."""
        async with contextlib.aclosing(self.stream(task, *arguments, seconds=seconds)) as found:
            return [each async for each in found][-1]

    def close(self) -> None:
        """End all workers."""
        for worker in self._all:
            worker.end()
        self._all.clear()
        self._idle.clear()


def _serve(pipe: Connection, games: Sequence[str]) -> None:
    """Run tasks until the server is gone."""
    from cardwright.core import registry

    prepare_worker()
    for each in games:
        registry.game(each)
    pipe.send(("started", None))
    while True:
        try:
            task, arguments = pipe.recv()
        except (EOFError, OSError):
            return
        try:
            for item in task(*arguments):
                pipe.send(("item", item))
            pipe.send(("end", None))
        except CardwrightError as error:
            pipe.send(("error", str(error)))
        except Exception as error:  # noqa: BLE001  # the page is told; the worker goes on
            pipe.send(("error", f"this failed unexpectedly: {type(error).__name__}: {error}"))
