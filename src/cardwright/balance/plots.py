"""Plots for designers: each function returns a matplotlib figure; `save` it as PNG or SVG, or `show` it.

The colours are those of M. Okabe and K. Ito's palette, which is safe for colour-blind readers.
"""

from __future__ import annotations

import sys
import tempfile
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardwright.core.showing.pictures import render, save

from .metagame import Metagame

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .evaluation import Evaluation
    from .sweeps import GroupError, Share, Sweep

__all__ = [
    "convergence",
    "distribution",
    "domination",
    "group_errors",
    "heat_map",
    "histogram",
    "pareto",
    "rates",
    "save",
    "shares",
    "show",
]

BEFORE, AFTER, MARK, FAINT, GREY, INK = "#E69F00", "#0072B2", "#D55E00", "#c4c4c4", "#8c8c8c", "#222222"
LINES = ("#0072B2", "#E69F00", "#009E73", "#CC79A7", "#56B4E9", "#D55E00")
BINS = 25
MAX_NAME_WIDTH = 28  # letters
MAX_ARROWS_FOR = 12  # nodes; with more, only wins against stronger ones are drawn


def distribution(metagame: Metagame) -> Figure:
    """Plot the distribution of rates: a histogram of all lineups, or each rate if there are only a few."""
    return histogram(metagame) if len(metagame.distribution) >= BINS else rates(metagame)


def histogram(before: Metagame, after: Metagame | None = None) -> Figure:
    """Plot the histogram of the win rates of all lineups, before and optionally after."""
    shown = [("before", before, BEFORE), ("after", after, AFTER)] if after else [("lineups", before, AFTER)]
    figure = _figure(7, 1.4 + 2.2 * len(shown))
    every = np.concatenate([metagame.distribution for _, metagame, _ in shown if metagame])
    bins = np.linspace(0, 1, BINS + 1) if _are_shares(every) else np.histogram_bin_edges(every, BINS)
    axes: Any = np.atleast_1d(figure.subplots(len(shown), sharex=True, sharey=True))
    for each, (name, metagame, color) in zip(axes, shown, strict=True):
        assert metagame is not None
        values = metagame.distribution
        each.hist(values, bins=bins, color=color, edgecolor="white", linewidth=0.6)
        each.axvline(values.mean(), color=INK, linewidth=1, linestyle="--")
        whose = "" if metagame.lineups is None else " of all lineups"  # the metric is that of the cards
        facts = f"standard deviation{whose} {values.std():.3f}, ties in {metagame.ties:.0%} of games"
        each.set_title(f"{name}: {facts}" if after else facts, loc="left", fontsize=10, color=INK)
        each.set_ylabel("count")
        each.yaxis.get_major_locator().set_params(integer=True)
        _tidy(each)
    axes[-1].set_xlabel(f"{before.unit} (dashed: mean)")
    return figure


def _are_shares(values: np.ndarray) -> bool:
    return bool(values.min() >= 0 and values.max() <= 1)


def rates(before: Metagame, after: Metagame | None = None) -> Figure:
    """Plot the rate of each card, the best on top, with a line from before to after if both are given."""
    last = after or before
    order = np.argsort(last.rates)
    figure = _figure(7, 1.3 + 0.34 * len(order))
    axes = figure.add_subplot()
    heights = np.arange(len(order))
    axes.axvline(float(last.rates.mean()), color=INK, linewidth=1, linestyle="--", zorder=1)
    if after is not None:
        for height, k in zip(heights, order, strict=True):
            axes.plot([before.rates[k], after.rates[k]], [height, height], color=GREY, linewidth=2, zorder=1)
        _dots(axes, before, order, color=BEFORE, marker="s", label="before")
    _dots(axes, last, order, color=AFTER, marker="o", label="after" if after else "now")
    axes.set_yticks(heights, [_wrapped(last.names[k]) for k in order])
    axes.set_ylim(-0.6, len(order) - 0.4)
    axes.set_xlabel(f"{last.unit} (dashed: mean; bars: 95 % interval)" if last.errors is not None else last.unit)
    if after is not None:
        axes.legend(frameon=False, loc="lower left", bbox_to_anchor=(0, 1), ncols=2)
    _tidy(axes, "x")
    return figure


def _wrapped(name: str) -> str:
    """Return a name broken into lines that leave room for the plot."""
    return "\n".join(textwrap.wrap(name, MAX_NAME_WIDTH)) or name


def _dots(axes: Axes, metagame: Metagame, order: np.ndarray, color: str, marker: str, label: str) -> None:
    heights = np.arange(len(order))
    if metagame.errors is not None:
        bars = 1.96 * metagame.errors[order]
        axes.errorbar(metagame.rates[order], heights, xerr=bars, fmt="none", ecolor=color, elinewidth=1.2, zorder=2)
    axes.scatter(metagame.rates[order], heights, s=52, color=color, marker=marker, label=label, zorder=3)


