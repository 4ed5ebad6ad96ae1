"""Risks by play: what is left of the player after each thing that a room can hold, measured and kept on disk.

A cell is a content (an encounter, or an event) and a level of the deck. It is played from several HP, the points of a
grid, some times each. Play number `k` of all cells is played with the same run, so its deck grows in one way.
"""

from __future__ import annotations

import functools
import hashlib
import io
import itertools
import json
import os
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import platformdirs

from cardwright.core import files
from cardwright.core.compiling.cache import VARIABLE as CACHE_VARIABLE
from cardwright.core.errors import BadData
from cardwright.core.working.workers import jobs_for
from cardwright.spire.maps.generation import Room as MapRoom
from cardwright.spire.run.tables import Type, tables

from . import visits
from .visits import Content, Level, Position, Visits, hp_left

SHARES = (0.1, 0.25, 0.4, 0.6, 0.8, 1.0)  # of the max HP: the grid
DEAD = 0
MOST_PLAYS = 1000
LARGEST_FILE = 64 * 1024 * 1024
PACKAGE = Path(__file__).parents[2]

Axes = tuple[tuple[int, ...], ...]  # for each field of `Level`, the levels that are played
Report = Callable[[int, int, str], None]


class Growth(NamedTuple):
    """What an event brings besides HP, on average: cards gained or given away, relics and upgrades."""

    cards: float = 0.0
    relics: float = 0.0
    upgrades: float = 0.0


def axes_of(content: Content, grows: bool) -> Axes:
    """Return the levels at which a content is played; a deck that does not grow can still be upgraded."""
    if not grows:
        return (0,), (0,), (0, 3), (0,)
    if content.kind == MapRoom.EVENT:
        return (0, 4, 8), (0,), (0,), (0,)
    shops = (0, 1) if content.kind is None else (0,)
    return (0, 4, 8), (0, 2), (0, 3), shops


def levels(axes: Axes) -> list[Level]:
    """Return all levels of a grid."""
    return [Level(*each) for each in itertools.product(*axes)]


def transitions(after: np.ndarray, grid: Sequence[int], max_hp: int, share: np.ndarray) -> np.ndarray:
    """Return the chances of the HP after a room, by the HP before it, from plays that began with the HP of a grid.

    `after[g, k]` is what play `k` from grid point `g` left, and `share[k]` what that play counts. Between two points,
    both count, by how near they are; each changes the HP by as much as it did in the play. HP 0 is death.
    """
    before = np.arange(1, max_hp + 1)
    points = np.asarray(grid)
    upper = np.searchsorted(points, before).clip(0, len(points) - 1)
    lower = np.maximum(upper - 1, 0)
    gap = np.maximum(points[upper] - points[lower], 1)
    near = np.where(upper == lower, 1.0, ((before - points[lower]) / gap).clip(0, 1))  # how much the upper one counts
    result = np.zeros((max_hp + 1) ** 2)
    for side, counts in ((upper, near), (lower, 1 - near)):
        left = after[side].astype(np.int64)
        hp = np.where(left == DEAD, DEAD, (before[:, None] + left - points[side][:, None]).clip(DEAD, max_hp))
        cells = before[:, None] * (max_hp + 1) + hp
        result += np.bincount(cells.ravel(), (counts[:, None] * share[None, :]).ravel(), len(result))
    matrix = result.reshape(max_hp + 1, max_hp + 1)
    matrix[0, 0] = 1.0
    return matrix


