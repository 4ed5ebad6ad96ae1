"""What came out: the figures of each series, how sure they are, and how series differ game by game."""

from __future__ import annotations

import functools
import io
import itertools
import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from . import statistics
from .games import Columns, of_player
from .plan import Plan
from .statistics import Estimate

if TYPE_CHECKING:
    import polars
    from rich.console import Group


@dataclass(frozen=True)
class Side:
    """The seats of one agent in a series, and how they did."""

    agent: str
    seats: tuple[int, ...]
    win_rate: Estimate
    score: Estimate

    def to_dict(self) -> dict[str, Any]:
        """As plain data, with seats counted from 1."""
        seats = [seat + 1 for seat in self.seats]
        return {"agent": self.agent, "seats": seats, **_rate(self.win_rate), **_with_interval("score", self.score)}


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
        """How many were played."""
        return len(self.columns["game"])

    @property
    def faults(self) -> int:
        """How many the rules or the limit of decisions stopped; they count as games that nobody won."""
        return int(np.count_nonzero(self.columns["fault"]))

    @property
    def win_rate(self) -> float:
        """The share of games that the first agent won."""
        return self.sides[0].win_rate.value

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the win rate."""
        return self.sides[0].win_rate.low, self.sides[0].win_rate.high

    @functools.cached_property
    def sides(self) -> list[Side]:
        """The seats of each agent together; seat by seat where all have the same agent."""
        return [
            Side(
                self.agents[seats[0]],
                seats,
                statistics.rate(float(self.share("win", seats).sum()), self.games),
                statistics.mean(self.share("score", seats)),
            )
            for seats in _sides(self.agents)
        ]

    @functools.cached_property
    def measures(self) -> dict[str, Estimate]:
        """The means of what the game measures, of the turns and of the decisions."""
        return {name: statistics.mean(self.columns[name]) for name in self.measured}

    def share(self, name: str, seats: tuple[int, ...]) -> np.ndarray:
        """For every game the mean of a column over some seats."""
        return np.mean([self.columns[of_player(name, seat, len(self.agents))] for seat in seats], axis=0)

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        result: dict[str, Any] = {"seats": self.seats, "games": self.games, **_rate(self.sides[0].win_rate)}
        for name, estimate in self.measures.items():
            result |= _with_interval(name, estimate)
        result |= {"games_per_second": _number(self.games_per_second), "faults": self.faults}
        if len(self.agents) > 1:
            result["players"] = [side.to_dict() for side in self.sides]
        return result


def _sides(agents: tuple[str, ...]) -> list[tuple[int, ...]]:
    """Which seats are counted together.

    >>> _sides(("rules", "rules", "random")), _sides(("random", "random"))
    ([(0, 1), (2,)], [(0,), (1,)])
    """
    names = list(dict.fromkeys(agents))
    if len(names) == 1:
        return [(seat,) for seat in range(len(agents))]
    return [tuple(seat for seat, agent in enumerate(agents) if agent == name) for name in names]


@dataclass(frozen=True)
class Difference:
    """How much the first agent of one series does better than that of another, in the same games."""

    seats: str
    minus: str
    games: int
    win_rate: Estimate
    measures: dict[str, Estimate]

    def to_dict(self) -> dict[str, Any]:
        """As plain data."""
        result: dict[str, Any] = {"seats": self.seats, "minus": self.minus, "games": self.games, **_rate(self.win_rate)}
        for name, estimate in self.measures.items():
            result |= _with_interval(name, estimate)
        return result


def difference(first: Series, second: Series) -> Difference:
    """The first series minus the second, over the games that both have played."""
    _, mine, yours = np.intersect1d(first.columns["game"], second.columns["game"], True, return_indices=True)
    wins = (first.share("win", first.sides[0].seats)[mine], second.share("win", second.sides[0].seats)[yours])
    means = {
        name: statistics.mean_difference(first.columns[name][mine], second.columns[name][yours])
        for name in first.measured
    }
    return Difference(first.seats, second.seats, len(mine), statistics.rate_difference(*wins), means)


@dataclass(frozen=True)
class Result:
    """The series of a run. Print it for a table; `to_dict` is for programs, `frame` has a row for every game."""

    plan: Plan = field(repr=False)
    series: list[Series]

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        return all(each.games == self.plan.games for each in self.series)

    @functools.cached_property
    def differences(self) -> list[Difference]:
        """Every series minus every one before it."""
        return [difference(later, earlier) for earlier, later in itertools.combinations(self.series, 2)]

    def to_dict(self) -> dict[str, Any]:
        """As plain data: what was played and the figures of each series."""
        return {
            "game": self.plan.title,
            "seed": self.plan.seed,
            "complete": self.complete,
            "series": [each.to_dict() for each in self.series],
            "differences": [each.to_dict() for each in self.differences],
        }

    def frame(self) -> polars.DataFrame:
        """One row a game, as a Polars data frame."""
        import polars

        names = polars.Enum(list(dict.fromkeys(each.seats for each in self.series)))
        frames = [
            polars.DataFrame({"game": each.columns["game"]}).select(
                polars.lit(number, polars.UInt32).alias("series"),
                polars.lit(each.seats, names).alias("seats"),
                "game",
                polars.Series("seed", self.plan.seeds("game", each.columns["game"])),
                *(polars.Series(name, column) for name, column in each.columns.items() if name != "game"),
            )
            for number, each in enumerate(self.series)
        ]
        return polars.concat(frames)

    def table(self) -> Group:
        """The figures as Rich shows them."""
        from .table import table

        return table(self)

    def __rich__(self) -> Group:
        return self.table()

    def __str__(self) -> str:
        from rich.console import Console

        console = Console(file=io.StringIO(), width=200)
        console.print(self.table())
        return "\n".join(line.rstrip() for line in console.file.getvalue().splitlines())  # type: ignore[attr-defined]


def _rate(rate: Estimate) -> dict[str, Any]:
    return {"win_rate": _number(rate.value), "interval": [rate.low, rate.high]}


def _with_interval(name: str, estimate: Estimate) -> dict[str, Any]:
    return {name: _number(estimate.value), f"{name}_interval": [_number(estimate.low), _number(estimate.high)]}


def _number(value: float) -> float | None:
    """JSON has no nan."""
    return None if math.isnan(value) else value
