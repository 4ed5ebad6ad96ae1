"""Evolution by pymoo (J. Blank and K. Deb, "pymoo: Multi-objective optimization in Python", 2020) on integers.

This module is imported only when it is used, because the library loads slowly.
"""

from __future__ import annotations

import itertools
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
from .evaluation import Evaluation
from .parameters import Genome
from .search import Search

APART = 0.4  # the share of a genome's numbers that differ from all earlier ends of climbs
ALGORITHMS = {"GA": GA, "NSGA2": NSGA2}


def evolve(
    search: Search,
    rng: np.random.Generator,
    name: str,
    population: int,
    generations: int | None = None,
    climbing: float = 0.0,
) -> None:
    """Breed genomes until the budget is spent or the generations are over.

    `climbing` is the share of evaluations spent on climbing from the best.
    Climbing makes the last improvements, which breeding finds only by luck; breeding finds new starts for climbs.
    """
    objectives, violation = TARGETS[name]
    climber = _Climber(search, rng, climbing)
    first = rng.integers(0, search.space.sizes, (population, len(search.space.sizes)))
    first[0] = search.space.start
    bred_generations = itertools.count()
    while True:
        algorithm = _algorithm(search, name, first, int(rng.integers(2**31)))
        while algorithm.has_next():
            if next(bred_generations) == generations:
                return
            bred = algorithm.ask()
            if bred is None or not len(bred):
                break  # nothing new can be bred from these genomes: restart
            found = search.evaluate(bred.get("X").astype(int).tolist())
            found += climber.climb(found)
            evaluated = Population.new("X", np.array([each.genome for each in found]))
            values = {
                "F": np.array([objectives(each) for each in found]),
                "G": np.array([[violation(each)] for each in found]),
            }
            Evaluator().eval(StaticProblem(algorithm.problem, **values), evaluated)
            algorithm.tell(infills=evaluated)
        first = rng.integers(0, search.space.sizes, first.shape)


def _algorithm(search: Search, name: str, first: np.ndarray, seed: int) -> Any:
    (start,) = search.evaluate([search.space.start])
    problem = Problem(
        n_var=len(search.space.sizes), n_obj=len(TARGETS[name][0](start)), n_ieq_constr=1,
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
    """Return the losses with the violation as one more objective: good solutions lie on both sides of a limit."""
    return [*each.losses, each.violation] if each.limits else list(each.losses)


# What each algorithm minimises: the objectives and the violation of an evaluation.
TARGETS: dict[str, tuple[Callable[[Evaluation], list[float]], Callable[[Evaluation], float]]] = {
    "GA": (lambda each: [sum(each.losses)], lambda each: each.violation),
    "NSGA2": (_losses_and_violation, lambda each: 0.0),
}


class _Climber:
    """Climbs from the best genomes that were bred, within its share of all evaluations."""

    def __init__(self, search: Search, rng: np.random.Generator, share: float):
        self.search = search
        self.rng = rng
        self.share = share
        self.used = 0
        self.starts: dict[Genome, Evaluation] = {}  # genomes that no climb has started from yet
        self.peaks: list[Genome] = []  # genomes at which climbs ended

    def climb(self, bred: Sequence[Evaluation]) -> list[Evaluation]:
        """Return the peaks of new climbs; nothing while the share is used up."""
        self.starts |= {each.genome: each for each in bred}
        found = []
        while self.starts and self.used < self.share * len(self.search.tried):
            tried = len(self.search.tried)
            soft, strict = self._keys()
            here = min(self._unexplored() or self.starts.values(), key=soft)
            self.starts.pop(here.genome)
            peak = climb_by_model(self.search, self.rng, here.genome, soft)
            if not peak.feasible:
                peak = climb_by_model(self.search, self.rng, peak.genome, strict)
            self.peaks.append(peak.genome)
            found.append(peak)
            self.used += len(self.search.tried) - tried
        return found

    def _unexplored(self) -> list[Evaluation]:
        """Return the starts far from all known peaks: a climb from there will hardly end at one of them."""
        far = APART * len(self.search.space.sizes)
        peaks = np.array(self.peaks, int).reshape(-1, len(self.search.space.sizes))
        return [each for each in self.starts.values() if ((peaks != each.genome).sum(axis=1) >= far).all()]

    def _keys(self) -> tuple[Key, Key]:
        """Return two keys to climb by, with randomly drawn weights of the objectives.

        The way to a good solution can lead through solutions that break a constraint. The soft key therefore only adds
        a price for that; the strict key puts constraints first.
        """
        tried = self.search.tried.values()
        losses = np.array([each.losses for each in tried])
        weights = self.rng.dirichlet(np.ones(losses.shape[1])) / np.maximum(losses.std(axis=0), 1e-12)
        violations = np.array([each.violation for each in tried])
        price = self.rng.choice([0.3, 1.0, 3.0]) / max(violations.std(), 1e-12)

        def strict(each: Evaluation) -> Any:
            return each.violation, float(np.dot(weights, each.losses)), each.change

        def soft(each: Evaluation) -> Any:
            return float(np.dot(weights, each.losses)) + price * each.violation, each.change

        return soft, strict
