"""The plot of an evolution: the fitness of the best individual and the mean, by generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

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


def moving_average(values: np.ndarray, width: int) -> np.ndarray:
    """Return the means of `width` neighbours each.

    >>> moving_average(np.array([1.0, 2.0, 3.0, 4.0]), 2)
    array([1.5, 2.5, 3.5])
    """
    width = min(width, len(values))
    return np.convolve(values, np.ones(width) / max(1, width), "valid") if width else values
