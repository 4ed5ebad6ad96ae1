"""The state of a search: its settings, its archive and nursery, and the recipes of the next generation.

All randomness follows from the seed and the number of the evaluation, and children are made from the games present at
the start of their generation. A search that was stopped between two generations therefore continues as if it had not
been stopped, and any number of workers finds the same games.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.core import files
from cardwright.core.errors import CardwrightError
from cardwright.core.showing import html

from .archive import Archive, Nursery, ranks
from .breed import Recipe, recipe
from .cascade import Cascade
from .distance import shape
from .individual import Individual
from .stages import STAGES

LANGUAGES = (1, 2, 3)
GIVEN = "given"  # the origin of the given parents
GENERATION = 192  # games that are made from the same parents and judged in parallel


@dataclass(frozen=True)
class Settings:
    """Everything that decides what a search finds."""

    seed: int
    players: tuple[int, ...] = (2, 3, 4)
    language: int = 2
    parents: tuple[str, ...] = ()  # texts of games that provide parts, in addition to random games
    thresholds: dict[str, float] = field(default_factory=dict)  # of stages, as in {"fair.most": 0.1}

    def __post_init__(self) -> None:
        if not self.players or not all(2 <= count <= 6 for count in self.players):
            raise CardwrightError("players: at least one number from 2 to 6 is needed")
        if self.language not in LANGUAGES:
            raise CardwrightError(f"language: 1, 2 or 3 is allowed, not {self.language}")
        Cascade(self.thresholds)
        for text in self.parents:
            files.file_name(cgdl.parse(text).name)

    def to_data(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        return {**asdict(self), "players": list(self.players), "parents": list(self.parents)}


@dataclass
class Evolution:
    """A search and what it has found so far."""

    settings: Settings
    archive: Archive = field(default_factory=Archive)
    nursery: Nursery = field(default_factory=Nursery)
    evaluations: int = 0
    passed: int = 0  # games that passed all stages, including those that were replaced
    failures: Counter[str] = field(default_factory=Counter)  # how many games failed at each stage
    interrupted: bool = False  # whether Ctrl-C ended the search

    def _repr_html_(self) -> str:
        state = " (unfinished)" if self.interrupted else ""
        title = f"{self.evaluations:,} games made, {len(self.archive)} kept{state}"
        reasons = html.table(["not kept because", "games"], self.reasons().items())
        return html.notebook(html.heading(title, f"seed {self.settings.seed}"), self.archive.table(), reasons)

    def recipes(self, most: int = GENERATION) -> list[Recipe]:
        """Return the recipes of the next generation, at most so many."""
        settings = self.settings
        numbers = range(self.evaluations, self.evaluations + min(GENERATION, most))
        archive, nursery = self.archive.games(), self.nursery.games()
        size = settings.players, settings.language
        made = [recipe(n, settings.seed, *size, self._given, archive, nursery) for n in numbers]
        return [self._given_first(each) for each in made]

    def _given_first(self, each: Recipe) -> Recipe:
        """Return the recipe, or a given parent as it is: the search begins with these."""
        if each.number >= len(self._given):
            return each
        return each._replace(parents=(self._given[each.number],), origin=GIVEN)

    def add(self, individuals: Sequence[Individual]) -> None:
        """Add a whole generation."""
        for each in individuals:
            self.evaluations += 1
            if each.judgement.passed:
                self.passed += 1
                self.archive.add(each)
            else:
                self.failures[str(each.judgement.failed)] += 1
                self.nursery.add(each)

    def reasons(self) -> dict[str, int]:
        """Return why games were not kept and how many they were, the most frequent reason first."""
        failures = {stage.name: stage.failure for stage in STAGES}
        reasons = {failures.get(name, name): count for name, count in self.failures.most_common()}
        replaced = self.passed - len(self.archive)
        return reasons | ({"it is no better than a similar game that was found": replaced} if replaced > 0 else {})

    def known(self) -> list[Counter[str]]:
        """Return the shapes of all games given or found, which a new one must differ from."""
        return [*self._given_shapes, *(each.shape for each in self.archive.games())]

    @functools.cached_property
    def _given(self) -> list[tree.Game]:
        return [cgdl.parse(text) for text in self.settings.parents]

    @functools.cached_property
    def _given_shapes(self) -> list[Counter[str]]:
        return list(map(shape, self._given))

    def to_data(self) -> dict[str, Any]:
        """Return what was found, as plain data."""
        standing = ranks(self.archive.games())
        return {
            "seed": self.settings.seed,
            "evaluations": self.evaluations,
            "passed": self.passed,
            "failures": dict(self.failures),
            "reasons": self.reasons(),
            "games": [
                {
                    "file": f"{each.file_name}.cgdl",
                    "length": each.judgement.length,
                    "skill": each.judgement.skill,
                    "quality": each.judgement.quality,
                    "rank": standing[each.number],
                    **each.to_data(),
                }
                for each in self.archive.games()
            ],
        }
