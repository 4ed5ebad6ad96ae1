"""Climbing: from one genome to a better one near it, until there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from .parameters import Genome
from .search import Evaluation, Search

Key = Callable[[Evaluation], Any]
Model = Callable[[np.ndarray], np.ndarray]  # from genomes to the figures that playing them would show
Move = tuple[int, int]  # a variable, and the index of its new value
NEAREST = 200  # evaluations that a model is made from
DRAWN, CHANGES = 200, 3.0  # genomes that a model judges besides single changes, and how many changes each has
PARENTS, LITTER, FEWER = 8, 20, 1.5  # the best of them, and how many more are drawn from each, with how many changes
TRIED = 16  # genomes that are played in a round
IN_VAIN = 2  # rounds


def _rank(evaluation: Evaluation) -> Any:
    return evaluation.rank


def climb(search: Search, rng: np.random.Generator, here: Genome, key: Key = _rank) -> Evaluation:
    """Change one number at a time, keep the first change that is better, until none is."""
    (best,) = search.evaluate([here])
    going = True
    while going:
        going = False
        for move in _moves(best.genome, search.space.sizes, rng):
            (found,) = search.evaluate([_moved(best.genome, move)])
            if key(found) < key(best):
                best, going = found, True
                break
    return best


def climb_by_model(search: Search, rng: np.random.Generator, here: Genome, key: Key = _rank) -> Evaluation:
    """Play what promises most near the best, and go on from there, until that was in vain.

    Between genomes that were played, every figure that playing shows (the rate of each card, ties, length) can be
    guessed, for it changes little where a genome changes little. What guessed figures are worth is known at once, so
    that hundreds of genomes are judged for each that is played.
    """
    if search.guess is None:
        return climb(search, rng, here, key)
    (best,) = search.evaluate([here])
    vain = 0
    while vain < IN_VAIN:
        promising = _promising(search, rng, best, key)
        if not promising:
            break
        found = min(search.evaluate(promising), key=key)
        vain = 0 if key(found) < key(best) else vain + 1
        best = min(best, found, key=key)
    return best


def _promising(search: Search, rng: np.random.Generator, best: Evaluation, key: Key) -> list[Genome]:
    """Genomes near the best that were not played yet, as a model judges them: single changes, several, and from the
    best of those again some."""
    sizes = search.space.sizes
    model = _model(search, best.genome)
    here = np.array([best.genome])
    singles = [_moved(best.genome, move) for move in _moves(best.genome, sizes, rng)]
    judged = _judged(search, model, singles, key)
    judged |= _judged(search, model, _drawn(rng, here.repeat(DRAWN, axis=0), sizes, CHANGES), key)
    parents = np.array(sorted(judged, key=judged.__getitem__)[:PARENTS])
    if parents.size:
        judged |= _judged(search, model, _drawn(rng, parents.repeat(LITTER, axis=0), sizes, FEWER), key)
    return sorted(judged, key=judged.__getitem__)[:TRIED]


def _model(search: Search, genome: Genome) -> Model:
    """A model of the figures, from the genomes nearest to this one: what lies between them is interpolated."""
    from scipy.interpolate import RBFInterpolator  # here, for it takes a while to load

    scale = np.maximum(np.array(search.space.sizes) - 1, 1)
    known = np.array(list(search.tried)) / scale
    nearest = np.argsort(((known - np.array(genome) / scale) ** 2).sum(axis=1), kind="stable")[:NEAREST]
    every = list(search.tried.values())
    figures = np.array([every[index].figures for index in nearest])
    interpolate = RBFInterpolator(known[nearest], figures, kernel="linear")
    return lambda genomes: interpolate(genomes / scale)


def _judged(search: Search, model: Model, genomes: Iterable[Genome], key: Key) -> dict[Genome, Any]:
    """What genomes that were not played yet promise."""
    assert search.guess is not None
    new = [genome for genome in dict.fromkeys(genomes) if genome not in search.tried]
    if not new:
        return {}
    guesses = [search.guess(*pair) for pair in zip(new, model(np.array(new)).tolist(), strict=True)]
    return {guess.genome: key(guess) for guess in guesses if guess is not None}


def _drawn(rng: np.random.Generator, rows: np.ndarray, sizes: np.ndarray, changes: float) -> Iterator[Genome]:
    """Genomes like those of the rows but for some numbers, drawn by chance: so many on average."""
    changed = rng.random(rows.shape) < changes / rows.shape[1]
    yield from map(tuple, np.where(changed, rng.integers(0, sizes, rows.shape), rows).tolist())


def _moves(genome: Genome, sizes: Iterable[int], rng: np.random.Generator) -> Iterator[Move]:
    """All changes of one number, in any order."""
    moves = [(k, value) for k, size in enumerate(sizes) for value in range(size) if value != genome[k]]
    for index in rng.permutation(len(moves)):
        yield moves[index]


def _moved(genome: Genome, move: Move) -> Genome:
    variable, value = move
    return (*genome[:variable], value, *genome[variable + 1 :])
