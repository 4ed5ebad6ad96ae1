"""Path planning: the best path, the k best, the Pareto front of two measures, and the options for the next step.

The best path without constraints is found by A* (search.py). Everything else is one sweep over the floors with labels,
which differs only in the labels it keeps. Of equally good paths, the one with the better totals early on comes first.
"""

from __future__ import annotations

import copy
import heapq
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.showing import html

from . import constraints as rules
from .constraints import Constraint
from .map import RouteMap
from .measures import Measure, Objective, Source, as_measure, costs, known_measures
from .search import Algorithm, Expansion, search

MAX_LABELS = 500_000
MOST_SUBSETS = 4096  # of constraints that cannot all be kept: those of 12 are tried
Frontier = dict[tuple[str, tuple[int, ...]], list["_Label"]]  # labels by room and states of the constraints
DIGITS = 9  # totals are rounded to this many, so that rounding errors do not make them differ

ObjectiveLike = str | Objective | Source


class NoRoute(CardwrightError):
    """No path of the map keeps the constraints."""


@dataclass(frozen=True)
class Route:
    """A path with its running total of the objective, and its risk and reward."""

    path: tuple[str, ...]  # names of rooms
    totals: tuple[float, ...]  # of the objective, after each room
    values: Mapping[str, float]  # risk and reward of the whole path
    route_map: RouteMap = field(repr=False, compare=False)

    @property
    def total(self) -> float:
        """The objective of the whole path."""
        return self.totals[-1]

    def to_data(self) -> dict[str, Any]:
        """Return the route as plain data."""
        return {"path": list(self.path), "totals": list(self.totals), "total": self.total}

    def _repr_html_(self) -> str:
        values = ", ".join(f"{name} {value:g}" for name, value in self.values.items())
        rows = [[name, f"{total:g}"] for name, total in zip(self.path, self.totals, strict=True)]
        parts = [self.route_map.draw_svg(self.path), html.table(["room", "total"], rows)]
        return html.notebook(html.heading(f"{self.path[0]} to {self.path[-1]}", values), html.row(parts))


class Step(NamedTuple):
    """A room to go to next."""

    name: str
    best: float | None  # the best total through it; None if no path keeps the constraints
    good: int  # paths through it that are nearly as good as the best of all
    paths: int  # all paths through it that keep the constraints


class _Label(NamedTuple):
    """A partial path: its running totals, the number of paths it stands for, and its rooms."""

    totals: tuple[tuple[float, ...], ...]
    ways: int
    path: tuple[str, ...]

    @property
    def values(self) -> tuple[float, ...]:
        """Its totals after the last room."""
        return self.totals[-1]


Keep = Callable[[list[_Label]], list[_Label]]


