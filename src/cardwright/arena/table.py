"""The result of a run as tables for a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.markup import escape
from rich.table import Table

from .statistics import Estimate

if TYPE_CHECKING:
    from .result import Result, Series


def table(result: Result) -> Group:
    """One row a series (and one more for every other side of it), then how the series differ, then what went wrong."""
    parts: list[RenderableType] = [_series_table(result)]
    if result.differences:
        parts += ["", _difference_table(result)]
    for each in result.series:
        if each.faults:
            parts.append(f"{each.faults:,} games of {escape(each.seats)} were stopped: a fault in the rules or no end.")
    return Group(*parts)


def _new_table(title: str, *columns: str) -> Table:
    made = Table(title=escape(title), title_style="bold", title_justify="left", box=box.SIMPLE_HEAD)
    made.show_edge, made.pad_edge, made.padding = False, False, (0, 1, 0, 0)  # to fit into 80 columns
    for column in columns:
        made.add_column(column, justify="left" if column in ("seats", "player", "minus") else "right", overflow="fold")
    return made


def _series_table(result: Result) -> Table:
    several = result.plan.game.players > 1
    names = _measure_names(result.series[0])
    title = f"{result.plan.title}, seed {result.plan.seed}, with 95 % intervals"
    title += "" if result.complete else " (unfinished)"
    made = _new_table(title, "seats", *(["player"] if several else []), "games", "win rate %", *names, "games/s")
    for each in result.series:
        means = [_mean(estimate) for estimate in each.measures.values()]
        for number, side in enumerate(each.sides):
            places = ", ".join(f"P{seat + 1}" for seat in side.seats)
            player = [escape(f"{side.agent} ({places})")] if several else []
            if number == 0:
                made.add_row(escape(each.seats), *player, f"{each.games:,}", _rate(side.win_rate), *means, _pace(each))
            else:
                made.add_row("", *player, "", _rate(side.win_rate))
    return made


def _difference_table(result: Result) -> Table:
    title = "Differences between series, game by game"
    made = _new_table(title, "seats", "minus", "win rate %", *_measure_names(result.series[0]))
    for each in result.differences:
        gains = [_mean(estimate, "+") for estimate in each.measures.values()]
        made.add_row(escape(each.seats), escape(each.minus), _rate(each.win_rate, "+"), *gains)
    return made


def _measure_names(series: Series) -> list[str]:
    return [name.replace("_", " ") for name in series.measures]


def _rate(rate: Estimate, sign: str = "") -> str:
    """A rate in per cent; with sign "+", a difference of rates.

    >>> _rate(Estimate(0.5, 0.4, 0.6)), _rate(Estimate(0.25, -0.1, 0.6), "+")
    ('50.0 [40.0,60.0]', '+25.0 [-10.0,+60.0]')
    """
    if math.isnan(rate.value):
        return "-"
    value, low, high = (f"{100 * each:{sign}.1f}" for each in rate)
    return f"{value} [{low},{high}]"


def _mean(mean: Estimate, sign: str = "") -> str:
    """A mean and how far its interval reaches.

    >>> _mean(Estimate(12.34, 11.34, 13.34)), _mean(Estimate(5, 4.75, 5.25), "+")
    ('12.3±1.0', '+5.00±0.25')
    """
    if math.isnan(mean.value):
        return "-"
    digits = 2 if abs(mean.value) < 10 else 1
    reach = "" if math.isnan(mean.high) else f"±{mean.high - mean.value:.{digits}f}"
    return f"{mean.value:{sign}.{digits}f}{reach}"


def _pace(series: Series) -> str:
    pace = series.games_per_second
    return "-" if math.isnan(pace) else f"{pace:,.0f}" if pace >= 10 else f"{pace:.2f}"
