"""Plots of evolutions: the fitness of the best individual and the mean, by generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from .evaluation import Experiment
from .judge import FITNESS
from .trained import Generation

if TYPE_CHECKING:
    from matplotlib.figure import Figure

COLORS = ("#4269d0", "#efb118", "#ff725c", "#6cc5b0", "#3ca951", "#ff8ab7")


def fitness_plot(histories: Mapping[str, Sequence[Generation]], fitness: str, smooth: int = 1) -> Figure:
    """Plot evolutions: the best as a line and the mean dashed, as moving averages over `smooth` generations."""
    from cardwright.core.showing.figure import Figure

    figure = Figure(figsize=(7, 4.4), facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    for (name, history), color in zip(histories.items(), COLORS * len(histories), strict=False):
        for what, style in (("best", "-"), ("mean", "--")):
            values = moving_average(np.array([getattr(each, what) for each in history]), smooth)
            generations = np.arange(len(history) - len(values) + 1, len(history) + 1)
            axes.plot(generations, values, style, color=color, linewidth=1.4, label=f"{name} {what}".strip())
    axes.set_xlabel("generation")
    axes.set_ylabel(f"fitness: {FITNESS[fitness]}")
    axes.legend(frameon=False)
    axes.grid(axis="y", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def experiments_plot(experiments: Mapping[str, Experiment], smooth: int = 1, by_individuals: bool = False) -> Figure:
    """Plot experiments: the mean over runs of the best and of the mean fitness, with 95 % intervals of the best."""
    from cardwright.core.showing.figure import Figure

    figure = Figure(figsize=(7, 4.4), facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    for (name, each), color in zip(experiments.items(), COLORS * len(experiments), strict=False):
        for what, style, estimates in (("best", "-", each.best), ("mean", "--", each.mean)):
            value, low, high = (moving_average(np.array(column), smooth) for column in zip(*estimates, strict=True))
            steps = np.arange(len(estimates) - len(value) + 1, len(estimates) + 1) * (
                each.population if by_individuals else 1
            )
            axes.plot(steps, value, style, color=color, linewidth=1.4, label=f"{name} {what}")
            if what == "best" and each.runs > 1:
                axes.fill_between(steps, low, high, color=color, alpha=0.15, linewidth=0)
    kinds = dict.fromkeys(each.fitness for each in experiments.values())
    axes.set_xlabel("individuals judged" if by_individuals else "generation")
    axes.set_ylabel("fitness: " + "; ".join(FITNESS.get(kind, kind) for kind in kinds))
    axes.legend(frameon=False)
    axes.grid(axis="y", alpha=0.25)
    axes.spines[["top", "right"]].set_visible(False)
    return figure


def moving_average(values: np.ndarray, width: int) -> np.ndarray:
    """Return the means of `width` neighbours each.

    >>> moving_average(np.array([1.0, 2.0, 3.0, 4.0]), 2)
    array([1.5, 2.5, 3.5])
    """
    width = min(width, len(values))
    return np.convolve(values, np.ones(width) / max(1, width), "valid") if width else values
