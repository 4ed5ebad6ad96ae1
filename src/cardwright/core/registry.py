"""Which games exist: any installed package can offer some through the entry point group "cardwright.games"."""

from __future__ import annotations

import difflib
import functools
import shlex
from collections.abc import Collection, Mapping
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from . import data, user_code
from .errors import BadData, CardwrightError, UnknownName, unknown
from .family import Family
from .game import Game
from .state import FORMAT

GROUP = "cardwright.games"
FILES = "cardwright.files"  # families that read files, named by the suffix of those files
MOST_NAMES = 20  # of scenarios in a message
SCENARIO_FILES = (".yaml", ".yml", ".json")
KEYS = {"game", "name", "start", "seed", "steps", "otherwise", "scenarios"}  # of scenario files
CODE = ".py"  # "my_game.py:family" is the object `family` in that file


_registered: dict[str, Family[Any]] = {}


def register_family(family: Family[Any]) -> Family[Any]:
    """Make a family known in this process; packages use an entry point instead."""
    _registered[family.name] = family
    return family


@functools.cache
def _installed() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}


@functools.cache
def _readers() -> dict[str, EntryPoint]:
    return {f".{point.name}": point for point in entry_points(group=FILES)}


def names() -> list[str]:
    """Return the names of all families of games."""
    return sorted({*_registered, *_installed()})


def is_installed(name: str) -> bool:
    """Return whether a family comes from an installed package, so that other processes find it too."""
    return name in _installed()


def games() -> list[str]:
    """Return the names of all games with their starts, as `game` takes them.

    >>> "spire:jaw-worm" in games()
    True
    """
    return [f"{name}:{start}" for name in names() for start in family(name).starts()]


def family(name: str) -> Family[Any]:
    """Return a family of games by name."""
    if name not in _registered:
        if name not in _installed():
            raise _unknown_game(name)
        found = _installed()[name].load()
        if not isinstance(found, Family):
            raise CardwrightError(f"the entry point {name!r} of {GROUP} does not name a family of games")
        _registered[name] = found
    return _registered[name]


def _unknown_game(name: str) -> UnknownName:
    """Return the error for an unknown game, which may be the name of a start without its family."""
    starts = {each.partition(":")[2]: each for each in games()}
    near = difflib.get_close_matches(name, starts, n=1, cutoff=0.8)
    if near and not difflib.get_close_matches(name, names(), n=1):
        return UnknownName(f"unknown game {name[:80]!r}; did you mean {starts[near[0]]!r}?")
    return unknown("game", name, names())


def is_file(what: str | Path) -> bool:
    """Return whether a text names a file with a game rather than a known game.

    >>> is_file("my_game.cgdl"), is_file("my_game.py:family"), is_file("cgdl:uno")
    (True, True, False)
    """
    return _is_code(str(what)) or Path(what).suffix in (*SCENARIO_FILES, *_readers())


def _is_code(text: str) -> bool:
    return text.endswith(CODE) or f"{CODE}:" in text


def _from_code(text: str) -> tuple[Family[Any], str]:
    """Run the file in a text such as "my_game.py:family:start" and return the family and the name of the start."""
    home, _, rest = text.partition(f"{CODE}:")
    home = home.removesuffix(CODE) + CODE
    name, _, start = rest.partition(":")
    module = user_code.load_module(home, "game")
    offered = [each for each, value in vars(module).items() if isinstance(value, Family)]
    if not name:
        raise CardwrightError(f"name a family of games in {home}, as in {home}:{(*offered, 'family')[0]}")
    if name not in offered:
        raise unknown(f"family of games in {home}", name, offered)
    found: Family[Any] = getattr(module, name)
    if found.name in _installed():
        if found.makes_games_of(family(found.name)):
            return found, start  # saved games name the installed family, which makes the same games
        raise CardwrightError(f"{home}:{name} calls itself {found.name!r}, which is the name of an installed game")
    return register_family(found), start


