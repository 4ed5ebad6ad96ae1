"""Two ways to search for weights, with the same interface: `ask` for a population, `tell` its fitness."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for

from .operators import next_population
from .settings import Settings

MOST_CORRELATED = 60  # genes; among more, CMA-ES learns the scale of each, but not how they depend on each other


class Optimiser(Protocol):
    """Proposes populations of genomes and learns from their fitness."""

    def ask(self) -> np.ndarray:
        """Return the next population, a row for each individual."""

    def tell(self, fitness: np.ndarray) -> None:
        """Learn how the population did."""

    def champion(self) -> np.ndarray:
        """Return the genome that is best as far as is known after `tell`."""


class Genetic:
    """The genetic algorithm of the thesis; its champion is the best of the last generation."""

    def __init__(self, size: int, start: Sequence[np.ndarray], settings: Settings):
        self.settings = settings
        self.generation = 0
        rng = np.random.default_rng(seed_for(settings.seed, "first generation"))
        self.population = rng.random((settings.population, size))
        for index, genome in enumerate(start[: settings.population]):
            self.population[index] = genome
        self.best: np.ndarray = self.population[0]

    def ask(self) -> np.ndarray:
        """Return the population."""
        return self.population

    def tell(self, fitness: np.ndarray) -> None:
        """Breed the next generation."""
        self.best = self.population[int(np.argmax(fitness))]
        self.generation += 1
        rng = np.random.default_rng(seed_for(self.settings.seed, "generation", self.generation))
        self.population = next_population(self.population, fitness, self.settings, rng)

    def champion(self) -> np.ndarray:
        """Return the best of the last generation."""
        return self.best


class Cma:
    """CMA-ES (N. Hansen, "The CMA evolution strategy: a tutorial", 2016); its champion is the mean of the distribution.

    Of several genomes to start from, the first is the mean.
    """

    def __init__(self, size: int, start: Sequence[np.ndarray], settings: Settings):
        options: dict[str, Any] = {
            "bounds": [0, 1],
            "popsize": settings.population,
            "seed": 1 + seed_for(settings.seed, "cma") % (2**31 - 2),
            "CMA_diagonal": size > MOST_CORRELATED,
            "verbose": -9,
        }
        for name in ("tolfun", "tolfunhist", "tolx", "tolstagnation", "tolflatfitness"):
            options[name] = 0 if name not in ("tolstagnation", "tolflatfitness") else 10**9  # noise is no convergence
        first = start[0] if start else np.full(size, 0.5)
        with _own_random_state(self):
            self.strategy = _library().CMAEvolutionStrategy(first, settings.sigma, options)
        self.population = np.zeros((0, size))

    def ask(self) -> np.ndarray:
        """Draw a population, once for each `tell`."""
        if not len(self.population):
            with _own_random_state(self):
                self.asked = self.strategy.ask()
            self.population = np.array(self.asked)
        return self.population

    def tell(self, fitness: np.ndarray) -> None:
        """Move the distribution."""
        with _own_random_state(self):
            self.strategy.tell(self.asked, (-fitness).tolist())
        self.population = self.population[:0]

    def champion(self) -> np.ndarray:
        """Return the mean of the distribution."""
        return np.asarray(self.strategy.result.xfavorite)


class _own_random_state:  # noqa: N801  # a context manager reads like a function
    """Lets the cma library use NumPy's global random state, and restores what others had there."""

    def __init__(self, owner: Any):
        self.owner = owner

    def __enter__(self) -> None:
        self.before = np.random.get_state()
        own = getattr(self.owner, "random_state", None)
        if own is not None:
            np.random.set_state(own)

    def __exit__(self, *_: object) -> None:
        self.owner.random_state = np.random.get_state()
        np.random.set_state(self.before)


@functools.cache
def _library() -> Any:
    try:
        import cma
    except ModuleNotFoundError:
        raise CardwrightError("CMA-ES needs the library cma: pip install 'cardwright[search]'") from None
    return cma


def make_optimiser(size: int, start: Sequence[np.ndarray], settings: Settings) -> Optimiser:
    """Return the optimiser that the settings name."""
    return Cma(size, start, settings) if settings.method == "cma" else Genetic(size, start, settings)
