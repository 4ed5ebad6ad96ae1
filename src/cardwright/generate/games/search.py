"""The search: generation after generation, until a limit is reached."""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from cardwright.arena.workers import Interrupt
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for
from cardwright.core.showing.progress import shown
from cardwright.core.working.workers import Workers, jobs_for, working_on

from . import checkpoint
from .breed import Recipe, make
from .cascade import Cascade
from .evolution import GIVEN, Evolution, Settings
from .individual import Individual

MAX_EVALUATIONS = 10_000_000
MAX_MINUTES = 60 * 24 * 365

Progress = Callable[[Evolution], None]


def evolve(
    settings: Settings,
    *,
    minutes: float | None = None,
    evaluations: int | None = None,
    jobs: int | None = None,
    folder: str | Path | None = None,
    resume: bool = False,
    on: str | None = None,
    progress: Progress | bool | None = None,
) -> Evolution:
    """Search for games until the minutes have passed, the games have been evaluated, or Ctrl-C is pressed.

    A generation has 192 games, the last one possibly fewer; one that is not finished in time is dropped. `folder`
    receives the games and the state of the search, and with `resume` the search continues from there. `jobs` is the
    number of processes, by default 1, and `on` a Ray cluster to use instead (docs/clusters.md); they make no difference
    to the result. `progress(evolution)` is called after each generation; True shows a bar.

    >>> from cardwright.generate.games import Settings, evolve
    >>> evolve(Settings(seed=1), minutes=0.001).evaluations  # too short for a generation
    0
    """
    _check(minutes, evaluations)
    evolution = Evolution(settings)
    if folder is not None:
        evolution = checkpoint.begin(Path(folder), settings, resume)
    deadline = math.inf if minutes is None else time.monotonic() + 60 * minutes
    limit = MAX_EVALUATIONS if evaluations is None else evaluations

    def step(found: Evolution) -> tuple[int, int | None, str]:
        return found.evaluations, evaluations, f"({len(found.archive)} kept)"

    with (
        working_on(on),
        Workers(jobs_for(jobs, usual=1)) as workers,
        Interrupt() as interrupt,
        shown(progress, "games", step) as report,
    ):
        while evolution.evaluations < limit and time.monotonic() < deadline:
            recipes = evolution.recipes(limit - evolution.evaluations)
            made = _evaluated(evolution, recipes, workers, lambda: interrupt.requested or time.monotonic() >= deadline)
            if made is None:
                break
            before = evolution.archive.games()
            evolution.add(made)
            if folder is not None:
                checkpoint.save(Path(folder), evolution, before)
            if report:
                report(evolution)
    evolution.interrupted = interrupt.requested
    return evolution


def _evaluated(
    evolution: Evolution, recipes: Sequence[Recipe], workers: Workers, stop: Callable[[], bool]
) -> list[Individual] | None:
    """Return the evaluated games of some recipes; None if `stop` returned true before all were ready."""
    thresholds, known = evolution.settings.thresholds, evolution.known()
    return workers.run(evaluate, [(each, thresholds, known) for each in recipes], stop)


def _check(minutes: float | None, evaluations: int | None) -> None:
    if minutes is None and evaluations is None:
        raise CardwrightError("a limit is needed: a number of minutes or of evaluations")
    if minutes is not None and not 0 < minutes <= MAX_MINUTES:
        raise CardwrightError(f"minutes: more than 0 and at most {MAX_MINUTES:,} are allowed, not {minutes}")
    if evaluations is not None and not 1 <= evaluations <= MAX_EVALUATIONS:
        raise CardwrightError(f"evaluations: 1 to {MAX_EVALUATIONS:,} are allowed, not {evaluations}")


def evaluate(each: Recipe, thresholds: dict[str, float], known: Sequence[Counter[str]]) -> Individual:
    """Make a game and judge it; `known` holds the shapes of the games that it must differ from."""
    game = each.parents[0] if each.origin == GIVEN else make(each)
    examined = Cascade(thresholds).examine(game, seed_for(each.seed, "judging"), known)
    return Individual(each.number, each.origin, *examined)
