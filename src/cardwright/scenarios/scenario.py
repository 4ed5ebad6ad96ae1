"""Scenarios: positions written in the words of a game, and scripts that say what must come of them.

The format of the files is described in docs/scenarios.md, for all games at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from cardwright.core import data, registry
from cardwright.core.data import Document, Location
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.game import Game
from cardwright.core.random import seed_for

from .performer import Performer
from .script import Choice, Step, read_choice, read_step

TRIES = 5
_SHARED = ("game", "name", "start", "seed", "otherwise")
_OWN = (*_SHARED, "steps")


class Failure(NamedTuple):
    """One thing that was not as the scenario says."""

    line: int | None
    step: int
    message: str
    seed: int


@dataclass(frozen=True)
class Scenario:
    """A starting position and what must happen from there."""

    name: str
    family: str
    start: Mapping[str, Any]
    steps: tuple[Step, ...]
    seed: int | None
    otherwise: tuple[Choice, ...]
    document: Document
    place: Location

    @property
    def file(self) -> str:
        """The file it was read from."""
        return self.document.name

    @property
    def line(self) -> int | None:
        """The line it begins on."""
        return self.document.line(self.place)

    def game(self) -> Game:
        """The game that starts from this position."""
        key = "game"
        try:
            family = registry.family(self.family)
            key = "start"
            return family.game(self.start, self.name)
        except CardwrightError as error:
            raise BadData(f"{self.document.at(self._place_of(key, str(error)))}: {error}") from None

    def _place_of(self, key: str, message: str) -> Location:
        """Where under `key`, here or in what is shared, that stands which a message begins with or quotes."""
        way = message.partition(": ")[0].split(".")
        quoted = re.findall(r"'([^']+)'", message)
        for home in ((*self.place, key), (key,)):
            inside = [(place, word) for place, word in _words_in(self.document.value) if place[: len(home)] == home]
            exact = [place for place, _ in inside if [str(part) for part in place[len(home) :]] == way]
            for place in exact or [place for place, word in inside if word in quoted]:
                return place
        return (*self.place, key)

    def run(self, seed: int = 0) -> Outcome:
        """Play it: under its own seed, or else under a few derived from `seed`, stopping where it goes wrong."""
        game = self.game()
        seeds = [seed_for(seed, "scenario", index) for index in range(TRIES)] if self.seed is None else [self.seed]
        for each in seeds:
            failures = tuple(self._failures(game, each))
            if failures:
                return Outcome(self, failures)
        return Outcome(self, ())

    def _failures(self, game: Game, seed: int) -> Iterator[Failure]:
        performance = Performer(game.new(seed), self.otherwise)
        for number, step in enumerate(self.steps, 1):
            mismatches = performance.take(step)
            if mismatches:
                yield from (Failure(self.document.line(place), number, text, seed) for place, text in mismatches)
                return


@dataclass(frozen=True)
class Outcome:
    """How a scenario went."""

    scenario: Scenario
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        """Whether all was as it should be."""
        return not self.failures

    def __str__(self) -> str:
        lines = [f"{self.scenario.file}: {self.scenario.name}: {'passed' if self.passed else 'FAILED'}"]
        for line, step, message, seed in self.failures:
            where = self.scenario.file if line is None else f"{self.scenario.file}, line {line}"
            chance = f" (seed {seed})" if self.scenario.seed is None else ""
            lines.append(f"  {where}, step {step}{chance}: {message}")
        return "\n".join(lines)


def _words_in(value: Any, place: Location = ()) -> Iterator[tuple[Location, str]]:
    """Every key and every word in plain data, and where it stands."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield (*place, key), str(key)
            yield from _words_in(each, (*place, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _words_in(each, (*place, index))
    else:
        yield place, str(value)


def find(paths: Iterable[str | Path]) -> list[Path]:
    """The scenario files among `paths`: files as they are, folders searched for *.yaml (or *.yml)."""
    result: list[Path] = []
    for path in map(Path, paths):
        inside = sorted(path.rglob("*.y*ml")) if path.is_dir() else [path]
        if not inside:
            raise BadData(f"{path}: no scenario files (*.yaml) in this folder")
        result += inside
    return list(dict.fromkeys(result))


def load(path: str | Path) -> list[Scenario]:
    """The scenarios in a file."""
    return read(data.read(path))


def read(document: Document) -> list[Scenario]:
    """The scenarios in a document.

    >>> text = "{game: spire, name: Nothing happens, start: {enemies: [Jaw Worm]}, steps: [end turn]}"
    >>> [scenario.name for scenario in read(data.parse(text))]
    ['Nothing happens']
    """
    value = document.value
    if value is None or value == []:
        raise BadData(f"{document.name}: the file is empty; a scenario has 'game', 'start' and 'steps'")
    shared: Mapping[str, Any] = {}
    place: Location = ()
    if isinstance(value, Mapping) and "scenarios" in value:
        shared = {key: each for key, each in value.items() if key != "scenarios"}
        _check_keys(shared, _SHARED, document, ())
        if not isinstance(shared.get("start", {}), Mapping):
            raise BadData(f"{document.at(('start',))}: 'start' is a position, in the words of the game")
        value, place = value["scenarios"], ("scenarios",)
        if not isinstance(value, list) or not value:
            raise BadData(f"{document.at(place)}: 'scenarios' is a list of scenarios")
    if not isinstance(value, list):
        return [_read_scenario(value, shared, document, place, Path(document.name).stem)]
    return [
        _read_scenario(each, shared, document, (*place, index), f"{Path(document.name).stem} {index + 1}")
        for index, each in enumerate(value)
    ]


def _read_scenario(raw: Any, shared: Mapping[str, Any], document: Document, place: Location, name: str) -> Scenario:
    if not isinstance(raw, Mapping):
        raise BadData(f"{document.at(place)}: a scenario is a mapping with 'game', 'start' and 'steps'")
    _check_keys(raw, _OWN, document, place)
    whole = {**shared, "name": name, **raw}

    def part(key: str, kind: type, what: str, default: Any = None) -> Any:
        value = whole.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadData(f"{document.at((*place, key))}: a scenario needs {key!r}, {what}")
        return value

    if "seed" in part("start", Mapping, "a position"):
        raise BadData(f"{document.at((*place, 'start', 'seed'))}: 'seed' stands beside 'start', not in it")
    start = {**shared.get("start", {}), **part("start", Mapping, "a position")}
    otherwise = whole.get("otherwise", [])
    return Scenario(
        name=str(whole["name"]),
        family=part("game", str, "the name of a game"),
        start=start,
        steps=tuple(
            read_step(each, document, (*place, "steps", index))
            for index, each in enumerate(part("steps", list, "a list of choices and expectations", []))
        ),
        seed=part("seed", int, "a whole number") if "seed" in whole else None,
        otherwise=tuple(
            read_choice(each, document, (*place, "otherwise"))
            for each in (otherwise if isinstance(otherwise, list) else [otherwise])
        ),
        document=document,
        place=place,
    )


def _check_keys(raw: Mapping[str, Any], allowed: Iterable[str], document: Document, place: Location) -> None:
    for key in raw:
        if key not in allowed:
            raise BadData(f"{document.at((*place, key))}: {unknown('key', key, allowed)}")
