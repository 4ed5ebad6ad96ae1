"""A stage of the cascade: it asks one question about a game and answers it with one figure.

A game passes a stage if the figure lies between `least` and `most`. A stage plays an eighth of its games first, then a
quarter and a half. It stops early when the figure is out of bounds by more than its standard error, or when it is
within bounds beyond doubt and the exact figure is not needed.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from cardwright.arena.statistics import Estimate

from .subject import Subject
from .verdict import Verdict

FRACTIONS = (8, 4, 2, 1)  # the games of a stage are divided by these for its early figures
MIN_GAMES = 8  # before the first figure


@dataclass(frozen=True)
class Stage(ABC):
    """One question; a custom stage derives from this class and implements `measure`."""

    name: ClassVar[str]
    question: ClassVar[str]
    failure: ClassVar[str]  # why a game fails, as what follows "because"
    scale: ClassVar[float] = 1.0  # a figure this far out of bounds, or this far from the ideal, has a merit of 0
    ideal: ClassVar[float | None] = None  # the best figure; without one, all games that pass have a merit of 1

    games: int = 0
    least: float = -math.inf
    most: float = math.inf

    def judge(self, subject: Subject, effort: int = 1) -> Verdict:
        """Play as many games as needed and decide; with more `effort`, play that many times as many."""
        games = self.games * effort
        for few in sorted({min(games, max(MIN_GAMES, games // fraction)) for fraction in FRACTIONS}):
            figure = self.measure(subject, few)
            if self._hopeless(figure) or (effort == 1 and self._certain(figure)):
                break
        passed = self.passes(figure)
        return Verdict(passed, Estimate(*map(float, figure)), float(self._merit(figure.value, passed)))

    @abstractmethod
    def measure(self, subject: Subject, games: int) -> Estimate:
        """Return the figure, measured in this many games."""

    def passes(self, figure: Estimate) -> bool:
        """Return whether a figure is good enough."""
        return self.least <= figure.value <= self.most

    def _hopeless(self, figure: Estimate) -> bool:
        value, low, high = figure
        return (value + high) / 2 < self.least or (value + low) / 2 > self.most

    def _certain(self, figure: Estimate) -> bool:
        return self.least <= figure.low and figure.high <= self.most

    def _merit(self, value: float, passed: bool) -> float:
        if math.isnan(value) or (passed and self.ideal is None):
            return float(passed)
        target = self.ideal if passed and self.ideal is not None else min(max(value, self.least), self.most)
        return max(0.0, 1 - abs(value - target) / self.scale)
