"""Something about a game that makes no sense, and where it stands."""

from __future__ import annotations

from typing import NamedTuple

from cardwright.core.errors import BadData

from .tree import Place


class Problem(NamedTuple):
    """A place and a sentence."""

    at: Place
    sentence: str

    def __str__(self) -> str:
        """As in "line 3, column 5: there is no T1"; a game that came from no text has no places."""
        return f"line {self.at.line}, column {self.at.column}: {self.sentence}" if self.at.line else self.sentence


class BadGame(BadData):
    """A text that describes no game; `problems` has all that is wrong, the message only the first of it."""

    def __init__(self, name: str, problems: list[Problem]) -> None:
        more = f" (and {len(problems) - 1} more)" if len(problems) > 1 else ""
        super().__init__(f"{name}, {problems[0]}{more}")
        self.problems = problems
