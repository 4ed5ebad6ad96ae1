"""Tables and plots of runs as plain data, which pages draw."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from cardwright.arena.statistics import Estimate
from cardwright.arena.table import LEFT_ALIGNED, Grid

MOST_POINTS = 500  # of a line
MOST_ROWS = 300

Data = dict[str, Any]


def plain(value: Any) -> Any:
    """Return data as JSON can express it, with None for what is not a finite number.

    >>> plain({"rate": (1, math.nan), "turns": np.float64(2.5)})
    {'rate': [1, None], 'turns': 2.5}
    """
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [plain(each) for each in value]
    if isinstance(value, np.generic):
        value = value.item()
    return None if isinstance(value, float) and not math.isfinite(value) else value


def table(title: str, columns: Sequence[str], rows: Sequence[Sequence[Any]], left: Sequence[int] = (0,)) -> Data:
    """Return a table."""
    more = f" (the first {MOST_ROWS} of {len(rows):,})" if len(rows) > MOST_ROWS else ""
    return {"title": f"{title}{more}", "columns": list(columns), "rows": list(rows[:MOST_ROWS]), "left": list(left)}


def grid_table(grid: Grid) -> Data:
    """Return a table of the arena."""
    left = [index for index, column in enumerate(grid.columns) if column in LEFT_ALIGNED]
    return table(grid.title, grid.columns, grid.rows, left)


def intervals(title: str, estimates: dict[str, Estimate], scale: float = 1.0) -> Data:
    """Return a plot of figures with their intervals, one below the other."""
    rows = [{"label": label, "value": scale * e.value, "low": scale * e.low, "high": scale * e.high}
            for label, e in estimates.items()]  # fmt: skip
    return {"kind": "intervals", "title": title, "rows": rows}


def lines(title: str, x: str, y: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> Data:
    """Return a plot of lines; of long ones, only some of the points."""
    thinned = {name: points[:: max(1, -(-len(points) // MOST_POINTS))] for name, points in series.items()}
    return {"kind": "lines", "title": title, "x": x, "y": y,
            "series": [{"name": name, "points": list(points)} for name, points in thinned.items()]}  # fmt: skip


def scatter(title: str, x: str, y: str, points: list[Data]) -> list[Data]:
    """Return a plot of points with labels, unless there are none."""
    return [{"kind": "points", "title": title, "x": x, "y": y, "points": points}] if points else []


def figure(value: float) -> Estimate:
    """Return a figure without an interval."""
    return Estimate(value, math.nan, math.nan)
