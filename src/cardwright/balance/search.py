"""A search in progress: the genomes tried so far, their evaluations, and the budget that is left.

An optimiser calls `Search.evaluate` until that raises `BudgetSpent`. No genome is played twice. To resume a stopped
search, the optimiser runs again from its seed: the checkpoint answers until the optimiser asks for a new genome, so
the search ends as if it had not been stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from cardwright.core.working.workers import jobs_for

from .checkpoint import Memory
from .evaluation import Evaluation
from .parameters import Genome, Space

CHUNK = 16  # genomes measured between two progress reports; on a cluster, one for each CPU
MAX_IDLE = 20_000  # known genomes an optimiser asks for in a row before the search ends

Progress = Callable[[int, int, Evaluation | None], None]
Measure = Callable[[Sequence[Genome]], list[Evaluation]]
Guess = Callable[[Genome, Sequence[float]], Evaluation | None]


class BudgetSpent(Exception):
    """The budget is spent, or there is nothing new to try."""


class Search:
    """What an optimiser sees: a space of genomes, a budget of evaluations, and `evaluate`.

    `measure` plays genomes. `guess` returns the evaluation of a genome for predicted figures, if the metrics allow it.
    """

    def __init__(
        self,
        space: Space,
        measure: Measure,
        budget: int,
        guess: Guess | None = None,
        memory: Memory | None = None,
        progress: Progress | None = None,
    ):
        self.space = space
        self.measure = measure
        self.guess = guess
        self.budget = min(budget, space.count)
        self.memory = memory or Memory()
        self.progress = progress
        self.tried: dict[Genome, Evaluation] = {}
        self.best: Evaluation | None = None
        self.idle = 0

    @property
    def left(self) -> int:
        """The number of new genomes that can still be tried."""
        return self.budget - len(self.tried)

    def evaluate(self, genomes: Iterable[Sequence[int]]) -> list[Evaluation]:
        """Return the evaluations of genomes; those tried before cost nothing. Raise `BudgetSpent` at the end."""
        asked = [tuple(map(int, genome)) for genome in genomes]
        new = [genome for genome in dict.fromkeys(asked) if genome not in self.tried]
        self.idle = 0 if new else self.idle + len(asked)
        if self.left <= 0 or self.idle > MAX_IDLE:
            raise BudgetSpent
        cut, new = len(new) > self.left, new[: self.left]
        size = max(CHUNK, jobs_for(None, usual=CHUNK))
        for first in range(0, len(new), size):
            self._try(new[first : first + size])
        if cut:
            raise BudgetSpent
        return [self.tried[genome] for genome in asked]

    def _try(self, genomes: list[Genome]) -> None:
        known = self.memory.known
        unknown = [genome for genome in genomes if genome not in known]
        if unknown:
            known |= {each.genome: each for each in self.measure(unknown)}
            self.memory.save_if_due()
        for genome in genomes:
            found = self.tried[genome] = known[genome]
            if self.best is None or found.rank < self.best.rank:
                self.best = found
        if self.progress and genomes:
            self.progress(len(self.tried), self.budget, self.best)

    def best_so_far(self, objective: int = 0) -> np.ndarray:
        """Return the best value of an objective after each evaluation; nan until a genome keeps all constraints."""
        return np.array(best_so_far(self.tried.values(), objective))


def best_so_far(evaluations: Iterable[Evaluation], objective: int = 0) -> list[float]:
    """Return the best value of an objective after each evaluation; nan until a genome keeps all constraints."""
    lowest, value, values = float("inf"), float("nan"), []
    for each in evaluations:
        if each.feasible and each.losses[objective] < lowest:
            lowest, value = each.losses[objective], each.values[objective]
        values.append(value)
    return values
