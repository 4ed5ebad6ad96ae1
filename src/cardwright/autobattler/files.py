"""Match files: one match per line, as JSON."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, BinaryIO, Literal

from pydantic import Field, model_validator

from cardwright.core import data, files
from cardwright.core.data import Data, Name
from cardwright.core.errors import BadData, reason

from .cards import Card
from .mechanics import mechanics
from .state import MAX_LINEUP

MAX_LINE_BYTES = 100_000
MAX_LINES = 10_000_000

Result = Literal[1, 0, -1]


class CardEntry(Data):
    """A card of a match: attack, health, and one mechanic with its parameter, or several as in a card set."""

    name: Name | None = None
    attack: int
    health: int
    mechanic: Name | None = None
    parameter: int | None = None
    mechanics: dict[Name, int | None] | None = None

    @model_validator(mode="after")
    def _is_card(self) -> CardEntry:
        if self.mechanics is not None and (self.mechanic is not None or self.parameter is not None):
            raise ValueError("a card has either `mechanic` (and `parameter`) or `mechanics`, not both")
        self.card().check(mechanics())
        return self

    def card(self) -> Card:
        """Return the card this entry describes."""
        own = self.mechanics if self.mechanics is not None else {self.mechanic or "vanilla": self.parameter}
        name = self.name or self.mechanic or "card"
        return Card(name=name, attack=self.attack, health=self.health, mechanics=own)


Lineup = Annotated[list[CardEntry], Field(min_length=1, max_length=MAX_LINEUP)]


class MatchLine(Data):
    """A match of a file: both lineups, and the expected results if known."""

    a: Lineup
    b: Lineup
    reference: Result | None = None
    corrected: Result | None = None
    phases_corrected: Annotated[int, Field(ge=0)] | None = None

    def expected(self, profile: str) -> tuple[int | None, int | None]:
        """Return the result and the number of phases the file expects with a profile; None where it has neither."""
        recorded = {"reference": (self.reference, None), "corrected": (self.corrected, self.phases_corrected)}
        return recorded.get(profile, (None, None))


def read_matches(path: str | Path) -> Iterator[MatchLine]:
    """Yield the matches of a file ("-" is standard input) line by line, skipping empty lines."""
    name = "standard input" if str(path) == "-" else str(path)
    found = False
    try:
        with _opened(path) as file:
            for number, line in enumerate(iter(lambda: file.readline(MAX_LINE_BYTES + 1), b""), start=1):
                if number > MAX_LINES:
                    raise BadData(f"{name}: more than {MAX_LINES:,} lines")
                if line.strip():
                    found = True
                    yield _parse(line, f"{name}, line {number}")
    except OSError as error:
        raise BadData(f"{name}: {reason(error)}") from None
    if not found:
        raise BadData(f"{name}: no matches found; a match is a line of JSON with the lineups a and b")


def _opened(path: str | Path) -> contextlib.AbstractContextManager[BinaryIO]:
    return contextlib.nullcontext(sys.stdin.buffer) if str(path) == "-" else files.open_to_read(path)


def _parse(line: bytes, where: str) -> MatchLine:
    if b"\0" in line:
        raise BadData(f"{where}: not text in UTF-8")
    if len(line) > MAX_LINE_BYTES:
        raise BadData(f"{where}: the line is longer than {MAX_LINE_BYTES:,} bytes")
    try:
        text = line.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadData(f"{where}: not text in UTF-8") from None
    return data.validate(MatchLine, _object(text, where), data.Document(None, where))


def _object(text: str, where: str) -> Any:
    expected = "a match is an object with the lineups a and b"
    try:
        json.loads(text)
    except json.JSONDecodeError as error:
        problem = f"{error.msg.lower()}, column {error.colno}"
        raise BadData(f"{where}: the line is not JSON ({problem}); {expected}") from None
    except (RecursionError, ValueError):
        pass  # too deep or too long a number: data.parse reports it below
    if not text.startswith("{"):
        raise BadData(f"{where}: {expected}")
    return data.parse(text, where).value
