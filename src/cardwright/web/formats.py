"""The kinds of files that the page Make knows: how to tell them apart, their commands, templates and words."""

from __future__ import annotations

import difflib
import functools
import re
import shlex
from importlib import resources
from pathlib import PurePosixPath
from typing import Any, NamedTuple

from cardwright.core import data
from cardwright.core.data import Document
from cardwright.core.errors import CardwrightError

TEXT = "text"  # a file that is only shown and saved
_DATA_FILES = (".yaml", ".yml", ".json")
_CARDS = ("spire", "unicorns", "autobattler")  # kinds that are played through a scenario file of their own


class Format(NamedTuple):
    """A kind of file; in the commands, {} stands for its name."""

    title: str
    suffix: str
    commands: dict[str, str]  # by what they do, such as check, judge or play


FORMATS = {
    "spire": Format(
        "Spire cards and statuses",
        ".yaml",
        {"check": "cardwright spire check {}", "judge": "cardwright generate judge {}"},
    ),
    "unicorns": Format(
        "Unicorn deck",
        ".yaml",
        {"check": "cardwright unicorns check {}", "judge": "cardwright generate judge {} --game unicorns"},
    ),
    "autobattler": Format(
        "Auto battler set",
        ".yaml",
        {
            "check": "cardwright autobattler check {}",
            "judge cards": "cardwright generate judge {} --game autobattler",
            "judge": "cardwright autobattler tournament {}",
        },
    ),
    "lineups": Format(
        "Auto battler lineups",
        ".yaml",
        {"check": "cardwright autobattler tournament draft --lineups {}"},
    ),
    "cgdl": Format(
        "Described game (.cgdl)",
        ".cgdl",
        {
            "check": "cardwright cgdl check {}",
            "rules": "cardwright cgdl rules {}",
            "judge": "cardwright arena {} --seats 'PLAYERS*random' --games 400 --seed 0",
            "play": "cardwright play {}",
        },
    ),
    "scenario": Format(
        "Scenario",
        ".yaml",
        {"check": "cardwright scenario {}", "play": "cardwright play {}"},
    ),
    TEXT: Format("Text", ".txt", {}),
}


class Read(NamedTuple):
    """A text, its kind, and what it says: a document, or why it cannot be read."""

    kind: str
    document: Document | None
    problem: str = ""


def read(name: str, text: str, chosen: str = TEXT) -> Read:
    """Return what kind of file a text is: the one that a person chose, or what its name and its contents tell.

    >>> read("x.yaml", "cards: {Jab: {type: attack}}").kind, read("x.yaml", "cards: {Star: {type: basic}}").kind
    ('spire', 'unicorns')
    >>> read("x.yaml", "game: spire").kind, read("x.yaml", "cards: [{name: Ant, attack: 1, health: 1}]").kind
    ('scenario', 'autobattler')
    >>> read("x.yaml", "card: {Jab: {type: attack}}").kind, read("x.yaml", "a: 1", "spire").kind
    ('spire', 'spire')
    """
    if name.endswith(".cgdl"):
        return Read("cgdl", None)
    if not name.endswith(_DATA_FILES):
        return Read(TEXT, None)
    try:
        document = data.parse(text, name)
    except CardwrightError as error:
        return Read(chosen if chosen != TEXT else _guess(text), None, str(error))
    return Read(chosen if chosen != TEXT else _kind(document.value), document)


@functools.cache
def _spire_keys() -> frozenset[str]:
    from cardwright.spire import Content

    return frozenset((*Content.model_fields, "defaults"))


@functools.cache
def _unicorn_types() -> frozenset[str]:
    from cardwright.unicorns.facade import TYPES

    return frozenset(TYPES)


def _kind(value: Any) -> str:
    """Return the kind of file that holds a value, or seems to: a misspelt key must not keep a file from its check."""
    kind = _written_kind(value)
    if kind != TEXT or not isinstance(value, dict) or "format" in value:
        return kind
    if value and all(isinstance(each, dict) and "type" in each for each in value.values()):
        return _written_kind({"cards": value})  # cards without the key above them
    known = [*sorted(_spire_keys()), "game", "scenarios", "base"]
    near = {key: difflib.get_close_matches(str(key), known, n=1, cutoff=0.8) for key in value}
    return _written_kind({found[0]: value[key] for key, found in near.items() if found})