@dataclass
class Risks:
    """The plays of some contents at all levels, and the chances that follow from them."""

    max_hp: int
    grid: tuple[int, ...]
    plays: int
    axes: dict[Content, Axes]
    after: dict[Content, np.ndarray]  # by level, grid point and play: HP left
    growth: Growth = field(default_factory=Growth)
    share: np.ndarray | None = None  # what each play counts; None for all the same
    _matrices: dict[Any, np.ndarray] = field(default_factory=dict, repr=False)  # by content and level

    def mixed(self, parts: tuple[tuple[float, Content], ...], level: Sequence[float]) -> np.ndarray:
        """Return the chances of the HP after one of several contents, by the HP before, at any level."""
        axes = self.axes[parts[0][1]]
        key = parts, tuple(min(max(at, points[0]), points[-1]) for at, points in zip(level, axes, strict=True))
        if key not in self._matrices:
            corners = self.corners(parts[0][1], level)
            self._matrices[key] = np.add.reduce([weight * self._mixed_at(parts, corner) for weight, corner in corners])
        return self._matrices[key]

    def _mixed_at(self, parts: tuple[tuple[float, Content], ...], corner: Level) -> np.ndarray:
        key = parts, corner
        if key not in self._matrices:
            self._matrices[key] = np.add.reduce([chance * self.matrix(content, corner) for chance, content in parts])
        return self._matrices[key]

    def matrix(self, content: Content, level: Level) -> np.ndarray:
        """Return the chances of the HP after a content, by the HP before it, at a level that was played."""
        key = content, level
        if key not in self._matrices:
            share = np.full(self.plays, 1 / self.plays) if self.share is None else self.share
            row = levels(self.axes[content]).index(level)
            self._matrices[key] = transitions(self.after[content][row], self.grid, self.max_hp, share)
        return self._matrices[key]

    def corners(self, content: Content, level: Sequence[float]) -> list[tuple[float, Level]]:
        """Return the played levels around a level and what each counts: less on each axis, the farther it is away."""
        sides = [_around(points, at) for points, at in zip(self.axes[content], level, strict=True)]
        found = []
        for corner in itertools.product(*sides):
            weight = float(np.prod([each[0] for each in corner]))
            if weight > 0:
                found.append((weight, Level(*(each[1] for each in corner))))
        return found

    def resampled(self, dice: np.random.Generator) -> Risks:
        """Return the same risks with plays drawn again with replacement, as the bootstrap does."""
        share = dice.multinomial(self.plays, [1 / self.plays] * self.plays) / self.plays
        return Risks(self.max_hp, self.grid, self.plays, self.axes, self.after, self.growth, share)


def _around(points: Sequence[int], at: float) -> list[tuple[float, int]]:
    """Return the points around a number and what each counts; beyond the ends, the last point counts."""
    if at <= points[0]:
        return [(1.0, points[0])]
    for low, high in itertools.pairwise(points):
        if at < high:
            near = (at - low) / (high - low)
            return [(1 - near, low), (near, high)]
    return [(1.0, points[-1])]


def measure(
    position: Position,
    contents: Iterable[Content],
    *,
    plays: int = 20,
    seed: int = 0,
    grows: bool = True,
    jobs: int | None = None,
    cache: str | Path | None = None,
    progress: Report | None = None,
) -> Risks:
    """Play contents from a position and return their risks; what the cache holds is not played again.

    Each content is played `plays` times from each point of the HP grid, at each level of the deck. With `grows`, decks
    grow by rewards, relics and shops as the rooms before would let them; without it, only by upgrades.
    """
    if not 1 <= plays <= MOST_PLAYS:
        raise BadData(f"plays must be from 1 to {MOST_PLAYS:,}, not {plays}")
    wanted = sorted(set(contents), key=lambda each: each.text)
    grid = tuple(sorted({max(1, round(share * position.max_hp)) for share in SHARES}))
    table = Risks(position.max_hp, grid, plays, {each: axes_of(each, grows) for each in wanted}, {})
    player = Visits(position, seed, jobs_for(jobs))
    store = Store(Path(cache) if cache else default_cache(), {**position.key(), "seed": seed, "grid": list(grid)})
    done, total = 0, sum(len(levels(axes)) for axes in table.axes.values())
    for content in wanted:
        kept = store.read(content)
        for level in levels(table.axes[content]):
            if progress:
                progress(done, total, content.text)
            cell = kept.get(level)
            if cell is None or cell.left.shape[1] < plays:
                kept[level] = _measure(player, content, level, grid, plays, cell)
                store.write(content, kept)
            done += 1
        table.after[content] = np.stack([kept[level].left[:, :plays] for level in levels(table.axes[content])])
        if content.kind == MapRoom.EVENT:
            table.growth = Growth(*kept[Level()].found[:, :, :plays].mean(axis=(1, 2)))  # of late events, the last
    if progress:
        progress(total, total, "")
    return table


class Cell(NamedTuple):
    """The plays of a content at a level, by grid point and play."""

    left: np.ndarray  # HP
    found: np.ndarray  # what was gained, in the order of `Growth`


