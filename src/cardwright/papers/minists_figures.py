"""Figures 2 and 3 of the MiniStS paper, drawn from what was measured."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardwright.training.plots import COLORS

from .minists_rules import Space

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NAMES = {"hp": "HP left", "wins": "share of battles won", "turns": "turns"}


def draw_space(space: Space) -> Figure:
    """Plot each point without and with each rule, and the distribution of how far the rules move the points."""
    from cardwright.core.showing.figure import Figure

    figure = Figure(figsize=(9, 4.4), facecolor="white", layout="constrained")
    left, right = figure.subplots(1, 2)
    base, name = space.base.mean(axis=1), NAMES[space.metric]
    shifts = {rule: space.shifts(rule) for rule in space.values}
    values = np.concatenate([base, *(base + each for each in shifts.values())])
    limits = float(values.min()), float(values.max())
    left.plot(limits, limits, color="0.6", linewidth=0.8)
    bins = np.histogram_bin_edges(np.concatenate(list(shifts.values())), bins=24)
    for (rule, each), color in zip(shifts.items(), COLORS * len(shifts), strict=False):
        left.scatter(base, base + each, s=9, color=color, alpha=0.55, linewidths=0, label=rule)
        right.hist(each, bins, histtype="step", linewidth=1.4, color=color, label=rule)
        right.axvline(float(each.mean()), color=color, linewidth=1, linestyle="--")
    left.set_xlabel(f"{name} without the rule")
    left.set_ylabel(f"{name} with the rule")
    left.set_title("Each point is a deck, a set of rules and a fight", fontsize=10)
    right.axvline(0, color="0.6", linewidth=0.8)
    right.set_xlabel(f"change in {name}")
    right.set_ylabel("points")
    right.set_title("How far the rule moves the points", fontsize=10)
    right.legend(frameon=False)
    for axes in (left, right):
        axes.spines[["top", "right"]].set_visible(False)
    return figure
