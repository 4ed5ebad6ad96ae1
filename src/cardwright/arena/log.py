"""The log of a run: a Parquet file with a row per game, and next to it a JSON file that says what was played.

Both files are replaced as a whole, so they are valid at any moment. The JSON file holds the checksum of the Parquet
file, which reveals a damaged log, and that of its previous version, in case the machine stops between the two writes.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pydantic

from cardwright.core import data, files
from cardwright.core.errors import BadData

from . import foreign
from .actions import ActionLog
from .columns import Columns, column_names
from .parquet import parquet_read
from .plan import Plan
from .replays import Replays
from .result import Result
from .transcript import Transcript

if TYPE_CHECKING:
    import polars

SAVE_SECONDS = 10.0  # least time between two saves
SAVE_FACTOR = 20.0  # wait at least this many times as long as the last save took


class _Head(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    format: str
    game: str
    name: str  # of the start or the scenario
    version: int
    start: dict[str, Any]
    seats: list[str]
    seed: int
    value_names: dict[str, list[str]] = {}  # of games that name what they measure
    checksums: list[str]


class Log:
    """The log at a path: a .parquet file, or a folder with games.parquet; all else that is logged is next to it."""

    def __init__(self, path: str | Path, replays: int = 0, actions: bool = False, searches: bool = False):
        given = Path(path)
        alone = given.suffix == ".parquet"
        self.file = given if alone else given / "games.parquet"
        self.action_file = given.with_suffix(".actions.parquet") if alone else given / "actions.parquet"
        self.actions = ActionLog(self.action_file, searches) if actions else None
        self.head = self.file.with_suffix(".json")
        self.replays = Replays(self.file.parent / "replays", replays)
        self.transcript = Transcript(self.file.with_suffix(".llm.jsonl"))
        self._checksum = ""
        self._saved = time.perf_counter()
        self._took = 0.0

    @property
    def exists(self) -> bool:
        """Whether one of its files exists, be it a link to nothing."""
        return os.path.lexists(self.head) or os.path.lexists(self.file)

    def seed(self) -> int:
        """Return the seed of the logged run."""
        return self._read_head().seed

    def begin(self, plan: Plan, resume: bool) -> list[Columns]:
        """Check that the log fits the plan, make its folder, and return the logged games of each series."""
        if self.exists and not resume:
            found_file = self.file if os.path.lexists(self.file) else self.head
            raise BadData(f"{found_file} already exists; resume the run or choose another log")
        found = self._load(plan) if self.exists else []
        private = bool(plan.reading_seats)
        files.make_folder(self.file.parent, private=private)
        if self.replays.games:
            files.own_folder(self.replays.folder, private=private)
        if self.actions:
            logged = self.actions.begin(plan, found)
            found = [_only(columns, games) for columns, games in zip(found, logged, strict=True)]
        if plan.reading_seats:
            self.transcript.begin({(series, game) for series, each in enumerate(found) for game in each["game"]})
        return found

    def save(self, result: Result) -> None:
        """Write all games so far, replacing what was there."""
        began = time.perf_counter()
        if self.actions:
            self.actions.save()  # first: a game without its decisions would be played again
        buffer = io.BytesIO()
        result.frame().write_parquet(buffer)
        before, self._checksum = self._checksum, checksum(buffer.getvalue())
        head = {**result.plan.identity(), "checksums": [each for each in (before, self._checksum) if each]}
        files.write(self.head, json.dumps(head, indent=2) + "\n")
        files.write(self.file, buffer.getvalue())
        self._saved = time.perf_counter()
        self._took = self._saved - began

    def finish(self) -> None:
        """End a run, whether or not all its games are there."""
        if self.actions:
            self.actions.finish()

    @property
    def due(self) -> bool:
        """Whether it is time to save."""
        return time.perf_counter() - self._saved > max(SAVE_SECONDS, SAVE_FACTOR * self._took)

    def _read_head(self) -> _Head:
        if not os.path.exists(self.head):
            raise BadData(f"{self.file} is not the log of a run: {self.head.name}, which a run writes, is missing")
        document = data.read(self.head)
        return data.validate(_Head, document.value, document)

    def _load(self, plan: Plan) -> list[Columns]:
        head = self._read_head()
        for key, wanted in plan.identity().items():
            found = getattr(head, key)
            if found != wanted and key != "name":  # a file with the same start may be called something else
                raise BadData(
                    f"{self.file} is the log of another run: {key} {_short(found)} there, {_short(wanted)} here"
                )
        return self._series(plan, self._content(head)) if os.path.exists(self.file) else []

    def _content(self, head: _Head) -> bytes:
        with files.open_to_read(self.file) as file, files.path_errors(self.file):
            content = file.read()
        self._checksum = checksum(content)
        if self._checksum not in head.checksums:
            raise BadData(f"{self.file} is damaged: its checksum is wrong; choose another log")
        return content

    def games(self) -> tuple[dict[str, Any], polars.DataFrame]:
        """Return what was played and a row for every game, for a reader that does not know the run."""
        import polars

        head = self._read_head()
        content = self._content(head)
        with parquet_read(f"{self.file} is damaged: it does not have the columns of a log"):
            frame = foreign.read_games(polars.scan_parquet(io.BytesIO(content)), self.file)
            frame = frame.with_columns(polars.col("seats").cast(polars.String))
        others = [name for name in frame.columns if name != "seats"]
        about = head.model_dump(exclude={"checksums"}, exclude_unset=True)
        return about, self._checked(frame.select(*others[:1], "seats", *others[1:]))

    def _series(self, plan: Plan, content: bytes) -> list[Columns]:
        """Return the games of each series, except those that lack a requested replay."""
        frame = self._frame(plan, content)
        games = int(frame["game"].to_numpy().max(initial=-1)) + 1
        if games > plan.games:
            raise BadData(f"{self.file} has {games:,} games per series; ask for at least as many")
        found = []
        for number in range(len(plan.seatings)):
            without_replay = self.replays.missing(plan, number)
            rows = frame.filter((frame["series"] == number) & ~frame["game"].is_in(without_replay))
            found.append({name: rows[name].to_numpy() for name in column_names(plan.game, plan.reading_seats)})
        return found

    def _frame(self, plan: Plan, content: bytes) -> polars.DataFrame:
        """Return the games of all series, checked: a file whose checksum fits can be made by anybody."""
        import polars

        names = ["series", *column_names(plan.game, plan.reading_seats)]
        with parquet_read(f"{self.file} is damaged: it does not have the columns of a log; choose another log"):
            frame = foreign.read_games(polars.scan_parquet(io.BytesIO(content)).select(*names, "seats"), self.file)
            frame = frame.select(names)
        return self._checked(frame)

    def _checked(self, frame: polars.DataFrame) -> polars.DataFrame:
        """Return a frame if its games are numbered and its columns are numbers."""
        import polars

        if not {"series", "game"} <= {*frame.columns}:
            raise BadData(f"{self.file} is damaged: it does not have the columns of a log; choose another log")
        with parquet_read(f"{self.file} is damaged: it does not have the columns of a log; choose another log"):
            kinds = {each.to_numpy().dtype.kind for each in frame if each.name != "seats"}
        if not kinds <= {*"biuf"} or any(each.has_nulls() for each in frame):
            raise BadData(f"{self.file} is damaged: its columns are not numbers; choose another log")
        games = frame.select("series", "game")
        if frame["game"].dtype != polars.Int64 or games.is_duplicated().any() or (games["game"] < 0).any():
            raise BadData(f"{self.file} is damaged: its games are not numbered; choose another log")
        return frame


def _only(columns: Columns, games: np.ndarray) -> Columns:
    chosen = np.isin(columns["game"], games)
    return {name: column[chosen] for name, column in columns.items()}


def checksum(content: bytes) -> str:
    """Return what the description of a log says about its file."""
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
