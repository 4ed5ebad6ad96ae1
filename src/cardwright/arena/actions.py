"""The action log: a Parquet file with a row for every decision of a run, and a JSON file that says what it holds.

A run makes millions of decisions, so they are never in memory all at once. Games are collected in blocks of
consecutive numbers. Each block is a file of its own until the run ends, when all are joined in order. The file is
therefore the same for any number of workers, and a run that was killed goes on from its blocks.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

from cardwright.arena.decisions import NOBODY, Decisions, estimates_leader, retrace
from cardwright.core import data, files
from cardwright.core.errors import BadData
from cardwright.core.game import Game

from .foreign import check_columns
from .parquet import check_name, parquet_read, parquet_written
from .plan import Plan
from .searches import Searches, column_types, columns_of

if TYPE_CHECKING:
    import polars

FORMAT = "cardwright actions 1"
BLOCK = 4096  # games whose decisions are in memory together
BLOCK_NAME = re.compile(r"(\d{4}|[1-9]\d{4,8})-(\d{6}|[1-9]\d{6,8})\.parquet", re.ASCII)  # series and number

Key = tuple[int, int]  # a series, and the number of a block in it


def frame_of(game: Game, series: int, decisions: Decisions, searches: Searches | None = None) -> polars.DataFrame:
    """Return decisions as the action log holds them, with those of tree searches if given.

    docs/report.md explains the columns.
    """
    import polars

    labels, numbers = np.unique(decisions.available, return_inverse=True)
    names = [" ".join(filter(None, game.words(label))) for label in labels.tolist()]
    words = sorted(set(names))
    known = polars.Series(words, dtype=polars.Enum(words))
    places = np.array([words.index(name) for name in names], np.uint32)
    taken = places[np.searchsorted(labels, decisions.taken)]
    rows, available = _in_order(decisions.ends, places[numbers], len(words))
    pairs = polars.DataFrame({"row": rows, "available": known.gather(available)})
    lists = pairs.lazy().set_sorted("row").group_by("row", maintain_order=True).agg("available").collect()
    columns: dict[str, Any] = {
        "series": np.full(len(taken), series, np.uint32),
        "game": decisions.game.astype(np.uint32),
        "decision": decisions.decision.astype(np.uint32),
        "turn": decisions.turn.astype(np.uint32),
        "player": decisions.player + np.uint8(1),
        "taken": known.gather(taken),
        "options": decisions.options.astype(np.uint32),
        "available": lists["available"],
    }
    for holder, mask in zip(game.status_holders, decisions.statuses.T, strict=True):
        columns[f"statuses_{holder}"] = np.ascontiguousarray(mask)
    if estimates_leader(game):
        columns["leader"] = np.where(decisions.leader == NOBODY, 0, decisions.leader + 1).astype(np.uint8)
    if searches is not None:
        columns |= columns_of(decisions, places[numbers], searches)
    return polars.DataFrame(columns)


def _in_order(ends: np.ndarray, words: np.ndarray, most: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the row of each word available and the word: distinct ones in ascending order, row after row.

    Words are numbered in alphabetical order in every block of games, whatever else occurs there; labels are not.
    """
    rows = np.repeat(np.arange(len(ends)), np.diff(ends, prepend=0))
    pairs = np.unique(rows * most + words)
    return (pairs // most).astype(np.uint32), (pairs % most).astype(np.uint32)


def no_decisions(game: Game, searches: bool = False) -> polars.DataFrame:
    """Return the columns of an action log without a row."""
    nothing = np.zeros(0, np.int64)
    decisions = retrace(game, nothing.astype(np.uint64), nothing, nothing, compiled=False)
    return frame_of(game, 0, decisions, {} if searches else None)


class ActionLog:
    """The action log at a path, while a run writes it."""

    def __init__(self, file: Path, searches: bool = False):
        self.file = file
        self.searches = searches  # whether it holds the visits and values of tree searches
        self.head = file.with_suffix(".json")
        self.parts = file.with_suffix(".parts")
        self.plan: Plan | None = None
        self._open: dict[Key, list[polars.DataFrame]] = {}  # blocks in memory
        self._games: dict[Key, int] = {}  # how many of each block are there
        self._changed: set[Key] = set()  # blocks of which the disk has an older version

    def begin(self, plan: Plan, found: list[dict[str, np.ndarray]]) -> list[np.ndarray]:
        """Prepare to add to what is there, and return which of the games found in each series have their decisions."""
        self.plan = plan
        check_name(self.file)
        games = [each["game"] for each in found]
        kept = [[np.zeros(0, np.int64)] for _ in games]
        if not os.path.lexists(self.parts):
            self._split(games)
        self._check_parts()
        for key in self._keys():
            if key[0] < len(games):
                kept[key[0]].append(self._load(key, games[key[0]]))
            else:
                files.remove(self._path(key))
        return [np.concatenate(each) for each in kept]

    def add(self, series: int, games: np.ndarray, frame: polars.DataFrame) -> None:
        """Add the decisions of games with these ascending numbers; write the blocks that are complete."""
        for block in np.unique(games // BLOCK).tolist():
            key = series, block
            inside = slice(*np.searchsorted(frame["game"].to_numpy(), [block * BLOCK, (block + 1) * BLOCK]).tolist())
            self._open.setdefault(key, []).append(frame[inside])
            self._games[key] = self._games.get(key, 0) + int(np.count_nonzero(games // BLOCK == block))
            self._changed.add(key)
            if self._is_complete(key):
                self._write(key)
                del self._open[key]

    def save(self) -> None:
        """Write all decisions so far."""
        for key in sorted(self._changed & self._open.keys()):
            self._write(key)
        self._changed.clear()

    def finish(self) -> None:
        """Join all blocks to one file, which replaces the one that is there."""
        import polars

        assert self.plan is not None
        self.save()
        parts = [polars.scan_parquet(self._path(key)) for key in self._keys()]
        if not parts:
            parts = [no_decisions(self.plan.game, self.searches).lazy()]
        with files.replacing(self.file) as file:
            with parquet_written():
                _joined(parts).sink_parquet(file, maintain_order=True)
            file.seek(0)
            about = {"format": FORMAT, "run": self.plan.identity(), "statuses": list(self.plan.game.status_names)}
            files.write(self.head, json.dumps({**about, "checksum": _digest(file)}, indent=2) + "\n")
        files.discard(self.parts, BLOCK_NAME)

    def _split(self, games: list[np.ndarray]) -> None:
        """Make the folder of blocks, with what the file of an earlier run holds."""
        import polars

        with files.new_folder(self.parts) as made:
            if not self.file.exists() or not any(map(len, games)):
                return
            rows = checked(self.file, self._checksum())
            for series, each in enumerate(games):
                for block in np.unique(each // BLOCK).tolist():
                    inside = polars.col("game").is_between(block * BLOCK, (block + 1) * BLOCK - 1)
                    part = rows.filter(inside & (polars.col("series") == series)).collect()
                    _write_block(part, made / self._path((series, block)).name)

    def _check_parts(self) -> None:
        """Refuse a folder of blocks that is a link, or that holds anything but blocks."""
        files.remove_leftovers(files.own_folder(self.parts))
        with files.path_errors(self.parts), os.scandir(self.parts) as entries:
            for each in entries:
                if not BLOCK_NAME.fullmatch(each.name) or not each.is_file(follow_symlinks=False):
                    raise BadData(f"{each.path}: not a file of this run, which needs the folder for itself; move it")

    def _checksum(self) -> str:
        head = data.read(self.head).value
        found = head.get("checksum") if isinstance(head, dict) else None
        return found if isinstance(found, str) else ""

    def _path(self, key: Key) -> Path:
        return self.parts / f"{key[0]:04}-{key[1]:06}.parquet"

    def _keys(self) -> list[Key]:
        """Return the blocks on disk, in order."""
        found = filter(None, map(BLOCK_NAME.fullmatch, os.listdir(self.parts)))
        return sorted((int(each[1]), int(each[2])) for each in found)

    def _load(self, key: Key, games: np.ndarray) -> np.ndarray:
        """Return which games of a block are complete, and keep them open if others are missing."""
        import polars

        assert self.plan is not None
        path = self._path(key)
        try:
            with parquet_read(f"{path} is damaged"):
                part = polars.read_parquet(path)
        except BadData:
            part = polars.DataFrame()
        if _form(part) != _form(no_decisions(self.plan.game, self.searches)):
            files.remove(path)  # the machine stopped while it was written, or searches are wanted: play its games again
            return np.zeros(0, np.int64)
        there = np.unique(part["game"].to_numpy())
        both = np.intersect1d(there, games)
        if len(both) < len(there):
            part = part.filter(polars.col("game").is_in(both.tolist()))
            self._changed.add(key)
        self._games[key] = len(both)
        if key in self._changed or not self._is_complete(key):
            self._open[key] = [part]
        return both.astype(np.int64)

    def _is_complete(self, key: Key) -> bool:
        assert self.plan is not None
        return self._games[key] == min(BLOCK, self.plan.games - key[1] * BLOCK)

    def _write(self, key: Key) -> None:
        frame = _joined([each.lazy() for each in self._open[key]]).sort("game", "decision").collect()
        self._open[key] = [frame]
        _write_block(frame, self._path(key))
        self._changed.discard(key)


def _write_block(frame: polars.DataFrame, path: Path) -> None:
    with files.replacing(path) as file, parquet_written():
        frame.write_parquet(file, compression="lz4")


def _form(frame: polars.DataFrame) -> list[tuple[str, str]]:
    """Return the columns of a frame and their types, whatever words they hold."""
    return [(name, re.sub(r"Enum\(.*\)", "Enum", repr(kind))) for name, kind in frame.schema.items()]


def _joined(parts: Sequence[polars.LazyFrame]) -> polars.LazyFrame:
    """Return parts one after the other; each knows only the words that occur in it."""
    import polars

    words = {word for part in parts for word in part.collect_schema()["taken"].categories}  # type: ignore[attr-defined]
    kind = polars.Enum(sorted(words))
    return polars.concat([part.cast({"taken": kind, "available": polars.List(kind)}) for part in parts])


def checked(file: Path, expected: str) -> polars.LazyFrame:
    """Return the rows of an action log, to be read lazily; a file of another content or form is refused."""
    import polars

    check_name(file)
    if checksum(file) != expected:
        raise BadData(f"{file} is damaged: its checksum is wrong")
    with parquet_read(f"{file} is damaged: it is not a Parquet file"):
        rows = polars.scan_parquet(file)
        check_columns(rows, file)
        schema = rows.collect_schema()
    word = schema.get("taken")
    wanted = {
        **dict.fromkeys(("series", "game", "decision", "turn", "options"), polars.UInt32()),
        "player": polars.UInt8(),
        "taken": word if isinstance(word, polars.Enum) else polars.Enum([]),
        "available": polars.List(word or polars.Null()),
    }
    if column_types().keys() & schema.keys():
        wanted |= column_types()
    own = {name: kind for name, kind in schema.items() if name.startswith("statuses_") or name == "leader"}
    numbers = all(kind == (polars.UInt8 if name == "leader" else polars.UInt64) for name, kind in own.items())
    if {name: schema.get(name) for name in wanted} != wanted or len(schema) != len(wanted) + len(own) or not numbers:
        raise BadData(f"{file} is damaged: it does not have the columns of an action log")
    return rows


def checksum(file: Path) -> str:
    """Return what the description of an action log says about its file."""
    with files.open_to_read(file) as content, files.path_errors(file):
        return _digest(content)


def _digest(content: BinaryIO) -> str:
    return hashlib.file_digest(content, lambda: hashlib.blake2b(digest_size=16)).hexdigest()  # type: ignore[arg-type]
