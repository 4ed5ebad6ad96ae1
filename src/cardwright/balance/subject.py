"""What a study tunes: something with rules as data that can be played with other numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from .metagame import Metagame
from .parameters import Number
from .paths import Location

Values = Mapping[Location, Number]


@runtime_checkable
class Subject(Protocol):
    """A game to tune and the way to measure it. `values` are numbers at locations in its `rules`."""

    title: str
    rules: Mapping[str, Any]  # plain data that parameters point into
    synonyms: Mapping[str, str]  # other words for words of the rules
    noisy: bool  # whether the figures depend on the seed

    def play(
        self, settings: Sequence[Values], seed: int, jobs: int | None = None, matrix: bool = False
    ) -> list[Metagame]:
        """Play each of some settings and return what it shows; the figures depend on the seed, not on `jobs`."""

    def without(self, name: str) -> Subject | None:
        """Return the subject without one of the things it compares, or None if that is impossible."""

    def write(self, values: Values, path: Path) -> None:
        """Write the rules with these numbers to a file that the game can read."""


@runtime_checkable
class Checked(Protocol):
    """A subject that can check, without playing, whether its game allows some numbers."""

    def check(self, values: Values) -> None:
        """Raise `CardwrightError` for numbers that the game does not allow."""


@runtime_checkable
class Fingerprinted(Protocol):
    """A subject whose figures depend on more than its `rules` and code; a changed fingerprint prevents resuming."""

    def fingerprint(self) -> str:
        """Return a text that changes whenever the same numbers could lead to other figures."""