def domination(graph: nx.DiGraph[str]) -> Figure:
    """Plot who beats whom: clockwise from the strongest at the top to the weakest, with arrows from winner to loser.

    Thicker arrows mean higher payoffs. Wins of a weaker over a stronger one are highlighted; every cycle contains one.
    In a large graph, only these are drawn.
    """
    by = {node: graph.out_degree(node, "by") - graph.in_degree(node, "by") for node in graph}
    order = sorted(graph, key=lambda node: -by[node])
    turns = 2 * np.pi * np.arange(len(order)) / max(1, len(order))
    points = {node: (float(np.sin(turn)), float(np.cos(turn))) for node, turn in zip(order, turns, strict=True)}
    rank = {node: k for k, node in enumerate(order)}
    figure = _figure(7.5, 6)
    axes = figure.add_subplot()
    for node, (x, y) in points.items():
        axes.plot(x, y, "o", markersize=9, color=AFTER, zorder=3)
        side = "center" if abs(x) < 0.1 else "left" if x > 0 else "right"
        axes.text(1.1 * x, 1.1 * y, f"{rank[node] + 1}. {node}", ha=side, va="center", color=INK)
    wins: list[tuple[str, str, float]] = list(graph.edges(data="by"))
    highest = max((payoff for *_, payoff in wins), default=1.0)
    for winner, loser, payoff in wins:
        upset = rank[winner] > rank[loser]
        if upset or len(order) <= MAX_ARROWS_FOR:
            _arrow(axes, points[winner], points[loser], MARK if upset else FAINT, 0.6 + 2.4 * payoff / highest)
    for color, label in ((FAINT, "beats a weaker one"), (MARK, "beats a stronger one")):
        axes.plot([], [], color=color, label=label)
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 0.0), ncols=2, frameon=False)
    axes.set(xlim=(-1.6, 1.6), ylim=(-1.2, 1.2), aspect="equal")
    axes.axis("off")
    return figure


def _arrow(axes: Axes, begin: tuple[float, float], end: tuple[float, float], color: str, width: float) -> None:
    style = {"arrowstyle": "-|>", "color": color, "linewidth": width, "shrinkA": 8, "shrinkB": 8, "mutation_scale": 14}
    axes.annotate("", xy=end, xytext=begin, arrowprops=style, zorder=2 if color == MARK else 1)


