"""The strength of the cards that a game has: what new ones are compared with."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from .figures import ALWAYS_BEST, Figures

OUTSIDE = 0.05  # the share of known cards at each end that do not count for the usual range
FEWEST = 5  # known cards of a cost that have a range of their own


@dataclass(frozen=True)
class Known:
    """The figures of known cards by name, for each rung but the last, which is compared with the one before."""

    rungs: Sequence[Mapping[str, Figures]]

    @cached_property
    def span(self) -> float:
        """How far apart weak and strong known cards are."""
        low, high = _usual(self.rungs[-1].values())
        return max(1e-6, high - low)

    def fit(self, figures: Figures, rung: int) -> float:
        """Return 1 for a strength that is usual among known cards of the cost, and less the further away it is."""
        low, high = self._range(min(rung, len(self.rungs) - 1), figures.cost)
        value = figures.strength.value
        outside = max(0.0, low - value, value - high)
        return math.exp(-4 * outside / self.span)

    def _range(self, rung: int, cost: int) -> tuple[float, float]:
        if (rung, cost) not in self._ranges:
            every = self.rungs[rung].values()
            same = [each for each in every if each.cost == cost]
            self._ranges[rung, cost] = _usual(same if len(same) >= FEWEST else every)
        return self._ranges[rung, cost]

    @cached_property
    def _ranges(self) -> dict[tuple[int, int], tuple[float, float]]:
        """The usual strengths by rung and cost, as far as they have been asked for."""
        return {}

    def beyond(self, figures: Figures) -> float:
        """Return the strength of a card less the usual strength of known cards of its cost."""
        return figures.strength.value - float(np.median([each.strength.value for each in self._same_cost(figures)]))

    def _same_cost(self, figures: Figures) -> list[Figures]:
        every = list(self.rungs[-1].values())
        return [each for each in every if each.cost == figures.cost] or every

    def ranked(self, figures: Figures) -> Figures:
        """Return figures with the share of known cards of the same cost that are weaker, and the flag "always best"."""
        same = self._same_cost(figures)
        rank = float(np.mean([each.strength.value < figures.strength.value for each in same]))
        every = self.rungs[-1].values()
        best = all(gain > max(each.decks[deck] for each in every) for deck, gain in figures.decks.items())
        return replace(figures, rank=rank, flags=(*figures.flags, ALWAYS_BEST) if best else figures.flags)


def _usual(some: Iterable[Figures]) -> tuple[float, float]:
    """Return the range of usual strengths."""
    strengths = [each.strength.value for each in some]
    return float(np.quantile(strengths, OUTSIDE)), float(np.quantile(strengths, 1 - OUTSIDE))
