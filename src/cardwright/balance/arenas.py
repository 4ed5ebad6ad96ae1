"""Tuning any game: the arena plays it for each setting of the numbers in its rules."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from cardwright import arena
from cardwright.arena.games import player_column
from cardwright.arena.plan import Seating, make_plan
from cardwright.core import data, registry, user_code
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.family import Tunable
from cardwright.core.game import Game

from . import paths
from .metagame import Metagame
from .parameters import START
from .subject import Values

MOST_KEPT = 1 << 28  # bytes of series, so that games by the same rules are not played again
Names = Annotated[list[str], Field(min_length=1)]


class ArenaPlan(BaseModel):
    """How a config describes games in the arena.

    Each variant is a change of the scenarios' starts, as in {deck: {Strike: 5, Cleave: 1}}. What is compared is the
    variants if there are any, else the seats of a game of several players, else the scenarios. With a baseline the
    others are measured by what they gain over it, game by game.
    """

    model_config = ConfigDict(extra="forbid", strict=True)

    scenarios: str | Names  # by name, as spire:jaw-worm, or scenario files
    seats: str = "random"
    games: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    measure: str = "win"
    variants: dict[str, dict[str, Any]] = Field(default_factory=dict)
    baseline: str | None = None
    compare: Literal["variants", "seats", "scenarios"] | None = None

    @model_validator(mode="after")
    def _what_is_compared_is_there(self) -> ArenaPlan:
        if self.baseline is not None and (self.baseline not in self.variants or len(self.variants) < 2):
            raise ValueError("the baseline is one of the variants, and not the only one")
        if self.baseline is not None and self.compare == "seats":
            raise ValueError("a baseline serves to compare variants or scenarios; seats are compared with each other")
        if self.compare == "variants" and not self.variants:
            raise ValueError("there are no variants to compare")
        return self


class Arenas:
    """A game of any kind, and how it is measured.

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
            raise BadData(f"the scenarios must be of one game, not of {' and '.join(sorted(families))}")
        self.family = registry.family(families.pop())
        self.title = f"{next(iter(self.games.values())).title}: {len(self.games)} scenarios"
        self.noisy = True
        first = next(iter(self.games.values())).start
        tunable = self.family if isinstance(self.family, Tunable) else None
        self.rules: dict[str, Any] = {**(tunable.rules(first) if tunable else {}), START: dict(first)}
        self.synonyms: Mapping[str, str] = tunable.synonyms if tunable else {}
        self.compare = self.plan.compare or self._usual()
        self._known = Shelf(MOST_KEPT)
        self._check_measure()
        self._check_seats_and_variants()

    @classmethod
    def read(cls, plan: data.Document, folder: Path) -> Arenas:
        """From the part of a config under `arena`; scenario files are looked for beside the config."""
        return cls(data.validate(ArenaPlan, plan.value, plan), folder)

    def _usual(self) -> str:
        if self.plan.variants:
            return "variants"
        return "seats" if next(iter(self.games.values())).players > 1 else "scenarios"

    def _check_measure(self) -> None:
        game = next(iter(self.games.values()))
        allowed = ["win", "score", "turns", "decisions", *game.measures]
        if self.plan.measure not in allowed:
            raise unknown(f"measure of {game.family}", self.plan.measure, allowed)

    def _check_seats_and_variants(self) -> None:
        """Refuse now what would go wrong only when it is played."""
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
        """All variants of all scenarios, for each setting; the arena uses the threads."""
        if matrix:
            raise BadData("a metric of payoffs of each against each needs a tournament; the arena has none")
        return [self._measure(self._series(values, seed, jobs)) for values in settings]

    def _series(self, values: Values, seed: int, jobs: int | None) -> dict[tuple[str, str], arena.Series]:
        variants: Mapping[str, Mapping[str, Any]] = self.plan.variants or {"": {}}
        return {
            (variant, name): self._play(self._game(values, name, changes), seed, jobs)
            for variant, changes in variants.items()
            for name in self.games
        }

    def _game(self, values: Values, name: str, changes: Mapping[str, Any]) -> Game:
        """The game of a scenario with some numbers changed."""
        begin = {place[1:]: value for place, value in values.items() if place[0] == START}
        start = paths.changed({**self.games[name].start, **changes}, begin)
        inside = {place: value for place, value in values.items() if place[0] != START}
        if inside:
            start = self.family.with_rules(start, _entries(self.rules, inside))  # type: ignore[attr-defined]
        return self.family.game(start, self.games[name].name)

    def check(self, values: Values) -> None:
        """Refuse numbers the game does not allow; rules are the same in every scenario, so one is enough for them."""
        starts = any(place[0] == START for place in values)
        for name in list(self.games) if starts else list(self.games)[:1]:
            self._check_seats(self._game(values, name, {}))

    def fingerprint(self) -> str:
        """The games of all scenarios, for `rules` are only those of the first, and the code of games and agents."""
        games = self.games.values()
        sources = [str(game.dtype.names) for game in games]  # the last is a mark, made from the sources of the game
        agents = [user_code.text_of(type(getattr(each, "player", each))) for each in Seating(self.plan.seats).agents]
        parts = [part.tobytes() for game in games for part in (game.rules, game.setup)]
        return _digest(*parts, *(text.encode() for text in (*sources, *agents))).hex()

    def _play(self, game: Game, seed: int, jobs: int | None) -> arena.Series:
        """The games of one variant and scenario; those by the same rules from the same seed are known already."""
        key = _digest(game.rules.tobytes(), game.setup.tobytes(), repr(seed).encode())
        found = self._known.get(key)
        if found is None:
            found = arena.run(game, self.plan.seats, games=self.plan.games, seed=seed, jobs=jobs).series[0]
            self._known.put(key, found)
        return found

    def _measure(self, series: dict[tuple[str, str], arena.Series]) -> Metagame:
        rows = self._rows(series)
        every = list(series.values())
        gain = "gain in " if self.plan.baseline else ""
        return Metagame(
            names=list(rows),
            rates=np.array([np.mean([cell.mean() for cell in cells]) for cells in rows.values()]),
            errors=np.array([_error(cells) for cells in rows.values()]) if self.plan.games > 1 else None,
            lineups=np.array([cell.mean() for cells in rows.values() for cell in cells]),
            ties=float(np.mean([_ties(each) for each in every])),
            length=float(np.mean([each.measures["turns"].value for each in every])),
            games=sum(each.games for each in every),
            unit=f"{gain}{'win rate' if self.plan.measure == 'win' else self.plan.measure}",
            details=series,
        )

    def _rows(self, series: dict[tuple[str, str], arena.Series]) -> dict[str, list[np.ndarray]]:
        """What is compared, and its values game by game, an array for each scenario (or variant)."""
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
        """The same without a variant or scenario; a game cannot be played without one of its seats."""
        rest: dict[str, Any]
        if self.compare == "variants":
            rest = {"variants": {each: changes for each, changes in self.plan.variants.items() if each != name}}
        elif self.compare == "scenarios":
            rest = {"scenarios": [each for each in self.games if each != name]}
        else:
            return None
        less = Arenas(self.plan.model_copy(update=rest), self.folder)
        less._known = self._known
        return less

    def write(self, values: Values, path: Path) -> None:
        """Write what the game's own reader reads.

        That is a scenario file, the first one's, where numbers of the start were tuned; else the family says.
        """
        name = next(iter(self.games))
        if any(place[0] == START for place in values):
            game = self._game(values, name, {})
            content = {"game": game.family, START: dict(game.start)}
        else:
            content = self.family.rules_file(self.games[name].start, _entries(self.rules, values))  # type: ignore[attr-defined]
        data.write(path, data.to_yaml(content))


