"""Ratings of agents from who did better than whom, by the library openskill.

The model is that of Plackett and Luce in R. C. Weng and C.-J. Lin, "A Bayesian approximation method for online
ranking", 2011. Agents do not change while they play, so uncertainty only shrinks (`tau` is 0, `gamma` is 1; the
library's own values let it linger for people, who learn). The method takes one game after the other, and later games
count a little more than earlier ones. So the games are taken in several random orders, and the ratings are averaged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.random import seed_for

from .statistics import Estimate, Z

MOST_ORDERS = 10
MOST_UPDATES = 100_000  # over all orders, which takes about ten seconds; among more games the order matters less


class Meeting(NamedTuple):
    """Games between the same agents: a row for each game with the score of each agent."""

    agents: tuple[str, ...]
    scores: np.ndarray


def rate_agents(meetings: Sequence[Meeting], agents: Sequence[str], seed: int) -> dict[str, Estimate]:
    """Return the rating of every agent; all begin with 25, and the same seed takes the games in the same orders."""
    games = [
        ([agents.index(name) for name in meeting.agents], ranks)
        for meeting in meetings
        if len(meeting.agents) > 1  # a league that was stopped has games in which only one has played so far
        for ranks in _ranks(meeting.scores)
    ]
    orders = min(MOST_ORDERS, max(1, MOST_UPDATES // max(1, len(games))))
    passes = np.array([_one_pass(games, len(agents), seed_for(seed, "league order", k)) for k in range(orders)])
    means, deviations = passes[:, :, 0], passes[:, :, 1]
    spread = np.sqrt(np.mean(deviations**2, axis=0) + np.var(means, axis=0))
    centre = means.mean(axis=0)
    return {
        name: Estimate(float(centre[k]), float(centre[k] - Z * spread[k]), float(centre[k] + Z * spread[k]))
        for k, name in enumerate(agents)
    }


def _ranks(scores: np.ndarray) -> list[list[int]]:
    """Return for each game how many others did better than each agent; openskill takes only whole numbers.

    >>> _ranks(np.array([[0.5, 1.0, 0.5]]))
    [[1, 0, 1]]
    """
    ranks: list[list[int]] = (scores[:, None, :] > scores[:, :, None]).sum(axis=2).tolist()
    return ranks


def _one_pass(games: list[tuple[list[int], list[int]]], agents: int, seed: int) -> list[tuple[float, float]]:
    """Return the mean and the deviation of every agent after all games, taken in the order that the seed decides."""
    model = _model()
    ratings = [model.rating() for _ in range(agents)]
    for index in np.random.default_rng(seed).permutation(len(games)).tolist():
        players, ranks = games[index]
        after = model.rate([[ratings[player]] for player in players], ranks=ranks)
        for player, (rating,) in zip(players, after, strict=True):
            ratings[player] = rating
    return [(rating.mu, rating.sigma) for rating in ratings]


def check_library() -> None:
    """Raise a `CardwrightError` if the library is not installed."""
    _library()


def _model() -> Any:
    return _library().PlackettLuce(tau=0.0, gamma=lambda *_, **__: 1.0)


def _library() -> Any:
    try:
        from openskill import models
    except ImportError:
        raise CardwrightError("ratings need the library openskill: pip install 'cardwright[league]'") from None
    return models
