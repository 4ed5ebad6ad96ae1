"""What a search keeps: the best games of many kinds, and those that are on their way.

The archive is a grid over how long games are and how much skill they reward (J.-B. Mouret and J. Clune, "Illuminating
search spaces by mapping elites", 2015); in each cell there is one game, and no two games in it are alike. Games that
fail a stage are kept apart, as parents (S. O. Kimbrough and others, "On a feasible-infeasible two-population genetic
algorithm", 2008).
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable

from cardwright.cgdl import tree

from .distance import APART, distance
from .individual import Individual

LENGTHS = (12, 18, 27, 40)  # turns, where one column of the grid ends and the next begins
SKILLS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5)  # gains, for the rows

TRAITS = (
    tree.Show, tree.Put, tree.PutPlay, tree.Ask, tree.Take, tree.Draw, tree.Bet, tree.Trick,
    tree.Have, tree.CompareSums, tree.ComparePlays, tree.CompareTokens, tree.Win,
)  # fmt: skip

MOST_FAMILIES = 120  # in the nursery, those that came farthest

Cell = tuple[int, int]
Family = frozenset[str]


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
    """Games that failed a stage: of each family the one that came farthest, and only the farthest families.

    So no family of games can drive out all others before one of them has passed.
    """

    def __init__(self, individuals: Iterable[Individual] = ()):
        self.cells: dict[Family, Individual] = {}
        for each in individuals:
            self.add(each)

    def games(self) -> list[Individual]:
        """All of them, those that came farthest first."""
        return sorted(self.cells.values(), key=_farthest_first)

    def add(self, new: Individual) -> bool:
        """Keep a game if it came farther than the one of its family."""
        family = family_of(new.game)
        if family in self.cells and self.cells[family].judgement.rank >= new.judgement.rank:
            return False
        self.cells[family] = new
        if len(self.cells) > MOST_FAMILIES:
            last = max(self.cells, key=lambda each: _farthest_first(self.cells[each]))
            del self.cells[last]
        return True


def family_of(game: tree.Game) -> Family:
    """What can be done in a game, and what is looked at: which of these occur in it.

    >>> from cardwright import cgdl
    >>> sorted(family_of(cgdl.load("uno")))
    ['Draw', 'Have', 'Show', 'Win']
    """
    return frozenset(type(each).__name__ for each in tree.walk(game) if isinstance(each, TRAITS))


def _farthest_first(individual: Individual) -> tuple[int, float, int]:
    passed, merit = individual.judgement.rank
    return -passed, -merit, individual.number
