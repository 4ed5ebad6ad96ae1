"""The log of a run: games as a Parquet file, a row a game, and beside it a JSON file that says what was played.

Both are replaced whole, so that they are valid at any moment. The JSON file knows the checksum of the Parquet file (and
of the one before it, in case the machine stops between the two), so that a damaged log is noticed before it is read.
"""

from __future__ import annotations

import hashlib
import io
import json
import os
import time
from pathlib import Path
from typing import Any

import pydantic

from cardwright.core import data
from cardwright.core.errors import BadData

from .games import Columns, column_names
from .plan import Plan
from .replays import Replays
from .result import Result

SAVE_SECONDS = 10.0  # how often the games so far are written
SAVE_SHARE = 20.0  # and at most one part in so many of the time is spent on it


class _Head(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    format: str
    game: str
    version: int
    start: dict[str, Any]
    seats: list[str]
    seed: int
    checksums: list[str]


class Log:
    """A Parquet file, or a folder in which it is called games.parquet; replays lie in a folder beside it."""

    def __init__(self, path: str | Path, replays: int = 0):
        given = Path(path)
        self.file = given if given.suffix == ".parquet" else given / "games.parquet"
        self.head = self.file.with_suffix(".json")
        self.replays = Replays(self.file.parent / "replays", replays)
        self._checksum = ""
        self._saved = time.perf_counter()
        self._took = 0.0

    @property
    def exists(self) -> bool:
        """Whether there is a log already."""
        return os.path.exists(self.head) or os.path.exists(self.file)

    def seed(self) -> int:
        """The seed of the run that is logged here."""
        return self._read_head().seed

    def begin(self, plan: Plan, resume: bool) -> list[Columns]:
        """Make sure that this is the place for a plan's games, and give those that are there, for each series."""
        if self.exists and not resume:
            raise BadData(f"{self.file} exists already; go on with it (resume), or log elsewhere")
        found = self._load(plan) if self.exists else []
        folder = self.replays.folder if self.replays.games else self.file.parent
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadData(f"{folder}: {(error.strerror or str(error)).lower()}") from None
        return found

    def save(self, result: Result) -> None:
        """Write all games so far, in place of what was there."""
        began = time.perf_counter()
        buffer = io.BytesIO()
        result.frame().write_parquet(buffer)
        before, self._checksum = self._checksum, _checksum(buffer.getvalue())
        head = {**result.plan.identity(), "checksums": [each for each in (before, self._checksum) if each]}
        data.write(self.head, json.dumps(head, indent=2) + "\n")
        data.write(self.file, buffer.getvalue())
        self._saved = time.perf_counter()
        self._took = self._saved - began

    @property
    def due(self) -> bool:
        """Whether it is time to save."""
        return time.perf_counter() - self._saved > max(SAVE_SECONDS, SAVE_SHARE * self._took)

    def _read_head(self) -> _Head:
        document = data.read(self.head)
        return data.validate(_Head, document.value, document)

    def _load(self, plan: Plan) -> list[Columns]:
        head = self._read_head()
        for key, wanted in plan.identity().items():
            found = getattr(head, key)
            if found != wanted:
                raise BadData(
                    f"{self.file} is the log of another run: {key} {_short(found)} there, {_short(wanted)} here"
                )
        if not os.path.exists(self.file):
            return []
        try:
            content = self.file.read_bytes()
        except OSError as error:
            raise BadData(f"{self.file}: {(error.strerror or str(error)).lower()}") from None
        self._checksum = _checksum(content)
        if self._checksum not in head.checksums:
            raise BadData(f"{self.file} is damaged: it is not what was written; start anew with another log")
        return self._series(plan, content)

    def _series(self, plan: Plan, content: bytes) -> list[Columns]:
        """The games of each series, but for those whose replay is wanted and not there."""
        import polars

        frame = polars.read_parquet(io.BytesIO(content))
        games = int(frame["game"].to_numpy().max(initial=-1)) + 1
        if games > plan.games:
            raise BadData(f"{self.file} has more games; ask for at least {games:,}")
        found = []
        for number in range(len(plan.seatings)):
            bare = self.replays.missing(plan, number)
            rows = frame.filter((frame["series"] == number) & ~frame["game"].is_in(bare))
            found.append({name: rows[name].to_numpy() for name in column_names(plan.game)})
        return found


def _checksum(content: bytes) -> str:
    return hashlib.blake2b(content, digest_size=16).hexdigest()


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
