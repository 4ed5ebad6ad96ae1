"""Reports: the tables of all metrics about a run, for terminals, programs and plots."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars

from cardwright.arena.table import NARROW_NAME, Grid, Grids, Shown, Tables
from cardwright.core import files
from cardwright.core.errors import unknown
from cardwright.core.showing import pictures

from . import action_metrics, card_metrics, game_metrics, rival_metrics  # noqa: F401  they register their metrics
from .registry import METRICS, Metric, measured
from .run import Run, collected, load

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CARDS = ("results", "cards", "card_pairs")  # the metrics of a report on cards
ROWS = 12  # of each series and agent in a table, unless somebody asks for more


@dataclass(frozen=True)
class Section:
    """The table of one metric."""

    metric: Metric
    table: polars.DataFrame

    def shown(self, rows: int) -> polars.DataFrame:
        """Return the first rows of each series and agent."""
        keys = [name for name in ("seats", "agent", "other") if name in self.table.columns]
        return self.table.group_by(keys, maintain_order=True).head(rows) if keys else self.table.head(rows)

    def grid(self, rows: int, wide: bool = False) -> Grid:
        """Return the table as text; intervals stand in brackets behind their figures.

        A `wide` table is one to sort and to filter: every row has all its names, and texts are beside their cards.
        """
        shown = self.shown(rows)
        if "agent" in shown.columns and shown["agent"].equals(shown["seats"].alias("agent")):
            shown = shown.drop("agent")  # with one player
        ends = [name for name in shown.columns if _interval_of(name, shown.columns)]
        names = [name for name in shown.columns if name not in ends]
        if wide and "text" in names:
            names.insert(names.index("card") + 1, names.pop(names.index("text")))
        rows_shown = list(shown.iter_rows(named=True))
        digits = {name: max((_digits(name, row[name]) for row in rows_shown), default=0) for name in shown.columns}
        cells = [[_cell(row, name, digits) for name in names] for row in rows_shown]
        left = len(self.table) - len(shown)
        more = f" (the first {rows}; {left:,} more)" if left else ""
        rows_told = cells if wide else _without_repeats(names, cells)
        return Grid(f"{self.metric.title}{more}", names, rows_told, NARROW_NAME, self.metric.about)

    @property
    def remark(self) -> str:
        """A sentence about the table as a whole, or nothing."""
        return self.metric.remark(self.table) if self.metric.remark else ""

    def figure(self, run: Run) -> Figure | None:
        """Return the plot of the table, if it has one."""
        return self.metric.plot(run, self.table) if self.metric.plot else None


@dataclass(frozen=True)
class Report(Shown):
    """All tables about a run."""

    run: Run
    sections: list[Section]
    missing: list[Metric]  # metrics that need decisions, which the run did not log
    rows: int = ROWS

    @property
    def title(self) -> str:
        """What was played."""
        about, games = self.run.about, self.run.games
        counts = f"{len(games):,} games, {games['decisions'].sum():,} decisions, {len(self.run.series)} series"
        return f"{about['game']}:{about['name']}, {counts}, seed {about['seed']}"

    def notes(self) -> list[str]:
        """Return sentences about what is not in the report."""
        run = self.run
        found = []
        faults = int((run.games["fault"] != 0).sum()) if "fault" in run.games.columns else 0
        if faults:
            found.append(f"{faults:,} games were stopped by a fault in the rules or by the limit on decisions.")
        if self.missing:
            titles = ", ".join(each.title.lower() for each in self.missing)
            how = "--resume --actions` finishes it" if run.unfinished else "--actions` writes it"
            found.append(f"Left out: {titles}. They need the action log; `cardwright arena ... {how}.")
        made = run.games["decisions"].sum()
        if run.decisions is not None and run.logged_decisions != made:
            found.append(f"The action log holds {run.logged_decisions:,} of {made:,} decisions.")
        return found

    def report(self) -> Tables:
        """Return the tables."""
        remarks = [each.remark for each in self.sections if each.remark]
        return Grids(self.title, [each.grid(self.rows) for each in self.sections], [*remarks, *self.notes()])

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: for each metric its title, what it means, and all its rows."""
        return {
            "run": self.run.about,
            "games": len(self.run.games),
            "notes": self.notes(),
            "metrics": {
                each.metric.name: {
                    "title": each.metric.title,
                    "about": " ".join(filter(None, (each.metric.about, each.remark))),
                    "rows": [_without_infinities(row) for row in each.table.iter_rows(named=True)],
                }
                for each in self.sections
            },
        }

    @functools.cached_property
    def figures(self) -> dict[str, Figure]:
        """The plots by the names of their metrics."""
        drawn = {each.metric.name: each.figure(self.run) for each in self.sections}
        return {name: figure for name, figure in drawn.items() if figure is not None}

    def write_plots(self, folder: str | Path) -> list[Path]:
        """Write all plots to a folder, as PNG and as SVG, and return the files."""
        made = files.make_folder(folder)
        written = []
        for name, figure in self.figures.items():
            for kind in ("png", "svg"):
                written.append(made / f"{name}.{kind}")
                pictures.save(figure, written[-1])
        return written

    def to_html(self) -> str:
        """Return everything as one page."""
        from .page import page

        return page(self)

    def _repr_html_(self) -> str:
        from .page import piece

        return piece(self)


