"""Everything that decides what an evolution finds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from cardwright.core.errors import CardwrightError, unknown

from .judge import FITNESS

METHODS = ("thesis", "cma")
CROSSOVERS = ("random", "average", "one-point", "uniform")
SELECTIONS = ("tournament", "roulette")
ELITES = ("population", "parents")
MOST_INDIVIDUALS, MOST_GENERATIONS, MOST_GAMES = 10_000, 1_000_000, 1_000_000


@dataclass(frozen=True)
class Settings:
    """The settings of an evolution; those of the thesis unless said otherwise."""

    seed: int
    opponents: str = "rules"  # agents for the other seats, or `last` or `league`
    population: int = 20
    generations: int = 200
    games: int = 100  # of each individual in each generation
    copies: int = 1  # seats of an individual in a game
    fitness: str = ""  # rank, win or score; empty for rank, or with one player for score
    method: str = "thesis"
    genes: tuple[str, ...] = ()  # groups or names of the weights that evolve; all if none are named
    fixed: Mapping[str, float] = field(default_factory=dict)  # weights that have these values and do not evolve
    start: tuple[str, ...] = ()  # files or names of weights to begin with
    selection: str = "tournament"  # or "roulette": parents are drawn in proportion to their fitness
    # Children lie anywhere between their parents (random: the thesis's code) or in the middle (average: its text), or
    # they take genes from either (one-point, uniform).
    crossover: str = "random"
    crossover_rate: float = 0.85  # the share of pairs that have children
    mutation_rate: float = 0.1  # the share of genes drawn anew in a child
    # Who fills up for pairs that had no children: the best of the old generation (text), or of those that were selected
    # as parents, as often as they were (code).
    elite: str = "population"
    tournament: int = 2  # individuals of which the best becomes a parent
    sigma: float = 0.2  # the first step of CMA-ES, as a share of the range of a weight
    patience: int = 0  # generations without a better mean fitness after which it stops; 0 for all generations

    def __post_init__(self) -> None:
        for what, value, choices in (
            ("method of evolution", self.method, METHODS),
            ("crossover", self.crossover, CROSSOVERS),
            ("selection", self.selection, SELECTIONS),
            ("elite", self.elite, ELITES),
            ("fitness", self.fitness, ("", *FITNESS)),
        ):
            if value not in choices:
                raise unknown(what, value, [each for each in choices if each])
        _check("population", self.population, 2, MOST_INDIVIDUALS)
        _check("generations", self.generations, 1, MOST_GENERATIONS)
        _check("games", self.games, 1, MOST_GAMES)
        _check("copies", self.copies, 1, 100)
        _check("tournament", self.tournament, 1, self.population)
        _check("patience", self.patience, 0, MOST_GENERATIONS)
        _check("crossover_rate", self.crossover_rate, 0, 1)
        _check("mutation_rate", self.mutation_rate, 0, 1)
        _check("sigma", self.sigma, 0.001, 1)

    def identity(self) -> dict[str, Any]:
        """Return what an evolution must agree on to be resumed: everything but when it ends."""
        return {name: value for name, value in asdict(self).items() if name not in ("generations", "patience")}


def _check(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise CardwrightError(f"{name.replace('_', ' ')}: {low:,} to {high:,} is allowed, not {value:,}")
