"""Payoff matrices of a metagame: the payoff of each strategy (lineup, deck) against each other.

A payoff matrix is square and antisymmetric: `matrix[i, j]`, from -1 to 1, is the payoff of i against j.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardwright.autobattler.tournament import Tournament
from cardwright.core.errors import BadData

from .metagame import Metagame

MAX_STRATEGIES = 4096  # more would take too long

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def payoffs(metagame: Metagame) -> dict[str, tuple[np.ndarray, Sequence[str]]]:
    """Return the payoff matrices of a metagame (of its cards and of its lineups) with the names of their rows.

    The matrix of more than MAX_STRATEGIES lineups is left out.
    """
    matrix, tournament = metagame.matrix, metagame.details
    if matrix is None:
        return {}
    found: dict[str, tuple[np.ndarray, Sequence[str]]] = {}
    if isinstance(tournament, Tournament):
        found["cards"] = (of_cards(matrix, tournament.lineups), metagame.names)
        if tournament.lineups.shape[1] == 1:
            return found  # a lineup is a card
    elif len(matrix) == len(metagame.names):
        return {"cards": (matrix, metagame.names)}
    if len(matrix) <= MAX_STRATEGIES:
        found["lineups"] = (matrix, metagame.lineup_names)
    return found


def of_cards(matrix: np.ndarray, lineups: np.ndarray) -> np.ndarray:
    """Return the payoffs of cards against each other: means over their lineups, weighted by their copies of the card.

    `lineups` has a row for each row of the matrix: the indices of its cards in the set.

    >>> of_cards(np.array([[0, 1, 1], [-1, 0, 1], [-1, -1, 0]]), np.array([[0, 0], [0, 1], [1, 1]])).tolist()
    [[0.0, 0.888888888889], [-0.888888888889, 0.0]]
    """
    copies = np.array([(lineups == card).sum(axis=1) for card in range(int(lineups.max()) + 1)], float)
    counts = copies.sum(axis=1)
    means: np.ndarray = np.round(copies @ matrix @ copies.T / np.outer(counts, counts), 12)
    return means


def checked(matrix: np.ndarray) -> np.ndarray:
    """Return a payoff matrix as floats; raise an error if it is none."""
    matrix = np.asarray(matrix, float)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not 1 <= len(matrix) <= MAX_STRATEGIES:
        raise BadData(
            f"a payoff matrix must be square, with 1 to {MAX_STRATEGIES} strategies, "
            f"not {' x '.join(map(str, matrix.shape))}"
        )
    if not np.allclose(matrix, -matrix.T, atol=1e-9):
        raise BadData("a payoff matrix must be antisymmetric: one strategy wins what the other loses")
    return matrix


def evenness(shares: np.ndarray) -> float:
    """Return the entropy of shares that sum to 1, as a share of its maximum."""
    if len(shares) == 1:
        return 0.0
    inside = shares[shares > 0]
    return float(-np.sum(inside * np.log(inside)) / np.log(len(shares)))
