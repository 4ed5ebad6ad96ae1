"""A map as a graph: rooms on floors, links from each floor to the next, one start at the bottom, one boss on top."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import networkx as nx

from cardwright.core.chart import Chart, Spot
from cardwright.core.errors import BadData, UnknownName, unknown
from cardwright.core.showing import html
from cardwright.spire.maps import ActMap
from cardwright.spire.maps.drawing import Canvas, Cell, Link, draw
from cardwright.spire.maps.svg import draw_svg

from .encounters import BOSS, ENCOUNTERS, START


class Room(NamedTuple):
    """A room of a map."""

    name: str  # floor and letter from the left, as 9B
    floor: int
    kind: str  # the letter of its encounter
    column: float


class RouteMap:
    """A map on a networkx graph, `graph`, whose nodes have a `floor`, a `kind` (a letter) and a `column`.

    >>> import networkx as nx
    >>> from cardwright import route
    >>> paper = route.example()
    >>> paper.floors, paper.room("11C").kind, paper.after("9C")
    (16, 'EX', ['10D', '10E'])
    >>> nx.shortest_path_length(paper.graph, paper.start, paper.boss)
    16
    """

    def __init__(self, graph: nx.DiGraph[str], where: Callable[[str], str] = lambda node: ""):
        """Check `graph`; error messages about a node begin with `where(node)`."""
        self.graph = graph
        for node, its in graph.nodes.items():
            if not {"floor", "kind", "column"} <= its.keys() or its["kind"] not in ENCOUNTERS:
                kinds = ", ".join(ENCOUNTERS)
                raise BadData(f"{where(node)}room {node} needs a floor, a column and a kind, one of {kinds}")
        self.start = self._only(START, "start", where)
        self.boss = self._only(BOSS, "boss", where)
        self.floors: int = graph.nodes[self.boss]["floor"]
        self._check(where)

    def _only(self, kind: str, what: str, where: Callable[[str], str]) -> str:
        found: list[str] = [node for node, its in self.graph.nodes.items() if its["kind"] == kind]
        if len(found) != 1:
            prefix = where(found[1]) if found else where("")
            raise BadData(f"{prefix}a map must have one {what} ({kind}), not {len(found)}")
        return found[0]

    def _check(self, where: Callable[[str], str]) -> None:
        floor = nx.get_node_attributes(self.graph, "floor")
        if floor[self.start] != 0:
            raise BadData(f"{where(self.start)}the start {self.start} must be on floor 0")
        for node, above in self.graph.edges:
            if floor[above] != floor[node] + 1:
                floors = f"goes from floor {floor[node]} to floor {floor[above]}"
                raise BadData(f"{where(node)}the link from {node} to {above} {floors}; a link leads to the next floor")
        for node, links in self.graph.out_degree:  # all links lead up, so a path without dead ends reaches the boss
            if not links and node != self.boss:
                raise BadData(f"{where(node)}there is no way from {node} to the boss")

    def __contains__(self, name: object) -> bool:
        return name in self.graph

    def __eq__(self, other: object) -> bool:
        """Return whether two maps have the same rooms and links; columns do not matter."""
        return isinstance(other, RouteMap) and self._content() == other._content()

    def _content(self) -> tuple[frozenset[tuple[str, int, str]], frozenset[tuple[str, str]]]:
        kinds = frozenset((node, its["floor"], its["kind"]) for node, its in self.graph.nodes.items())
        return kinds, frozenset(self.graph.edges)

    def __repr__(self) -> str:
        return f"<RouteMap: {self.floors} floors, {len(self.graph)} rooms, {self.graph.number_of_edges()} links>"

    def __str__(self) -> str:
        return str(self.draw())

    def _repr_html_(self) -> str:
        return html.notebook(html.heading(repr(self)[1:-1]), self.draw_svg())

    def room(self, name: str) -> Room:
        """Return the room with a name."""
        if name not in self.graph:
            raise unknown("room", name, self.graph)
        its = self.graph.nodes[name]
        return Room(name, its["floor"], its["kind"], its["column"])

    def rooms(self, floor: int | None = None) -> list[Room]:
        """Return the rooms of a floor from left to right, or all rooms from the start to the boss."""
        found = [self.room(name) for name in self.graph]
        found.sort(key=lambda room: (room.floor, room.column))
        return [room for room in found if floor is None or room.floor == floor]

    def after(self, name: str) -> list[str]:
        """Return the names of the rooms that a room leads to."""
        self.room(name)
        return list(self.graph.successors(name))

    def check_path(self, path: Sequence[str]) -> None:
        """Raise an error for a path with an unknown room or with a step that is not a link."""
        for name in path:
            self.room(name)
        for here, there in pairwise(path):
            if not self.graph.has_edge(here, there):
                raise UnknownName(
                    f"no link leads from {here} to {there}; {here} leads to {', '.join(self.after(here))}"
                )

    def draw(self, path: Iterable[str] = ()) -> Canvas:
        """Draw the map in letters, the boss on top, with a path marked."""
        return draw(*self._layout(), self._cells(path), {floor: str(floor) for floor in range(self.floors + 1)})

    def draw_svg(self, path: Iterable[str] = ()) -> str:
        """Draw the map as an SVG element, with a path marked."""
        return draw_svg(*self._layout(), self._cells(path))

    def chart(self) -> Chart:
        """Return the map as a chart, which pages draw."""
        named = {room.name: "" if room.kind in (START, BOSS) else room.name for room in self.rooms()}
        spots = (Spot(room.name, room.floor, room.kind, room.column, named[room.name]) for room in self.rooms())
        return Chart(str(self), spots, self.graph.edges)

    def _cells(self, path: Iterable[str]) -> set[Cell]:
        return {(room.column, room.floor) for room in map(self.room, path)}

    def _layout(self) -> tuple[dict[Cell, str], list[Link]]:
        """Return the letter in each cell, and the links between cells."""
        cells: dict[str, Cell] = {room.name: (room.column, room.floor) for room in self.rooms()}
        letters = {cells[room.name]: room.kind for room in self.rooms()}
        return letters, [(cells[here], cells[there]) for here, there in self.graph.edges]

    @classmethod
    def from_act(cls, act_map: ActMap) -> RouteMap:
        """Return a generated map; rooms are named by floor and letter from the left, as 9B.

        >>> from cardwright.spire import maps
        >>> RouteMap.from_act(maps.generate(1)).after("0")
        ['1A', '1B']
        """
        graph: nx.DiGraph[str] = nx.DiGraph()
        boss = act_map.rows + 1
        graph.add_node("0", floor=0, kind=START, column=3.0)
        names: dict[tuple[int, int], str] = {}
        counts = [0] * boss
        for node in sorted(act_map.nodes, key=lambda each: (each.y, each.x)):
            name = names[node.x, node.y] = f"{node.y + 1}{chr(ord('A') + counts[node.y])}"
            counts[node.y] += 1
            graph.add_node(name, floor=node.y + 1, kind=act_map.letter(node), column=float(node.x))
        graph.add_node(str(boss), floor=boss, kind=BOSS, column=3.0)
        graph.add_edges_from(("0", names[node.x, 0]) for node in act_map.nodes if node.y == 0)
        graph.add_edges_from(
            (names[node.x, node.y], names.get((x, node.y + 1), str(boss))) for node in act_map.nodes for x in node.to
        )
        return cls(graph)
