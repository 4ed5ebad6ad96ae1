"""What a stage of the cascade finds out about a game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardwright.arena.statistics import Estimate


class Verdict(NamedTuple):
    """Whether a game passed a stage, the figure that decided it, and how good the figure is."""

    passed: bool
    figure: Estimate
    merit: float  # from 0 to 1: how close a failed game came to passing, or how good a game is that passed

    def to_data(self) -> dict[str, Any]:
        """Return the verdict as plain data."""
        return {"passed": self.passed, "figure": list(map(_finite, self.figure)), "merit": self.merit}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Verdict:
        """Return the verdict that `to_data` described."""
        figures = (math.nan if each is None else each for each in data["figure"])
        return cls(data["passed"], Estimate(*figures), data["merit"])


def _finite(value: float) -> float | None:
    """Return the value, or None for what JSON cannot express."""
    return value if math.isfinite(value) else None


@dataclass(frozen=True)
class Judgement:
    """The verdicts of the stages in order, up to the first that a game did not pass."""

    verdicts: Mapping[str, Verdict]

    @property
    def failed(self) -> str | None:
        """The stage that the game did not pass; None if it passed all."""
        return next((name for name, verdict in self.verdicts.items() if not verdict.passed), None)

    @property
    def passed(self) -> bool:
        """Whether the game passed all stages."""
        return self.failed is None

    @property
    def rank(self) -> tuple[int, float]:
        """How far a game came: the number of stages passed, and its merit in the next one, or its quality."""
        passed = sum(verdict.passed for verdict in self.verdicts.values())
        return passed, self.quality if self.passed else self.verdicts[str(self.failed)].merit

    @property
    def quality(self) -> float:
        """How good the game is: the mean of all merits."""
        return sum(verdict.merit for verdict in self.verdicts.values()) / len(self.verdicts)

    @property
    def length(self) -> float:
        """The mean number of turns of a play."""
        return self.verdicts["length"].figure.value

    @property
    def skill(self) -> float:
        """The skill gradient: the mean gain of look-ahead over random play and of tree search over look-ahead."""
        return (self.verdicts["foresight"].figure.value + self.verdicts["search"].figure.value) / 2

    def to_data(self) -> dict[str, Any]:
        """Return the judgement as plain data."""
        return {name: verdict.to_data() for name, verdict in self.verdicts.items()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Judgement:
        """Return the judgement that `to_data` described."""
        return cls({name: Verdict.from_data(verdict) for name, verdict in data.items()})