class Shelf:
    """Series that were played, up to some bytes; what was not asked for the longest makes room."""

    def __init__(self, room: int):
        self.room = room
        self.series: dict[bytes, arena.Series] = {}

    def get(self, key: bytes) -> arena.Series | None:
        """The series with a key, if it is still here."""
        found = self.series.pop(key, None)
        if found is not None:
            self.series[key] = found  # now the last to go
        return found

    def put(self, key: bytes, series: arena.Series) -> None:
        """Keep a series, unless it is larger than all the room there is."""
        self.room -= _size(series)
        self.series[key] = series
        while self.room < 0:
            self.room += _size(self.series.pop(next(iter(self.series))))


def _digest(*parts: bytes) -> bytes:
    return hashlib.blake2b(b"|".join(parts), digest_size=16).digest()


def _size(series: arena.Series) -> int:
    return sum(column.nbytes for column in series.columns.values())


def _entries(rules: Mapping[str, Any], values: Values) -> dict[str, dict[str, Any]]:
    """The entries that changed, by section and name.

    >>> _entries({"cards": {"Bash": {"cost": 2}, "Anger": {"cost": 0}}}, {("cards", "Bash", "cost"): 1})
    {'cards': {'Bash': {'cost': 1}}}
    """
    changed = paths.changed(rules, values)
    entries: dict[str, dict[str, Any]] = {}
    for section, name, *_ in values:
        entries.setdefault(str(section), {})[str(name)] = changed[section][name]
    return entries


def _ties(series: arena.Series) -> float:
    """The share of games that ended without a winner and without a loser."""
    scores = [series.columns[player_column("score", seat, len(series.agents))] for seat in range(len(series.agents))]
    return float(np.mean(np.all(np.equal(scores, 0), axis=0)))


def _error(cells: Sequence[np.ndarray]) -> float:
    """The standard error of a mean of means."""
    return math.sqrt(sum(float(np.var(cell, ddof=1)) / len(cell) for cell in cells)) / len(cells)


def _located(name: str, folder: Path) -> str:
    return str(folder / name) if registry.is_file(name) else name
