"""Evaluation in several processes, or in this one alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from cardwright.core.jobs import checked_jobs
from cardwright.core.pool import ProcessPool, result_of

Result = TypeVar("Result")


class Workers:
    """A number of processes, for the duration of a `with` statement."""

    def __init__(self, jobs: int):
        checked_jobs(jobs)
        self._pool = ProcessPool(jobs) if jobs > 1 else None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)

    def run(
        self, task: Callable[..., Result], arguments: Sequence[tuple[Any, ...]], stop: Callable[[], bool]
    ) -> list[Result] | None:
        """Return the results in the order of the arguments; None if `stop` returned true before all were ready."""
        results: list[Result] = []
        futures = [self._pool.submit(task, *each) for each in arguments] if self._pool else []
        for number, each in enumerate(arguments):
            results.append(result_of(futures[number]) if futures else task(*each))
            if stop() and number + 1 < len(arguments):
                for future in futures:
                    future.cancel()
                return None
        return results
