"""Tune any game: the arena plays it for each setting of the numbers in its rules."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from cardwright import arena
from cardwright.arena.columns import player_column
from cardwright.arena.plan import Seating, make_plan
from cardwright.core import data, files, registry, user_code
from cardwright.core.errors import BadData, CardwrightError, counted, unknown
from cardwright.core.family import Tunable
from cardwright.core.game import Game
from cardwright.core.working.workers import Workers, jobs_for, on_cluster

from . import paths
from .metagame import WIN_RATE, Metagame
from .parameters import START
from .subject import Values

MAX_CACHE_BYTES = 1 << 28  # of series that were played; games with the same rules and seed are not played again
Names = Annotated[list[str], Field(min_length=1)]


class ArenaPlan(BaseModel):
    """Games in the arena as a config describes them.

    A variant changes the starts of the scenarios, as in {deck: {Strike: 5, Cleave: 1}}. By default, variants are
    compared if there are any, else the seats of a game for several players, else the scenarios. With a baseline, the
    others are measured by their gain over it, game by game.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    scenarios: str | Names  # names such as spire:jaw-worm, or scenario files
    seats: str = "random"
    games: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    measure: str = "win"
    variants: dict[str, dict[str, Any]] = Field(default_factory=dict)
    baseline: str | None = None
    compare: Literal["variants", "seats", "scenarios"] | None = None

    @model_validator(mode="after")
    def _comparison_is_possible(self) -> ArenaPlan:
        if self.baseline is not None and (self.baseline not in self.variants or len(self.variants) < 2):
            raise ValueError("the baseline must be one of at least two variants")
        if self.baseline is not None and self.compare == "seats":
            raise ValueError("a baseline works with variants or scenarios, not with seats")
        if self.compare == "variants" and not self.variants:
            raise ValueError("there are no variants to compare")
        return self