def report(path: str | Path | Run, only: Sequence[str] = (), rows: int = ROWS) -> Report:
    """Return a report on a run: its log, or the path of that; `only` names the metrics to include.

    >>> report("no/run")
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: no/run: there is no log here; `cardwright arena ... --log no/run` makes one
    """
    for name in only:
        if name not in METRICS:
            raise unknown("metric", name, METRICS)
    run = path if isinstance(path, Run) else load(path)
    wanted = [each for name, each in METRICS.items() if each.standard] if not only else [METRICS[each] for each in only]
    possible = [each for each in wanted if run.decisions is not None or not each.needs_decisions]
    sections = [Section(each, collected(run.path, lambda each=each: measured(each, run))) for each in possible]  # type: ignore[misc]
    missing = [each for each in wanted if each not in possible]
    return Report(run, [each for each in sections if len(each.table)], missing, rows)


def _interval_of(name: str, columns: Iterable[str]) -> str | None:
    """Return the column whose interval begins or ends with this one."""
    for end in (" low", " high"):
        if name.endswith(end) and name.removesuffix(end) in columns:
            return name.removesuffix(end)
    return None


def _cell(row: dict[str, Any], name: str, digits: dict[str, int]) -> str:
    ends = [f"{name} {end}" for end in ("low", "high")]
    if any(row.get(end) is None for end in ends):
        return _text(row[name], digits[name])
    most = max(digits[each] for each in (name, *ends))
    low, high = (_text(row[end], most) for end in ends)
    return f"{_text(row[name], most)} [{low},{high}]"


def _digits(name: str, value: Any) -> int:
    """Return how many digits a figure is shown with after the point; a column has as many as its longest needs."""
    if name.removesuffix(" low").removesuffix(" high").endswith("%"):
        return 1
    if not isinstance(value, float) or not math.isfinite(value) or value.is_integer():
        return 0
    return 3 if name.endswith(" p") else 2 if abs(value) < 100 else 1


def _text(value: Any, digits: int) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, float):
        return f"{round(value, digits) + 0.0:,.{digits}f}"  # 0.0 makes -0.00 plain zero
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _without_repeats(names: Sequence[str], cells: list[list[str]]) -> list[list[str]]:
    """Return rows without the names that the row above has too."""
    leading = [index for index, name in enumerate(names[:2]) if name in ("seats", "agent")]
    result = []
    for before, row in zip([[""] * len(names), *cells], cells, strict=False):
        same = [row[: index + 1] == before[: index + 1] for index in leading]
        result.append(["" if index in leading and same[index] else cell for index, cell in enumerate(row)])
    return result


def _without_infinities(row: dict[str, Any]) -> dict[str, Any]:
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value for name, value in row.items()
    }
