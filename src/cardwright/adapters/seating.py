"""Who plays where beside a learner: one seat, a random seat or all seats, against one or several sets of opponents.

Each way to fill the seats of a game is an arrangement. An environment has some of them, which lie side by side, and
draws one for each episode.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from cardwright.agents import Agent, Compiled, First, Needs, SeatList, make_seats, seats_of
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game

from .step_kernels import EVERY_SEAT

ALL, RANDOM = "all", "random"  # the seats of a learner that has no fixed one
POOLS = ("episode", "environment")
DEFAULT_OPPONENTS = "random"  # a learner with all seats never meets them
MOST_OPPONENTS = 1000  # sets of them in a pool


@dataclass(frozen=True)
class Arrangements:
    """Ways to fill the seats of a game, a row for each."""

    agents: list[list[Agent]]  # the learner's own seats hold agents that are never asked
    learners: np.ndarray  # the learner's seat, or EVERY_SEAT
    settings: np.ndarray
    weights: np.ndarray
    needs: Needs
    first: np.ndarray  # for each environment: the first of its rows
    rows: int  # how many rows an environment has
    seats: int  # how many of them differ only in the learner's seat

    def moved(self, rows: np.ndarray) -> np.ndarray:
        """Return the rows in which games in progress go on after other opponents came: the learner keeps its seat."""
        others = rows // self.seats % (self.rows // self.seats)
        return np.asarray(self.first + others * self.seats + rows % self.seats)


def arrange(game: Game, count: int, seat: int | str, opponents: Any, pool: str | None) -> Arrangements:
    """Return the arrangements of `count` environments.

    `seat` is a number, "all" or "random". With a `pool`, `opponents` is a list of alternatives: "episode" draws one of
    them for each episode, and "environment" gives environment k the alternative k modulo their number.
    """
    seats = _seats(game, seat)
    sets = _sets(game, opponents, pool) if seat != ALL else [_nobody(game, opponents, pool)]
    agents = [_around(each, learner) for each in sets for learner in seats]
    table = seats_of(game, [agent for row in agents for agent in row])
    settings = table.settings.reshape(len(agents), game.players)
    learners = np.array([learner for _ in sets for learner in seats], np.int64)
    settings["outside"] = [[not isinstance(agent, Compiled) for agent in row] for row in agents]
    for row, learner in zip(settings, learners.tolist(), strict=True):
        row["outside"][slice(None) if learner == EVERY_SEAT else learner] = True
    drawn = pool != "environment"
    first = np.zeros(count, np.int64) if drawn else np.arange(count) % len(sets) * len(seats)
    weights = table.weights.reshape(*settings.shape, -1)
    rows = len(agents) if drawn else len(seats)
    return Arrangements(agents, learners, settings, weights, table.needs, first, rows, len(seats))


def _seats(game: Game, seat: int | str) -> list[int]:
    """Return the seats that a learner can have."""
    if seat == ALL:
        return [EVERY_SEAT]
    if seat == RANDOM:
        return list(range(game.players))
    whole = isinstance(seat, int | np.integer) and not isinstance(seat, bool)
    if not whole or not 0 <= int(seat) < game.players:
        last = game.players - 1
        raise CardwrightError(
            f"the seat in {game.title} must be an integer from 0 to {last}, 'all' or 'random', not {str(seat)[:40]}"
        )
    return [int(seat)]


def _sets(game: Game, opponents: Any, pool: str | None) -> list[list[Agent]]:
    """Return the sets of opponents, each with an agent for every other seat."""
    if pool is None:
        return [_one_set(game, opponents)]
    if pool not in POOLS:
        raise CardwrightError(f"pool must be one of {', '.join(map(repr, POOLS))} or None, not {str(pool)[:40]!r}")
    if not isinstance(opponents, list | tuple) or not 1 <= len(opponents) <= MOST_OPPONENTS:
        most = f"{MOST_OPPONENTS:,}"
        raise CardwrightError(
            f"with a pool, opponents is a list of 1 to {most} alternatives, as in ['random', 'first']"
        )
    return [_one_set(game, each) for each in opponents]


def _one_set(game: Game, opponents: SeatList) -> list[Agent]:
    given, others = [agent.at(game) for agent in make_seats(opponents)], game.players - 1
    if len(given) == 1:
        given *= others
    if len(given) != others:
        seats = "1 other seat" if others == 1 else f"{others} other seats"
        raise CardwrightError(f"{game.title} has {seats}, but {len(given)} opponents were given")
    return given


def _nobody(game: Game, opponents: Any, pool: str | None) -> list[Agent]:
    if opponents != DEFAULT_OPPONENTS or pool is not None:
        raise CardwrightError("a learner with all seats has no opponents; leave out opponents and pool")
    return [First() for _ in range(game.players)]


def _around(opponents: Sequence[Agent], learner: int) -> list[Agent]:
    if learner == EVERY_SEAT:
        return list(opponents)
    return [*opponents[:learner], First(), *opponents[learner:]]