class Arenas:
    """A game of any kind, and how to measure it.

    >>> subject = Arenas(ArenaPlan(scenarios="spire:jaw-worm", games=20, measure="hp_left"))
    >>> subject.rules["cards"]["Bash"]["cost"]
    2
    """

    def __init__(self, plan: ArenaPlan, folder: Path = Path()):
        self.plan = plan
        self.folder = folder
        names = [plan.scenarios] if isinstance(plan.scenarios, str) else plan.scenarios
        self.games = {name: registry.game(_located(name, folder)) for name in names}
        families = {game.family for game in self.games.values()}
        if len(families) > 1:
            raise BadData(f"all scenarios must belong to one game, not to {' and '.join(sorted(families))}")
        self.family = registry.family(families.pop())
        self.title = self._title()
        self.noisy = True
        first = next(iter(self.games.values())).start
        tunable = self.family if isinstance(self.family, Tunable) else None
        self.rules: dict[str, Any] = {**(tunable.rules(first) if tunable else {}), START: dict(first)}
        self.synonyms: Mapping[str, str] = tunable.synonyms if tunable else {}
        self.compare = self.plan.compare or self._default_comparison()
        self._cache = SeriesCache(MAX_CACHE_BYTES)
        self._check_measure()
        self._check_seats_and_variants()

    @classmethod
    def read(cls, plan: data.Document, folder: Path) -> Arenas:
        """Read the part of a config under `arena`; file names are relative to the config."""
        return cls(data.validate(ArenaPlan, plan.value, plan), folder)

    def _title(self) -> str:
        """Return what is played, by whom, and what others are compared with."""
        starts = ", ".join(dict.fromkeys(game.name for game in self.games.values()))
        title = (
            f"{next(iter(self.games.values())).title} ({starts}): {self.plan.seats}, {counted(self.plan.games, 'game')}"
        )
        return title + (f", gains over {self.plan.baseline!r}" if self.plan.baseline else "")

    def _default_comparison(self) -> str:
        if self.plan.variants:
            return "variants"
        return "seats" if next(iter(self.games.values())).players > 1 else "scenarios"

    def _check_measure(self) -> None:
        game = next(iter(self.games.values()))
        allowed = ["win", "score", "turns", "decisions", *game.measures]
        if self.plan.measure not in allowed:
            raise unknown(f"measure of {game.family}", self.plan.measure, allowed)

    def _check_seats_and_variants(self) -> None:
        """Raise errors now that would otherwise appear only during play."""
        for name, game in self.games.items():
            self._check_seats(game)
            for variant, changes in self.plan.variants.items():
                try:
                    self._check_seats(self._game({}, name, changes))
                except CardwrightError as error:
                    raise BadData(f"the variant {variant!r} of {name}: {error}") from None

    def _check_seats(self, game: Game) -> None:
        make_plan(game, [self.plan.seats], self.plan.games, seed=0)

    def play(
        self, settings: Sequence[Values], seed: int, jobs: int | None = None, matrix: bool = False
    ) -> list[Metagame]:
        """Play all variants of all scenarios for each setting; the arena uses all threads."""
        if matrix:
            raise BadData("a metric of the payoff matrix needs a tournament; the arena has no such matrix")
        if on_cluster():
            self._play_ahead(settings, seed, jobs_for(jobs))
        return [self._measure(self._series(values, seed, jobs)) for values in settings]

    def _play_ahead(self, settings: Sequence[Values], seed: int, jobs: int) -> None:
        """Put series into the cache that the workers of a cluster play, if there is a whole series for each worker."""
        every = [game for values in settings for game in self._games(values).values()]
        missing = {key: game for game in every if self._cache.get(key := _key(game, seed)) is None}
        if len(missing) < jobs:
            return
        with Workers(jobs) as workers:
            tasks = [(game, self.plan.seats, self.plan.games, seed) for game in missing.values()]
            for key, series in zip(missing, workers.run(_played, tasks) or [], strict=True):
                self._cache.put(key, series)

    def _series(self, values: Values, seed: int, jobs: int | None) -> dict[tuple[str, str], arena.Series]:
        return {which: self._play(game, seed, jobs) for which, game in self._games(values).items()}

    def _games(self, values: Values) -> dict[tuple[str, str], Game]:
        """Return the games of a setting by variant and scenario."""
        variants: Mapping[str, Mapping[str, Any]] = self.plan.variants or {"": {}}
        return {
            (variant, name): self._game(values, name, changes)
            for variant, changes in variants.items()
            for name in self.games
        }

    def _game(self, values: Values, name: str, changes: Mapping[str, Any]) -> Game:
        """Return the game of a scenario with some numbers changed."""
        begin = {location[1:]: value for location, value in values.items() if location[0] == START}
        start = paths.changed({**self.games[name].start, **changes}, begin)
        inside = {location: value for location, value in values.items() if location[0] != START}
        if inside:
            start = self.family.with_rules(start, _entries(self.rules, inside))  # type: ignore[attr-defined]
        game: Game = self.family.game(start, self.games[name].name)
        return game

    def check(self, values: Values) -> None:
        """Raise an error for numbers the game does not allow.

        Rules are the same in every scenario, so one scenario is enough to check them.
        """
        starts = any(location[0] == START for location in values)
        for name in list(self.games) if starts else list(self.games)[:1]:
            self._check_seats(self._game(values, name, {}))

    def fingerprint(self) -> str:
        """Return a digest of the games of all scenarios and the code of games and agents."""
        games = self.games.values()
        sources = [str(game.dtype.names) for game in games]  # the last field name is a hash of the game's sources
        seated = Seating(self.plan.seats).agents
        agents = [user_code.text_of(type(getattr(each, "player", each))) for each in seated]
        agents += [each.identity(game) for each in seated for game in games]
        parts = [part.tobytes() for game in games for part in (game.rules, game.setup)]
        return _digest(*parts, *(text.encode() for text in (*sources, *agents))).hex()

    def _play(self, game: Game, seed: int, jobs: int | None) -> arena.Series:
        """Return the series of one variant and scenario, from the cache if these rules and this seed were played."""
        key = _key(game, seed)
        found = self._cache.get(key)
        if found is None:
            found = _played(game, self.plan.seats, self.plan.games, seed, jobs)
            self._cache.put(key, found)
        return found

    @property
    def unit(self) -> str:
        """What the rates measure."""
        measure = WIN_RATE if self.plan.measure == "win" else self.plan.measure.replace("_", " ")
        return f"gain in {measure}" if self.plan.baseline else measure

    def _measure(self, series: dict[tuple[str, str], arena.Series]) -> Metagame:
        rows = self._rows(series)
        every = list(series.values())
        return Metagame(
            names=list(rows),
            rates=np.array([np.mean([cell.mean() for cell in cells]) for cells in rows.values()]),
            errors=np.array([_error(cells) for cells in rows.values()]) if self.plan.games > 1 else None,
            lineups=np.array([cell.mean() for cells in rows.values() for cell in cells]),
            ties=float(np.mean([_ties(each) for each in every])),
            length=float(np.mean([each.measures["turns"].value for each in every])),
            games=sum(each.games for each in every),
            unit=self.unit,
            details=series,
        )

    def _rows(self, series: dict[tuple[str, str], arena.Series]) -> dict[str, list[np.ndarray]]:
        """Return the values of each compared thing, game by game, with an array for each scenario (or variant)."""
        if self.compare == "seats":
            players = len(next(iter(series.values())).agents)
            return {
                f"seat {seat + 1}": [self._values(each, (seat,)) for each in series.values()] for seat in range(players)
            }
        which = 0 if self.compare == "variants" else 1
        rows: dict[str, list[np.ndarray]] = {}
        for key, each in series.items():
            if key[0] == self.plan.baseline:
                continue  # it gains nothing over itself
            values = self._values(each, each.sides[0].seats)
            if self.plan.baseline is not None:
                base = series[self.plan.baseline, key[1]]
                values = values - self._values(base, base.sides[0].seats)
            rows.setdefault(key[which], []).append(values)
        return rows

    def _values(self, series: arena.Series, seats: tuple[int, ...]) -> np.ndarray:
        measure = self.plan.measure
        if player_column(measure, seats[0], len(series.agents)) in series.columns:
            return series.per_seat(measure, seats)
        return series.columns[measure].astype(float)

    def without(self, name: str) -> Arenas | None:
        """Return the same without a variant or scenario; None for seats, because a game needs all of them."""
        rest: dict[str, Any]
        if self.compare == "variants":
            rest = {"variants": {each: changes for each, changes in self.plan.variants.items() if each != name}}
        elif self.compare == "scenarios":
            rest = {"scenarios": [each for each in self.games if each != name]}
        else:
            return None
        less = Arenas(self.plan.model_copy(update=rest), self.folder)
        less._cache = self._cache
        return less

    def write(self, values: Values, path: Path) -> None:
        """Write the rules to a file that the game can read.

        If numbers of the start were tuned, it is a scenario file of the first scenario; else the family decides.
        """
        name = next(iter(self.games))
        if any(location[0] == START for location in values):
            game = self._game(values, name, {})
            content = {"game": game.family, START: dict(game.start)}
        else:
            content = self.family.rules_file(self.games[name].start, _entries(self.rules, values))  # type: ignore[attr-defined]
        files.write(path, data.to_yaml(content))


