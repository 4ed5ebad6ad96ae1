"""The archive: the best card of each kind, where a kind is a range of strength, of synergy and of complexity.

Quality diversity after J.-B. Mouret and J. Clune, "Illuminating search spaces by mapping elites" (2015), with the
grid of pyribs (B. Tjanaka et al., "pyribs: a bare-bones Python library for quality diversity optimization", 2023).
Cards are trees, not vectors, so the grid holds their numbers and the cards stand beside it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.making.maker import CardMaker
from cardwright.core.showing import html

from .alike import Cards
from .known import Known
from .recipe import Candidate

MOST_WORDS = 60
CELLS = (10, 6, 6)  # of strength for the cost, synergy and words
MERGED = "the archive has a card with the same idea that is at least as good"
NOT_BETTER = "the archive has a card of this strength, synergy and length that is at least as good"


class CardArchive:
    """Cards by the cell of the grid that each is the best of."""

    def __init__(self, maker: CardMaker, known: Known, candidates: Iterable[Candidate] = ()):
        self.maker = maker
        self.known = known
        self._grid = _grid(known.span)
        self._by_number: dict[int, Candidate] = {}
        for each in candidates:
            self._put(each)

    def __len__(self) -> int:
        return len(self._grid)

    def candidates(self) -> list[Candidate]:
        """Return the cards of the archive in the order of their cells."""
        data: Any = self._grid.data(["index", "solution"], return_type="tuple")
        order = np.argsort(data[0])
        return [self._by_number[int(number)] for number in data[1][order, 0]]

    def add(self, candidate: Candidate) -> str:
        """Add a card if it is the best of its kind; else return why not."""
        rivals = [each for each in self.candidates() if self._are_alike(each, candidate)]
        if any(each.quality >= candidate.quality for each in rivals if self._cell(each) != self._cell(candidate)):
            return MERGED
        before = self._best(candidate)
        if before is not None and before.quality >= candidate.quality:
            return NOT_BETTER
        self._remove(rivals)
        self._put(candidate)
        return ""

    def _are_alike(self, first: Candidate, second: Candidate) -> bool:
        one = Cards(self.maker, [first.card])
        return bool(one.flags(second.card) or one.kin(second.card) or one.shares_an_idea(second.card))

    def _remove(self, candidates: Sequence[Candidate]) -> None:
        """Remove cards; the grid cannot do that, so a new one is filled with the others."""
        if not candidates:
            return
        gone = {each.number for each in candidates}
        kept = [each for each in self.candidates() if each.number not in gone]
        self._grid, self._by_number = _grid(self.known.span), {}
        for each in kept:
            self._put(each)

    def _repr_html_(self) -> str:
        return html.show(self)

    def names(self) -> set[str]:
        """Return the names of all cards and of what they bring along."""
        every = [each.card for each in self.candidates()]
        return {self.maker.name(card) for card in every} | {name for card in every for name in self.maker.terms(card)}

    def measures(self, candidate: Candidate) -> list[float]:
        """Return where a card stands: its strength beyond that of known cards of its cost, its synergy, its words."""
        figures = candidate.figures
        synergy = 0.0 if math.isnan(figures.synergy.value) else figures.synergy.value  # without partners
        return [self.known.beyond(figures), synergy, float(figures.complexity)]

    def _cell(self, candidate: Candidate) -> int:
        return int(self._grid.index_of_single(np.array(self.measures(candidate))))

    def _best(self, candidate: Candidate) -> Candidate | None:
        occupied, elite = self._grid.retrieve_single(np.array(self.measures(candidate)))
        return self._by_number[int(elite["solution"][0])] if occupied else None

    def _put(self, candidate: Candidate) -> None:
        self._by_number[candidate.number] = candidate
        self._grid.add_single(np.array([candidate.number]), candidate.quality, np.array(self.measures(candidate)))


def _grid(span: float) -> Any:
    try:
        from ribs.archives import GridArchive
    except ImportError:
        raise CardwrightError("the archive needs the library ribs: pip install 'cardwright[search]'") from None
    ranges = [(-span, span), (-span / 2, span / 2), (0, MOST_WORDS)]
    return GridArchive(solution_dim=1, dims=CELLS, ranges=ranges, solution_dtype=np.int64, objective_dtype=np.float64,
                       measures_dtype=np.float64)  # fmt: skip
