"""Series: games between the same agents, their figures with intervals, and differences between two series."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import statistics
from .columns import Columns, player_column
from .statistics import Estimate
from .usage import TYPES, Usage, total_of


@dataclass(frozen=True)
class Side:
    """All seats of one agent in a series; its win rate and score are means per seat, `team_rate` that of any seat."""

    agent: str
    seats: tuple[int, ...]
    win_rate: Estimate
    team_rate: Estimate
    score: Estimate
    usage: Usage | None = None  # of a language model

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, with seats counted from 1."""
        seats = [seat + 1 for seat in self.seats]
        figures = {**rate_to_dict(self.win_rate), **with_interval("score", self.score)}
        if len(seats) > 1:
            figures |= with_interval("team_win_rate", self.team_rate)
        return {"agent": self.agent, "seats": seats, **figures, **self.usage_to_dict()}

    def usage_to_dict(self) -> dict[str, Any]:
        """Return what a language model used as plain data."""
        return {} if self.usage is None else {"language_model": self.usage.to_dict()}


@dataclass(frozen=True)
class Series:
    """Games between the same agents."""

    seats: str
    agents: tuple[str, ...]
    measured: tuple[str, ...]
    columns: Columns = field(repr=False)
    games_per_second: float = math.nan

    @property
    def games(self) -> int:
        """The number of games played."""
        return len(self.columns["game"])

    @property
    def faults(self) -> int:
        """The number of games stopped by the rules or by the limit on decisions; nobody wins them."""
        return int(np.count_nonzero(self.columns["fault"]))

    @property
    def win_rate(self) -> float:
        """The share of games that the first agent won, per seat if it has several."""
        return self.sides[0].win_rate.value

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return self.sides[0].win_rate.low, self.sides[0].win_rate.high

    @property
    def score(self) -> Estimate:
        """The mean score of the first agent, per seat if it has several."""
        return self.sides[0].score

    @functools.cached_property
    def sides(self) -> list[Side]:
        """One side for each agent, or for each seat if all seats have the same agent."""
        return [
            Side(
                self.agents[seats[0]],
                seats,
                statistics.rate(float(self.per_seat("win", seats).sum()), self.games),
                statistics.rate(len(seats) * float(self.per_seat("win", seats).sum()), self.games),
                statistics.mean(self.per_seat("score", seats)).within(-1, 1),
                self._usage(seats),
            )
            for seats in _sides(self.agents)
        ]

    def _usage(self, seats: tuple[int, ...]) -> Usage | None:
        """Return what a language model used in some seats; None if none was asked."""
        names = [{name: player_column(name, seat, len(self.agents)) for name in TYPES} for seat in seats]
        if not all(each["requests"] in self.columns for each in names):
            return None
        used = total_of([{name: self.columns[column] for name, column in each.items()} for each in names])
        return used if used.requests else None

    @functools.cached_property
    def measures(self) -> dict[str, Estimate]:
        """The means of what the game measures, of turns and of decisions; of what is true or false, the share."""
        return {
            name: statistics.rate(float(self.columns[name].sum()), self.games)
            if name in self.shares
            else statistics.mean(self.columns[name])
            for name in self.measured
        }

    @functools.cached_property
    def shares(self) -> set[str]:
        """The measures that are true or false in each game, such as whether it was drawn."""
        return {name for name in self.measured if self.columns[name].dtype == bool}

    @functools.cached_property
    def has_graded_scores(self) -> bool:
        """Whether some score is not -1, 0 or 1; the mean score then says more than the win rate."""
        seats = range(len(self.agents))
        scores = np.abs([self._of_seat("score", seat) for seat in seats])
        return bool(np.any((scores != 0) & (scores != 1)))

    def per_seat(self, name: str, seats: tuple[int, ...]) -> np.ndarray:
        """Return the mean of a column over some seats, for every game; players who tie share a win."""
        mean = np.asarray(np.mean([self._of_seat(name, seat) for seat in seats], axis=0))
        return mean / np.maximum(self._winners, 1) if name == "win" else mean

    def _of_seat(self, name: str, seat: int) -> np.ndarray:
        return self.columns[player_column(name, seat, len(self.agents))]

    @functools.cached_property
    def _winners(self) -> np.ndarray:
        """The number of winners of each game."""
        return np.asarray(np.sum([self._of_seat("win", seat) for seat in range(len(self.agents))], axis=0))

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        result: dict[str, Any] = {"seats": self.seats, "games": self.games, **rate_to_dict(self.sides[0].win_rate)}
        for name, estimate in self.measures.items():
            result |= with_interval(name, estimate)
        result |= {"games_per_second": _number(self.games_per_second), "faults": self.faults}
        result |= with_interval("score", self.score)
        if len(self.agents) > 1:
            return {**result, "players": [side.to_dict() for side in self.sides]}
        return {**result, **self.sides[0].usage_to_dict()}


def _sides(agents: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Return which seats are counted together.

    >>> _sides(("rules", "rules", "random")), _sides(("random", "random"))
    ([(0, 1), (2,)], [(0,), (1,)])
    """
    names = list(dict.fromkeys(agents))
    if len(names) == 1:
        return [(seat,) for seat in range(len(agents))]
    return [tuple(seat for seat, agent in enumerate(agents) if agent == name) for name in names]


@dataclass(frozen=True)
class Difference:
    """How much better the first agent of one series does than that of another, in the same games."""

    seats: str
    minus: str
    games: int
    win_rate: Estimate
    score: Estimate
    measures: dict[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """Return the figures as plain data."""
        result: dict[str, Any] = {"seats": self.seats, "minus": self.minus, "games": self.games}
        result |= rate_to_dict(self.win_rate)
        for name, estimate in {**self.measures, "score": self.score}.items():
            result |= with_interval(name, estimate)
        return result


def difference(first: Series, second: Series) -> Difference:
    """Return the first series minus the second, over the games that both have played."""
    _, mine, yours = np.intersect1d(first.columns["game"], second.columns["game"], True, return_indices=True)

    def pair(name: str) -> tuple[np.ndarray, np.ndarray]:
        return first.per_seat(name, first.sides[0].seats)[mine], second.per_seat(name, second.sides[0].seats)[yours]

    measures = {
        name: statistics.mean_difference(first.columns[name][mine], second.columns[name][yours])
        for name in first.measured
    }
    return Difference(
        first.seats,
        second.seats,
        len(mine),
        statistics.rate_difference(*pair("win")),
        statistics.mean_difference(*pair("score")).within(-2, 2),
        measures,
    )


def rate_to_dict(rate: Estimate) -> dict[str, Any]:
    """Return a win rate and its interval as plain data."""
    return {"win_rate": _number(rate.value), "interval": [rate.low, rate.high]}


def with_interval(name: str, estimate: Estimate) -> dict[str, Any]:
    """Return an estimate and its interval as plain data."""
    return {name: _number(estimate.value), f"{name}_interval": [_number(estimate.low), _number(estimate.high)]}


def _number(value: float) -> float | None:
    """Return the value, or None for nan, which JSON does not have."""
    return None if math.isnan(value) else value
