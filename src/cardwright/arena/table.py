"""The result of a run as tables for a terminal."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table

from .statistics import Estimate

if TYPE_CHECKING:
    from .result import Result, Series


def table(result: Result) -> Group:
    """One row a series (and one more for every other side of it), then how the series differ, then what went wrong."""
    parts: list[RenderableType] = [_series_table(result)]
    if result.differences:
        parts.append(_difference_table(result))
    parts += [
        f"{each.faults:,} of the games of {each.seats} were stopped by the rules or took too long; nobody won them."
        for each in result.series
        if each.faults
    ]
    return Group(*parts)


def _new_table(title: str, *columns: str) -> Table:
    made = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        made.add_column(column, justify="right" if column not in ("seats", "player", "minus") else "left")
    return made


def _series_table(result: Result) -> Table:
    several = result.plan.game.players > 1
    names = _measure_names(result.series[0])
    title = f"{result.plan.title}, seed {result.plan.seed}{'' if result.complete else ' (unfinished)'}"
    made = _new_table(title, "seats", *(["player"] if several else []), "games", "win rate (95 %)", *names, "games/s")
    for each in result.series:
        means = [_mean(estimate) for estimate in each.measures.values()]
        for number, side in enumerate(each.sides):
            player = [f"{side.agent} ({', '.join(f'P{seat + 1}' for seat in side.seats)})"] if several else []
            if number == 0:
                made.add_row(each.seats, *player, f"{each.games:,}", _rate(side.win_rate), *means, _pace(each))
            else:
                made.add_row("", *player, "", _rate(side.win_rate))
    return made


def _difference_table(result: Result) -> Table:
    made = _new_table(
        "Differences between series, game by game (95 %)",
        "seats",
        "minus",
        "win rate",
        *_measure_names(result.series[0]),
    )
    for each in result.differences:
        made.add_row(each.seats, each.minus, _points(each.win_rate), *(_gain(one) for one in each.measures.values()))
    return made


def _measure_names(series: Series) -> list[str]:
    return [name.replace("_", " ") for name in series.measures]


def _rate(rate: Estimate) -> str:
    return "-" if math.isnan(rate.value) else f"{rate.value:.1%} [{100 * rate.low:.1f}, {100 * rate.high:.1f}]"


def _points(rate: Estimate) -> str:
    if math.isnan(rate.value):
        return "-"
    return f"{100 * rate.value:+.1f} [{100 * rate.low:+.1f}, {100 * rate.high:+.1f}]"


def _mean(estimate: Estimate) -> str:
    if math.isnan(estimate.low):
        return "-" if math.isnan(estimate.value) else f"{estimate.value:.2f}"
    return f"{estimate.value:.2f} ± {estimate.high - estimate.value:.2f}"


def _gain(estimate: Estimate) -> str:
    text = _mean(estimate)
    return text if text.startswith("-") else f"+{text}"


def _pace(series: Series) -> str:
    pace = series.games_per_second
    return "-" if math.isnan(pace) else f"{pace:,.0f}" if pace >= 10 else f"{pace:.2f}"
