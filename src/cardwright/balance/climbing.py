"""Climbing: move from one genome to a better one nearby until there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from .evaluation import Evaluation
from .parameters import Genome
from .search import Search

Key = Callable[[Evaluation], Any]
Model = Callable[[np.ndarray], np.ndarray]  # predicts the figures of genomes
Move = tuple[int, int]  # a variable, and the index of its new value
MODEL_POINTS = 200  # the nearest evaluations, from which a model is made
DRAWN, DRAWN_CHANGES = 200, 3.0  # genomes drawn for a model to judge besides single changes, and their mean changes
# The best of them become parents of more: parents, offspring of each, and mean changes.
PARENTS, OFFSPRING, OFFSPRING_CHANGES = 8, 20, 1.5
PLAYED = 16  # genomes played in a round
MAX_FAILED_ROUNDS = 2  # without improvement, before climbing ends


def _rank(evaluation: Evaluation) -> Any:
    return evaluation.rank


def climb(search: Search, rng: np.random.Generator, here: Genome, key: Key = _rank) -> Evaluation:
    """Change one number at a time, keeping the first improvement, until there is none; return the best found."""
    (best,) = search.evaluate([here])
    improved = True
    while improved:
        improved = False
        for move in _moves(best.genome, search.space.sizes, rng):
            (found,) = search.evaluate([moved(best.genome, move)])
            if key(found) < key(best):
                best, improved = found, True
                break
    return best


def climb_by_model(search: Search, rng: np.random.Generator, here: Genome, key: Key = _rank) -> Evaluation:
    """Play the most promising genomes near the best, move there, and repeat until that brings no improvement.

    Small changes to a genome change its figures (the rate of each card, ties, length) only a little, so a model can
    interpolate the figures between genomes that were played. Judging predicted figures is cheap: hundreds of genomes
    are judged for each one that is played.
    """
    if search.guess is None:
        return climb(search, rng, here, key)
    (best,) = search.evaluate([here])
    failed = 0
    while failed < MAX_FAILED_ROUNDS:
        promising = _promising(search, rng, best, key)
        if not promising:
            break
        found = min(search.evaluate(promising), key=key)
        failed = 0 if key(found) < key(best) else failed + 1
        best = min(best, found, key=key)
    return best


def _promising(search: Search, rng: np.random.Generator, best: Evaluation, key: Key) -> list[Genome]:
    """Return unplayed genomes near the best that a model judges most promising.

    Candidates are all single changes, random multiple changes, and further changes of the most promising of those.
    """
    sizes = search.space.sizes
    model = _model(search, best.genome)
    here = np.array([best.genome])
    singles = [moved(best.genome, move) for move in _moves(best.genome, sizes, rng)]
    judged = _judged(search, model, singles, key)
    judged |= _judged(search, model, _drawn(rng, here.repeat(DRAWN, axis=0), sizes, DRAWN_CHANGES), key)
    parents = np.array(sorted(judged, key=judged.__getitem__)[:PARENTS])
    if parents.size:
        offspring = _drawn(rng, parents.repeat(OFFSPRING, axis=0), sizes, OFFSPRING_CHANGES)
        judged |= _judged(search, model, offspring, key)
    return sorted(judged, key=judged.__getitem__)[:PLAYED]


def _model(search: Search, genome: Genome) -> Model:
    """Return a model that interpolates the figures between the played genomes nearest to this one."""
    from scipy.interpolate import RBFInterpolator  # imported late because it loads slowly

    scale = np.maximum(np.array(search.space.sizes) - 1, 1)
    known = np.array(list(search.tried)) / scale
    nearest = np.argsort(((known - np.array(genome) / scale) ** 2).sum(axis=1), kind="stable")[:MODEL_POINTS]
    every = list(search.tried.values())
    figures = np.array([every[index].figures for index in nearest])
    interpolate = RBFInterpolator(known[nearest], figures, kernel="linear")
    return lambda genomes: interpolate(genomes / scale)


def _judged(search: Search, model: Model, genomes: Iterable[Genome], key: Key) -> dict[Genome, Any]:
    """Return the key of the predicted evaluation of each genome that was not played yet."""
    assert search.guess is not None
    new = [genome for genome in dict.fromkeys(genomes) if genome not in search.tried]
    if not new:
        return {}
    guesses = [search.guess(*pair) for pair in zip(new, model(np.array(new)).tolist(), strict=True)]
    return {guess.genome: key(guess) for guess in guesses if guess is not None}


def _drawn(rng: np.random.Generator, rows: np.ndarray, sizes: np.ndarray, changes: float) -> Iterator[Genome]:
    """Yield the genomes of the rows with, on average, `changes` numbers redrawn at random."""
    changed = rng.random(rows.shape) < changes / rows.shape[1]
    yield from map(tuple, np.where(changed, rng.integers(0, sizes, rows.shape), rows).tolist())


def _moves(genome: Genome, sizes: Iterable[int], rng: np.random.Generator) -> Iterator[Move]:
    """Yield all changes of one number, in random order."""
    moves = [(k, value) for k, size in enumerate(sizes) for value in range(size) if value != genome[k]]
    for index in rng.permutation(len(moves)):
        yield moves[index]


def moved(genome: Genome, move: Move) -> Genome:
    """Return a genome with another value of one variable."""
    variable, value = move
    return (*genome[:variable], value, *genome[variable + 1 :])
