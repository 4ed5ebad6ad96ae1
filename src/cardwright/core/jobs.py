"""How many workers do something at a time."""

from __future__ import annotations

import os

from .errors import CardwrightError

MOST_JOBS = 1024


def cores() -> int:
    """The processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_jobs(jobs: int | None, what: str = "jobs") -> int | None:
    """The number itself, if so many workers may be asked for; None, which leaves it to us, may always.

    >>> checked_jobs(2), checked_jobs(None)
    (2, None)
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise CardwrightError(f"the number of {what} is from 1 to {MOST_JOBS}, not {jobs}")
    return jobs
