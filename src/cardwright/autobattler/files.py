"""Files of matches: one match a line, as JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from ..core import data
from ..core.errors import BadData
from .cards import Card
from .mechanics import Data, Name, mechanics
from .state import MAX_LINEUP

LONGEST_LINE = 100_000
MOST_LINES = 10_000_000

Result = Literal[1, 0, -1]


class CardEntry(Data):
    """A card of a match: attack, health, and one mechanic with its parameter, or several as in a set of cards."""

    name: Name | None = None
    attack: int
    health: int
    mechanic: Name | None = None
    parameter: int | None = None
    mechanics: dict[Name, int | None] | None = None

    @model_validator(mode="after")
    def _is_card(self) -> CardEntry:
        if self.mechanics is not None and (self.mechanic is not None or self.parameter is not None):
            raise ValueError("a card has either one mechanic, with its parameter, or several mechanics")
        self.card().check(mechanics())
        return self

    def card(self) -> Card:
        """The card itself."""
        own = self.mechanics if self.mechanics is not None else {self.mechanic or "vanilla": self.parameter}
        name = self.name or self.mechanic or "card"
        return Card(name=name, attack=self.attack, health=self.health, mechanics=own)


Lineup = Annotated[list[CardEntry], Field(min_length=1, max_length=MAX_LINEUP)]


class MatchLine(Data):
    """A match of a file: both lineups, and results if they are known."""

    a: Lineup
    b: Lineup
    reference: Result | None = None
    corrected: Result | None = None
    phases_corrected: Annotated[int, Field(ge=0)] | None = None


def read_matches(path: str | Path) -> Iterator[MatchLine]:
    """The matches of a file, line by line; empty lines are passed over."""
    try:
        with open(path, "rb") as file:
            for number in range(1, MOST_LINES + 1):
                line = file.readline(LONGEST_LINE + 1)
                if not line:
                    return
                if line.strip():
                    yield _parse(line, f"{path}, line {number}")
            raise BadData(f"{path}: more than {MOST_LINES:,} lines")
    except OSError as error:
        raise BadData(f"{path}: {(error.strerror or str(error)).lower()}") from None


def _parse(line: bytes, where: str) -> MatchLine:
    if len(line) > LONGEST_LINE:
        raise BadData(f"{where}: the line is longer than {LONGEST_LINE:,} bytes")
    try:
        text = line.decode("utf-8-sig").strip()
    except UnicodeDecodeError:
        raise BadData(f"{where}: not text in UTF-8") from None
    try:
        return data.validate(MatchLine, _object(text, where), data.Document(None, where))
    except BadData as error:
        within = re.compile(re.escape(where) + ", line [0-9]+:")  # a line of one line has no lines of its own
        raise BadData(within.sub(f"{where}:", str(error), count=1)) from None


def _object(text: str, where: str) -> Any:
    if not text.startswith("{"):
        raise BadData(f"{where}: a match is an object with the lineups a and b")
    return data.parse(text, where).value
