"""What is tuned: something with rules as data that can be played with some of its numbers changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from .metagame import Metagame
from .parameters import Number
from .paths import Place

Values = Mapping[Place, Number]


@runtime_checkable
class Subject(Protocol):
    """A game to be tuned and the way it is measured. `values` are numbers in places of its `rules`."""

    title: str
    rules: Mapping[str, Any]  # plain data that parameters point into
    synonyms: Mapping[str, str]  # other words for words of the rules
    noisy: bool  # whether another seed gives other figures

    def play(
        self, settings: Sequence[Values], seed: int, jobs: int | None = None, matrix: bool = False
    ) -> list[Metagame]:
        """What playing shows for each of some settings; the same seed gives the same figures, whatever `jobs` is."""

    def without(self, name: str) -> Subject | None:
        """The same without one of those that are compared, if that can be."""

    def write(self, values: Values, path: Path) -> None:
        """Write the rules with these numbers to a file that the game reads."""


@runtime_checkable
class Checked(Protocol):
    """A subject that can say without playing whether its game allows some numbers."""

    def check(self, values: Values) -> None:
        """Raise `CardwrightError` for numbers the game does not allow."""


@runtime_checkable
class Fingerprinted(Protocol):
    """A subject with more to it than its `rules` and its code say, so that a search is not gone on with by mistake."""

    def fingerprint(self) -> str:
        """A text that changes when the same numbers could give other figures."""
