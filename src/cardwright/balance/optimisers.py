"""Optimisers behind one small interface: a function that calls `search.evaluate` until it raises `BudgetSpent`.

A genetic algorithm with `generations` can end earlier.

All optimisers have the same budget, evaluate the original rules first, and draw random numbers from their own seed. All
start from the original rules, except random search and PyGAD, which starts from random genomes as in the paper.
Single-objective libraries minimise `Evaluation.score`.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any

import numpy as np

from cardwright.core.errors import BadData, CardwrightError, unknown

from .climbing import climb
from .parameters import Genome
from .search import BudgetSpent, Search

Optimiser = Callable[..., None]
MAX_OPTION = 1_000_000
NO_LIMIT = 10**9  # generations, the first included; the budget ends a search long before


def optimise(search: Search, name: str, seed: int, **options: Any) -> None:
    """Search with an optimiser until the budget is spent, or until its generations are over."""
    check(name, options)
    try:
        search.evaluate([search.space.start])
        if search.left > 0:
            OPTIMISERS[name](search, np.random.default_rng(seed), **options)
    except BudgetSpent:
        pass
    finally:
        search.memory.save()


def check(name: str, options: dict[str, Any]) -> None:
    """Raise an error for an unknown optimiser, a missing library, an unknown option or an invalid value."""
    if name not in OPTIMISERS:
        raise unknown("optimiser", name, OPTIMISERS)
    if name in LIBRARIES:
        library(LIBRARIES[name])
    function = OPTIMISERS[name]
    defaults = function.__kwdefaults__ or {}
    for key, value in options.items():
        if key not in defaults:
            raise unknown(f"option of the optimiser {name}", key, defaults)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 < value < MAX_OPTION:
            raise BadData(
                f"option {key} of the optimiser {name} must be above 0 and below {MAX_OPTION:,}, not {value!r}"
            )
        if isinstance(defaults[key], int) and (not isinstance(value, int) or value < 2):
            raise BadData(f"option {key} of the optimiser {name} must be an integer of at least 2, not {value!r}")
    chosen = {**defaults, **options}
    if chosen.get("parents", 0) > chosen.get("population", 0):
        raise BadData(f"the optimiser {name} has {chosen['population']} solutions, so at most that many can be parents")


def library(name: str) -> Any:
    """Import an optional library, or raise an error that says how to install it."""
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError:
        package = name.partition(".")[0]
        raise CardwrightError(f"this needs the library {package}: pip install 'cardwright[search]'") from None


def random_search(search: Search, rng: np.random.Generator) -> None:
    """Random search: the baseline for all other optimisers."""
    while True:
        search.evaluate([search.space.sample(rng)])


def hill_climbing(search: Search, rng: np.random.Generator) -> None:
    """Hill climbing: change one number at a time, keep improvements, and restart at random from a local optimum."""
    here = search.space.start
    while True:
        climb(search, rng, here)
        here = search.space.sample(rng)


def cma(search: Search, rng: np.random.Generator, *, sigma: float = 0.3) -> None:
    """CMA-ES on rounded value indices; after convergence it restarts with twice the population."""
    from cma import CMAEvolutionStrategy

    sizes = search.space.sizes
    movable = np.flatnonzero(sizes > 1)
    begin = (np.array(search.space.start)[movable] + 0.5) / sizes[movable]
    population = 4 + int(3 * np.log(max(2, len(movable))))
    while True:
        options = {"bounds": [0, 1], "seed": int(rng.integers(1, 2**31)), "popsize": population, "verbose": -9}
        with _numpy_random_state_kept():
            strategy = CMAEvolutionStrategy(begin, sigma, options)
            while not strategy.stop():
                asked = strategy.ask()
                genomes = [_genome(point, search.space.start, movable, sizes) for point in asked]
                strategy.tell(asked, [each.score for each in search.evaluate(genomes)])
        begin, population = rng.random(len(movable)), min(2 * population, 64)


def _genome(point: np.ndarray, start: Genome, movable: np.ndarray, sizes: np.ndarray) -> Genome:
    genome = np.array(start)
    genome[movable] = np.minimum(point * sizes[movable], sizes[movable] - 1).astype(int)
    return tuple(genome.tolist())


class _numpy_random_state_kept:  # noqa: N801  # a context manager reads like a function
    """Restores NumPy's global random state, which the cma library seeds."""

    def __enter__(self) -> None:
        self.state = np.random.get_state()

    def __exit__(self, *_: object) -> None:
        np.random.set_state(self.state)


def pygad(
    search: Search, rng: np.random.Generator, *, population: int = 8, parents: int = 4, generations: int = NO_LIMIT
) -> None:
    """PyGAD with the settings of the LUDUS paper: 8 solutions, 4 of them parents."""
    ga = library("pygad")
    spaces = [list(range(size)) for size in search.space.sizes]
    ended: list[Exception] = []

    def fitness(_: Any, genomes: np.ndarray, __: Any) -> list[float]:
        try:
            return [-each.score for each in search.evaluate(np.atleast_2d(genomes))]
        except (BudgetSpent, CardwrightError) as end:  # the library would report it as its own failure
            ended.append(end)
            return [-np.inf] * len(np.atleast_2d(genomes))

    ga.GA(
        num_generations=generations - 1, num_parents_mating=parents, sol_per_pop=population,
        num_genes=len(spaces), gene_space=spaces, gene_type=int, fitness_func=fitness,
        fitness_batch_size=population, random_seed=int(rng.integers(2**31)), suppress_warnings=True,
        on_generation=lambda _: "stop" if ended else None,
    ).run()  # fmt: skip
    if ended:
        raise ended[0]


def ga(search: Search, rng: np.random.Generator, *, population: int = 100, generations: int = NO_LIMIT) -> None:
    """The genetic algorithm of pymoo on integers; several objectives are added up."""
    from .evolution import evolve

    evolve(search, rng, "GA", population, generations)


def nsga2(search: Search, rng: np.random.Generator, *, population: int = 40, climbing: float = 0.8) -> None:
    """NSGA-II of pymoo on integers, for several objectives at once; a share of the budget goes into climbing."""
    from .evolution import evolve

    evolve(search, rng, "NSGA2", population, climbing=climbing)


OPTIMISERS: dict[str, Optimiser] = {
    "nsga2": nsga2, "ga": ga, "cma": cma, "pygad": pygad, "hill_climbing": hill_climbing, "random": random_search,
}  # fmt: skip
LIBRARIES = {"nsga2": "pymoo", "ga": "pymoo", "cma": "cma", "pygad": "pygad"}