def _written_kind(value: Any) -> str:
    if isinstance(value, list) and value:
        return "scenario" if isinstance(value[0], dict) else "lineups"
    if not isinstance(value, dict):
        return TEXT
    if "format" in value:
        return TEXT  # a saved game, a replay and the like
    if "game" in value or "scenarios" in value:
        return "scenario"
    cards = value.get("cards")
    if isinstance(cards, list):
        return "autobattler"
    entries = [each for each in cards.values() if isinstance(each, dict)] if isinstance(cards, dict) else []
    if "base" in value or "about" in value or any(map(_is_unicorn_card, entries)):
        return "unicorns"
    return "spire" if _spire_keys().intersection(value) else TEXT


def _is_unicorn_card(entry: dict[str, Any]) -> bool:
    """Return whether a card has a type of a unicorn deck, and nothing that only other cards have."""
    return str(entry.get("type")) in _unicorn_types() and not {"cost", "effect"} & entry.keys()


def _guess(text: str) -> str:
    """Return the kind of a text that cannot be read, by words that only one kind has."""
    clues = {
        "scenario": r"^(?:- |\{)?\"?(?:game|scenarios)\"?:",
        "unicorns": rf"^\"?base\"?:|\btype\"?: *\"?(?:{'|'.join(sorted(_unicorn_types()))})\b",
        "autobattler": r"\bhealth\"?:",
        "spire": rf"^\{{?\"?(?:{'|'.join(sorted(_spire_keys()))})\"?:",
    }
    return next((kind for kind, clue in clues.items() if re.search(clue, text, re.MULTILINE)), TEXT)


def commands(kind: str, name: str) -> dict[str, str]:
    """Return the commands that do what the page does with a file.

    >>> commands("spire", "my cards.yaml")["check"], commands("spire", "my.yaml")["play"]
    ("cardwright spire check 'my cards.yaml'", 'cardwright play my_game.yaml')
    """
    found = {use: command.format(shlex.quote(name)) for use, command in FORMATS[kind].commands.items()}
    return {**found, "play": f"cardwright play {shlex.quote(game_file(name))}"} if kind in _CARDS else found


def game_file(name: str) -> str:
    """Return the name of the scenario file in which the cards of a file are played.

    >>> game_file("mine/cards.yaml")
    'mine/cards_game.yaml'
    """
    return PurePosixPath(name).with_name(f"{PurePosixPath(name).stem}_game.yaml").as_posix()


@functools.cache
def template(kind: str) -> str:
    """Return the text that a new file of a kind begins with."""
    if kind == TEXT:
        return ""
    folder = resources.files(__package__).joinpath("templates")
    return folder.joinpath(f"{kind}{FORMATS[kind].suffix}").read_text(encoding="utf-8")


@functools.cache
def words(kind: str) -> dict[str, Any]:
    """Return what an editor completes: the JSON Schema of a kind, names of its entries, and keywords."""
    from cardwright.cli import schemas

    schema = schemas.schema_of(kind) if kind in schemas.FORMATS else None
    found: dict[str, Any] = {"schema": schema, "names": [], "keywords": []}
    if kind == "spire":
        from cardwright.spire import standard

        content = standard()
        return {**found, "names": [*content.statuses, *content.cards, *content.enemies]}
    if kind == "unicorns":
        from cardwright.unicorns.deck import STANDARD, cards_of

        return {**found, "names": [*cards_of(STANDARD, frozenset())]}
    if kind == "autobattler":
        from cardwright.autobattler.mechanics import mechanics

        return {**found, "names": [*mechanics()]}
    if kind == "cgdl":
        from cardwright.cgdl.language.parser import keywords

        return {**found, "keywords": keywords()}
    return found
