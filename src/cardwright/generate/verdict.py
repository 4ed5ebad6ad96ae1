"""What a stage of the cascade finds out about a game."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardwright.arena.statistics import Estimate


class Verdict(NamedTuple):
    """Whether a game passed a stage, by which figure, and how good that is."""

    passed: bool
    figure: Estimate
    merit: float  # from 0 to 1: of a game that failed how near it came, of one that passed how good it is

    def to_data(self) -> dict[str, Any]:
        """As plain data."""
        return {"passed": self.passed, "figure": list(map(_number, self.figure)), "merit": self.merit}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Verdict:
        """Read back what `to_data` gave."""
        figures = (math.nan if each is None else each for each in data["figure"])
        return cls(data["passed"], Estimate(*figures), data["merit"])


def _number(value: float) -> float | None:
    """JSON knows ordinary numbers only."""
    return value if math.isfinite(value) else None


@dataclass(frozen=True)
class Judgement:
    """The verdicts of the stages, in their order, up to the first that a game did not pass."""

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
        """How far a game came: the stages it passed, and how near it came to the next or how good it is."""
        passed = sum(verdict.passed for verdict in self.verdicts.values())
        return passed, self.quality if self.passed else self.verdicts[str(self.failed)].merit

    @property
    def quality(self) -> float:
        """How good the game is: the mean of all merits."""
        return sum(verdict.merit for verdict in self.verdicts.values()) / len(self.verdicts)

    @property
    def length(self) -> float:
        """The turns of a play."""
        return self.verdicts["length"].figure.value

    @property
    def skill(self) -> float:
        """The skill gradient: the mean gain of look-ahead over chance and of tree search over look-ahead."""
        return (self.verdicts["foresight"].figure.value + self.verdicts["search"].figure.value) / 2

    def to_data(self) -> dict[str, Any]:
        """As plain data."""
        return {name: verdict.to_data() for name, verdict in self.verdicts.items()}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Judgement:
        """Read back what `to_data` gave."""
        return cls({name: Verdict.from_data(verdict) for name, verdict in data.items()})
