"""The strength of the cards that a game has: what new ones are compared with."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from cardwright.arena.statistics import Estimate

from .figures import ALWAYS_BEST, STRONG, STRONG_FOR_ITS_COST, Figures

OUTSIDE = 0.05  # the share of known cards at each end that do not count for the usual range
MOST = 0.75  # the share of known cards of its cost that a strong card beats
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
        return figures.strength.value - self._median(figures)

    def side(self, figures: Figures) -> int:
        """Return 1 for a card that is stronger than the usual one of its cost, -1 for a weaker one.

        It is 0 if the usual strength is within its interval.
        """
        usual = self._median(figures)
        return int(figures.strength.low > usual) - int(figures.strength.high < usual)

    def _median(self, figures: Figures) -> float:
        return float(np.median([each.strength.value for each in self._same_cost(figures)]))

    def _same_cost(self, figures: Figures) -> list[Figures]:
        every = list(self.rungs[-1].values())
        return [each for each in every if each.cost == figures.cost] or every

    def ranked(self, figures: Figures) -> Figures:
        """Return figures with the share of known cards of the same cost that are weaker, and the flag "always best".

        The interval of the share is that of the strength.
        """
        same = self._same_cost(figures)
        usual = [each.strength.value for each in same]
        rank = Estimate(*(_share_below(usual, value) for value in figures.strength))
        every = self.rungs[-1].values()
        best = all(gain > max(each.decks[deck] for each in every) for deck, gain in figures.decks.items())
        return replace(figures, rank=rank, flags=(*figures.flags, ALWAYS_BEST) if best else figures.flags)

    def compared(self, figures: Figures) -> Figures:
        """Return figures with a flag if the card is strong for its cost."""
        return replace(figures, flags=(*figures.flags, *self.strong(figures)))

    def strong(self, figures: Figures) -> list[str]:
        """Return a flag if a card is stronger than most known cards of its cost, beyond its interval."""
        weaker = [each.strength.value < figures.strength.low for each in self._same_cost(figures)]
        if float(np.mean(weaker)) < MOST:
            return []
        return [STRONG_FOR_ITS_COST if any(each.cost for each in self.rungs[-1].values()) else STRONG]


def _share_below(values: Sequence[float], limit: float) -> float:
    return math.nan if math.isnan(limit) else float(np.mean(np.less(values, limit)))


def _usual(some: Iterable[Figures]) -> tuple[float, float]:
    """Return the range of usual strengths."""
    strengths = [each.strength.value for each in some]
    return float(np.quantile(strengths, OUTSIDE)), float(np.quantile(strengths, 1 - OUTSIDE))
