"""Metrics: small functions from a run to a table, found by their names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars

from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.user_code import failure, load_module, location

from .run import Run, Table

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Plot = Callable[[Run, polars.DataFrame], "Figure | None"]
Remark = Callable[[polars.DataFrame], str]


@dataclass(frozen=True)
class Metric:
    """A function that returns a table about a run; empty tables are left out."""

    name: str
    title: str
    about: str  # what the columns mean, in a sentence or two
    function: Callable[[Run], Table]
    needs_decisions: bool = False
    plot: Plot | None = None
    remark: Remark | None = None  # a sentence about the table as a whole
    standard: bool = True  # whether it is a part of every report

    def table(self, run: Run) -> polars.DataFrame:
        """Return the table."""
        found = self.function(run)
        if isinstance(found, polars.LazyFrame):
            found = found.collect(engine="streaming")
        if not isinstance(found, polars.DataFrame):
            raise CardwrightError(f"metric {self.name}: returned {type(found).__name__}, not a Polars frame")
        return found


METRICS: dict[str, Metric] = {}  # by name, in the order of a report


def metric(
    title: str,
    *,
    decisions: bool = False,
    plot: Plot | None = None,
    remark: Remark | None = None,
    standard: bool = True,
) -> Callable[[Callable[[Run], Table]], Callable[[Run], Table]]:
    """Make a function from a run to a Polars frame a part of reports; `decisions` says that it needs the action log.

    `plot` draws the table, and `remark` says a sentence about it. A metric that is not `standard` has to be asked for.

    The first paragraph of its docstring is printed below the title. A column whose name ends with " low" or " high" is
    shown as the interval of the column before it.

        @metric("Longest games")
        def longest(run):
            return run.games.lazy().select("seats", "game", "turns").top_k(10, by="turns")
    """

    def register(function: Callable[[Run], Table]) -> Callable[[Run], Table]:
        about = " ".join((function.__doc__ or "").strip().partition("\n\n")[0].split())
        METRICS[function.__name__] = Metric(
            function.__name__, title, about, function, decisions, plot, remark, standard
        )
        return function

    return register


def load_metrics(file: str) -> list[str]:
    """Import a Python file or module of the user's own, and return the names of the metrics that it adds."""
    module = load_module(file, "metric")
    added = [name for name, each in METRICS.items() if each.function.__module__ == module.__name__]
    if not added:
        raise BadData(f"{file} adds no metric: put @metric('A title') before a function of a run")
    return added


def measured(each: Metric, run: Run) -> polars.DataFrame:
    """Return the table of a metric; an error in a function of the user's own says where it is."""
    try:
        return each.table(run)
    except CardwrightError:
        raise
    except Exception as error:
        if each.function.__module__.startswith("cardwright."):
            raise
        raise CardwrightError(f"metric {each.name} failed: {failure(error)} ({location(error)})") from error
