"""The result of a run: its series, their differences, tables of both, and a row for every game."""

from __future__ import annotations

import functools
import itertools
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from .plan import Plan
from .series import Difference, Series, difference
from .table import Report, Shown

if TYPE_CHECKING:
    import polars


@dataclass(frozen=True)
class Result(Shown):
    """The series of a run. Print it for tables; `to_dict` is for programs, `frame` has a row for every game."""

    plan: Plan = field(repr=False)
    series: list[Series]

    @property
    def complete(self) -> bool:
        """Whether all games were played."""
        return all(each.games == self.plan.games for each in self.series)

    @functools.cached_property
    def differences(self) -> list[Difference]:
        """Every series minus each of those before it."""
        return [difference(later, earlier) for earlier, later in itertools.combinations(self.series, 2)]

    def to_dict(self) -> dict[str, Any]:
        """Return as plain data what was played and the figures of each series."""
        return {
            "game": self.plan.title,
            "seed": self.plan.seed,
            "complete": self.complete,
            "series": [each.to_dict() for each in self.series],
            "differences": [each.to_dict() for each in self.differences],
        }

    def frame(self) -> polars.DataFrame:
        """Return a Polars data frame with one row per game."""
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

    def report(self) -> Report:
        """Return the tables that text, terminals and notebooks show."""
        counts = dict.fromkeys(f"{each.games:,}" for each in self.series)
        word = "game" if list(counts) == ["1"] else "games"
        games = f"{' and '.join(counts)} {word} per series{'' if self.complete else ' (unfinished)'}"
        title = f"{self.plan.title}, {games}, seed {self.plan.seed}, 95 % intervals"
        return Report(title, self.series, self.differences)
