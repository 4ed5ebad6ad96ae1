"""The search: generation after generation, until time is up.

All that chance does in it follows from the seed and the number of the evaluation, and children are made of what was
there when their generation began. So a search that was stopped between two generations goes on as if it had not been,
and any number of workers finds the same games.
"""

from __future__ import annotations

import functools
import math
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from cardwright import cgdl
from cardwright.arena.workers import Interrupt
from cardwright.cgdl import tree
from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for

from .archive import Archive, Nursery
from .breed import Recipe, make, recipe
from .cascade import Cascade
from .distance import shape
from .individual import Individual
from .workers import Workers

GIVEN = "given"  # the origin of what was
GENERATION = 192  # games that are made of the same parents and judged side by side
MOST_EVALUATIONS = 10_000_000
MOST_MINUTES = 60 * 24 * 365

Progress = Callable[["Evolution"], None]


@dataclass(frozen=True)
class Settings:
    """All that decides what a search finds."""

    seed: int
    players: tuple[int, ...] = (2, 3, 4)
    language: int = 2
    parents: tuple[str, ...] = ()  # the texts of games to begin with and to take parts from, beside random ones
    thresholds: dict[str, float] = field(default_factory=dict)  # of stages, as in {"fair.most": 0.1}

    def __post_init__(self) -> None:
        if not self.players or not all(2 <= count <= 6 for count in self.players):
            raise CardwrightError("the numbers of players are from 2 to 6, and there is at least one of them")
        if self.language not in (1, 2):
            raise CardwrightError(f"the language is 1 or 2, not {self.language}")
        Cascade(self.thresholds)
        for text in self.parents:
            cgdl.parse(text)

    def to_data(self) -> dict[str, Any]:
        """As plain data."""
        return {**asdict(self), "players": list(self.players), "parents": list(self.parents)}


@dataclass
class Evolution:
    """A search as far as it has come."""

    settings: Settings
    archive: Archive = field(default_factory=Archive)
    nursery: Nursery = field(default_factory=Nursery)
    evaluations: int = 0
    passed: int = 0  # games that passed all stages, those included that gave way to others
    failures: Counter[str] = field(default_factory=Counter)  # how many failed at each stage
    interrupted: bool = False  # whether Ctrl-C ended it

    def recipes(self) -> list[Recipe]:
        """The recipes of the next generation."""
        settings = self.settings
        numbers = range(self.evaluations, self.evaluations + GENERATION)
        archive, nursery = self.archive.games(), self.nursery.games()
        size = settings.players, settings.language
        made = [recipe(n, settings.seed, *size, self._given, archive, nursery) for n in numbers]
        return [self._as_given(each) for each in made]

    def _as_given(self, each: Recipe) -> Recipe:
        """The first games of a search are its parents as they are, if there are any."""
        if each.number >= len(self._given):
            return each
        return each._replace(parents=(self._given[each.number],), origin=GIVEN)

    def add(self, individuals: Sequence[Individual]) -> None:
        """Note a whole generation."""
        for each in individuals:
            self.evaluations += 1
            if each.judgement.passed:
                self.passed += 1
                self.archive.add(each)
            else:
                self.failures[str(each.judgement.failed)] += 1
                self.nursery.add(each)

    def known(self) -> list[Counter[str]]:
        """The shapes of all games that were given or found, from which a new one must differ."""
        return [*self._given_shapes, *(each.shape for each in self.archive.games())]

    @functools.cached_property
    def _given(self) -> list[tree.Game]:
        return [cgdl.parse(text) for text in self.settings.parents]

    @functools.cached_property
    def _given_shapes(self) -> list[Counter[str]]:
        return list(map(shape, self._given))

    def to_data(self) -> dict[str, Any]:
        """What was found, as plain data."""
        return {
            "seed": self.settings.seed,
            "evaluations": self.evaluations,
            "passed": self.passed,
            "failures": dict(self.failures),
            "games": [
                {
                    "file": f"{each.file_name}.cgdl",
                    "length": each.judgement.length,
                    "skill": each.judgement.skill,
                    "quality": each.judgement.quality,
                    **each.to_data(),
                }
                for each in self.archive.games()
            ],
        }


def evaluate(each: Recipe, thresholds: dict[str, float], known: Sequence[Counter[str]]) -> Individual:
    """Make a game and judge it, by shapes that are known too."""
    game = each.parents[0] if each.origin == GIVEN else make(each)
    examined = Cascade(thresholds).examine(game, seed_for(each.seed, "judging"), known)
    return Individual(each.number, each.origin, *examined)


def evolve(
    settings: Settings,
    *,
    minutes: float | None = None,
    evaluations: int | None = None,
    jobs: int = 1,
    folder: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Evolution:
    """Search for games until so many minutes have passed, so many games have been evaluated, or Ctrl-C is pressed.

    Generations are finished or not begun: evaluations are counted in whole generations of 192, and what was begun when
    time ran out is dropped. `folder` is where the search is kept and its games are written; with `resume` it goes on
    from there. `jobs` processes work side by side; how many makes no difference to what is found.

    >>> from cardwright.generate import Settings, evolve
    >>> evolve(Settings(seed=1), minutes=0.001).evaluations  # not long enough for a generation
    0
    """
    if minutes is None and evaluations is None:
        raise CardwrightError("say when to stop: after how many minutes or evaluations")
    _check(minutes, evaluations)
    from . import checkpoint  # which knows what a search is

    evolution = Evolution(settings)
    if folder is not None:
        evolution = checkpoint.begin(Path(folder), settings, resume)
    deadline = math.inf if minutes is None else time.monotonic() + 60 * minutes
    limit = MOST_EVALUATIONS if evaluations is None else evaluations
    with Workers(jobs) as workers, Interrupt() as interrupt:
        while evolution.evaluations < limit and time.monotonic() < deadline:
            made = workers.run(
                evaluate,
                [(each, settings.thresholds, evolution.known()) for each in evolution.recipes()],
                lambda: interrupt.requested or time.monotonic() >= deadline,
            )
            if made is None:
                break
            before = evolution.archive.games()
            evolution.add(made)
            if folder is not None:
                checkpoint.save(Path(folder), evolution, before)
            if progress:
                progress(evolution)
    evolution.interrupted = interrupt.requested
    return evolution


def _check(minutes: float | None, evaluations: int | None) -> None:
    if minutes is not None and not 0 < minutes <= MOST_MINUTES:
        raise CardwrightError(f"the minutes are more than 0, and at most {MOST_MINUTES:,}, not {minutes}")
    if evaluations is not None and not 1 <= evaluations <= MOST_EVALUATIONS:
        raise CardwrightError(f"the evaluations are from 1 to {MOST_EVALUATIONS:,}, not {evaluations}")
