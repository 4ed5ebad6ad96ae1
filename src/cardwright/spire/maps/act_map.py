"""The map of an act as data: rooms, where they lead, and which elite burns."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
import pydantic

from cardwright.core import data
from cardwright.core.compiling import jit
from cardwright.core.errors import BadData
from cardwright.core.interpreted import plain
from cardwright.core.random import as_seed
from cardwright.core.showing import html

from .drawing import Canvas, Cell, Link, draw
from .generation import ACT_OFFSETS, BOSS_COLUMN, COLUMNS, ROWS, Grid, Room, Scratch, generate_grids
from .seeds import parse_seed, seed_text
from .svg import draw_svg

FINAL_ACT = 4
SYMBOLS: dict[int, str] = {
    Room.MONSTER: "M",
    Room.EVENT: "?",
    Room.ELITE: "E",
    Room.REST: "R",
    Room.SHOP: "$",
    Room.TREASURE: "T",
}
# Drawings and weights use the letters of "Determining lowest risk paths in the game Slay the Spire using A*".
LETTERS = {"M": "N", "?": "U", "E": "E", "R": "R", "$": "M", "T": "T"}
BOSS, BURNING_ELITE = "B", "EX"
HERE = "@"  # where the player is, in drawings
_COLUMNS_OF = [tuple(x for x in range(COLUMNS) if links >> x & 1) for links in range(1 << COLUMNS)]


class Node(NamedTuple):
    """A room: column and row from the bottom left, its symbol, and the columns of the row above that it leads to."""

    x: int
    y: int
    type: str
    to: tuple[int, ...]


@dataclass(frozen=True)
class ActMap:
    """The map of one act. The rooms of the top row lead to the boss, written as column 3."""

    seed: int
    act: int
    ascension: int
    nodes: tuple[Node, ...]
    burning_elite: tuple[int, int] | None = None
    burning_buff: int | None = None

    @property
    def seed_text(self) -> str:
        """The seed as the game shows it."""
        return seed_text(self.seed)

    @property
    def title(self) -> str:
        """What it is the map of."""
        return f"Act {self.act}, ascension {self.ascension}, seed {self.seed_text} ({self.seed})"

    @property
    def rows(self) -> int:
        """The number of rows below the boss."""
        return max(node.y for node in self.nodes) + 1

    def to_data(self) -> dict[str, Any]:
        """Return the map as plain data, ready for JSON."""
        burning: dict[str, Any] = {"burning_elite": list(self.burning_elite) if self.burning_elite else None}
        if self.burning_buff is not None:
            burning["burning_buff"] = self.burning_buff
        nodes = [{**node._asdict(), "to": list(node.to)} for node in self.nodes]
        return {
            "seed": self.seed,
            "seed_str": self.seed_text,
            "act": self.act,
            "ascension": self.ascension,
            **burning,
            "nodes": nodes,
        }

    @classmethod
    def from_data(cls, value: Any, name: str = "map") -> ActMap:
        """Return the map that `to_data` described, after checking the data."""
        saved = data.validate(_SavedMap, value, data.Document(value, name))
        nodes = tuple(Node(node.x, node.y, node.type, tuple(node.to)) for node in saved.nodes)
        act_map = cls(saved.seed, saved.act, saved.ascension, nodes, saved.burning_elite, saved.burning_buff)
        _check(act_map, name)
        return act_map

    def draw(self, here: Cell | None = None) -> Canvas:
        """Return the map drawn in letters, the boss at the top; `here` is the cell in which the player is, if any."""
        rooms = self._rooms()
        return draw({**rooms, here: HERE} if here in rooms else rooms, self._links())

    def _rooms(self) -> dict[Cell, str]:
        rooms: dict[Cell, str] = {(node.x, node.y): self.letter(node) for node in self.nodes}
        return {**rooms, (BOSS_COLUMN, self.rows): BOSS}

    def _links(self) -> list[Link]:
        return [((node.x, node.y), (x, node.y + 1)) for node in self.nodes for x in node.to]

    def letter(self, node: Node) -> str:
        """Return the letter of a room in drawings and weights; data keeps the symbol of the game, its `type`."""
        return BURNING_ELITE if (node.x, node.y) == self.burning_elite else LETTERS[node.type]

    def __str__(self) -> str:
        return str(self.draw())

    def _repr_html_(self) -> str:
        title = f"Act {self.act}, ascension {self.ascension}, seed {self.seed_text}"
        return html.notebook(html.heading(title), draw_svg(self._rooms(), self._links()))


class _SavedNode(pydantic.BaseModel):
    x: int = pydantic.Field(ge=0, lt=COLUMNS)
    y: int = pydantic.Field(ge=0, lt=ROWS)
    type: Literal["M", "?", "E", "R", "$", "T"]
    to: list[Annotated[int, pydantic.Field(ge=0, lt=COLUMNS)]] = pydantic.Field(min_length=1, max_length=COLUMNS)


class _SavedMap(pydantic.BaseModel):
    seed: int = pydantic.Field(ge=-(2**63), lt=2**63)
    act: int = pydantic.Field(ge=1, le=FINAL_ACT)
    ascension: int = pydantic.Field(ge=0, le=20)
    burning_elite: tuple[int, int] | None = None
    burning_buff: int | None = pydantic.Field(None, ge=0, le=3)
    nodes: list[_SavedNode] = pydantic.Field(min_length=1, max_length=ROWS * COLUMNS)


def _check(act_map: ActMap, name: str) -> None:
    cells = {(node.x, node.y): node for node in act_map.nodes}
    if len(cells) < len(act_map.nodes):
        raise BadData(f"{name}: two nodes are in the same cell")
    rows = act_map.rows
    for node in act_map.nodes:
        for x in node.to:
            if (x, node.y + 1) not in cells and (x, node.y + 1) != (BOSS_COLUMN, rows):
                raise BadData(f"{name}: node ({node.x}, {node.y}) leads to ({x}, {node.y + 1}), where there is no node")
    burning = act_map.burning_elite
    if burning and (burning not in cells or cells[burning].type != SYMBOLS[Room.ELITE]):
        raise BadData(f"{name}: burning_elite: there is no elite at {list(burning)}")


def generate(
    seed: int | str, act: int = 1, ascension: int = 0, *, burning: bool = True, compiled: bool = True
) -> ActMap:
    """Return the map that the original game generates for a seed.

    The seed is a number or text: digits alone are a number, anything else is the game's own notation. With `burning`,
    one elite burns, as in the game once the final act is unlocked and until its key is found. Without `compiled`, the
    generator runs as plain Python, which is the fastest way to a single map.

    >>> generate("5G24A25UXKXFF", act=3) == generate(-1, act=3)
    True
    >>> generate(1).burning_elite
    (3, 13)
    """
    number = parse_seed(seed)
    if act == FINAL_ACT:
        _check_ascension(ascension)
        rooms = enumerate((SYMBOLS[Room.REST], SYMBOLS[Room.SHOP], SYMBOLS[Room.ELITE]))
        return ActMap(number, act, ascension, tuple(Node(BOSS_COLUMN, y, each, (BOSS_COLUMN,)) for y, each in rooms))
    grid = generate_many([number], act, ascension, burning=burning, compiled=compiled)[0]
    return from_grid(grid, number, act, ascension)


def generate_many(
    seeds: Iterable[int], act: int = 1, ascension: int = 0, *, burning: bool = True, compiled: bool = True
) -> np.ndarray:
    """Return the maps for many seeds as an array of `Grid` records, thousands of them per second.

    >>> grids = generate_many(range(3))
    >>> grids["kind"].shape
    (3, 15, 7)
    """
    if act not in ACT_OFFSETS:
        raise BadData(f"act {act}: there are the acts 1 to 3, and act 4, which is always the same")
    _check_ascension(ascension)
    seed_words = np.array([as_seed(seed) for seed in seeds], np.uint64)
    grids = np.zeros(len(seed_words), Grid).view(np.recarray)
    if compiled:
        jit.compiling("the map generator")
    scratch = np.zeros(1, Scratch).view(np.recarray)
    generator = generate_grids if compiled else plain(generate_grids)
    generator(grids, scratch, seed_words, np.uint64(ACT_OFFSETS[act]), int(ascension > 0), burning)
    return grids


def _check_ascension(ascension: int) -> None:
    if not 0 <= ascension <= 20:
        raise BadData(f"ascension must be 0 to 20, not {ascension}")


def from_grid(grid: np.ndarray, seed: int, act: int, ascension: int) -> ActMap:
    """Return one of the maps of `generate_many` as an `ActMap`."""
    kinds, links = grid["kind"].tolist(), grid["links"].tolist()
    nodes = tuple(
        Node(x, y, SYMBOLS[kinds[y][x]], _COLUMNS_OF[links[y][x]])
        for y in range(ROWS)
        for x in range(COLUMNS)
        if links[y][x]
    )
    if grid["buff"] < 0:
        return ActMap(seed, act, ascension, nodes)
    return ActMap(seed, act, ascension, nodes, (int(grid["burning_x"]), int(grid["burning_y"])), int(grid["buff"]))