class SeriesCache:
    """A cache of played series, limited in bytes; the least recently used are dropped first."""

    def __init__(self, max_bytes: int):
        self.free_bytes = max_bytes
        self.series: dict[bytes, arena.Series] = {}

    def get(self, key: bytes) -> arena.Series | None:
        """Return the series with a key, or None."""
        found = self.series.pop(key, None)
        if found is not None:
            self.series[key] = found  # now the most recently used
        return found

    def put(self, key: bytes, series: arena.Series) -> None:
        """Add a series and drop old ones to make room."""
        self.free_bytes -= _size(series)
        self.series[key] = series
        while self.free_bytes < 0:
            self.free_bytes += _size(self.series.pop(next(iter(self.series))))


def _played(game: Game, seats: str, games: int, seed: int, jobs: int | None = 1) -> arena.Series:
    return arena.run(game, seats, games=games, seed=seed, jobs=jobs).series[0]


def _key(game: Game, seed: int) -> bytes:
    return _digest(game.rules.tobytes(), game.setup.tobytes(), repr(seed).encode())


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"|".join(parts), digest_size=16).digest()


def _size(series: arena.Series) -> int:
    return sum(column.nbytes for column in series.columns.values())


def _entries(rules: Mapping[str, Any], values: Values) -> dict[str, dict[str, Any]]:
    """Return the entries that changed, by section and name.

    >>> _entries({"cards": {"Bash": {"cost": 2}, "Anger": {"cost": 0}}}, {("cards", "Bash", "cost"): 1})
    {'cards': {'Bash': {'cost': 1}}}
    """
    changed = paths.changed(rules, values)
    entries: dict[str, dict[str, Any]] = {}
    for section, name, *_ in values:
        if changed[section][name] != rules[str(section)][name]:
            entries.setdefault(str(section), {})[str(name)] = changed[section][name]
    return entries


def _ties(series: arena.Series) -> float:
    """Return the share of games that ended without a winner and without a loser."""
    scores = [series.columns[player_column("score", seat, len(series.agents))] for seat in range(len(series.agents))]
    return float(np.mean(np.all(np.equal(scores, 0), axis=0)))


def _error(cells: Sequence[np.ndarray]) -> float:
    """Return the standard error of a mean of means."""
    return math.sqrt(sum(float(np.var(cell, ddof=1)) / len(cell) for cell in cells)) / len(cells)


def _located(name: str, folder: Path) -> str:
    return str(folder / name) if registry.is_file(name) else name
