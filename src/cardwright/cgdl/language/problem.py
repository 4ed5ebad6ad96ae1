"""A problem with the text of a game, and its location."""

from __future__ import annotations

from typing import NamedTuple

from cardwright.core.errors import BadData

from .tree import Location


class Problem(NamedTuple):
    """A location and a sentence."""

    at: Location
    sentence: str

    def __str__(self) -> str:
        """Format it as "line 3, column 5: there is no T1"; a game made without a text has no locations."""
        return f"line {self.at.line}, column {self.at.column}: {self.sentence}" if self.at.line else self.sentence


class BadGame(BadData):
    """A text that does not describe a valid game; `problems` lists every problem, the message shows the first."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{name}, {problems[0]}{more}")
        self.problems = problems
