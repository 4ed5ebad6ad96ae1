"""Where games come from: a text, a file of one's own, or the games that come with Cardwright."""

from __future__ import annotations

import functools
from importlib import resources
from pathlib import Path

from cardwright.core import data
from cardwright.core.errors import unknown

from . import tree
from .check import problems
from .parser import read
from .problem import BadGame

SUFFIX = ".cgdl"


def parse(text: str, name: str = "game") -> tree.Game:
    """The game that a text describes; a `BadGame` error names line, column and what was expected.

    >>> parse("language 1 game of cards")
    Traceback (most recent call last):
    ...
    cardwright.cgdl.problem.BadGame: game, line 1, column 17: 'of' does not fit here; expected a name in quotes, \
as in "first bet"
    """
    game = read(text, name)
    found = problems(game)
    if found:
        raise BadGame(name, found)
    return game


@functools.cache
def games() -> tuple[str, ...]:
    """The names of the games that come with Cardwright."""
    files = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX)))


def load(name: str | Path) -> tree.Game:
    """A game by its name, or from a file: what ends in `.cgdl` is a file.

    >>> load("uno").name
    'UNO'
    """
    return parse(source(name), str(name))


def source(name: str | Path) -> str:
    """The text of a game, by its name or from a file."""
    if str(name).endswith(SUFFIX):
        return data.read_text(name)
    if str(name) not in games():
        raise unknown("game", name, games())
    return _folder().joinpath(f"{name}{SUFFIX}").read_text(encoding="utf-8")


def _folder() -> resources.abc.Traversable:
    return resources.files(__package__).joinpath("games")
