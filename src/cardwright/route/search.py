"""Textbook searches for the cheapest path to the boss, with a record of what each expands.

"Determining lowest risk paths in the game Slay the Spire using A*" searches with A*. Its heuristic h is the number of
floors left. The other algorithms are relatives of A*. All expand the room with the lowest f first.

| algorithm | f     | finds                                                     |
| --------- | ----- | --------------------------------------------------------- |
| astar     | g + h | the best path, expanding no more rooms than uniform cost  |
| ucs       | g     | the best path (uniform-cost search, Dijkstra's algorithm) |
| greedy    | h     | a path, quickly                                           |
| bfs       | depth | the path with the fewest rooms, whatever it costs         |
"""

from __future__ import annotations

import heapq
import itertools
from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, get_args

from cardwright.core.errors import BadData

from .map import RouteMap

Algorithm = Literal["astar", "ucs", "bfs", "greedy"]
ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)


class Expansion(NamedTuple):
    """A room in the order of expansion: its cost so far, the estimate of what is left, and what it was sorted by."""

    room: str
    came_from: str | None
    g: float
    h: float
    f: float


class Search(NamedTuple):
    """A path that was found, and the rooms that were expanded on the way."""

    path: tuple[str, ...]
    expanded: tuple[Expansion, ...]


def search(route_map: RouteMap, start: str, costs: Mapping[str, float], algorithm: Algorithm = "astar") -> Search:
    """Return the path from a room to the boss that an algorithm finds; entering a room costs `costs` of it.

    The heuristic is the number of floors left, times the smallest cost of a room (which is 1 for risks). Entering the
    boss costs less, so the heuristic is too high, but by the same amount in every room, which is harmless.

    >>> from cardwright import route
    >>> paper = route.example()
    >>> risk = {room.name: route.ENCOUNTERS[room.kind].risk for room in paper.rooms()}
    >>> {each: len(search(paper, paper.start, risk, each).expanded) for each in ALGORITHMS}
    {'astar': 47, 'ucs': 50, 'bfs': 55, 'greedy': 17}
    """
    if algorithm == "ucs" and min(costs.values()) < 0:
        raise BadData("uniform-cost search needs costs of at least 0; use astar")
    entered = (cost for name, cost in costs.items() if name not in (route_map.start, route_map.boss))
    cheapest = min(entered, default=0)
    floor = {room.name: room.floor for room in route_map.rooms()}

    def heuristic(name: str) -> float:
        return (route_map.floors - floor[name]) * cheapest

    order: dict[Algorithm, Callable[[str, float], float]] = {
        "astar": lambda name, g: g + heuristic(name),
        "ucs": lambda name, g: g,
        "bfs": lambda name, g: floor[name] - floor[start],
        "greedy": lambda name, g: heuristic(name),
    }
    return _best_first(route_map, start, costs, heuristic, order[algorithm])


def _best_first(
    route_map: RouteMap,
    start: str,
    costs: Mapping[str, float],
    heuristic: Callable[[str], float],
    order: Callable[[str, float], float],
) -> Search:
    """Expand the room with the lowest order first, of equals the one that was found first, until it is the boss."""
    found = itertools.count()
    frontier: list[tuple[float, int, str, float, str | None]] = [(order(start, 0), next(found), start, 0.0, None)]
    reached: dict[str, float] = {start: 0}
    expanded: dict[str, Expansion] = {}
    while True:
        f, _, here, g, came_from = heapq.heappop(frontier)
        if here in expanded:
            continue
        expanded[here] = Expansion(here, came_from, g, heuristic(here), f)
        if here == route_map.boss:
            return Search(_path_to(here, expanded), tuple(expanded.values()))
        for there in route_map.graph.successors(here):
            total = g + costs[there]
            if there not in expanded and total < reached.get(there, float("inf")):
                reached[there] = total
                heapq.heappush(frontier, (order(there, total), next(found), there, total, here))


def _path_to(room: str, expanded: Mapping[str, Expansion]) -> tuple[str, ...]:
    path: list[str] = []
    at: str | None = room
    while at is not None:
        path.append(at)
        at = expanded[at].came_from
    return tuple(reversed(path))
