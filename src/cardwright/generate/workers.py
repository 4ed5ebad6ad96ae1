"""Several processes that work side by side, or this one alone."""

from __future__ import annotations

import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any, TypeVar

from cardwright.arena.workers import ADVICE
from cardwright.core.errors import CardwrightError
from cardwright.core.jobs import checked_jobs

Result = TypeVar("Result")


class Workers:
    """So many processes, for as long as the `with` lasts."""

    def __init__(self, jobs: int):
        checked_jobs(jobs)
        self._pool: ProcessPoolExecutor | None = None
        if jobs > 1:
            self._pool = ProcessPoolExecutor(jobs, get_context("spawn"), _ignore_interrupt)

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def run(
        self, task: Callable[..., Result], arguments: Sequence[tuple[Any, ...]], stop: Callable[[], bool]
    ) -> list[Result] | None:
        """The results in the order of the arguments; None if `stop` said so before all were there."""
        results: list[Result] = []
        futures = [self._pool.submit(task, *each) for each in arguments] if self._pool else []
        for number, each in enumerate(arguments):
            try:
                results.append(futures[number].result() if futures else task(*each))
            except BrokenProcessPool:
                raise CardwrightError(f"a worker process came to an unexpected end; {ADVICE}") from None
            if stop() and number + 1 < len(arguments):
                for future in futures:
                    future.cancel()
                return None
        return results


def _ignore_interrupt() -> None:
    """A terminal sends Ctrl-C to all processes; the first one tells the others to stop."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
