"""Evolution by pymoo (J. Blank and K. Deb, "pymoo: Multi-objective optimization in Python", 2020) on whole numbers.

This module is imported only when it is used: the library takes a while to load.
"""

from __future__ import annotations

from collections.abc import Sequence
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
from pymoo.operators.sampling.rnd import IntegerRandomSampling
from pymoo.problems.static import StaticProblem

from .climbing import Key, climb_by_effects
from .parameters import Genome
from .search import Evaluation, Search, front

ALGORITHMS = {"GA": GA, "NSGA2": NSGA2}


def evolve(search: Search, rng: np.random.Generator, name: str, population: int, climbing: float = 0.0) -> None:
    """Let genomes breed until the budget is spent; `climbing` is the share of it that goes into climbing from the best.

    Climbing finds the last bit that breeding finds only by luck, and breeding finds new places to climb from.
    """
    climbers = _Climbers(search, rng, climbing)
    while True:
        algorithm = _algorithm(search, name, population, int(rng.integers(2**31)))
        while algorithm.has_next():
            bred = algorithm.ask()
            if bred is None or not len(bred):
                break  # nothing new can be bred from these: begin anew
            found = search.evaluate(bred.get("X").astype(int).tolist())
            found += climbers.climb(found)
            algorithm.tell(infills=_told(algorithm.problem, found, summed=name == "GA"))


def _algorithm(search: Search, name: str, population: int, seed: int) -> Any:
    (start,) = search.evaluate([search.space.start])
    problem = Problem(
        n_var=len(search.space.sizes), n_obj=1 if name == "GA" else len(start.losses), n_ieq_constr=1,
        xl=0, xu=search.space.sizes - 1, vtype=int,
    )  # fmt: skip
    rounding = RoundingRepair()
    algorithm = ALGORITHMS[name](
        pop_size=population, n_offsprings=max(2, population // 3), sampling=IntegerRandomSampling(),
        crossover=SBX(prob=0.9, eta=3.0, vtype=float, repair=rounding),
        mutation=PM(eta=3.0, vtype=float, repair=rounding), eliminate_duplicates=True,
    )  # fmt: skip
    algorithm.setup(problem, termination=("n_gen", 10**9), seed=seed, verbose=False)
    return algorithm


def _told(problem: Problem, found: Sequence[Evaluation], summed: bool) -> Population:
    """Genomes as the library wants them, with what they gave."""
    losses = np.array([[sum(each.losses)] if summed else each.losses for each in found])
    broken = np.array([[each.violation] for each in found])
    population = Population.new("X", np.array([each.genome for each in found]))
    Evaluator().eval(StaticProblem(problem, F=losses, G=broken), population)
    return population


class _Climbers:
    """Climbs from the best that were bred, as long as that is within its share of what was tried."""

    def __init__(self, search: Search, rng: np.random.Generator, share: float):
        self.search = search
        self.rng = rng
        self.share = share
        self.used = 0
        self.places: dict[Genome, Evaluation] = {}  # that were not climbed from yet

    def climb(self, bred: Sequence[Evaluation]) -> list[Evaluation]:
        """What climbing found, nothing if it is not its turn."""
        self.places |= {each.genome: each for each in bred}
        found = []
        while self.places and self.used < self.share * len(self.search.tried):
            tried = len(self.search.tried)
            key = self._mixture()
            here = min(self.places.values(), key=key)
            found.append(climb_by_effects(self.search, self.rng, here.genome, key))
            self.places.pop(here.genome)
            self.used += len(self.search.tried) - tried
        return found

    def _mixture(self) -> Key:
        """What is up: with several objectives a mixture of them drawn by chance."""
        best = front(self.search.tried.values())
        losses = np.array([each.losses for each in best])
        scale = self.rng.dirichlet(np.ones(losses.shape[1])) / np.maximum(np.ptp(losses, axis=0), 1e-12)

        def key(each: Evaluation) -> Any:
            return each.violation, float(np.dot(scale, each.losses)), each.change

        return key
