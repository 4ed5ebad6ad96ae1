"""Evolution by pymoo (J. Blank and K. Deb, "pymoo: Multi-objective optimization in Python", 2020) on whole numbers.

This module is imported only when it is used: the library takes a while to load.
"""

from __future__ import annotations

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

from .search import Search

ALGORITHMS = {"GA": GA, "NSGA2": NSGA2}


def evolve(search: Search, rng: np.random.Generator, name: str, population: int, eta_c=3.0, eta_m=3.0, prob=0.9) -> None:
    objectives = len(search.evaluate([search.space.start])[0].losses) if name == "NSGA2" else 1
    problem = Problem(n_var=len(search.space.sizes), n_obj=objectives, n_ieq_constr=1, xl=0, xu=search.space.sizes - 1, vtype=int)
    algorithm = ALGORITHMS[name](
        pop_size=population, sampling=IntegerRandomSampling(),
        crossover=SBX(prob=prob, eta=eta_c, vtype=float, repair=RoundingRepair()),
        mutation=PM(eta=eta_m, vtype=float, repair=RoundingRepair()), eliminate_duplicates=True)
    algorithm.setup(problem, termination=("n_gen", 10**9), seed=int(rng.integers(2**31)), verbose=False)
    while algorithm.has_next():
        pop = algorithm.ask()
        if pop is None or len(pop) == 0:
            break
        found = search.evaluate(pop.get("X"))
        F = np.array([each.losses if name == "NSGA2" else [sum(each.losses)] for each in found])
        G = np.array([[each.violation] for each in found])
        Evaluator().eval(StaticProblem(problem, F=F, G=G), pop)
        algorithm.tell(infills=pop)
