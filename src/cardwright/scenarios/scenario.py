"""Scenarios: positions in the words of a game, and scripts that say what must follow from them.

docs/scenarios.md describes the files, for all games at once.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from cardwright.core import data, registry
from cardwright.core.data import Document
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.game import Game
from cardwright.core.parsing import Location
from cardwright.core.random import seed_for

from .performer import Performer
from .script import Choice, Expect, Step, read_choice, read_step

TRIES = 5  # seeds under which a scenario without its own seed is played
_SHARED_KEYS = ("game", "name", "start", "seed", "otherwise")
_KEYS = (*_SHARED_KEYS, "steps")
STEP_TYPES = ["object", "string", "number", "boolean"]  # of JSON: YAML reads a bare 3 or yes so


class Failure(NamedTuple):
    """A mismatch: the line of the file, the number of the step, a message, and the seed that shows it."""

    line: int | None
    step: int
    message: str
    seed: int


@dataclass(frozen=True)
class Scenario:
    """A starting position and a script of what must happen from there."""

    name: str
    family: str
    shared_start: Mapping[str, Any]
    start: Mapping[str, Any]
    steps: tuple[Step, ...]
    seed: int | None
    otherwise: tuple[Choice, ...]
    document: Document
    location: Location

    @property
    def file(self) -> str:
        """The file it was read from."""
        return self.document.name

    @property
    def line(self) -> int | None:
        """The line it begins on."""
        return self.document.line(self.location)

    def game(self) -> Game:
        """Return the game that starts from this position."""
        key = "game"
        try:
            family = registry.family_in_file(self.family)
            key = "start"
            start = family.merged_start(self.shared_start, self.start)
            game: Game = family.game(family.inline_files(start, Path(self.file).parent), self.name)
        except CardwrightError as error:
            raise BadData(f"{self.document.at(self._location_of(key, str(error)))}: {error}") from None
        return game

    def _location_of(self, key: str, message: str) -> Location:
        """Return the location under `key`, here or in the shared part, that an error message starts with or quotes."""
        path = message.partition(": ")[0].split(".")
        quoted = re.findall(r"'([^']+)'", message)
        for root in ((*self.location, key), (key,)):
            inside = [(each, word) for each, word in _words_in(self.document.value) if each[: len(root)] == root]
            exact = [each for each, _ in inside if [str(part) for part in each[len(root) :]] == path]
            for each in exact or [each for each, word in inside if word in quoted]:
                return each
        return (*self.location, key)

    def run(self, seed: int = 0, *, compiled: bool = True) -> Outcome:
        """Play it under its own seed, or else under a few derived from `seed`, and stop at the first failure.

        Rules that are not compiled run as plain Python, which starts at once.
        """
        game = self.game()
        seeds = [seed_for(seed, "scenario", index) for index in range(TRIES)] if self.seed is None else [self.seed]
        for each in seeds:
            failures = tuple(self._failures(game, each, compiled))
            if failures:
                return Outcome(self, failures)
        return Outcome(self, ())

    def _failures(self, game: Game, seed: int, compiled: bool) -> Iterator[Failure]:
        logged = not compiled or any(isinstance(step, Expect) and step.events for step in self.steps)
        performer = Performer(game.new(seed, logged=logged), self.otherwise)
        for number, step in enumerate(self.steps, 1):
            mismatches = performer.take(step)
            if mismatches:
                yield from (Failure(self.document.line(where), number, text, seed) for where, text in mismatches)
                return


@dataclass(frozen=True)
class Outcome:
    """The result of a scenario; print it for a report."""

    scenario: Scenario
    failures: tuple[Failure, ...]

    @property
    def passed(self) -> bool:
        """Whether every step went as the scenario says."""
        return not self.failures

    def __str__(self) -> str:
        lines = [f"{self.scenario.file}: {self.scenario.name}: {'passed' if self.passed else 'FAILED'}"]
        for line, step, message, seed in self.failures:
            where = self.scenario.file if line is None else f"{self.scenario.file}, line {line}"
            which = f" (seed {seed})" if self.scenario.seed is None else ""
            lines.append(f"  {where}, step {step}{which}: {message}")
        return "\n".join(lines)


def _words_in(value: Any, location: Location = ()) -> Iterator[tuple[Location, str]]:
    """Yield every key and every word in plain data with its location."""
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield (*location, key), str(key)
            yield from _words_in(each, (*location, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _words_in(each, (*location, index))
    else:
        yield location, str(value)


def schema(games: Iterable[str]) -> dict[str, Any]:
    """Return the JSON Schema of a scenario file, for editors; the words of a position depend on the game.

    >>> schema(["spire"])["anyOf"][0]["properties"]["game"]
    {'type': 'string', 'examples': ['spire']}
    """
    keys: dict[str, Any] = {
        "game": {"type": "string", "examples": sorted(games)},
        "name": {"type": "string", "description": "What the scenario shows."},
        "start": {"type": "object", "description": "A position in the words of the game."},
        "seed": {"type": "integer", "description": "The seed of the game."},
        "otherwise": {"description": "What players choose when no step says it."},
        "steps": {
            "type": "array",
            "description": "Choices, and what must hold after them.",
            "items": {"type": STEP_TYPES, "properties": {"expect": {"type": "object"}}},
        },
    }
    scenario = {"type": "object", "properties": keys, "additionalProperties": False}
    several = {"type": "array", "items": scenario, "description": "Several scenarios that share the rest."}
    sharing = {**scenario, "properties": {**keys, "scenarios": several}}
    return {"title": "Scenarios", "anyOf": [sharing, {"type": "array", "items": scenario}]}


def find_files(paths: Iterable[str | Path]) -> list[Path]:
    """Return the scenario files among `paths`: each file itself, and all *.yaml and *.yml files in each folder."""
    result: list[Path] = []
    for path in map(Path, paths):
        inside = sorted(path.rglob("*.y*ml")) if os.path.isdir(path) else [path]
        if not inside:
            raise BadData(f"{path}: no scenario files (*.yaml) in this folder")
        result += inside
    return list(dict.fromkeys(result))


def load_file(path: str | Path) -> list[Scenario]:
    """Return the scenarios in a file."""
    return read_document(data.parse(data.read_text(path), str(path)))


def read_document(document: Document) -> list[Scenario]:
    """Return the scenarios in a document.

    >>> text = "{game: spire, name: Nothing happens, start: {enemies: [Jaw Worm]}, steps: [end turn]}"
    >>> [scenario.name for scenario in read_document(data.parse(text))]
    ['Nothing happens']
    """
    value = document.value
    if value is None or value == []:
        raise BadData(f"{document.name}: the file is empty; a scenario has 'game', 'start' and 'steps'")
    shared: Mapping[str, Any] = {}
    location: Location = ()
    if isinstance(value, Mapping) and "scenarios" in value:
        shared = {key: each for key, each in value.items() if key != "scenarios"}
        _check_keys(shared, _SHARED_KEYS, document, ())
        if not isinstance(shared.get("start", {}), Mapping):
            raise BadData(f"{document.at(('start',))}: 'start' must be a position")
        value, location = value["scenarios"], ("scenarios",)
        if not isinstance(value, list) or not value:
            raise BadData(f"{document.at(location)}: 'scenarios' must be a list of scenarios")
    if not isinstance(value, list):
        return [_read_scenario(value, shared, document, location, Path(document.name).stem)]
    return [
        _read_scenario(each, shared, document, (*location, index), f"{Path(document.name).stem} {index + 1}")
        for index, each in enumerate(value)
    ]


def _read_scenario(raw: Any, shared: Mapping[str, Any], document: Document, location: Location, name: str) -> Scenario:
    if not isinstance(raw, Mapping):
        raise BadData(f"{document.at(location)}: a scenario must be a mapping with 'game', 'start' and 'steps'")
    _check_keys(raw, _KEYS, document, location)
    whole = {**shared, "name": name, **raw}

    def part(key: str, kind: type, what: str, default: Any = None) -> Any:
        value = whole.get(key, default)
        if not isinstance(value, kind) or isinstance(value, bool):
            raise BadData(f"{document.at((*location, key))}: a scenario needs {key!r}, {what}")
        return value

    start = part("start", Mapping, "a position")
    if "seed" in start:
        raise BadData(f"{document.at((*location, 'start', 'seed'))}: 'seed' belongs beside 'start', not inside it")
    otherwise = whole.get("otherwise", [])
    return Scenario(
        name=str(whole["name"]),
        family=part("game", str, "the name of a game"),
        shared_start=shared.get("start", {}),
        start=start,
        steps=tuple(
            read_step(each, document, (*location, "steps", index))
            for index, each in enumerate(part("steps", list, "a list of choices and expectations", []))
        ),
        seed=part("seed", int, "an integer") if "seed" in whole else None,
        otherwise=tuple(
            read_choice(each, document, (*location, "otherwise"))
            for each in (otherwise if isinstance(otherwise, list) else [otherwise])
        ),
        document=document,
        location=location,
    )


def _check_keys(raw: Mapping[str, Any], allowed: Iterable[str], document: Document, location: Location) -> None:
    for key in raw:
        if key not in allowed:
            raise BadData(f"{document.at((*location, key))}: {unknown('key', key, allowed)}")
