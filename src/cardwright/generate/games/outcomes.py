"""What the outcomes of plays say about a game: how many were stopped or drawn, and who won."""

from __future__ import annotations

import math

import numpy as np

from cardwright.arena import statistics
from cardwright.arena.columns import Columns
from cardwright.arena.statistics import Estimate, Z

from .subject import Subject


def endless(subject: Subject, plays: Columns) -> np.ndarray:
    """Return which plays were stopped because they took too many turns."""
    return plays["crashed"] & (plays["turns"] > int(subject.described.switch("turn_limit")))


def draws(plays: Columns) -> Estimate:
    """Return the share of plays without a winner."""
    return statistics.rate(int(np.count_nonzero(plays["drawn"])), len(plays["drawn"]))


def spread(plays: Columns, players: int) -> Estimate:
    """Return the best seat's share of all wins minus the worst seat's; 1 if nobody won."""
    wins = np.array([np.count_nonzero(plays[f"win_{seat + 1}"]) for seat in range(players)])
    n = int(wins.sum())
    if n == 0:
        return Estimate(1.0, 0.0, 1.0)
    best, worst = wins.max() / n, wins.min() / n
    half = Z * math.sqrt(max(0.0, best + worst - (best - worst) ** 2) / n)
    return Estimate(float(best - worst), max(0.0, float(best - worst) - half), min(1.0, float(best - worst) + half))


def gain(series: list[Columns], players: int) -> Estimate:
    """Return an agent's win rate above an equal share, from one series per seat; a draw is an equal share.

    >>> seat = {"win_1": np.array([1, 1]), "win_2": np.array([0, 0]), "drawn": np.array([0, 0])}
    >>> other = {"win_1": np.array([0, 0]), "win_2": np.array([1, 1]), "drawn": np.array([0, 0])}
    >>> gain([seat, other], players=2).value, gain([other, seat], players=2).value
    (1.0, -1.0)
    """
    equal = 1 / players
    won = [plays[f"win_{seat + 1}"] + equal * plays["drawn"] for seat, plays in enumerate(series)]
    share = statistics.rate(float(np.concatenate(won).sum()), sum(map(len, won)))
    return Estimate(*((each - equal) / (1 - equal) for each in share))
