"""Maps as text files, in the format of "Determining lowest risk paths in the game Slay the Spire using A*".

    Floors
    2
    Encounters
    0-ST
    1A-N    1B-E
    2-B
    Links
    0,1A,1B
    1A,2    1B,2

There are three sections: the number of floors, the rooms (floor, letter on the floor, encounter) and the links (a room,
then the rooms it leads to). Tabs or spaces separate the entries of a line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import networkx as nx

from cardwright.core import data, files
from cardwright.core.errors import BadData
from cardwright.spire.maps import ActMap

from .encounters import ENCOUNTERS
from .map import RouteMap

SECTIONS = ("floors", "encounters", "links")
MAX_FLOORS = 100
_NAME = re.compile("([0-9]{1,3})([A-Z]?)")

Entry = tuple[int, str]  # line and word


def read(path: str | Path) -> RouteMap:
    """Read a map from a file: text, or the JSON of a generated map."""
    text = data.read_text(path)
    if text.lstrip()[:1] == "{":
        return RouteMap.from_act(ActMap.from_data(data.parse(text, str(path)).value, str(path)))
    return from_text(text, str(path))


def write(route_map: RouteMap, path: str | Path) -> None:
    """Write a map to a text file."""
    files.write(path, to_text(route_map))


def example() -> RouteMap:
    """Return the map of the paper that defined the file format.

    >>> from cardwright import route
    >>> route.example().room("6B").kind
    'E'
    """
    return from_text((resources.files(__package__) / "data" / "example_map.txt").read_text(encoding="utf-8"), "example")


def from_text(text: str, name: str = "map") -> RouteMap:
    """Return the map that a text describes; errors name the line.

    >>> from_text("Floors\\n1\\nEncounters\\n0-ST 1-X\\nLinks\\n0,1\\n")
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: map, line 4: unknown encounter 'X' in '1-X'; allowed: B, E, EX, M, N, R, ST, T, U
    """
    return _Reader(name, text.removeprefix("\ufeff").split("\n")).read()


class _Reader:
    """Reads one map."""

    def __init__(self, name: str, lines: list[str]):
        self.name = name
        self.lines = lines
        self.graph: nx.DiGraph[str] = nx.DiGraph()
        self.declared: dict[str, int] = {}  # the line of each room

    def wrong(self, line: int, message: str) -> BadData:
        return BadData(f"{self.name}, line {line}: {message}")

    def where(self, node: str) -> str:
        return f"{self.name}, line {self.declared.get(node, self.encounters)}: "

    def read(self) -> RouteMap:
        starts = self.sections()
        self.encounters = starts["encounters"]
        floors = self.floors(starts)
        for line, word in self.entries(starts["encounters"], starts["links"]):
            self.add_room(line, word, floors)
        for line, word in self.entries(starts["links"], len(self.lines) + 1):
            self.add_links(line, word)
        self.spread_columns()
        result = RouteMap(self.graph, self.where)
        if result.floors != floors:
            raise BadData(
                f"{self.where(result.boss)}the boss is on floor {result.floors}, but there are {floors} floors"
            )
        return result

    def sections(self) -> dict[str, int]:
        """Return the line of each section's title."""
        starts: dict[str, int] = {}
        for line, text in enumerate(self.lines, 1):
            title = text.strip().lower()
            if title in (*SECTIONS, "floor"):
                title = "floors" if title == "floor" else title
                if title in starts:
                    raise self.wrong(line, f"a second section {text.strip()!r}; the first is on line {starts[title]}")
                starts[title] = line
        for index, title in enumerate(SECTIONS):
            if title not in starts:
                raise self.wrong(len(self.lines), f"the section {title.title()!r} is missing")
            if index and starts[title] < starts[SECTIONS[index - 1]]:
                raise self.wrong(starts[title], f"the section {title.title()!r} comes too early")
        for line, text in enumerate(self.lines[: starts["floors"] - 1], 1):
            if text.strip():
                raise self.wrong(line, "a map begins with the section 'Floors'")
        return starts

    def entries(self, start: int, stop: int) -> Iterator[Entry]:
        """Yield the words of the lines between two titles."""
        for line in range(start + 1, stop):
            for word in self.lines[line - 1].split():
                yield line, word

    def floors(self, starts: dict[str, int]) -> int:
        entries = list(self.entries(starts["floors"], starts["encounters"]))
        line, word = entries[0] if entries else (starts["floors"], "")
        if len(entries) != 1 or not re.fullmatch("[0-9]{1,3}", word) or not 1 <= int(word) <= MAX_FLOORS:
            raise self.wrong(line, f"the number of floors must be an integer up to {MAX_FLOORS}, not {word[:40]!r}")
        return int(word)

    def add_room(self, line: int, word: str, floors: int) -> None:
        name, dash, kind = word.partition("-")
        match = _NAME.fullmatch(name)
        if not match or not dash:
            raise self.wrong(line, f"{word[:40]!r} is not a room such as 6B-E: floor, letter, encounter")
        if kind not in ENCOUNTERS:
            letters = ", ".join(sorted(ENCOUNTERS))
            raise self.wrong(line, f"unknown encounter {kind[:40]!r} in {word[:40]!r}; allowed: {letters}")
        if name in self.declared:
            raise self.wrong(line, f"room {name} is already on line {self.declared[name]}")
        floor = int(match[1])
        if floor > floors:
            raise self.wrong(line, f"room {name} is on floor {floor}, but there are {floors} floors")
        self.declared[name] = line
        self.graph.add_node(name, floor=floor, kind=kind, column=0.0)

    def add_links(self, line: int, word: str) -> None:
        source, *targets = word.split(",")
        for name in (source, *targets):
            if name not in self.declared:
                raise self.wrong(line, f"{word[:40]!r} names the room {name[:40]!r}, which is not among the encounters")
        if not targets:
            raise self.wrong(line, f"{word[:40]!r} has no target; links from 5B to 6B and 6C are written 5B,6B,6C")
        for target in targets:
            below, above = (self.graph.nodes[name]["floor"] for name in (source, target))
            if above != below + 1:
                move = "goes down" if above < below else "skips" if above > below else "stays on"
                raise self.wrong(
                    line, f"the link from {source} to {target} {move} a floor; a link leads to the next floor"
                )
            if self.graph.has_edge(source, target):
                raise self.wrong(line, f"the link from {source} to {target} appears twice")
            self.graph.add_edge(source, target)

    def spread_columns(self) -> None:
        """Distribute the rooms of each floor evenly, because files contain no columns."""
        rows: dict[int, list[str]] = {}
        for node, its in self.graph.nodes.items():
            rows.setdefault(its["floor"], []).append(node)
        widest = max(map(len, rows.values()), default=1)
        for row in rows.values():
            for index, node in enumerate(row):
                self.graph.nodes[node]["column"] = index + (widest - len(row)) / 2


def to_text(route_map: RouteMap) -> str:
    """Return the text of a map; `from_text` reads it back.

    >>> print(to_text(from_text("Floors\\n1\\nEncounters\\n0-ST 1-B\\nLinks\\n0,1\\n")))
    Floors
    1
    Encounters
    0-ST
    1-B
    Links
    0,1
    <BLANKLINE>
    """
    rows = [route_map.rooms(floor) for floor in range(route_map.floors + 1)]
    rooms = ["\t".join(f"{room.name}-{room.kind}" for room in row) for row in rows]
    links = ["\t".join(",".join([room.name, *route_map.after(room.name)]) for room in row) for row in rows[:-1]]
    return "\n".join(["Floors", str(route_map.floors), "Encounters", *rooms, "Links", *links]) + "\n"