def _measure(
    player: Visits, content: Content, level: Level, grid: Sequence[int], plays: int, before: Cell | None
) -> Cell:
    """Play a content at a level until there are `plays` plays from each grid point, those before included."""
    numbers = np.arange(0 if before is None else before.left.shape[1], plays)
    points = np.repeat(np.arange(len(grid)), len(numbers))
    entered = np.concatenate([player.grown(level, plays)[numbers]] * len(grid))
    of_play = points * MOST_PLAYS + np.tile(numbers, len(grid))
    ended = player.enter(entered, content, np.asarray(grid)[points], f"{content.text} {level}", of_play)
    left = hp_left(ended)
    relics, upgrades = (_total(ended, each) - _total(entered, each) for each in ("relic_count", "deck_up"))
    found = np.where(left > 0, np.stack([_changed_cards(entered, ended), relics, upgrades]), 0)
    new = Cell(*(each.reshape(*each.shape[:-1], len(grid), -1).astype(np.int16) for each in (left, found)))
    return new if before is None else Cell(*(np.concatenate(both, axis=-1) for both in zip(before, new, strict=True)))


def _changed_cards(before: np.ndarray, after: np.ndarray) -> np.ndarray:
    """Return how many cards each run has gained or given away; a curse that was gained counts against them."""
    gained = _card_counts(after) - _card_counts(before)
    curses = tables().card_type[: gained.shape[1]] == Type.CURSE
    changed: np.ndarray = np.abs(gained[:, ~curses]).sum(axis=1) - gained[:, curses].sum(axis=1)
    return changed


def _card_counts(states: np.ndarray) -> np.ndarray:
    """Return how often each run has each card."""
    runs = states["run"]
    counts = np.zeros((len(states), len(tables().card_type)), np.int64)
    rows, places = np.nonzero(np.arange(runs["deck_card"].shape[1]) < runs["deck_size"][:, None])
    np.add.at(counts, (rows, runs["deck_card"][rows, places]), 1)
    return counts


def _total(states: np.ndarray, field: str) -> np.ndarray:
    """Return a number of each run, or the sum of several."""
    total: np.ndarray = states["run"][field].reshape(len(states), -1).sum(axis=1, dtype=np.int64)
    return total


def default_cache() -> Path:
    """Return the folder in which plays are kept."""
    return Path(os.environ.get(CACHE_VARIABLE) or platformdirs.user_cache_dir("cardwright", appauthor=False)) / "routes"


@functools.cache
def version() -> str:
    """Return a hash of everything that can change how a play ends: the rules, their data, and the agents."""
    digest = hashlib.blake2b(Path(visits.__file__).read_bytes() + Path(__file__).read_bytes(), digest_size=16)
    for room in ("core", "spire", "agents"):
        for path in sorted(each for each in (PACKAGE / room).rglob("*") if each.suffix in (".py", ".yaml")):
            digest.update(path.read_bytes())
    return digest.hexdigest()


class Store:
    """Plays on disk: one file for each content and everything else that the plays depend on."""

    def __init__(self, folder: Path, key: dict[str, object]):
        self.folder, self.key = folder, {**key, "version": version()}

    def path(self, content: Content) -> Path:
        """Return the file of a content."""
        text = json.dumps({**self.key, "content": content.text}, sort_keys=True)
        name = hashlib.blake2b(text.encode(), digest_size=16).hexdigest()
        return self.folder / name[:2] / f"{name}.npz"

    def read(self, content: Content) -> dict[Level, Cell]:
        """Return the plays of a content that are kept; a damaged file counts as none."""
        path = self.path(content)
        if not path.exists():
            return {}
        try:
            arrays = np.load(io.BytesIO(files.read_bytes(path, LARGEST_FILE)), allow_pickle=False)
            found: dict[Level, Cell] = {}
            for name in {each.rpartition(" ")[0] for each in arrays.files}:
                level = Level(*map(int, name.split(",")))
                found[level] = Cell(arrays[f"{name} left"], arrays[f"{name} found"])
        except (ValueError, KeyError, TypeError, EOFError, OSError, zipfile.BadZipFile):
            return {}
        return found

    def write(self, content: Content, cells: dict[Level, Cell]) -> None:
        """Keep the plays of a content."""
        arrays: dict[str, Any] = {}
        for level, cell in cells.items():
            name = ",".join(map(str, level))
            arrays[f"{name} left"], arrays[f"{name} found"] = cell
        stream = io.BytesIO()
        np.savez_compressed(stream, **arrays)
        path = self.path(content)
        files.make_folder(path.parent)
        files.write(path, stream.getvalue())
