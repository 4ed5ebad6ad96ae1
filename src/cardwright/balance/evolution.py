"""Evolution by pymoo (J. Blank and K. Deb, "pymoo: Multi-objective optimization in Python", 2020) on whole numbers.

This module is imported only when it is used: the library takes a while to load.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from pymoo.algorithms.moo.nsga2 import NSGA2
from pymoo.algorithms.soo.nonconvex.ga import GA
from pymoo.core.evaluator import Evaluator
from pymoo.core.population import Population
from pymoo.core.problem import Problem
from pymoo.operators.crossover.sbx import SBX
from pymoo.operators.mutation.pm import PM
from pymoo.operators.repair.rounding import RoundingRepair
from pymoo.problems.static import StaticProblem

from .climbing import Key, climb_by_model
from .parameters import Genome
from .search import Evaluation, Search

APART = 0.4  # of the numbers of a genome that differ from where climbing has ended before
ALGORITHMS = {"GA": GA, "NSGA2": NSGA2}


def evolve(search: Search, rng: np.random.Generator, name: str, population: int, climbing: float = 0.0) -> None:
    """Let genomes breed until the budget is spent; `climbing` is the share of it that goes into climbing from the best.

    Climbing finds the last bit that breeding finds only by luck, and breeding finds new places to climb from.
    """
    aims, broken = AIMS[name]
    climbers = _Climbers(search, rng, climbing)
    first = rng.integers(0, search.space.sizes, (population, len(search.space.sizes)))
    first[0] = search.space.start
    while True:
        algorithm = _algorithm(search, name, first, int(rng.integers(2**31)))
        while algorithm.has_next():
            bred = algorithm.ask()
            if bred is None or not len(bred):
                break  # nothing new can be bred from these: begin anew
            found = search.evaluate(bred.get("X").astype(int).tolist())
            found += climbers.climb(found)
            told = Population.new("X", np.array([each.genome for each in found]))
            values = {"F": np.array([aims(each) for each in found]), "G": np.array([[broken(each)] for each in found])}
            Evaluator().eval(StaticProblem(algorithm.problem, **values), told)
            algorithm.tell(infills=told)
        first = rng.integers(0, search.space.sizes, first.shape)


def _algorithm(search: Search, name: str, first: np.ndarray, seed: int) -> Any:
    (start,) = search.evaluate([search.space.start])
    problem = Problem(
        n_var=len(search.space.sizes), n_obj=len(AIMS[name][0](start)), n_ieq_constr=1,
        xl=0, xu=search.space.sizes - 1, vtype=int,
    )  # fmt: skip
    rounding = RoundingRepair()
    algorithm = ALGORITHMS[name](
        pop_size=len(first), n_offsprings=max(2, len(first) // 3), sampling=first,
        crossover=SBX(prob=0.9, eta=3.0, vtype=float, repair=rounding),
        mutation=PM(eta=3.0, vtype=float, repair=rounding), eliminate_duplicates=True,
    )  # fmt: skip
    algorithm.setup(problem, termination=("n_gen", 10**9), seed=seed, verbose=False)
    return algorithm


def _losses_and_violation(each: Evaluation) -> list[float]:
    """Keeping the limits as one more objective: the best lie at the limit, and are reached from both sides."""
    return [*each.losses, each.violation] if each.limits else list(each.losses)


# What each algorithm is told of an evaluation: its objectives, and by how much it breaks the limits.
AIMS: dict[str, tuple[Callable[[Evaluation], list[float]], Callable[[Evaluation], float]]] = {
    "GA": (lambda each: [sum(each.losses)], lambda each: each.violation),
    "NSGA2": (_losses_and_violation, lambda each: 0.0),
}


class _Climbers:
    """Climbs from the best that were bred, as long as that is within its share of what was tried."""

    def __init__(self, search: Search, rng: np.random.Generator, share: float):
        self.search = search
        self.rng = rng
        self.share = share
        self.used = 0
        self.places: dict[Genome, Evaluation] = {}  # that were not climbed from yet
        self.tops: list[Genome] = []  # where climbing has ended

    def climb(self, bred: Sequence[Evaluation]) -> list[Evaluation]:
        """What climbing found, nothing if it is not its turn."""
        self.places |= {each.genome: each for each in bred}
        found = []
        while self.places and self.used < self.share * len(self.search.tried):
            tried = len(self.search.tried)
            soft, strict = self._keys()
            here = min(self._apart() or self.places.values(), key=soft)
            self.places.pop(here.genome)
            top = climb_by_model(self.search, self.rng, here.genome, soft)
            if not top.feasible:
                top = climb_by_model(self.search, self.rng, top.genome, strict)
            self.tops.append(top.genome)
            found.append(top)
            self.used += len(self.search.tried) - tried
        return found

    def _apart(self) -> list[Evaluation]:
        """The places from which climbing will hardly come to where it has been."""
        far = APART * len(self.search.space.sizes)
        tops = np.array(self.tops, int).reshape(-1, len(self.search.space.sizes))
        return [each for each in self.places.values() if ((tops != each.genome).sum(axis=1) >= far).all()]

    def _keys(self) -> tuple[Key, Key]:
        """What is up: with several objectives a mixture of them drawn by chance.

        The way to a good solution may lead through some that break a limit, so first that only counts against them.
        """
        tried = self.search.tried.values()
        losses = np.array([each.losses for each in tried])
        weights = self.rng.dirichlet(np.ones(losses.shape[1])) / np.maximum(losses.std(axis=0), 1e-12)
        broken = np.array([each.violation for each in tried])
        price = self.rng.choice([0.3, 1.0, 3.0]) / max(broken.std(), 1e-12)

        def strict(each: Evaluation) -> Any:
            return each.violation, float(np.dot(weights, each.losses)), each.change

        def soft(each: Evaluation) -> Any:
            return float(np.dot(weights, each.losses)) + price * each.violation, each.change

        return soft, strict
