"""The steps of a scenario: choices made by name, and looks at the position in between."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cardwright.core.data import Document, Location
from cardwright.core.errors import BadData, unknown

STEP_WORDS = ("expect", "repeat")
CHOICE_WORDS = ("legal", "can", "cannot")
_KNOWS = re.compile(r"(.+) (knows|does not know)")


class Choice(NamedTuple):
    """One choice by name, as `play: Strike` or `end turn`, and by whom if that is said."""

    place: Location
    player: str | None
    kind: str | None
    words: str

    def __str__(self) -> str:
        return f"{self.kind or ''} {self.words}".strip()


class Choices(NamedTuple):
    """Choices made one after the other; all but the first may be left to the rules where they offer none."""

    place: Location
    choices: tuple[Choice, ...]


class Repeat(NamedTuple):
    """A choice made as long as it can be."""

    place: Location
    choice: Choice


class Knowledge(NamedTuple):
    """What a player knows for certain, or does not."""

    place: Location
    player: str
    known: bool
    position: Mapping[str, Any]


class Expect(NamedTuple):
    """A look at the position, at what the players know of it and at what can be done in it."""

    place: Location
    position: Mapping[str, Any]
    knowledge: tuple[Knowledge, ...]
    legal: tuple[Choice, ...] | None
    can: tuple[Choices, ...]
    cannot: tuple[Choices, ...]


Step = Choices | Repeat | Expect


def read_step(raw: Any, document: Document, place: Location) -> Step:
    """A step from the data of a scenario file."""
    if not isinstance(raw, Mapping) or not any(word in raw for word in STEP_WORDS):
        return _read_choices(raw, document, place)
    word = next(word for word in STEP_WORDS if word in raw)
    if len(raw) > 1:
        raise BadData(f"{document.at(place)}: {word!r} stands alone in its step")
    if word == "repeat":
        return Repeat(place, read_choice(raw[word], document, (*place, word)))
    return _read_expect(raw[word], document, (*place, word))


def read_choice(raw: Any, document: Document, place: Location) -> Choice:
    """A single choice."""
    choices = _read_choices(raw, document, place).choices
    if len(choices) != 1:
        raise BadData(f"{document.at(place)}: one choice belongs here, not {len(choices)}")
    return choices[0]


def _read_choices(raw: Any, document: Document, place: Location, player: str | None = None) -> Choices:
    if isinstance(raw, list | None) or raw == {}:
        raise BadData(f"{document.at(place)}: a step is a choice, as 'play: Strike' or 'end turn', or 'expect: ...'")
    if not isinstance(raw, Mapping):
        return Choices(place, (Choice(place, player, None, _words(raw)),))
    result: list[Choice] = []
    for key, value in raw.items():
        here = (*place, key)
        if isinstance(value, Mapping):
            if player is not None or difflib.get_close_matches(str(key), STEP_WORDS):
                raise BadData(f"{document.at(here)}: {unknown('part of a step', key, STEP_WORDS)}")
            result += _read_choices(value, document, here, str(key)).choices
        else:
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, Mapping | list):
                    raise BadData(f"{document.at(here)}: {key!r} needs a name, as in 'play: Strike'")
                result.append(Choice(here, player, str(key), _words(each)))
    return Choices(place, tuple(result))


def _words(raw: Any) -> str:
    # YAML reads a bare yes or no as true or false.
    return "" if raw is None else {True: "yes", False: "no"}[raw] if isinstance(raw, bool) else str(raw).strip()


def _read_expect(raw: Any, document: Document, place: Location) -> Expect:
    if not isinstance(raw, Mapping) or not raw:
        raise BadData(f"{document.at(place)}: 'expect' needs the part of the position to look at, as in 'hand: [Bash]'")

    def several(key: str) -> Iterator[tuple[Any, Location]]:
        value = raw.get(key, [])
        if isinstance(value, list):
            yield from ((each, (*place, key, index)) for index, each in enumerate(value))
        else:
            yield value, (*place, key)

    knowing = {key: _KNOWS.fullmatch(str(key)) for key in raw}
    return Expect(
        place,
        {key: value for key, value in raw.items() if key not in CHOICE_WORDS and not knowing[key]},
        tuple(
            Knowledge((*place, key), match[1], match[2] == "knows", raw[key]) for key, match in knowing.items() if match
        ),
        tuple(read_choice(each, document, here) for each, here in several("legal")) if "legal" in raw else None,
        tuple(_read_choices(each, document, here) for each, here in several("can")),
        tuple(_read_choices(each, document, here) for each, here in several("cannot")),
    )
