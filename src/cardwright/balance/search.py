"""A search in progress: what was tried, what it gave, and how much may still be tried.

An optimiser asks `Search.evaluate` about genomes until that raises `BudgetSpent`. Nothing is played twice, and what was
played is kept in a file, so that a search that was stopped goes on as if it had not been: the optimiser is run again
from its seed, and what it asks is known until it comes to something new.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.core import data
from cardwright.core.errors import BadData

from .parameters import Genome, Space

FORMAT = "cardwright balance 1"
CHUNK = 16  # genomes measured between two looks at the clock
SAVE_SECONDS = 5.0
LARGEST_CHECKPOINT = 1 << 30
MOST_IDLE = 20_000  # genomes asked for in a row that were all known; then there is nothing left to find
PENALTY = 1e6  # of a genome that breaks a limit, where an optimiser knows one number only

Progress = Callable[[int, int, "Evaluation | None"], None]
Measure = Callable[[Sequence[Genome]], "list[Evaluation]"]
Guess = Callable[[Genome, Sequence[float]], "Evaluation | None"]


class BudgetSpent(Exception):
    """The budget is spent, or there is nothing new to try."""


@dataclass(frozen=True)
class Evaluation:
    """What playing with one genome gave."""

    genome: Genome
    values: tuple[float, ...]  # of the objectives' metrics
    losses: tuple[float, ...]  # the same, the smaller the better
    limits: tuple[float, ...]  # of the constraints' metrics
    violation: float  # by how much constraints are broken, all together
    change: float  # how far the genome is from the rules as they were
    figures: tuple[float, ...]  # what playing showed: the rates, the tie share and the length

    @property
    def ties(self) -> float:
        """The share of games nobody won."""
        return self.figures[-2]

    @property
    def feasible(self) -> bool:
        """Whether all constraints are kept."""
        return self.violation <= 0

    @property
    def score(self) -> float:
        """One number for optimisers that know no more: the sum of the losses, and far worse where limits are broken."""
        return sum(self.losses) if self.feasible else PENALTY * (1 + self.violation)

    @property
    def rank(self) -> tuple[float, float, float]:
        """What makes one better than another: it keeps the limits, loses less, and changes less."""
        return (self.violation, sum(self.losses), self.change)

    def dominates(self, other: Evaluation) -> bool:
        """Whether it is nowhere worse and somewhere better; keeping the limits comes first."""
        if self.violation != other.violation:
            return self.violation < other.violation
        pairs = list(zip(self.losses, other.losses, strict=True))
        return all(mine <= its for mine, its in pairs) and any(mine < its for mine, its in pairs)

    def to_list(self) -> list[Any]:
        """As plain data."""
        return [self.genome, self.values, self.losses, self.limits, self.violation, self.change, self.figures]

    @classmethod
    def from_list(cls, row: Sequence[Any]) -> Evaluation:
        """From plain data."""
        genome, values, losses, limits, violation, change, figures = row
        return cls(tuple(genome), tuple(values), tuple(losses), tuple(limits), violation, change, tuple(figures))


def front(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Those that no other dominates, ordered by the first objective; of equals the one that changes least."""
    best: dict[tuple[float, ...], Evaluation] = {}
    for each in sorted(evaluations, key=lambda each: each.rank):
        best.setdefault((each.violation, *each.losses), each)
    left = list(best.values())
    return sorted(
        (each for each in left if not any(other.dominates(each) for other in left)), key=lambda each: each.losses
    )


@dataclass
class Memory:
    """What is known already, kept in a file if there is one."""

    path: Path | None = None
    identity: str = ""
    known: dict[Genome, Evaluation] = field(default_factory=dict)
    saved: float = 0.0  # when, on the clock that only goes forward: the first time comes at once

    def load(self) -> None:
        """Read what an earlier run left."""
        if self.path is None or not self.path.exists():
            return
        value = self._read()
        if value["tried"] and value.get("identity") != self.identity:
            raise BadData(
                f"{self.path}: made from another config, other rules, other code or another seed; "
                "choose another folder with --out"
            )
        try:
            rows = [Evaluation.from_list(row) for row in value["tried"]]
        except (TypeError, ValueError):
            raise BadData(f"{self.path}: not a checkpoint of a search") from None
        self.known = {each.genome: each for each in rows}

    def is_blank(self) -> bool:
        """Whether the file is that of a search which ended before anything was tried."""
        try:
            return not self._read()["tried"]
        except BadData:
            return False  # someone's file, but not ours to write over

    def _read(self) -> dict[str, Any]:
        assert self.path is not None
        value = data.read(self.path, LARGEST_CHECKPOINT).value
        if not isinstance(value, dict) or value.get("format") != FORMAT or not isinstance(value.get("tried"), list):
            raise BadData(f"{self.path}: not a checkpoint of a search")
        return value

    def save(self) -> None:
        """Write all that is known, whole or not at all; a search that tried nothing leaves no file."""
        if self.path is not None and self.known:
            rows = [each.to_list() for each in self.known.values()]
            data.write(self.path, json.dumps({"format": FORMAT, "identity": self.identity, "tried": rows}) + "\n")
        self.saved = time.monotonic()

    def save_if_due(self) -> None:
        """Save now and then."""
        if time.monotonic() - self.saved > SAVE_SECONDS:
            self.save()


class Search:
    """What an optimiser sees: a space of genomes, a budget of evaluations, and `evaluate`."""

    def __init__(
        self,
        space: Space,
        measure: Measure,
        budget: int,
        guess: Guess | None = None,
        memory: Memory | None = None,
        progress: Progress | None = None,
    ):
        self.space = space
        self.measure = measure
        self.guess = guess  # what an evaluation would be if playing showed these figures, where that can be said
        self.budget = min(budget, space.count)
        self.memory = memory or Memory()
        self.progress = progress
        self.tried: dict[Genome, Evaluation] = {}
        self.best: Evaluation | None = None
        self.idle = 0

    @property
    def left(self) -> int:
        """How many new genomes may still be tried."""
        return self.budget - len(self.tried)

    def evaluate(self, genomes: Iterable[Sequence[int]]) -> list[Evaluation]:
        """What playing with these genomes gives; those tried before cost nothing. Raises `BudgetSpent` at the end."""
        asked = [tuple(map(int, genome)) for genome in genomes]
        new = [genome for genome in dict.fromkeys(asked) if genome not in self.tried]
        self.idle = 0 if new else self.idle + len(asked)
        if self.left <= 0 or self.idle > MOST_IDLE:
            raise BudgetSpent
        cut, new = len(new) > self.left, new[: self.left]
        for first in range(0, len(new), CHUNK):
            self._try(new[first : first + CHUNK])
        if cut:
            raise BudgetSpent
        return [self.tried[genome] for genome in asked]

    def _try(self, genomes: list[Genome]) -> None:
        known = self.memory.known
        unknown = [genome for genome in genomes if genome not in known]
        if unknown:
            known |= {each.genome: each for each in self.measure(unknown)}
            self.memory.save_if_due()
        for genome in genomes:
            found = self.tried[genome] = known[genome]
            if self.best is None or found.rank < self.best.rank:
                self.best = found
        if self.progress and genomes:
            self.progress(len(self.tried), self.budget, self.best)

    def course(self, objective: int = 0) -> np.ndarray:
        """The best of an objective after each evaluation; nan while nothing that was tried keeps the limits."""
        best, found, course = float("inf"), float("nan"), []
        for each in self.tried.values():
            if each.feasible and each.losses[objective] < best:
                best, found = each.losses[objective], each.values[objective]
            course.append(found)
        return np.array(course)
