"""Climbing: from one genome to a better one near it, until there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from .parameters import Genome
from .search import Evaluation, Search

Key = Callable[[Evaluation], Any]
Move = tuple[int, int]  # a variable, and the index of its new value
MOVES = 3  # single changes tried in a round, for each variable
WIDTH = 16  # combinations that are carried on with one change more
TRIED = 12  # combinations that are played in a round
LONGEST = 3  # changes in a combination


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


def climb_by_effects(search: Search, rng: np.random.Generator, here: Genome, key: Key = _rank) -> Evaluation:
    """Change several numbers at a time: those whose effects, added up, promise most.

    Single changes are played, and what each does to every figure (the rate of each card, ties, length) is taken for its
    effect. Effects of changes to different numbers are nearly added up when both are made, so that combinations can be
    judged without playing them. The best are played, and the best of those is where the next round begins.
    """
    if search.guess is None:
        return climb(search, rng, here, key)
    (best,) = search.evaluate([here])
    unhelpful = 0
    while unhelpful < 2:
        found = _round(search, rng, best, key)
        unhelpful = 0 if key(found) < key(best) else unhelpful + 1
        best = min(best, found, key=key)
    return best


def _round(search: Search, rng: np.random.Generator, best: Evaluation, key: Key) -> Evaluation:
    """The best of some single changes (as many as were not known before) and of what combines them."""
    moves = list(_moves(best.genome, search.space.sizes, rng))
    known = [move for move in moves if _moved(best.genome, move) in search.tried]
    new = [move for move in moves if _moved(best.genome, move) not in search.tried]
    chosen = known + new[: MOVES * len(best.genome)]
    singles = search.evaluate([_moved(best.genome, move) for move in chosen])
    base = np.array(best.figures)
    effects = {move: np.array(single.figures) - base for move, single in zip(chosen, singles, strict=True)}
    promising = _combinations(search, best, effects, sorted(singles, key=key)[:WIDTH], key)
    return min([*singles, *search.evaluate(promising)] if promising else singles, key=key)


def _combinations(
    search: Search, best: Evaluation, effects: dict[Move, np.ndarray], singles: list[Evaluation], key: Key
) -> list[Genome]:
    """Genomes with several changes that promise most and were not played yet."""
    assert search.guess is not None
    level = {each.genome: np.array(each.figures) for each in singles}
    judged: dict[Genome, Any] = {}
    for _ in range(1, LONGEST):
        longer: dict[Genome, np.ndarray] = {}
        for genome, figures in level.items():
            for (variable, value), effect in effects.items():
                if genome[variable] == best.genome[variable]:
                    longer.setdefault(_moved(genome, (variable, value)), figures + effect)
        guesses = {genome: search.guess(genome, figures.tolist()) for genome, figures in longer.items()}
        keys = {genome: key(guess) for genome, guess in guesses.items() if guess is not None}
        judged |= keys
        level = {genome: longer[genome] for genome in sorted(keys, key=keys.__getitem__)[:WIDTH]}
    return [genome for genome in sorted(judged, key=judged.__getitem__) if genome not in search.tried][:TRIED]


def _moves(genome: Genome, sizes: Iterable[int], rng: np.random.Generator) -> Iterator[Move]:
    """All changes of one number, in any order."""
    moves = [(k, value) for k, size in enumerate(sizes) for value in range(size) if value != genome[k]]
    for index in rng.permutation(len(moves)):
        yield moves[index]


def _moved(genome: Genome, move: Move) -> Genome:
    variable, value = move
    return (*genome[:variable], value, *genome[variable + 1 :])
