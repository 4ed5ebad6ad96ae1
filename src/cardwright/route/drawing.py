"""Plots of maps and of the trade-off between risk and reward."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from .encounters import ENCOUNTERS
from .map import RouteMap

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from .planner import Route

PAPER, INK, FAINT, HIGHLIGHT = "#f6efdf", "#3b3026", "#8a7b66", "#c8102e"


class Look(NamedTuple):
    """The icon, color and size of a kind of room."""

    icon: str
    color: str
    size: float = 1.0


LOOKS = {
    "ST": Look("⚑", "#d9cdb4"),
    "N": Look("⚔", "#c9c2b8"),
    "U": Look("?", "#b9d3c2"),
    "M": Look("$", "#f0d27a"),
    "R": Look("♨", "#f2a65a"),
    "T": Look("♦", "#8fc1e3"),
    "E": Look("☠", "#c9a0dc"),
    "EX": Look("☠", "#ff6b35", 1.2),
    "B": Look("♛", "#e2583e", 1.7),
}


def picture(route_map: RouteMap, path: Sequence[str] = (), title: str = "") -> Figure:
    """Return the map as a matplotlib figure, with a path highlighted."""
    from cardwright.core.showing.figure import Figure

    route_map.check_path(path)
    width = max(room.column for room in route_map.rooms())
    figure = Figure(figsize=(3.2 + 0.75 * max(width, 4), 1.4 + 0.62 * (route_map.floors + 1)), facecolor=PAPER)
    axes = figure.add_axes((0.02, 0.02, 0.96, 0.93))
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.set_xlim(-1.2, width + 3.2)
    axes.set_ylim(-0.8, route_map.floors + 1.0)
    if title:
        axes.set_title(title, color=INK, fontsize=13, loc="left")
    _draw_links(axes, route_map, path)
    _draw_rooms(axes, route_map, path)
    _draw_legend(axes, {room.kind for room in route_map.rooms()}, width + 1.5, route_map.floors - 0.5, bool(path))
    return figure


def _draw_links(axes: Axes, route_map: RouteMap, path: Sequence[str]) -> None:
    taken = set(pairwise(path))
    for here, there in route_map.graph.edges:
        low, high = route_map.room(here), route_map.room(there)
        ends = ([low.column, high.column], [low.floor, high.floor])
        if (here, there) in taken:
            axes.plot(*ends, color=HIGHLIGHT, linewidth=4, solid_capstyle="round", zorder=2)
        else:
            axes.plot(*ends, color=FAINT, linewidth=1.4, linestyle=(0, (2.5, 1.8)), zorder=1)


def _draw_rooms(axes: Axes, route_map: RouteMap, path: Collection[str]) -> None:
    behind = {"boxstyle": "circle,pad=0.15", "facecolor": PAPER, "edgecolor": "none"}
    for room in route_map.rooms():
        _draw_icon(axes, room.kind, room.column, room.floor, room.name in path)
        if label := room.name.lstrip("0123456789"):
            spot = (room.column + 0.34, room.floor - 0.3)
            axes.annotate(label, spot, fontsize=6.5, color=INK, ha="center", va="center", bbox=behind, zorder=2.5)
    for floor in range(1, route_map.floors + 1):
        axes.text(-0.85, floor, str(floor), fontsize=8, color=FAINT, ha="right", va="center")


def _draw_icon(axes: Axes, kind: str, x: float, y: float, highlighted: bool = False, scale: float = 1.0) -> None:
    from matplotlib.patches import Circle

    look = LOOKS[kind]
    edge, width = (HIGHLIGHT, 2.4) if highlighted else (INK, 1.0)
    axes.add_patch(
        Circle((x, y), 0.29 * look.size * scale, facecolor=look.color, edgecolor=edge, linewidth=width, zorder=3)
    )
    size = 15 * look.size * scale
    axes.text(x, y - 0.01, look.icon, fontsize=size, color=INK, ha="center", va="center_baseline", zorder=4)


def _draw_legend(axes: Axes, kinds: Iterable[str], x: float, y: float, with_path: bool) -> None:
    shown = set(kinds)
    for line, (kind, encounter) in enumerate((kind, its) for kind, its in ENCOUNTERS.items() if kind in shown):
        _draw_icon(axes, kind, x, y - 0.85 * line, scale=0.9 / LOOKS[kind].size)
        axes.text(x + 0.5, y - 0.85 * line, encounter.name, fontsize=9, color=INK, va="center")
    if with_path:
        below = y - 0.85 * len(shown)
        axes.plot([x - 0.3, x + 0.3], [below, below], color=HIGHLIGHT, linewidth=4, solid_capstyle="round")
        axes.text(x + 0.5, below, "path", fontsize=9, color=INK, va="center")


def trade_off(front: Sequence[Route], others: Sequence[Route] = ()) -> Figure:
    """Plot reward over risk: the Pareto front, joined by a line, and other paths for comparison."""
    from cardwright.core.showing.figure import Figure

    figure = Figure(figsize=(6.5, 4.5), facecolor="white", layout="constrained")
    axes = figure.add_subplot()
    risks, rewards = ([route.values[name] for route in front] for name in ("risk", "reward"))
    other_risks, other_rewards = ([route.values[name] for route in others] for name in ("risk", "reward"))
    axes.scatter(other_risks, other_rewards, s=16, color="#bbb2a4", label="other paths")
    axes.step(risks, rewards, where="post", color=HIGHLIGHT, linewidth=1.2)
    axes.scatter(risks, rewards, s=46, color=HIGHLIGHT, zorder=3, label="Pareto front")
    axes.set_xlabel("risk")
    axes.set_ylabel("reward")
    axes.grid(alpha=0.25)
    axes.legend(frameon=False, loc="upper left")
    return figure
