"""Which games there are: every installed package may offer some through the entry point group "cardwright.games"."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import pydantic

from . import data, user_code
from .errors import BadData, CardwrightError, UnknownName, unknown
from .game import FORMAT, LONGEST_GAME, Game, State, replay

GROUP = "cardwright.games"
FILES = "cardwright.files"  # the families that read files, under the endings of these
SCENARIO_FILES = (".yaml", ".yml", ".json")
CODE = ".py"  # "my_game.py:family" is the object `family` in a file of one's own


@runtime_checkable
class Family(Protocol):
    """A kind of game and the scenarios it comes with; what an entry point names.

    A scenario's `start` is plain data: a position in the words of that game (see docs/scenarios.md).
    """

    name: str
    title: str

    def scenarios(self) -> Mapping[str, str]:
        """The names of the scenarios that come with the game, and a line on each."""

    def scenario(self, name: str) -> Mapping[str, Any]:
        """The start of a scenario."""

    def game(self, start: Mapping[str, Any], name: str = "custom") -> Game:
        """The game that starts so; bad data gives a `CardwrightError`."""


@runtime_checkable
class Tunable(Protocol):
    """A family whose rules can be changed one number at a time: what balancing needs.

    Rules are plain data: sections (cards, statuses ...) of named entries. A family without this can still be tuned by
    the numbers in its starts.
    """

    synonyms: Mapping[str, str]  # other words a person may use in a path for the words of the data

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """All rules that hold in games with this start."""

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """The start of a game in which these entries replace those of the same section and name."""

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """The same as a file that the game reads."""


@runtime_checkable
class Reader(Family, Protocol):
    """A family whose games are also written in files of their own; an entry point of the group FILES names it."""

    def read(self, path: str) -> Mapping[str, Any]:
        """The start of the game in a file."""


_registered: dict[str, Family] = {}


def register(family: Family) -> Family:
    """Offer a game in this process only; packages use an entry point instead."""
    _registered[family.name] = family
    return family


@functools.cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@functools.cache
def _readers() -> dict[str, EntryPoint]:
    return {f".{point.name}": point for point in entry_points(group=FILES)}


def names() -> list[str]:
    """The names of all games there are."""
    return sorted({*_registered, *_installed()})


def family(name: str) -> Family:
    """A family of games by name."""
    if name not in _registered:
        if name not in _installed():
            raise unknown("game", name, names())
        found = _installed()[name].load()
        if not isinstance(found, Family):
            raise CardwrightError(f"the entry point {name!r} of {GROUP} does not name a family of games")
        _registered[name] = found
    return _registered[name]


def is_file(what: str | Path) -> bool:
    """Whether a game is meant by a file and not by its name.

    >>> is_file("my_game.cgdl"), is_file("my_game.py:family"), is_file("cgdl:uno")
    (True, True, False)
    """
    return _is_code(str(what)) or Path(what).suffix in (*SCENARIO_FILES, *_readers())


def _is_code(text: str) -> bool:
    return text.endswith(CODE) or f"{CODE}:" in text


def _from_code(text: str) -> tuple[Family, str]:
    """The family that a text such as "my_game.py:family" names, and what else it says; the file is run."""
    home, _, rest = text.partition(f"{CODE}:")
    home = home.removesuffix(CODE) + CODE
    name, _, scenario = rest.partition(":")
    module = user_code.load(home, "game")
    offered = [each for each, value in vars(module).items() if _is_family(value)]
    if not name:
        raise CardwrightError(f"say which family of games in {home} is meant, as in {home}:{(*offered, 'family')[0]}")
    if name not in offered:
        raise unknown(f"family of games in {home}", name, offered)
    found: Family = getattr(module, name)
    if found.name in _installed():
        raise CardwrightError(f"{home}:{name} calls itself {found.name!r}, which is the name of an installed game")
    return register(found), scenario


def _is_family(value: Any) -> bool:
    return isinstance(value, Family) and not isinstance(value, type) and isinstance(value.name, str)


def game(what: str | Path, players: int | None = None) -> Game:
    """A game by name, as in "spire:jaw-worm", or from a file; for so many players, if it can be.

    A file is a scenario (docs/scenarios.md), or what a family reads: a game in the card game description language; or
    it is Python code of one's own, as in "my_game.py:family" or "my_game.py:family:scenario", which is run.

    >>> game("spire:jaw-worm")
    <Slay the Spire battle: jaw-worm>
    """
    text = str(what)
    if text.endswith(SCENARIO_FILES):
        chosen, start, scenario = _from_file(text)
    elif Path(text).suffix in _readers():
        reader: Reader = _readers()[Path(text).suffix].load()
        chosen, start, scenario = reader, reader.read(text), Path(text).stem
    else:
        name, _, scenario = text.partition(":")
        chosen, scenario = _from_code(text) if _is_code(text) else (family(name), scenario)
        scenario = scenario or next(iter(chosen.scenarios()), "")
        if scenario not in chosen.scenarios():
            raise unknown(f"scenario of {chosen.name}", scenario, chosen.scenarios())
        start = chosen.scenario(scenario)
    try:
        built = chosen.game(start if players is None else {**start, "players": players}, scenario)
    except CardwrightError as error:
        if players is not None:
            raise CardwrightError(f"{text} cannot be played by {players} players: {error}") from None
        raise BadData(f"{text}: {error}") from None
    if players not in (None, built.players):
        raise CardwrightError(f"{text} is played by {built.players}, not by {players}")
    if built.family != chosen.name:
        raise CardwrightError(f"{text} is a game of {built.family!r}, but its family is called {chosen.name!r}")
    return built


def _from_file(path: str) -> tuple[Family, Mapping[str, Any], str]:
    document = data.read(path)
    head = document.value if isinstance(document.value, dict) else {}
    if not isinstance(head.get("game"), str) or not isinstance(head.get("start"), dict):
        raise BadData(f"{path}: a scenario file needs 'game', a name, and 'start', a position")
    try:
        return _family_in_data(head["game"]), head["start"], Path(path).stem
    except CardwrightError as error:
        raise BadData(f"{path}: {error}") from None


def _family_in_data(name: str) -> Family:
    """The family that a file names; a file is data, so it cannot say where the code of a game is."""
    try:
        return family(name)
    except UnknownName as error:
        known = f"a game in Python code of your own is known once it was loaded, as by game('FILE{CODE}:NAME')"
        raise UnknownName(f"{error} ({known})") from None


class _Saved(pydantic.BaseModel):
    model_config = pydantic.ConfigDict(extra="forbid", strict=True)

    format: str
    game: str
    version: int
    start: dict[str, Any]
    seed: int
    history: list[int | tuple[int, int] | list[int]] = pydantic.Field(max_length=LONGEST_GAME)
    check: int


def from_json(text: str, name: str = "saved game") -> State:
    """The game in progress that `State.to_json` wrote."""
    document = data.parse(text, name)
    saved = data.validate(_Saved, document.value, document)
    if saved.format != FORMAT:
        raise BadData(f"{name}: format {saved.format[:40]!r} is not {FORMAT!r}")
    try:
        built = _family_in_data(saved.game).game(saved.start)
    except UnknownName as error:
        raise UnknownName(f"{name}: {error}") from None
    if built.version != saved.version:
        raise BadData(f"{name}: saved by version {saved.version} of {saved.game}; this is version {built.version}")
    return replay(built, saved.seed, list(saved.history), saved.check)


def load(path: str | Path) -> State:
    """Read a game saved with `State.save`."""
    return from_json(data.read_text(path), str(path))
