"""What a rule of the grammar is built from: its parts, which are values between keywords."""

from __future__ import annotations

from typing import Any, NamedTuple

from lark import Token

from . import tree


class ScorePoints(NamedTuple):
    """The points for each point of the score."""

    points: int


class Mode(NamedTuple):
    """Words that set something: the field of the tree that they set."""

    field: str


class WithTop(NamedTuple):
    """The table whose top card a set contains, and the cards of which it contains another one."""

    top: tree.Table | None
    required: tree.Selection | None = None


class Note(NamedTuple):
    """A text about the game, and the field of the tree it belongs to."""

    field: str
    text: Any


class Word(str):
    """A word of the game's own that knows its location in the file."""

    at: tree.Location

    @classmethod
    def read(cls, text: str, at: tree.Location) -> Word:
        """Return a word that was found there."""
        word = cls(text)
        word.at = at
        return word


def values_of(parts: list[Any]) -> list[Any]:
    """Return the parts that are not keywords."""
    return [part for part in parts if not isinstance(part, Token)]


def location_of(parts: list[Any]) -> tree.Location:
    """Return the location of the first word; a derivation that was not read from a text has none."""
    token = next(part for part in parts if isinstance(part, Token))
    return tree.Location(token.line or 0, token.column or 0)
