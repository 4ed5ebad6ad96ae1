"""The steps of a scenario: choices made by name, and expectations about the position in between."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardwright.core.data import Document
from cardwright.core.errors import BadData, unknown
from cardwright.core.parsing import Location

STEP_WORDS = ("expect", "repeat")
CHOICE_WORDS = ("legal", "can", "cannot")
LONGEST_CHOICE = 300  # characters
_KNOWS = re.compile(r"(.+) (knows|does not know)")
_EVENTS = re.compile(r"(no )?events(?: for (.+))?")


class Choice(NamedTuple):
    """One choice by name, such as `play: Strike` or `end turn`, and the player who makes it if one is named."""

    location: Location
    player: str | None
    kind: str | None
    words: str

    def __str__(self) -> str:
        return f"{self.kind or ''} {self.words}".strip()


class Choices(NamedTuple):
    """Choices made one after the other; the rules can make all but the first themselves."""

    location: Location
    choices: tuple[Choice, ...]


class Repeat(NamedTuple):
    """A choice made as long as it is possible."""

    location: Location
    choice: Choice


class Knowledge(NamedTuple):
    """What a player knows for certain, or does not know."""

    location: Location
    player: str
    known: bool
    position: Mapping[str, Any]


class Events(NamedTuple):
    """Events that have happened in this order since the last expectation, or that have not happened."""

    location: Location
    player: str | None  # who noticed them; None if that does not matter
    happened: bool
    texts: tuple[str, ...]


class Expect(NamedTuple):
    """What must hold in the position: its parts, what happened, what players know, and which choices are possible."""

    location: Location
    position: Mapping[str, Any]
    events: tuple[Events, ...]
    knowledge: tuple[Knowledge, ...]
    legal: tuple[Choice, ...] | None
    can: tuple[Choices, ...]
    cannot: tuple[Choices, ...]


Step = Choices | Repeat | Expect


def read_step(raw: Any, document: Document, location: Location) -> Step:
    """Return a step from the data of a scenario file."""
    if not isinstance(raw, Mapping) or not any(word in raw for word in STEP_WORDS):
        return _read_choices(raw, document, location)
    word = next(word for word in STEP_WORDS if word in raw)
    if len(raw) > 1:
        raise BadData(f"{document.at(location)}: {word!r} must be the only key of its step")
    if word == "repeat":
        return Repeat(location, read_choice(raw[word], document, (*location, word)))
    return _read_expect(raw[word], document, (*location, word))


def read_choice(raw: Any, document: Document, location: Location) -> Choice:
    """Return a single choice."""
    choices = _read_choices(raw, document, location).choices
    if len(choices) != 1:
        raise BadData(f"{document.at(location)}: expected one choice, found {len(choices)}")
    return choices[0]


def _read_choices(raw: Any, document: Document, location: Location, player: str | None = None) -> Choices:
    if isinstance(raw, list | None) or raw == {}:
        raise BadData(
            f"{document.at(location)}: a step is a choice, such as 'play: Strike' or 'end turn', or 'expect: ...'"
        )
    if not isinstance(raw, Mapping):
        with document.error_context(*location):
            return Choices(location, (Choice(location, player, None, _words(raw)),))
    result: list[Choice] = []
    for key, value in raw.items():
        here = (*location, key)
        if isinstance(value, Mapping):
            if player is not None or difflib.get_close_matches(str(key), STEP_WORDS):
                raise BadData(f"{document.at(here)}: {unknown('part of a step', key, STEP_WORDS)}")
            result += _read_choices(value, document, here, str(key)).choices
        else:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, Mapping | list):
                    raise BadData(f"{document.at(here)}: {key!r} needs a name, as in 'play: Strike'")
                with document.error_context(*here):
                    result.append(Choice(here, player, _words(key), _words(each)))
    return Choices(location, tuple(result))


def _words(raw: Any) -> str:
    if isinstance(raw, str) and len(raw) > LONGEST_CHOICE:
        raise BadData(f"a choice of {len(raw):,} characters is too long; the limit is {LONGEST_CHOICE}")
    # YAML reads a bare yes or no as true or false.
    return "" if raw is None else {True: "yes", False: "no"}[raw] if isinstance(raw, bool) else str(raw).strip()


def _read_expect(raw: Any, document: Document, location: Location) -> Expect:
    if not isinstance(raw, Mapping) or not raw:
        raise BadData(f"{document.at(location)}: 'expect' needs a part of the position, as in 'hand: [Bash]'")

    def several(key: Any) -> Iterator[tuple[Any, Location]]:
        value = raw.get(key, [])
        if isinstance(value, list):
            yield from ((each, (*location, key, index)) for index, each in enumerate(value))
        else:
            yield value, (*location, key)

    knowing = {key: _KNOWS.fullmatch(str(key)) for key in raw}
    happened = {key: _EVENTS.fullmatch(str(key)) for key in raw}
    return Expect(
        location,
        {key: raw[key] for key in raw if key not in CHOICE_WORDS and not knowing[key] and not happened[key]},
        tuple(
            Events((*location, key), match[2], not match[1], tuple(str(text) for text, _ in several(key)))
            for key, match in happened.items()
            if match
        ),
        tuple(
            Knowledge((*location, key), match[1], match[2] == "knows", raw[key])
            for key, match in knowing.items()
            if match
        ),
        tuple(read_choice(each, document, here) for each, here in several("legal")) if "legal" in raw else None,
        tuple(_read_choices(each, document, here) for each, here in several("can")),
        tuple(_read_choices(each, document, here) for each, here in several("cannot")),
    )
