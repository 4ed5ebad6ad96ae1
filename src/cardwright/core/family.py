"""A family: a kind of game and the starts it comes with. An entry point of "cardwright.games" names one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

from .errors import CardwrightError, unknown
from .game import Game
from .making.maker import CardMaker

GameClass = TypeVar("GameClass", bound=Game)
Starts = Mapping[str, str | tuple[str, Mapping[str, Any]]]  # by name a line about it, and its data unless that is empty


class Family(Generic[GameClass]):
    """A kind of game and its named starts.

    `game` is the class of its games, made as `game(name, start)`. A start is plain data: a position in the words of
    that game (docs/scenarios.md). `starts` maps the name of each start to a line about it, or to that line and the
    start itself. A function that returns such a mapping is called when the starts are first needed.

        family = Family(Kuhn, starts={"standard": "three cards, one bet"})
    """

    def __init__(self, game: type[GameClass], starts: Starts | Callable[[], Starts]):
        self.name = game.family
        self.title = game.title
        self._make: Callable[[str, Mapping[str, Any]], GameClass] = game
        self._given = starts

    def _starts(self) -> Starts:
        if callable(self._given):
            self._given = self._given()
        return self._given

    def starts(self) -> dict[str, str]:
        """Return the names of the starts, each with a line about it."""
        return {name: each if isinstance(each, str) else each[0] for name, each in self._starts().items()}

    def start(self, name: str) -> Mapping[str, Any]:
        """Return a start by its name."""
        if name not in self._starts():
            raise unknown(f"start of {self.name}", name, self._starts())
        found = self._starts()[name]
        return {} if isinstance(found, str) else found[1]

    def merged_start(self, shared: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the start of a scenario in a file whose scenarios share a start; its own keys replace the shared ones.

        A family overrides it if a key holds several values that a scenario can change one by one.
        """
        return {**shared, **own}

    def inline_files(self, start: Mapping[str, Any], folder: Path) -> Mapping[str, Any]:
        """Return a start read from a file in `folder`, with the files it names replaced by their contents.

        Saved games and logs keep the result, so they need no other file. A family whose starts name files overrides it.
        """
        return start

    def game(self, start: Mapping[str, Any], name: str = "custom") -> GameClass:
        """Return the game that begins with `start`; bad data raises a `CardwrightError`."""
        return self._make(name, start)

    def makes_games_of(self, other: Family[Any]) -> bool:
        """Return whether these are other starts of the same games, as a file has that adds cards to them."""
        return self._make is other._make

    def card_maker(self) -> CardMaker:
        """Return what makes new cards for this kind of game; a family that can do so overrides it."""
        raise CardwrightError(f"{self.name} has no card maker, so its cards cannot be generated")

    def __repr__(self) -> str:
        return f"<family {self.name}: {self.title}>"


@runtime_checkable
class Tunable(Protocol):
    """A family whose rules can be changed one number at a time, as balancing does.

    Rules are plain data: sections (cards, statuses ...) of named entries. Other families can still be tuned by the
    numbers in their starts.
    """

    synonyms: Mapping[str, str]  # other words people use in a path, and the words of the data they stand for

    def rules(self, start: Mapping[str, Any]) -> dict[str, Any]:
        """Return all rules of games that begin with this start."""

    def with_rules(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the start of a game in which these entries replace those of the same section and name."""

    def rules_file(self, start: Mapping[str, Any], rules: Mapping[str, Any]) -> dict[str, Any]:
        """Return the same as data for a file that the game reads."""


@runtime_checkable
class Reader(Protocol):
    """A family that reads games from files of its own; an entry point of "cardwright.files" names it."""

    def read(self, path: str) -> Mapping[str, Any]:
        """Return the start of the game in a file."""
