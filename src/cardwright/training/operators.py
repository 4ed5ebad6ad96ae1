"""The operators of the thesis: tournament selection, arithmetic crossover, uniform mutation, elitism by reinsertion.

Roulette wheel selection, one-point and uniform crossover are there to compare with.

They behave as in the library GeneticSharp, which the thesis used: pairs that do not cross have no children, and the
best of the old population fill the rest of the new one.
"""

from __future__ import annotations

import numpy as np

from .settings import Settings


def spin(fitness: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """Return individuals drawn in proportion to how much fitter they are than the worst, by index."""
    shares = fitness - fitness.min()
    total = shares.sum()
    return rng.choice(len(fitness), count, p=shares / total if total > 0 else None)


def select(fitness: np.ndarray, count: int, size: int, rng: np.random.Generator) -> np.ndarray:
    """Return the winners of tournaments between `size` different individuals, by index."""
    entrants = np.array([rng.choice(len(fitness), size, replace=False) for _ in range(count)])
    return np.asarray(entrants[np.arange(count), np.argmax(fitness[entrants], axis=1)])


def cross(
    first: np.ndarray, second: np.ndarray, crossover: str, rng: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Return two children of which each has what the other lacks: between their parents, or with genes of either."""
    if crossover in ("one-point", "uniform"):
        size = len(first)
        swapped = (
            np.arange(size) >= rng.integers(1, max(2, size)) if crossover == "one-point" else rng.random(size) < 0.5
        )
        return np.where(swapped, second, first), np.where(swapped, first, second)
    share = rng.random() if crossover == "random" else 0.5
    child = share * first + (1 - share) * second
    return child, first + second - child


def mutate(genome: np.ndarray, probability: float, rng: np.random.Generator) -> np.ndarray:
    """Return the genome with each gene drawn anew with this probability."""
    return np.where(rng.random(len(genome)) < probability, rng.random(len(genome)), genome)


def next_population(
    population: np.ndarray, fitness: np.ndarray, settings: Settings, rng: np.random.Generator
) -> np.ndarray:
    """Return the next generation: children of pairs that crossed, and the best of the old generation."""
    if settings.selection == "roulette":
        parents = spin(fitness, len(population), rng)
    else:
        parents = select(fitness, len(population), settings.tournament, rng)
    children: list[np.ndarray] = []
    for first, second in zip(parents[::2], parents[1::2], strict=False):
        if rng.random() < settings.crossover_rate:
            pair = cross(population[first], population[second], settings.crossover, rng)
            children += [mutate(each, settings.mutation_rate, rng) for each in pair]
    candidates = parents if settings.elite == "parents" else np.arange(len(population))
    best = candidates[np.argsort(-fitness[candidates], kind="stable")][: len(population) - len(children)]
    following: np.ndarray = np.clip(np.array([*children, *population[best]]), 0.0, 1.0)  # rounding can leave the range
    return following
