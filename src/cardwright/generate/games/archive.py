"""What a search keeps: the best games of many kinds, and promising failures.

The archive is a grid over the length of games and the skill they reward (J.-B. Mouret and J. Clune, "Illuminating
search spaces by mapping elites", 2015). Each cell holds one game, and no two games are alike. Games that fail a stage
are kept separately, as parents (S. O. Kimbrough and others, "On a feasible-infeasible two-population genetic
algorithm", 2008).
"""

from __future__ import annotations

import bisect
from collections.abc import Iterable, Sequence

import numpy as np

from cardwright.core.showing import html

from .distance import MIN_DISTANCE, distance
from .individual import Individual

LENGTHS = (10, 12, 15, 18, 22, 27, 33, 40, 50)  # turns that separate the columns of the grid
SKILLS = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)  # gains that separate the rows

MAX_NURSERY = 120  # failed games kept as parents

Cell = tuple[int, int]


class Archive:
    """The best game of each cell, all of them different games."""

    def __init__(self, individuals: Iterable[Individual] = (), min_distance: float = MIN_DISTANCE):
        self.min_distance = min_distance
        self.cells: dict[Cell, Individual] = {}
        for each in individuals:
            self.add(each)

    def __len__(self) -> int:
        return len(self.cells)

    def games(self) -> list[Individual]:
        """Return all games, the oldest first."""
        return sorted(self.cells.values(), key=lambda each: each.number)

    def _repr_html_(self) -> str:
        return html.notebook(self.table())

    def table(self) -> str:
        """Return the games as an HTML table, the best first."""
        best = sorted(self.cells.values(), key=lambda each: -each.judgement.quality)
        rows = [
            [each.game.name, each.number, each.game.players, *(f"{figure:.2f}" for figure in _figures(each))]
            for each in best
        ]
        columns = ["game", "evaluation", "players", "length", "skill", "quality"]
        return html.table(columns, rows, title=f"{len(self)} games, the best of each kind")

    def add(self, new: Individual) -> bool:
        """Keep a game if it beats the one in its cell and all similar ones; it replaces them."""
        rivals = {
            cell: each
            for cell, each in self.cells.items()
            if cell == cell_of(new) or distance(each.shape, new.shape) < self.min_distance
        }
        if any(each.judgement.quality >= new.judgement.quality for each in rivals.values()):
            return False
        for cell in rivals:
            del self.cells[cell]
        self.cells[cell_of(new)] = new
        return True


def ranks(games: Sequence[Individual]) -> dict[int, float]:
    """Return how each game stands among the others, from 0 to 1, by its number.

    For each stage it is the share of the other games with less merit, ties counting half. The rank is the mean over the
    stages in which merits differ, so it spreads where qualities hardly do.
    """
    merits = np.array([[verdict.merit for verdict in each.judgement.verdicts.values()] for each in games])
    if len(games) < 2:
        return {each.number: 1.0 for each in games}
    differing = merits[:, np.ptp(merits, axis=0) > 0]
    one, other = differing[:, None], differing[None, :]
    better = ((one > other) + 0.5 * (one == other)).sum(axis=1) - 0.5
    shares = (better / (len(games) - 1)).mean(axis=1) if differing.size else np.full(len(games), 0.5)
    return {each.number: float(share) for each, share in zip(games, shares, strict=True)}


def _figures(each: Individual) -> tuple[float, float, float]:
    return each.judgement.length, each.judgement.skill, each.judgement.quality


def cell_of(individual: Individual) -> Cell:
    """Return the cell of the grid for a game that passed all stages."""
    judgement = individual.judgement
    return bisect.bisect(LENGTHS, judgement.length), bisect.bisect(SKILLS, judgement.skill)


class Nursery:
    """The games that came farthest among those that failed a stage, no two of them alike.

    Because they differ, no kind of game can displace all others before one of them has passed.
    """

    def __init__(self, individuals: Iterable[Individual] = (), min_distance: float = MIN_DISTANCE):
        self.min_distance = min_distance
        self._games: list[Individual] = []
        for each in individuals:
            self.add(each)

    def games(self) -> list[Individual]:
        """Return all games, those that came farthest first."""
        return list(self._games)

    def add(self, new: Individual) -> bool:
        """Keep a game if it came farther than all similar ones; it replaces them, or the last game if all are full."""
        others = []
        for each in self._games:
            if distance(each.shape, new.shape) >= self.min_distance:
                others.append(each)
            elif each.judgement.rank >= new.judgement.rank:
                return False
        self._games = sorted([*others, new], key=_farthest_first)[:MAX_NURSERY]
        return any(each is new for each in self._games)


def _farthest_first(individual: Individual) -> tuple[int, float, int]:
    passed, merit = individual.judgement.rank
    return -passed, -merit, individual.number