def heat_map(sweep: Sweep) -> Figure:
    """Plot a metric over two parameters as a heat map (dark is low), or over one as a line."""
    figure = _figure(6.4, 5.2)
    axes = figure.add_subplot()
    x, y = sweep.x, sweep.y
    axes.set_xlabel(_words(x.label))
    if y is None:
        axes.plot(x.grid, sweep.values[0], color=AFTER, marker="o")
        axes.axvline(float(x.start), color=MARK, linestyle="--", linewidth=1.2, label=f"now: {x.start:g}")
        axes.set_ylabel(sweep.metric)
        axes.legend(frameon=False)
        _tidy(axes)
        return figure
    image = axes.imshow(sweep.values, origin="lower", aspect="auto", cmap="cividis")
    for axis, variable in ((axes.xaxis, x), (axes.yaxis, y)):
        every = max(1, len(variable.grid) // 12)
        axis.set_ticks(range(0, len(variable.grid), every), [f"{value:g}" for value in variable.grid[::every]])
    axes.set_ylabel(_words(y.label))
    for width, color, label in ((5.0, INK, "now"), (2.2, "white", None)):
        ring = {"markersize": 13, "markerfacecolor": "none", "markeredgecolor": color, "markeredgewidth": width}
        axes.plot(x.nearest(), y.nearest(), "o", label=label, **ring)  # type: ignore[arg-type]
    row, column = sweep.best_index
    axes.plot(column, row, "*", markersize=15, color="white", markeredgecolor=INK, label="best")
    axes.legend(loc="upper center", bbox_to_anchor=(0.5, 1.11), ncols=2, frameon=False)
    figure.colorbar(image, label=sweep.metric)
    return figure


def shares(found: Sequence[Share], metric: str) -> Figure:
    """Plot the influence of each parameter on a metric."""
    figure = _figure(7, 1.5 + 0.4 * len(found))
    axes = figure.add_subplot()
    heights = np.arange(len(found))[::-1]
    bars = {"alone": (0.2, LINES[4]), "together with others": (-0.2, LINES[0])}
    for (label, (shift, color)), (value, error) in zip(
        bars.items(), (("alone", "alone_error"), ("total", "total_error")), strict=True
    ):
        widths = [getattr(each, value) for each in found]
        errors = [getattr(each, error) for each in found]
        axes.barh(heights + shift, widths, 0.38, xerr=errors, color=color, ecolor=INK, label=label)
    axes.set_yticks(heights, [_words(each.name) for each in found])
    axes.set_xlabel(f"share of the variance of {metric} (Sobol index, 95 % interval)")
    axes.axvline(0, color=INK, linewidth=0.8)
    axes.legend(frameon=False, loc="lower right")
    _tidy(axes, "x")
    return figure


def group_errors(found: Sequence[GroupError]) -> Figure:
    """Plot the error of a group tournament by group size."""
    figure = _figure(6.6, 4.4)
    axes = figure.add_subplot()
    sizes = [each.size for each in found]
    low, high = [each.quartiles[0] for each in found], [each.quartiles[2] for each in found]
    axes.fill_between(sizes, low, high, color=LINES[4], alpha=0.35, linewidth=0, label="middle half of lineups")
    axes.plot(sizes, [each.mean for each in found], color=AFTER, marker="o", label="mean")
    for each in found:
        axes.annotate(
            f"{each.mean:.3f}", (each.size, each.mean), xytext=(0, 7), textcoords="offset points", ha="center"
        )
    axes.set_xscale("log", base=2)
    axes.set_xticks(sizes, [f"{size:,}" for size in sizes])
    axes.set_ylim(bottom=0)
    axes.set_xlabel("group size (lineups)")
    axes.set_ylabel("error of a lineup's payoff\nagainst the full round robin")
    axes.legend(frameon=False)
    _tidy(axes)
    return figure


def convergence(best_so_far: Mapping[str, np.ndarray]) -> Figure:
    """Plot the best value of each objective so far by evaluations, one panel each."""
    figure = _figure(6.6, 1.4 + 2.6 * len(best_so_far))
    panels: Any = np.atleast_1d(figure.subplots(len(best_so_far), sharex=True))
    for axes, (name, values) in zip(panels, best_so_far.items(), strict=True):
        axes.step(np.arange(1, len(values) + 1), values, where="post", color=LINES[0], linewidth=1.8)
        known = values[np.isfinite(values)]
        if known.size and known.min() > 0 and known.max() > 10 * known.min():
            axes.set_yscale("log")
        axes.yaxis.set_major_formatter("{x:g}")
        axes.set_ylabel(f"best {name} so far")
        _tidy(axes, "both")
    panels[-1].set_xlabel("settings tried")
    return figure


def pareto(
    front: Sequence[Evaluation], tried: Sequence[Evaluation], winner: Evaluation, names: Sequence[str]
) -> Figure:
    """Plot the trade-offs between objectives: one panel for each, against the first."""
    others = range(1, len(names))
    figure = _figure(5.6 * len(others), 4.4)
    axes: Any = np.atleast_1d(figure.subplots(1, len(others)))
    feasible = [each for each in tried if each.feasible]
    layers: list[tuple[Sequence[Evaluation], dict[str, Any]]] = [
        (feasible, {"s": 10, "color": FAINT, "label": "tried"}),
        (front, {"s": 36, "color": AFTER, "label": "Pareto front"}),
        ([winner], {"s": 190, "color": MARK, "label": "chosen", "marker": "*", "edgecolor": "white"}),
    ]
    for panel, k in zip(axes, others, strict=True):
        for each, style in layers:
            panel.scatter([one.values[0] for one in each], [one.values[k] for one in each], **style)
        panel.set_xlabel(names[0])
        panel.set_ylabel(names[k])
        _tidy(panel, "both")
    axes[0].legend(frameon=False)
    return figure


def show(figure: Figure) -> None:
    """Display a figure, inline in a notebook, elsewhere in the system's image viewer."""
    picture = render(figure, "png")
    if "IPython" in sys.modules and sys.modules["IPython"].get_ipython() is not None:
        from IPython.display import Image, display

        display(Image(picture))
        return
    import typer

    with tempfile.NamedTemporaryFile(suffix=".png", prefix="cardwright-", delete=False) as file:
        file.write(picture)
    typer.launch(Path(file.name).as_uri())


def _words(label: str) -> str:
    """Return a path as an axis label, without the section that all paths share.

    >>> _words("cards.Ogre.attack")
    'Ogre attack'
    """
    return " ".join(label.removeprefix("cards.").replace('"', "").replace("_", " ").split("."))


def _figure(width: float, height: float) -> Figure:
    from cardwright.core.showing.figure import Figure

    return Figure(figsize=(width, height), facecolor="white", layout="constrained")


def _tidy(axes: Axes, grid: Any = "y") -> None:
    axes.grid(axis=grid, alpha=0.25)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
