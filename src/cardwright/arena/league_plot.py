"""The plot of a league: scores or ratings with intervals, and a map of who beats whom."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .standings import League

INK, MARK = "#222222", "#0072B2"
LONGEST_NAME = 30  # letters


def plot(league: League) -> Figure:
    """Return the figure: agents from the best, at the top, to the weakest."""
    from cardwright.core.showing.figure import Figure

    agents = len(league.standings)
    figure = Figure(figsize=(5.5 + 0.55 * agents, 1.8 + 0.45 * agents), facecolor="white", layout="constrained")
    ranks, matrix = figure.subplots(1, 2, width_ratios=[3, 1 + 0.5 * agents])
    _draw_ranks(ranks, league)
    _draw_matrix(matrix, league)
    figure.suptitle(f"{league.game}, seed {league.seed}", x=0.01, ha="left", fontsize=11, color=INK)
    return figure


def _draw_ranks(axes: Axes, league: League) -> None:
    for row, each in enumerate(league.standings):
        ranked = league.rank(each)
        axes.plot([ranked.low, ranked.high], [row, row], color=MARK, linewidth=2)
        axes.plot(ranked.value, row, "o", color=MARK)
    axes.set_yticks(range(len(league.standings)), [each.agent[:LONGEST_NAME] for each in league.standings])
    axes.set_ylim(len(league.standings) - 0.5, -0.5)
    axes.set_xlabel(f"{league.ranked_by} (95 % interval)")
    axes.grid(axis="x", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)


def _draw_matrix(axes: Axes, league: League) -> None:
    names = [each.agent for each in league.standings]
    rates = np.array([[math.nan if a == b else league.comparisons[a, b].rate.value for b in names] for a in names])
    axes.imshow(rates, cmap="RdBu", vmin=0, vmax=1, aspect="auto")
    for (row, column), rate in np.ndenumerate(rates):
        if not math.isnan(rate):
            style: dict[str, Any] = {"ha": "center", "va": "center", "fontsize": 8}
            axes.text(column, row, f"{100 * rate:.0f}", color="white" if abs(rate - 0.5) > 0.3 else INK, **style)
    axes.set_xticks(range(len(names)), [name[:LONGEST_NAME] for name in names], rotation=40, ha="right")
    axes.set_yticks([])
    axes.set_title("row did better than column, %", fontsize=9, loc="left", color=INK)
