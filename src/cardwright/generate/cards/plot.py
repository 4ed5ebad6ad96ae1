"""The plot of an archive: strength for the cost and synergy of every card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .search import Search

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def archive_plot(search: Search) -> Figure:
    """Plot the cards of an archive; the colour says how many words a card has, the size how good it is."""
    from cardwright.core.showing.figure import Figure

    figure = Figure(figsize=(7.5, 4.6), facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    candidates = search.archive.candidates()
    measures = [search.archive.measures(each) for each in candidates]
    points = axes.scatter(
        [each[0] for each in measures],
        [each[1] for each in measures],
        c=[each[2] for each in measures],
        s=[15 + 60 * each.quality for each in candidates],
        cmap="viridis",
        alpha=0.8,
        linewidths=0,
    )
    unit = search.maker.unit
    axes.axhline(0, color="black", linewidth=0.6, alpha=0.4)
    axes.axvline(0, color="black", linewidth=0.6, alpha=0.4)
    axes.set_xlabel(f"strength beyond that of known cards of the same cost, in {unit}")
    axes.set_ylabel(f"synergy with the best partner, in {unit}")
    axes.spines[["top", "right"]].set_visible(False)
    figure.colorbar(points, ax=axes, label="words on the card")
    return figure
