"""A run as metrics read it: its games and its decisions as Polars frames, checked as data from anybody."""

from __future__ import annotations

import functools
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars
import pydantic

from cardwright.arena.actions import FORMAT, checked
from cardwright.arena.foreign import check_numbers
from cardwright.arena.log import Log
from cardwright.arena.parquet import without_panics
from cardwright.core import data, files, registry
from cardwright.core.errors import BadData, CardwrightError
from cardwright.core.game import Game

BLOCK = 50_000  # games whose decisions metrics may have in memory together
NOT_MEASURED = ("series", "seats", "game", "seed", "fault")
MOST_PLAYERS = 100
MOST_SERIES = 1000

Value = TypeVar("Value")
Table = polars.DataFrame | polars.LazyFrame


class _Head(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    format: str
    run: dict[str, Any]
    statuses: list[str]
    checksum: str


@dataclass(frozen=True)
class Run:
    """The log of a run.

    `games` has a row for every game, `results` one for every player of every game, and `decisions` one for every
    decision, if the run logged its actions; docs/report.md explains the columns. Decisions are sorted by series, game
    and decision. They can be too many for memory, so `decisions` is lazy, and `in_blocks` goes through some games at a
    time.
    """

    path: str  # of the file that metrics read
    about: dict[str, Any]  # what was played
    games: polars.DataFrame
    decisions: polars.LazyFrame | None = None
    statuses: tuple[str, ...] = ()  # the names of the bits in the columns of statuses
    unfinished: bool = False  # whether the program was killed before it had joined the decisions
    _known: dict[str, Any] = field(default_factory=dict, repr=False)

    @functools.cached_property
    def series(self) -> dict[int, str]:
        """The seats of each series, by its number."""
        pairs = self.games.select("series", "seats").unique().sort("series").rows()
        return dict(pairs)

    @functools.cached_property
    def players(self) -> int:
        """How many players a game has."""
        return max(1, sum(re.fullmatch(r"win_\d+", name) is not None for name in self.games.columns))

    @property
    def measures(self) -> list[str]:
        """The columns of `games` that measure something."""
        own = re.compile(r"(win|score)(_\d+)?")
        return [name for name in self.games.columns if name not in NOT_MEASURED and not own.fullmatch(name)]

    @property
    def value_names(self) -> dict[str, list[str]]:
        """What the values of some columns of `games` are called."""
        return {name: names for name, names in self.about.get("value_names", {}).items() if name in self.games.columns}

    @functools.cached_property
    def results(self) -> polars.DataFrame:
        """A row for every player of every game: series, seats, game, player, win, share of the win, score and agent."""
        suffixes = [""] if self.players == 1 else [f"_{player}" for player in range(1, self.players + 1)]
        winners = polars.sum_horizontal(polars.col(f"win{suffix}").cast(polars.UInt32) for suffix in suffixes)
        frames = []
        for player, suffix in enumerate(suffixes, 1):
            frames.append(
                self.games.select(
                    polars.col("series").cast(polars.UInt32),
                    "seats",
                    polars.col("game").cast(polars.UInt32),
                    polars.lit(player, polars.UInt8).alias("player"),
                    polars.col(f"win{suffix}").cast(polars.Boolean).alias("win"),
                    (polars.col(f"win{suffix}").cast(polars.Float64) / winners.clip(1)).alias("share"),
                    polars.col(f"score{suffix}").cast(polars.Float64).alias("score"),
                )
            )
        return polars.concat(frames).join(self.agents, on=["series", "player"], how="left", maintain_order="left")

    @functools.cached_property
    def agents(self) -> polars.DataFrame:
        """The agent of each player in each series."""
        rows = [
            (series, player + 1, agent)
            for series, seats in self.series.items()
            for player, agent in enumerate(agents_in(seats, self.players))
        ]
        kinds = {"series": polars.UInt32, "player": polars.UInt8, "agent": polars.String}
        return polars.DataFrame(rows, schema=kinds, orient="row")

    @functools.cached_property
    def game(self) -> Game:
        """The game that was played."""
        family = registry.family_in_file(self.about["game"])
        try:
            made: Game = family.game(self.about["start"], self.about["name"])
        except CardwrightError as error:
            raise BadData(f"{self.path}: {error}") from None
        return made

    @functools.cached_property
    def logged_decisions(self) -> int:
        """How many decisions are logged."""
        return int(self.lazy_decisions.select(polars.len()).collect().item())

    @property
    def lazy_decisions(self) -> polars.LazyFrame:
        """The decisions; metrics that need them are asked only if they are there."""
        assert self.decisions is not None
        return self.decisions

    @functools.cached_property
    def words(self) -> list[str]:
        """All actions that were available in some decision; the columns of decisions number them in this order."""
        kind: Any = self.lazy_decisions.collect_schema()["taken"]
        return list(kind.categories)

    def blocks(self) -> Iterator[tuple[int, int]]:
        """Yield the first and the last game of blocks of games."""
        last = int(self.games["game"].max() or 0)  # type: ignore[arg-type]
        yield from ((first, first + BLOCK - 1) for first in range(0, last + 1, BLOCK))

    def in_blocks(self, function: Callable[[Block], Table]) -> polars.DataFrame:
        """Apply a function to some games of one series at a time, and return all its rows together."""
        return polars.concat([function(block).lazy().collect() for block in self.each_block()])

    def each_block(self) -> Iterator[Block]:
        """Yield some games of one series at a time."""
        for series in self.series:
            for first, last in self.blocks():
                inside = (polars.col("series") == series) & polars.col("game").is_between(first, last)
                yield Block(self, series, self.lazy_decisions.filter(inside), self.results.filter(inside))

    def remember(self, key: str, make: Callable[[], Value]) -> Value:
        """Return what `make` returned when it was first asked for this key, for tables that several metrics need."""
        if key not in self._known:
            self._known[key] = make()
        found: Value = self._known[key]
        return found


@dataclass(frozen=True)
class Block:
    """Some games of one series, few enough for memory."""

    run: Run
    series: int
    decisions: polars.LazyFrame
    results: polars.DataFrame


def agents_in(seats: str, players: int) -> list[str]:
    """Return the agents that a text names, one for each player; it is only read, and nothing is loaded.

    >>> agents_in("mcts:200,2*random", 3), agents_in("odd", 2)
    (['mcts:200', 'random', 'random'], ['P1', 'P2'])
    """
    found: list[str] = []
    for part in seats.split(","):
        times, star, name = part.strip().rpartition("*")
        number = int(times) if re.fullmatch(r"[0-9]{1,3}", times.strip()) else 0
        found += [name.strip()] * number if star and number else [part.strip()]
        if len(found) > MOST_PLAYERS:
            break
    return found if len(found) == players else [f"P{player + 1}" for player in range(players)]


def load(path: str | Path) -> Run:
    """Return the run at a path, a folder or a .parquet file, with its decisions if it logged them."""
    log = Log(path)
    if not log.exists:
        if os.path.lexists(path) and not os.path.isdir(path):
            files.open_to_read(path).close()  # which refuses a pipe
            raise BadData(f"{path} is not a log, which is a folder or a .parquet file")
        raise BadData(f"{path}: there is no log here; `cardwright arena ... --log {path}` makes one")
    about, games = log.games()
    if not len(games):
        raise BadData(f"{log.file} holds no games yet; resume the run")
    _check_results(log.file, games)
    if not os.path.exists(log.action_file):
        return Run(str(log.file), about, games, unfinished=log.action_file.with_suffix(".parts").exists())
    document = data.read(log.action_file.with_suffix(".json"))
    head = data.validate(_Head, document.value, document)
    if head.format != FORMAT:
        raise BadData(f"{document.name}: not the description of an action log of format {FORMAT!r}")
    if head.run != about:
        raise BadData(f"{log.action_file} is the action log of another run than {log.file}")
    decisions = checked(log.action_file, head.checksum)
    return Run(str(log.action_file), about, games, decisions, tuple(head.statuses))


def _check_results(file: Path, games: polars.DataFrame) -> None:
    """Refuse columns that no run has."""
    wins = [name for name in games.columns if re.fullmatch(r"win(_\d+)?", name)]
    players = len(wins)
    suffixes = [""] if wins == ["win"] else [f"_{player}" for player in range(1, players + 1)]
    wanted = [f"{name}{suffix}" for suffix in suffixes for name in ("win", "score")]
    numbered = games["game"].to_numpy() if "game" in games.columns else np.zeros(0)
    fits = 0 < players <= MOST_PLAYERS and {*wanted, "seats", "turns", "decisions"} <= {*games.columns}
    if not fits or numbered.max(initial=0) >= 2**32 or not games["series"].is_between(0, MOST_SERIES).all():
        raise BadData(f"{file} is damaged: it does not have the columns of a log")
    check_numbers(games, [name for name in games.columns if name not in ("seats", "seed")], file)


def collected(path: str, make: Callable[[], Value]) -> Value:
    """Return what `make` reads from a log; a crafted file that only looks like one is refused."""
    try:
        with without_panics():
            return make()
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException, OSError) as error:
        raise BadData(f"{path}: the log cannot be read: {str(error).splitlines()[0][:120]}") from None
