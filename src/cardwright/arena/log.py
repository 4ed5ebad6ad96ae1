"""The log: games as one Parquet file, a row a game, that is valid at any moment and knows what it is a log of."""

from __future__ import annotations

import io
import json
import os
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardwright.core import data
from cardwright.core.errors import BadData

from .games import Columns, column_names
from .plan import Plan
from .replays import Replays
from .result import Result

if TYPE_CHECKING:
    import polars

KEY = "cardwright"
SAVE_SECONDS = 10.0  # how often the games so far are written
SAVE_SHARE = 20.0  # and at most this part of the time is spent on it


class Log:
    """A Parquet file, or a folder in which it is called games.parquet; replays lie in a folder beside it."""

    def __init__(self, path: str | Path, replays: int = 0):
        given = Path(path)
        self.file = given if given.suffix == ".parquet" else given / "games.parquet"
        self.replays = Replays(self.file.parent / "replays", replays)
        self._saved = time.perf_counter()
        self._took = 0.0

    def seed(self) -> int | None:
        """The seed of the run that is logged here, if there is one."""
        return self._identity()["seed"] if os.path.exists(self.file) else None

    def begin(self, plan: Plan, resume: bool) -> list[Columns]:
        """Make sure that this is the place for a plan's games, and give those that are there, for each series."""
        exists = os.path.exists(self.file)
        if exists and not resume:
            raise BadData(f"{self.file} exists already; go on with it (resume), or log elsewhere")
        found = self._load(plan) if exists else []
        _make_folder(self.replays.folder if self.replays.games else self.file.parent)
        return found

    def save(self, result: Result) -> None:
        """Write all games so far, in place of what was there."""
        before = time.perf_counter()
        buffer = io.BytesIO()
        result.frame().write_parquet(buffer, metadata={KEY: json.dumps(result.plan.identity())})
        data.write(self.file, buffer.getvalue())
        self._saved = time.perf_counter()
        self._took = self._saved - before

    @property
    def due(self) -> bool:
        """Whether it is time to save."""
        return time.perf_counter() - self._saved > max(SAVE_SECONDS, SAVE_SHARE * self._took)

    def _identity(self) -> dict[str, Any]:
        import polars

        metadata = _read(polars.read_parquet_metadata, self.file)
        identity = data.parse(metadata.get(KEY, ""), str(self.file)).value
        if not isinstance(identity, dict) or not isinstance(identity.get("seed"), int):
            raise BadData(f"{self.file} is a Parquet file, but not a log of games")
        return identity

    def _load(self, plan: Plan) -> list[Columns]:
        import polars

        there, here = self._identity(), plan.identity()
        for key in here:
            if there.get(key) != here[key]:
                found, wanted = _short(there.get(key)), _short(here[key])
                raise BadData(f"{self.file} is the log of another run: {key} {found} there, {wanted} here")
        frame = _read(polars.read_parquet, self.file)
        self._check(frame, plan)
        return [self._series(frame, plan, number) for number in range(len(plan.seatings))]

    def _check(self, frame: polars.DataFrame, plan: Plan) -> None:
        """A log is believed only if it could be ours."""
        import polars

        expected = ["series", "seats", *column_names(plan.game)]
        expected.insert(expected.index("game") + 1, "seed")
        kinds = frame.drop("seats", strict=False).dtypes
        if frame.columns != expected or not all(kind.is_numeric() or kind == polars.Boolean for kind in kinds):
            raise self._damaged(f"the columns of a log of this game are {', '.join(expected)}")
        if any(frame.null_count().row(0)):
            raise self._damaged("a figure is missing")
        games = frame["game"].to_numpy()
        if len(games) and not 0 <= games.min() <= games.max() < plan.games:
            raise BadData(f"{self.file} has game {games.max()}; ask for at least {games.max() + 1:,} games")
        if not np.array_equal(frame["seed"].to_numpy(), plan.seeds("game", games)):
            raise self._damaged("its games do not have the seeds of this run")
        if frame.select("series", "game").is_duplicated().any():
            raise self._damaged("a game appears twice")

    def _damaged(self, how: str) -> BadData:
        return BadData(f"{self.file} is damaged: {how}")

    def _series(self, frame: polars.DataFrame, plan: Plan, number: int) -> Columns:
        """The games of a series, but for those whose replay is wanted and not there."""
        rows = frame.filter(frame["series"] == number)
        rows = rows.filter(~rows["game"].is_in(self.replays.missing(plan, number)))
        return {name: rows[name].to_numpy() for name in column_names(plan.game)}


def _read(reader: Any, path: Path) -> Any:
    import polars

    try:
        with open(path, "rb") as file:
            return reader(file)
    except (OSError, polars.exceptions.PolarsError, polars.exceptions.PanicException) as error:
        raise BadData(f"{path} cannot be read as Parquet: {str(error).splitlines()[0][:200]}") from None


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{folder}: {(error.strerror or str(error)).lower()}") from None


def _short(value: Any) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else f"{text[:77]}..."
