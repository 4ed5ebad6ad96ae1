"""What several commands check of their options."""

from __future__ import annotations


def checked_jobs(jobs: int | None) -> int | None:
    """A number of threads as the arena allows it, or none given."""
    from cardwright.arena.workers import MOST_JOBS
    from cardwright.core.errors import CardwrightError

    if jobs is not None and not 1 <= jobs <= MOST_JOBS:
        raise CardwrightError(f"the number of jobs is from 1 to {MOST_JOBS}, not {jobs}")
    return jobs
