"""A map as a graph: rooms on floors, links from each floor to the next, one start below and one boss on top."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import networkx as nx

from cardwright.core.errors import BadData, UnknownName, unknown
from cardwright.spire.maps import ActMap
from cardwright.spire.maps.drawing import Canvas, draw

from .encounters import BOSS, ENCOUNTERS, START

_LETTERS = {each.symbol: each.letter for each in ENCOUNTERS.values()}


class Place(NamedTuple):
    """A room of a map: what a cost is the cost of."""

    name: str
    floor: int
    kind: str
    column: float


class RouteMap:
    """A map on a networkx graph, `graph`, whose nodes have a `floor`, a `kind` (a letter) and a `column`.

    >>> import networkx as nx
    >>> from cardwright import route
    >>> paper = route.example()
    >>> paper.floors, paper.place("11C").kind, paper.after("9C")
    (16, 'EX', ['10D', '10E'])
    >>> nx.shortest_path_length(paper.graph, paper.start, paper.boss)
    16
    """

    def __init__(self, graph: nx.DiGraph, where: Callable[[str], str] = lambda node: ""):
        """Check `graph`; `where(node)` is put before what is said about a node."""
        self.graph = graph
        for node, its in graph.nodes.items():
            if not {"floor", "kind", "column"} <= its.keys() or its["kind"] not in ENCOUNTERS:
                kinds = ", ".join(ENCOUNTERS)
                raise BadData(f"{where(node)}room {node} needs a floor, a column and a kind out of {kinds}")
        self.start = self._only(START, "start", where)
        self.boss = self._only(BOSS, "boss", where)
        self.floors: int = graph.nodes[self.boss]["floor"]
        self._check(where)

    def _only(self, kind: str, what: str, where: Callable[[str], str]) -> str:
        found = [node for node, its in self.graph.nodes.items() if its["kind"] == kind]
        if len(found) != 1:
            prefix = where(found[1]) if found else where("")
            raise BadData(f"{prefix}a map has one {what} ({kind}), not {len(found)}")
        return found[0]

    def _check(self, where: Callable[[str], str]) -> None:
        floor = nx.get_node_attributes(self.graph, "floor")
        if floor[self.start] != 0:
            raise BadData(f"{where(self.start)}the start {self.start} must be on floor 0")
        for node, above in self.graph.edges:
            if floor[above] != floor[node] + 1:
                way = f"goes from floor {floor[node]} to floor {floor[above]}"
                raise BadData(f"{where(node)}the link from {node} to {above} {way}; a link leads to the next floor")
        for node, links in self.graph.out_degree:  # links lead up only, so who can always go on reaches the boss
            if not links and node != self.boss:
                raise BadData(f"{where(node)}there is no way from {node} to the boss")

    def __contains__(self, name: object) -> bool:
        return name in self.graph

    def __eq__(self, other: object) -> bool:
        """The same rooms with the same links; where they are drawn does not matter."""
        return isinstance(other, RouteMap) and self._content() == other._content()

    def _content(self) -> tuple[frozenset, frozenset]:
        kinds = frozenset((node, its["floor"], its["kind"]) for node, its in self.graph.nodes.items())
        return kinds, frozenset(self.graph.edges)

    def __repr__(self) -> str:
        return f"<RouteMap: {self.floors} floors, {len(self.graph)} rooms, {self.graph.number_of_edges()} links>"

    def __str__(self) -> str:
        return str(self.draw())

    def place(self, name: str) -> Place:
        """The room of that name."""
        if name not in self.graph:
            raise unknown("room", name, self.graph)
        its = self.graph.nodes[name]
        return Place(name, its["floor"], its["kind"], its["column"])

    def places(self, floor: int | None = None) -> list[Place]:
        """The rooms of a floor from left to right, or all of them from the start to the boss."""
        found = [self.place(name) for name in self.graph]
        found.sort(key=lambda place: (place.floor, place.column))
        return [place for place in found if floor is None or place.floor == floor]

    def after(self, name: str) -> list[str]:
        """The rooms one can go to from a room."""
        self.place(name)
        return list(self.graph.successors(name))

    def check_path(self, path: Sequence[str]) -> None:
        """Refuse a path that has a room which is not there, or a step that no link allows."""
        for name in path:
            self.place(name)
        for here, there in pairwise(path):
            if not self.graph.has_edge(here, there):
                raise UnknownName(f"no link leads from {here} to {there}; one can go to {', '.join(self.after(here))}")

    def draw(self, path: Iterable[str] = ()) -> Canvas:
        """The map in letters, the boss on top, with a path marked."""
        cells = {place.name: (place.column, place.floor) for place in self.places()}
        symbols = {cells[place.name]: ENCOUNTERS[place.kind].symbol for place in self.places()}
        links = [(cells[here], cells[there]) for here, there in self.graph.edges]
        names = {floor: str(floor) for floor in range(self.floors + 1)}
        return draw(symbols, links, {cells[name] for name in path}, names)

    @classmethod
    def from_act(cls, act_map: ActMap) -> RouteMap:
        """A generated map; rooms are named by floor and letter from the left, as 9B.

        >>> from cardwright.spire import maps
        >>> RouteMap.from_act(maps.generate(1)).after("0")
        ['1A', '1B']
        """
        graph: nx.DiGraph = nx.DiGraph()
        boss = act_map.rows + 1
        graph.add_node("0", floor=0, kind=START, column=3.0)
        names: dict[tuple[int, int], str] = {}
        counts = [0] * boss
        for node in sorted(act_map.nodes, key=lambda each: (each.y, each.x)):
            name = names[node.x, node.y] = f"{node.y + 1}{chr(ord('A') + counts[node.y])}"
            counts[node.y] += 1
            burns = (node.x, node.y) == act_map.burning_elite
            kind = "EX" if burns else _LETTERS[node.type]
            graph.add_node(name, floor=node.y + 1, kind=kind, column=float(node.x))
        graph.add_node(str(boss), floor=boss, kind=BOSS, column=3.0)
        graph.add_edges_from(("0", names[node.x, 0]) for node in act_map.nodes if node.y == 0)
        graph.add_edges_from(
            (names[node.x, node.y], names.get((x, node.y + 1), str(boss))) for node in act_map.nodes for x in node.to
        )
        return cls(graph)
