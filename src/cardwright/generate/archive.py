"""What a search keeps: the best games of many kinds, and those that are on their way.

The archive is a grid over how long games are and how much skill they reward (J.-B. Mouret and J. Clune, "Illuminating
search spaces by mapping elites", 2015); in each cell there is one game, and no two games in it are alike. Games that
fail a stage are kept apart, as parents (S. O. Kimbrough and others, "On a feasible-infeasible two-population genetic
algorithm", 2008).
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable

from .distance import APART, distance
from .individual import Individual

LENGTHS = (10, 12, 15, 18, 22, 27, 33, 40, 50)  # turns, where one column of the grid ends and the next begins
SKILLS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)  # gains, for the rows

MOST_NURSED = 120  # games that failed and are kept as parents

Cell = tuple[int, int]


class Archive:
    """The best game of each cell, all of them different games."""

    def __init__(self, individuals: Iterable[Individual] = (), apart: float = APART):
        self.apart = apart
        self.cells: dict[Cell, Individual] = {}
        for each in individuals:
            self.add(each)

    def __len__(self) -> int:
        return len(self.cells)

    def games(self) -> list[Individual]:
        """All of them, the oldest first."""
        return sorted(self.cells.values(), key=lambda each: each.number)

    def add(self, new: Individual) -> bool:
        """Keep a game if it is better than the one in its cell and than all that are like it; they give way to it."""
        rivals = {
            cell: each
            for cell, each in self.cells.items()
            if cell == cell_of(new) or distance(each.shape, new.shape) < self.apart
        }
        if any(each.judgement.quality >= new.judgement.quality for each in rivals.values()):
            return False
        for cell in rivals:
            del self.cells[cell]
        self.cells[cell_of(new)] = new
        return True


def cell_of(individual: Individual) -> Cell:
    """The place of a game that passed all stages in the grid."""
    judgement = individual.judgement
    return bisect.bisect(LENGTHS, judgement.length), bisect.bisect(SKILLS, judgement.skill)


class Nursery:
    """Games that failed a stage: those that came farthest, no two of them alike.

    So no kind of game can drive out all others before one of them has passed.
    """

    def __init__(self, individuals: Iterable[Individual] = (), apart: float = APART):
        self.apart = apart
        self._games: list[Individual] = []
        for each in individuals:
            self.add(each)

    def games(self) -> list[Individual]:
        """All of them, those that came farthest first."""
        return list(self._games)

    def add(self, new: Individual) -> bool:
        """Keep a game if it came farther than all that are like it; they give way to it, or else the last of all."""
        others = []
        for each in self._games:
            if distance(each.shape, new.shape) >= self.apart:
                others.append(each)
            elif each.judgement.rank >= new.judgement.rank:
                return False
        self._games = sorted([*others, new], key=_farthest_first)[:MOST_NURSED]
        return any(each is new for each in self._games)


def _farthest_first(individual: Individual) -> tuple[int, float, int]:
    passed, merit = individual.judgement.rank
    return -passed, -merit, individual.number