class Planner:
    """Plans paths through a map by an objective and constraints.

    The objective is a sum of measures in words, a table of weights, or a function of a room. `measures` adds measures
    that words can name, or replaces them; each is a table or a function.

    >>> from cardwright import route
    >>> planner = Planner(route.example())
    >>> planner.best().total, planner.best("9B").total
    (26, 13)
    >>> Planner(route.example(), constraints=["through 10D", "through 11C", "through 12C"]).best().total
    29
    >>> Planner(route.example(), lambda room: room.floor if room.kind == "N" else 0).best().total
    20
    """

    def __init__(
        self,
        route_map: RouteMap,
        objective: ObjectiveLike = "risk",
        *,
        constraints: Iterable[str | Constraint] = (),
        measures: Mapping[str, Source] | None = None,
        lowest: bool | None = None,
    ):
        self.map = route_map
        self.measures: dict[str, Measure] = known_measures(measures)
        given = list(constraints)
        self.constraints = rules.parse_for(route_map, given)
        self._words = [repr(each) if isinstance(each, str) else str(each) for each in given]
        self.lowest = lowest is not False
        self._rooms = {room.name: room for room in route_map.rooms()}
        if isinstance(objective, str):
            objective = Objective.parse(objective, lowest)
        if isinstance(objective, Objective):
            self.lowest = objective.lowest
            self.prices = objective.costs(self._rooms.values(), self.measures)
        else:
            self.prices = costs(self._rooms.values(), as_measure(objective))
        self._costs = {name: price if self.lowest else -price for name, price in self.prices.items()}

    def price(self, path: Sequence[str]) -> Route:
        """Return a path with its totals; the first room costs nothing, because a path starts there.

        >>> from cardwright import route
        >>> Planner(route.example()).price(["9C", "10D", "11C", "12C"]).totals
        (0, 2, 6, 7)
        """
        if not path:
            raise BadData("a path must have at least one room")
        self.map.check_path(path)
        totals: list[float] = [0]
        for name in path[1:]:
            totals.append(_tidy(totals[-1] + self.prices[name]))
        entered = [self._rooms[name] for name in path[1:]]
        values = {name: _tidy(sum(self.measures[name](room) for room in entered)) for name in ("risk", "reward")}
        return Route(tuple(path), tuple(totals), values, self.map)

    def search(self, start: str | None = None, algorithm: Algorithm = "astar") -> tuple[Route, tuple[Expansion, ...]]:
        """Return the path that a textbook search finds, and the rooms in the order in which it expands them.

        It does not regard constraints.
        """
        if self.constraints:
            raise BadData("a textbook search regards no constraints; leave them out, or leave out the algorithm")
        found = search(self.map, self._start(start), self._costs, algorithm)
        return self.price(found.path), found.expanded

    def best(self, start: str | None = None) -> Route:
        """Return the best path to the boss from the start, or from another room."""
        return self.k_best(1, start)[0] if self.constraints else self.search(start)[0]

    def k_best(self, k: int, start: str | None = None) -> list[Route]:
        """Return the k best paths, the best first."""
        if not 1 <= k <= 10_000:
            raise BadData(f"k must be from 1 to 10,000, not {k}")
        found = self._sweep(self._start(start), [self._costs], lambda labels: heapq.nsmallest(k, labels, key=_order))
        return [self.price(label.path) for label in found]

    def pareto(self, first: str = "risk", second: str = "reward", start: str | None = None) -> list[Route]:
        """Return the Pareto front of two measures: no other path is better in one without being worse in the other.

        >>> from cardwright import route
        >>> [route.values for route in Planner(route.example()).pareto()][0]
        {'risk': 26, 'reward': 31}
        """
        tables = []
        for name in (first, second):
            objective = Objective.parse(name)
            table = objective.costs(self._rooms.values(), self.measures)
            tables.append(table if objective.lowest else {each: -cost for each, cost in table.items()})
        return [self.price(label.path) for label in self._sweep(self._start(start), tables, _undominated)]

    def options(self, start: str | None = None, slack: float = 2.0) -> list[Step]:
        """Return the rooms to go to next, those that keep the most good paths open first.

        A path is good if it keeps the constraints and its total is within `slack` of the best.
        """
        if not 0 <= slack < float("inf"):
            raise BadData(f"slack must be at least 0, not {slack}")
        start = self._start(start)
        begun = rules.start(self.constraints, self._rooms[start])
        found: dict[str, list[_Label]] = {}
        for name in self.map.after(start):
            label = _Label(((self._costs[name],),), 1, (start, name))
            states = None if begun is None else rules.step(self.constraints, begun, self._rooms[name])
            found[name] = [] if states is None else self._run({(name, states): [label]}, [self._costs], _merged)
        totals = [label.values[0] for labels in found.values() for label in labels]
        if not totals:
            raise self._no_route(start)
        limit = min(totals) + slack + 10**-DIGITS
        steps = []
        for name, labels in found.items():
            best = min((label.values[0] for label in labels), default=None)
            good = sum(label.ways for label in labels if label.values[0] <= limit)
            signed = None if best is None else _tidy(best if self.lowest else -best)
            steps.append(Step(name, signed, good, sum(label.ways for label in labels)))
        return sorted(steps, key=lambda step: -step.good)

    def _start(self, start: str | None) -> str:
        return self.map.start if start is None else self.map.room(start).name

    def _sweep(self, start: str, tables: list[dict[str, float]], keep: Keep) -> list[_Label]:
        states = rules.start(self.constraints, self._rooms[start])
        begin: Frontier = {} if states is None else {(start, states): [_Label(((0,) * len(tables),), 1, (start,))]}
        found = self._run(begin, tables, keep)
        if not found:
            raise self._no_route(start)
        return found

    def _run(self, frontier: Frontier, tables: list[dict[str, float]], keep: Keep) -> list[_Label]:
        """Extend labels floor by floor up to the boss, keeping some for each room and state of the constraints."""
        while frontier and any(name != self.map.boss for name, _ in frontier):
            reached: Frontier = {}
            for (here, states), labels in frontier.items():
                for there in self.map.graph.successors(here):
                    after = rules.step(self.constraints, states, self._rooms[there])
                    if after is not None:
                        prices = [table[there] for table in tables]
                        reached.setdefault((there, after), []).extend(_extended(labels, there, prices))
            frontier = {key: keep(labels) for key, labels in reached.items()}
            if sum(map(len, frontier.values())) > MAX_LABELS:
                raise BadData(f"more than {MAX_LABELS:,} different totals; use rounder weights or a smaller map")
        return keep([label for (_, states), labels in frontier.items() if self._allowed(states) for label in labels])

    def _allowed(self, states: tuple[int, ...]) -> bool:
        return all(each.holds(state) for each, state in zip(self.constraints, states, strict=True))

    def _no_route(self, start: str) -> NoRoute:
        """Return the error that says which constraints are the reason, and how many of them can be kept."""
        every = range(len(self.constraints))
        alone = [k for k in every if not self._possible(start, [k])]
        together = f"all {len(every)} constraints, though each alone can be kept"
        begin = "the start" if start == self.map.start else start
        reason = f"no path from {begin} to the boss keeps {self._list(alone, 'or') if alone else together}"
        fine = [k for k in every if k not in alone]
        subsets = (each for size in range(len(fine), 0, -1) for each in itertools.combinations(fine, size))
        tried = itertools.islice(subsets, MOST_SUBSETS)
        largest = next((each for each in tried if self._possible(start, each)), ())
        return NoRoute(f"{reason}; the most that can be kept is {self._list(largest, 'and')}" if largest else reason)

    def _possible(self, start: str, chosen: Sequence[int]) -> bool:
        """Return whether a path keeps some of the constraints, given by their indices."""
        part = copy.copy(self)
        part.constraints = [self.constraints[k] for k in chosen]
        begun = rules.start(part.constraints, self._rooms[start])
        frontier: Frontier = {} if begun is None else {(start, begun): [_Label(((0,),), 1, (start,))]}
        return bool(part._run(frontier, [self._costs], lambda labels: labels[:1]))

    def _list(self, chosen: Sequence[int], last: str) -> str:
        *others, final = [self._words[k] for k in chosen]
        return f"{', '.join(others)} {last} {final}" if others else final


def _order(label: _Label) -> tuple[tuple[float, ...], tuple[tuple[float, ...], ...]]:
    return label.values, label.totals


def _extended(labels: list[_Label], room: str, prices: list[float]) -> list[_Label]:
    result = []
    for label in labels:
        values = tuple(round(value + price, DIGITS) for value, price in zip(label.values, prices, strict=True))
        result.append(_Label((*label.totals, values), label.ways, (*label.path, room)))
    return result


def _undominated(labels: list[_Label]) -> list[_Label]:
    """Return the labels that no other dominates in two values, sorted by the first."""
    result: list[_Label] = []
    for label in sorted(labels, key=_order):
        if not result or label.values[1] < result[-1].values[1]:
            result.append(label)
    return result


def _merged(labels: list[_Label]) -> list[_Label]:
    """Merge labels with equal values, adding up their numbers of paths."""
    result: dict[tuple[float, ...], _Label] = {}
    for label in labels:
        before = result.get(label.values)
        result[label.values] = label if before is None else before._replace(ways=before.ways + label.ways)
    return list(result.values())


def _tidy(value: float) -> float:
    """Return a value without rounding errors, as an integer if it is one."""
    value = round(value, DIGITS)
    return int(value) if value == int(value) else value
