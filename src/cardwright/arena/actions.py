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
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardwright.arena.decisions import NOBODY, Decisions, estimates_leader, retrace
from cardwright.core import data
from cardwright.core.errors import BadData, reason
from cardwright.core.game import Game

from .foreign import check_columns
from .plan import Plan

if TYPE_CHECKING:
    import polars

FORMAT = "cardwright actions 1"
BLOCK = 4096  # games whose decisions are in memory together

Key = tuple[int, int]  # a series, and the number of a block in it


def frame_of(game: Game, series: int, decisions: Decisions) -> polars.DataFrame:
    """Return decisions as the action log holds them; docs/report.md explains the columns."""
    import polars

    labels, numbers = np.unique(decisions.available, return_inverse=True)
    names = [" ".join(filter(None, game.words(label))) for label in labels.tolist()]
    words = sorted(set(names))
    known = polars.Series(words, dtype=polars.Enum(words))
    places = np.array([words.index(name) for name in names], np.uint32)
    taken = places[np.searchsorted(labels, decisions.taken)]
    rows = np.arange(len(taken), dtype=np.uint32)
    lengths = np.diff(decisions.ends, prepend=0)
    pairs = polars.DataFrame({"row": np.repeat(rows, lengths), "available": known.gather(places[numbers])})
    lists = pairs.lazy().set_sorted("row").group_by("row", maintain_order=True).agg("available").collect()
    columns: dict[str, Any] = {
        "series": np.full(len(taken), series, np.uint32),
        "game": decisions.game.astype(np.uint32),
        "decision": decisions.decision.astype(np.uint32),
        "turn": decisions.turn.astype(np.uint32),
        "player": decisions.player + np.uint8(1),
        "taken": known.gather(taken),
        "options": decisions.options.astype(np.uint32),
        "available": lists["available"] if len(words) == len(names) else lists["available"].list.unique().list.sort(),
    }
    for holder, mask in zip(game.status_holders, decisions.statuses.T, strict=True):
        columns[f"statuses_{holder}"] = np.ascontiguousarray(mask)
    if estimates_leader(game):
        columns["leader"] = np.where(decisions.leader == NOBODY, 0, decisions.leader + 1).astype(np.uint8)
    return polars.DataFrame(columns)


def no_decisions(game: Game) -> polars.DataFrame:
    """Return the columns of an action log without a row."""
    nothing = np.zeros(0, np.int64)
    return frame_of(game, 0, retrace(game, nothing.astype(np.uint64), nothing, nothing, compiled=False))


