"""The plots of a report. Colours are those of M. Okabe and K. Ito's palette, which is safe for colour-blind readers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import polars

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from numpy.typing import ArrayLike

    from .run import Run

COLORS = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00", "#F0E442", "#8c8c8c")
INK = "#222222"
BINS = 40
MOST_BARS = 20
MOST_PANELS = 6
LONGEST_NAME = 34  # letters


def win_rates(run: Run, table: polars.DataFrame) -> Figure | None:
    """Plot the win rate of each agent with its interval."""
    names = [_short(" ".join(dict.fromkeys(row))) for row in table.select("seats", "agent").rows()]
    columns = ("win rate %", "win rate % low", "win rate % high")
    return intervals(names, table.select(columns).to_numpy(), "win rate, %, with 95 % interval")


def intervals(names: Sequence[str], figures: ArrayLike, label: str, mark: float | None = None) -> Figure:
    """Plot figures with their intervals, from rows of value, low and high; `mark` is a line to compare them with."""
    value, low, high = np.asarray(figures, float)[::-1].T
    figure, axes = _figure(len(names))
    if mark is not None:
        axes.axvline(mark, color=COLORS[-1], linewidth=1)
    axes.errorbar(value, range(len(names)), xerr=[value - low, high - value], fmt="o", color=COLORS[0], capsize=3)
    axes.set_yticks(range(len(names)), names[::-1])
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel(label)
    return figure


def lengths(run: Run, table: polars.DataFrame) -> Figure | None:
    """Plot how long games take."""
    return _histograms(run, [name for name in ("turns", "decisions") if name in run.measures])


def measures(run: Run, table: polars.DataFrame) -> Figure | None:
    """Plot the distribution of the first measures."""
    scores = [name for name in run.games.columns if name.startswith("score")]
    names = [name for name in [*run.measures, *scores] if name not in ("turns", "decisions")]
    return _histograms(run, names[:MOST_PANELS])


def actions(run: Run, table: polars.DataFrame) -> Figure | None:
    """Plot how often the most frequent actions were taken when they could be, for each agent."""
    agents = table.select("seats", "agent").unique(maintain_order=True).rows()[: len(COLORS)]
    order = table.group_by("action").agg(polars.col("available").sum()).sort("available", "action", descending=True)
    shown = order["action"].to_list()[:MOST_BARS][::-1]
    figure, axes = _figure(len(shown) * (0.6 + 0.4 * len(agents)))
    height = 0.8 / len(agents)
    for number, (seats, agent) in enumerate(agents):
        own = table.filter((polars.col("seats") == seats) & (polars.col("agent") == agent))
        rates = dict(own.select("action", "taken %").rows())
        at = np.arange(len(shown)) + 0.4 - height * (number + 0.5)
        name = _short(" ".join(dict.fromkeys((seats, agent))))
        axes.barh(at, [rates.get(each) or 0 for each in shown], height, color=COLORS[number], label=name)
    axes.set_yticks(range(len(shown)), [_short(each) for each in shown])
    axes.set_xlabel("taken when available, %")
    if len(agents) > 1:
        axes.legend(frameon=False, fontsize=8)
    return figure


def cards(run: Run, table: polars.DataFrame) -> Figure | None:
    """Plot how games with and without each card differ: a panel for each outcome and a mark for each agent.

    Cards are those whose games differ most in score.
    """
    played = table.filter(polars.col("score z").is_not_null())
    order = played.group_by("card").agg(polars.col("score z").abs().max()).sort("score z", "card", descending=True)
    shown = order["card"].to_list()[:MOST_BARS][::-1]
    outcomes = [name for name in table.columns if name.endswith((" with", " with %"))]
    if not shown:
        return None
    figure, panels = _figure((len(shown) + 3) * len(outcomes), panels=len(outcomes))
    agents = table.select("seats", "agent").unique(maintain_order=True).rows()[: len(COLORS)]
    for axes, name in zip(panels, outcomes, strict=True):
        for (seats, agent), color in zip(agents, COLORS, strict=False):
            own = played.filter((polars.col("seats") == seats) & (polars.col("agent") == agent))
            rows = own.select("card", name, name.replace(" with", " without")).rows()
            gains = {card: one - other for card, one, other in rows}
            at = [(gains[card], number) for number, card in enumerate(shown) if card in gains]
            label = _short(" ".join(dict.fromkeys((seats, agent))))
            axes.plot(*zip(*at, strict=True), "o", color=color, label=label) if at else None
        axes.axvline(0, color=INK, linewidth=0.8)
        axes.set_yticks(range(len(shown)), [_short(each) for each in shown])
        axes.set_ylim(-0.6, len(shown) - 0.4)
        axes.set_xlabel(f"{name.replace(' with', '')}: games with the card minus games without it")
        if len(agents) > 1:
            axes.legend(frameon=False, fontsize=8)
    return figure


def statuses(run: Run, table: polars.DataFrame) -> Figure | None:
    """Plot in how many turns each status was in effect, over all series."""
    counted = table.group_by("holder", "status").agg(polars.col("turns %").mean())
    counted = counted.sort("turns %", "status", "holder", descending=True).head(MOST_BARS)[::-1]
    names = [_short(f"{status} ({holder})") for holder, status in counted.select("holder", "status").rows()]
    figure, axes = _figure(len(names))
    axes.barh(range(len(names)), counted["turns %"].to_numpy(), color=COLORS[0])
    axes.set_yticks(range(len(names)), names)
    axes.set_xlabel("in effect, % of turns" + ("" if len(run.series) == 1 else ", mean of all series"))
    return figure


def divergence(run: Run, table: polars.DataFrame) -> Figure | None:
    """Plot when two agents diverge: the quantiles of the first different decision."""
    names = [_short(f"{one} / {other}") for one, other in table.select("seats", "other").rows()]
    figure, axes = _figure(len(names))
    for at, row in enumerate(table.reverse().iter_rows(named=True)):
        if row["median"] is not None:
            axes.plot([row["5th"], row["95th"]], [at, at], color=COLORS[0], linewidth=1.5)
            axes.plot([row["25th"], row["75th"]], [at, at], color=COLORS[0], linewidth=6, solid_capstyle="butt")
            axes.plot(row["median"], at, "o", color=INK)
    axes.set_yticks(range(len(names)), names[::-1])
    axes.set_ylim(-0.6, len(names) - 0.4)
    axes.set_xlabel("first different decision: median, 50 % and 90 % of games that diverge")
    return figure


def _histograms(run: Run, names: Sequence[str]) -> Figure | None:
    """Plot the distribution of columns, a panel for each and a line for each series."""
    if not names:
        return None
    figure, panels = _figure(5 * len(names), panels=len(names))
    series = list(run.series.items())[: len(COLORS)]
    for axes, name in zip(panels, names, strict=True):
        values = [
            run.games.filter(polars.col("series") == number)[name].cast(polars.Float64).to_numpy()
            for number, _ in series
        ]
        edges = _edges(np.concatenate(values))
        for own, color, (_, seats) in zip(values, COLORS, series, strict=False):
            shares = 100 * np.histogram(own, edges)[0] / max(1, len(own))
            axes.stairs(shares, edges, color=color, linewidth=1.6, label=_short(seats), fill=len(series) == 1)
        axes.set_xlabel(name.replace("_", " "))
        axes.set_ylabel("games, %")
        if len(series) > 1:
            axes.legend(frameon=False, fontsize=8)
    return figure


def _edges(values: np.ndarray) -> np.ndarray:
    """Return the edges of bins: one for each whole number if there are few of these."""
    values = values[np.isfinite(values)]
    if not len(values):
        return np.array([0.0, 1.0])
    low, high = float(values.min()), float(values.max())
    whole = bool((values == np.round(values)).all())
    step = max(1.0, np.ceil((high - low + 1) / BINS)) if whole else (high - low or 1.0) / BINS
    start = low - 0.5 if whole else low
    return start + step * np.arange(int(np.ceil((high - start) / step + 1e-9)) + 1 if high > start else 2)


def _figure(rows: float, panels: int = 0) -> tuple[Figure, Any]:
    from cardwright.core.showing.figure import Figure

    figure = Figure(figsize=(7, 1.1 + 0.32 * max(2, rows)), layout="constrained")
    all_axes = figure.subplots(panels or 1, squeeze=False)[:, 0]
    for axes in all_axes:
        _tidy(axes)
    return figure, all_axes if panels else all_axes[0]


def _tidy(axes: Axes) -> None:
    axes.spines[["top", "right"]].set_visible(False)
    axes.grid(axis="x", color="#e4e4e4", linewidth=0.8)
    axes.set_axisbelow(True)


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 3]}..."
