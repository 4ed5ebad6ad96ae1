"""Evaluations: what playing with one genome showed, and how evaluations compare."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .parameters import Genome

PENALTY = 1e6  # added to the score of a genome that breaks a constraint, for optimisers that know one number only


@dataclass(frozen=True)
class Evaluation:
    """What playing with one genome showed."""

    genome: Genome
    values: tuple[float, ...]  # of the objectives' metrics
    losses: tuple[float, ...]  # of the objectives: smaller is better
    limits: tuple[float, ...]  # of the constraints' metrics
    violation: float  # the sum of all violations of constraints
    change: float  # the distance from the original rules
    figures: tuple[float, ...]  # the rates, the tie share and the length

    @property
    def ties(self) -> float:
        """The share of games without a winner."""
        return self.figures[-2]

    @property
    def lengths(self) -> tuple[int, int, int]:
        """How many parameters, objectives and constraints it has; -1 if its parts disagree."""
        objectives = len(self.values) if len(self.values) == len(self.losses) and len(self.figures) >= 2 else -1
        return (len(self.genome), objectives, len(self.limits))

    @property
    def feasible(self) -> bool:
        """Whether all constraints are kept."""
        return self.violation <= 0

    @property
    def score(self) -> float:
        """One number for single-objective optimisers: the sum of the losses, or a penalty if constraints are broken."""
        return sum(self.losses) if self.feasible else PENALTY * (1 + self.violation)

    @property
    def rank(self) -> tuple[float, float, float]:
        """A sort key, best first: by violation, then by the sum of the losses, then by the change."""
        return (self.violation, sum(self.losses), self.change)

    def dominates(self, other: Evaluation) -> bool:
        """Return whether this breaks constraints less, or equally and is better in one objective and worse in none."""
        return self.is_as_good_as(other) and not other.is_as_good_as(self)

    def is_as_good_as(self, other: Evaluation) -> bool:
        """Return whether this breaks constraints less, or equally and is worse in no objective."""
        if self.violation != other.violation:
            return self.violation < other.violation
        return all(mine <= its for mine, its in zip(self.losses, other.losses, strict=True))

    def to_list(self) -> list[Any]:
        """Return the evaluation as plain data."""
        return [self.genome, self.values, self.losses, self.limits, self.violation, self.change, self.figures]

    @classmethod
    def from_list(cls, row: Sequence[Any]) -> Evaluation:
        """Return the evaluation that `to_list` wrote."""
        genome, values, losses, limits, violation, change, figures = row
        return cls(tuple(genome), tuple(values), tuple(losses), tuple(limits), violation, change, tuple(figures))


def front(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    """Return the Pareto front, ordered by the first objective; among equals, the one with the smallest change."""
    best: dict[tuple[float, ...], Evaluation] = {}
    for each in sorted(evaluations, key=lambda each: each.rank):
        best.setdefault((each.violation, *each.losses), each)
    left = list(best.values())
    return sorted(
        (each for each in left if not any(other.dominates(each) for other in left)), key=lambda each: each.losses
    )