class ActionLog:
    """The action log at a path, while a run writes it."""

    def __init__(self, file: Path):
        self.file = file
        self.head = file.with_suffix(".json")
        self.parts = file.with_suffix(".parts")
        self.plan: Plan | None = None
        self._open: dict[Key, list[polars.DataFrame]] = {}  # blocks in memory
        self._games: dict[Key, int] = {}  # how many of each block are there
        self._changed: set[Key] = set()  # blocks of which the disk has an older version

    def begin(self, plan: Plan, found: list[dict[str, np.ndarray]]) -> list[np.ndarray]:
        """Prepare to add to what is there, and return which of the games found in each series have their decisions."""
        self.plan = plan
        games = [each["game"] for each in found]
        kept = [[np.zeros(0, np.int64)] for _ in games]
        if not self.parts.exists():
            self._split(games)
        for key in self._keys():
            if key[0] < len(games):
                kept[key[0]].append(self._load(key, games[key[0]]))
            else:
                self._path(key).unlink()
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
            parts = [no_decisions(self.plan.game).lazy()]
        temporary = self.file.with_name(f".{self.file.name}.joining")
        try:
            _joined(parts).sink_parquet(temporary, maintain_order=True)
            about = {"format": FORMAT, "run": self.plan.identity(), "statuses": list(self.plan.game.status_names)}
            data.write(self.head, json.dumps({**about, "checksum": checksum(temporary)}, indent=2) + "\n")
            os.replace(temporary, self.file)
        except OSError as error:
            raise BadData(f"{self.file}: {reason(error)}") from None
        finally:
            temporary.unlink(missing_ok=True)
        self._drop_parts()

    def _drop_parts(self) -> None:
        """Delete the blocks; renamed first, so that a program killed here leaves none or all."""
        gone = self.parts.with_suffix(".gone")
        shutil.rmtree(gone, ignore_errors=True)
        os.replace(self.parts, gone)
        shutil.rmtree(gone, ignore_errors=True)

    def _split(self, games: list[np.ndarray]) -> None:
        """Make the folder of blocks, with what the file of an earlier run holds."""
        import polars

        made = self.parts.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        data.make_folder(made)
        if self.file.exists() and any(map(len, games)):
            rows = checked(self.file, self._checksum())
            for series, each in enumerate(games):
                for block in np.unique(each // BLOCK).tolist():
                    inside = polars.col("game").is_between(block * BLOCK, (block + 1) * BLOCK - 1)
                    part = rows.filter(inside & (polars.col("series") == series)).collect()
                    part.write_parquet(made / self._path((series, block)).name, compression="lz4")
        os.replace(made, self.parts)

    def _checksum(self) -> str:
        head = data.read(self.head).value
        found = head.get("checksum") if isinstance(head, dict) else None
        return found if isinstance(found, str) else ""

    def _path(self, key: Key) -> Path:
        return self.parts / f"{key[0]:04}-{key[1]:06}.parquet"

    def _keys(self) -> list[Key]:
        """Return the blocks on disk, in order."""
        names = (each.stem.split("-") for each in self.parts.glob("*-*.parquet") if not each.name.startswith("."))
        return sorted((int(series), int(block)) for series, block in names)

    def _load(self, key: Key, games: np.ndarray) -> np.ndarray:
        """Return which games of a block are complete, and keep them open if others are missing."""
        import polars

        assert self.plan is not None
        path = self._path(key)
        try:
            part = polars.read_parquet(path)
        except (polars.exceptions.PolarsError, polars.exceptions.PanicException, OSError):
            part = polars.DataFrame()
        if _form(part) != _form(no_decisions(self.plan.game)):
            path.unlink()  # the machine stopped while it was written: its games are played again
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
        path = self._path(key)
        temporary = path.with_name(f".{path.name}")
        try:
            frame.write_parquet(temporary, compression="lz4")
            os.replace(temporary, path)
        except OSError as error:
            raise BadData(f"{path}: {reason(error)}") from None
        self._changed.discard(key)


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

    if checksum(file) != expected:
        raise BadData(f"{file} is damaged: its checksum is wrong")
    try:
        rows = polars.scan_parquet(file)
        check_columns(rows, file)
        schema = rows.collect_schema()
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException, OSError):
        raise BadData(f"{file} is damaged: it is not a Parquet file") from None
    word = schema.get("taken")
    wanted = {
        **dict.fromkeys(("series", "game", "decision", "turn", "options"), polars.UInt32()),
        "player": polars.UInt8(),
        "taken": word if isinstance(word, polars.Enum) else polars.Enum([]),
        "available": polars.List(word or polars.Null()),
    }
    own = {name: kind for name, kind in schema.items() if name.startswith("statuses_") or name == "leader"}
    numbers = all(kind == (polars.UInt8 if name == "leader" else polars.UInt64) for name, kind in own.items())
    if {name: schema.get(name) for name in wanted} != wanted or len(schema) != len(wanted) + len(own) or not numbers:
        raise BadData(f"{file} is damaged: it does not have the columns of an action log")
    return rows


def checksum(file: Path) -> str:
    """Return what the description of an action log says about its file."""
    try:
        with open(file, "rb") as content:
            return hashlib.file_digest(content, lambda: hashlib.blake2b(digest_size=16)).hexdigest()
    except OSError as error:
        raise BadData(f"{file}: {reason(error)}") from None
