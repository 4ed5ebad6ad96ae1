"""How many workers run in parallel."""

from __future__ import annotations

import os

from ..errors import CardwrightError

MOST_JOBS = 1024


def cores() -> int:
    """Return the number of CPU cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_jobs(jobs: int | None, what: str = "jobs") -> int | None:
    """Return `jobs` if it is allowed; None, which means automatic, always is.

    >>> checked_jobs(2), checked_jobs(None)
    (2, None)
    """
    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise CardwrightError(f"the number of {what} must be from 1 to {MOST_JOBS}, not {jobs}")
    return jobs
