"""What the outcomes of plays say about a game: how many were stopped or drawn, and who won."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from cardwright.arena import statistics
from cardwright.arena.columns import Columns, player_column
from cardwright.arena.statistics import Estimate, Z

from .subject import Side, Subject


def endless(subject: Subject, plays: Columns) -> np.ndarray:
    """Return which plays were stopped because they took too many turns."""
    return plays["crashed"] & (plays["turns"] > int(subject.described.switch("turn_limit")))


def draws(plays: Columns) -> Estimate:
    """Return the share of plays without a winner."""
    return statistics.rate(int(np.count_nonzero(plays["drawn"])), len(plays["drawn"]))


def won(plays: Columns, sides: Sequence[Side]) -> np.ndarray:
    """Return which plays each side won, with one row per side."""
    players = sum(map(len, sides))
    return np.array([plays[player_column("win", side[0], players)] != 0 for side in sides])


def spread(plays: Columns, sides: Sequence[Side]) -> Estimate:
    """Return the best side's share of all wins minus the worst side's; 1 if nobody won."""
    wins = won(plays, sides).sum(axis=1)
    n = int(wins.sum())
    if n == 0:
        return Estimate(1.0, 0.0, 1.0)
    best, worst = wins.max() / n, wins.min() / n
    half = Z * math.sqrt(max(0.0, best + worst - (best - worst) ** 2) / n)
    return Estimate(float(best - worst), max(0.0, float(best - worst) - half), min(1.0, float(best - worst) + half))


def chance_of_equals(plays: Columns, sides: Sequence[Side]) -> float:
    """Return how likely sides that win equally often would make such wins, or worse ones: Cochran's test.

    Of plays with one winner each it is the chi-square test. (W. G. Cochran, "The comparison of percentages in matched
    samples", 1950.)

    >>> plays = {"win_1": np.array([1] * 60 + [0] * 40), "win_2": np.array([0] * 60 + [1] * 40)}
    >>> round(chance_of_equals(plays, [(0,), (1,)]), 4)
    0.0455
    """
    from scipy.special import chdtrc

    wins = won(plays, sides).astype(float)
    k, of_sides, of_plays = len(sides), wins.sum(axis=1), wins.sum(axis=0)
    scatter = float((of_plays * (k - of_plays)).sum())
    if scatter == 0:
        return 1.0
    return float(chdtrc(k - 1, (k - 1) * k * float(((of_sides - of_sides.mean()) ** 2).sum()) / scatter))


def gain(series: list[Columns], sides: Sequence[Side]) -> Estimate:
    """Return an agent's win rate above an equal share, from one series per side; a draw is an equal share.

    Sides that win a play together share it.

    >>> seat = {"win_1": np.array([1, 1]), "win_2": np.array([0, 0]), "drawn": np.array([0, 0])}
    >>> other = {"win_1": np.array([0, 0]), "win_2": np.array([1, 1]), "drawn": np.array([0, 0])}
    >>> gain([seat, other], [(0,), (1,)]).value, gain([other, seat], [(0,), (1,)]).value
    (1.0, -1.0)
    """
    equal = 1 / len(sides)
    shares = []
    for side, plays in enumerate(series):
        wins = won(plays, sides)
        shares.append(wins[side] / np.maximum(1, wins.sum(axis=0)) + equal * plays["drawn"])
    share = statistics.rate(float(np.concatenate(shares).sum()), sum(map(len, shares)))
    return Estimate(*((each - equal) / (1 - equal) for each in share))