def game(what: str | Path, players: int | None = None, scenario: str | None = None) -> Game:
    """Return a game by name, as in "spire:jaw-worm", or from a file; for `players` players if it allows that many.

    `scenario` names one of several scenarios in a file.

    A file is a scenario (docs/scenarios.md), a game in the card game description language, or your own Python code, as
    in "my_game.py:family" or "my_game.py:family:start". Python code is run, so name only files you trust.

    >>> game("spire:jaw-worm")
    <Slay the Spire battle: jaw-worm>
    """
    text = str(what)
    if scenario is not None and not text.endswith(SCENARIO_FILES):
        raise CardwrightError(f"{text} is no scenario file, so it has no scenario {scenario[:80]!r}")
    if text.endswith(SCENARIO_FILES):
        chosen, start, start_name = _from_file(text, scenario)
    elif Path(text).suffix in _readers():
        reader = _readers()[Path(text).suffix].load()
        chosen, start, start_name = reader, reader.read(text), Path(text).stem
    else:
        name, _, start_name = text.partition(":")
        chosen, start_name = _from_code(text) if _is_code(text) else (family(name), start_name)
        start_name = start_name or next(iter(chosen.starts()), "")
        start = chosen.start(start_name)
    try:
        built: Game = chosen.game(start, start_name)
    except CardwrightError as error:
        raise BadData(f"{text}: {error}") from None
    if players in (None, built.players):
        return built
    if not _is_start(chosen, {**start, "players": built.players}):
        raise _wrong_number(text, built, players)
    try:
        built = chosen.game({**start, "players": players}, start_name)
    except CardwrightError as error:
        raise CardwrightError(f"{text} cannot be played by {str(players)[:40]} players: {error}") from None
    return built


def as_game(what: str | Path | Game, players: int | None = None) -> Game:
    """Return a game itself, if it is played by this many players, or find it as `game` does."""
    if not isinstance(what, Game):
        return game(what, players)
    if players not in (None, what.players):
        raise _wrong_number(f"this game of {what.title}", what, players)
    return what


def _is_start(chosen: Family[Any], start: Mapping[str, Any]) -> bool:
    try:
        chosen.game(start)
    except CardwrightError:
        return False
    return True


def _wrong_number(what: str, found: Game, players: int | None) -> CardwrightError:
    return CardwrightError(f"{what} is played by {found.players}, not by {str(players)[:40]}")


def _from_file(path: str, scenario: str | None = None) -> tuple[Family[Any], Mapping[str, Any], str]:
    document = data.read(path)
    head = document.value if isinstance(document.value, dict) else {}
    if head.get("format") == FORMAT:
        raise BadData(f"{path}: a saved game is continued with --load, as in: cardwright play --load {path}")
    shared: Mapping[str, Any] = {}
    several = document.value if isinstance(document.value, list) else head.get("scenarios")
    if scenario is not None and not _listed(several):
        _check_name(path, {head.get("name", Path(path).stem)}, scenario)
    elif _listed(several):
        shared, head = head.get("start") or {}, {**head, **_scenario(path, several, scenario)}
    if not isinstance(head.get("game"), str) or not isinstance(head.get("start"), dict) or not isinstance(shared, dict):
        raise BadData(f"{path}: a scenario file needs 'game', a name, and 'start', a position")
    for key in head:
        if key not in KEYS:
            raise BadData(f"{path}: {unknown('key', str(key), KEYS)}")
    name = head["name"] if isinstance(head.get("name"), str) else Path(path).stem
    try:
        chosen = family_in_file(head["game"])
        start = chosen.merged_start(shared, head["start"])
        return chosen, chosen.inline_files(start, Path(path).parent), name
    except CardwrightError as error:
        raise BadData(f"{path}: {error}") from None


def _scenario(path: str, several: Any, name: str | None) -> dict[str, Any]:
    """Return one of the scenarios of a file by name, or the only one."""
    if name is None:
        listed = _listed(several)
        if len(listed) > 1:
            raise BadData(f"{path} has several scenarios; name one with --scenario: {_names(several)}")
        return listed[0]
    named = {str(each["name"]): each for each in _listed(several) if "name" in each}
    _check_name(path, named, name)
    return named[name]


def _check_name(path: str, named: Collection[str], name: str) -> None:
    if name not in named:
        raise BadData(f"{path}: {unknown('scenario', name, named)}")


def _listed(several: Any) -> list[dict[str, Any]]:
    return [each for each in several if isinstance(each, dict)] if isinstance(several, list) else []


def _names(several: Any) -> str:
    """Return the names of the scenarios of a file, as a shell takes them."""
    named = [str(each["name"]) for each in _listed(several) if "name" in each]
    more = f", and {len(named) - MOST_NAMES} more" if len(named) > MOST_NAMES else ""
    return (", ".join(map(shlex.quote, named[:MOST_NAMES])) or "none has a name yet") + more


def family_in_file(name: str) -> Family[Any]:
    """Return the family that a file names; a file is data, so it cannot name Python code."""
    try:
        return family(name)
    except UnknownName as error:
        known = f"to use a game in Python code, load it first: game('FILE{CODE}:NAME'), or --game FILE{CODE}:NAME"
        raise UnknownName(f"{error} ({known})") from None
