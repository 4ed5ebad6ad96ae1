"""The sources of games: a text, a file, or one of the games that come with Cardwright."""

from __future__ import annotations

import functools
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from cardwright.core import data
from cardwright.core.errors import BadData, unknown

from . import tree
from .checks import problems
from .parser import read
from .problem import BadGame

SUFFIX = ".cgdl"


def parse(text: str, name: str = "game") -> tree.Game:
    """Return the game that a text describes, or raise `BadGame` with line, column and what was expected there.

    >>> parse("language 1 game of cards")
    Traceback (most recent call last):
    ...
    cardwright.cgdl.language.problem.BadGame: game, line 1, column 17: 'of' does not fit here; expected a name in \
quotes, as in "first bet"
    """
    game = read(text, name)
    found = problems(game)
    if found:
        raise BadGame(name, found)
    return game


@functools.cache
def games() -> tuple[str, ...]:
    """Return the names of the games that come with Cardwright."""
    files = (file.name for file in _folder().iterdir())
    return tuple(sorted(name.removesuffix(SUFFIX) for name in files if name.endswith(SUFFIX)))


def load(name: str | Path) -> tree.Game:
    """Return a game by its name, or from a file if the name ends in `.cgdl`.

    >>> load("uno").name
    'UNO'
    """
    return parse(source(name), str(name))


def source(name: str | Path) -> str:
    """Return the text of a game, by its name or from a file."""
    if str(name).endswith(SUFFIX):
        return data.read_text(name)
    if str(name) not in games():
        if Path(name).name != str(name) or Path(name).suffix:
            raise BadData(f"{name}: a file with a game has a name that ends in {SUFFIX}")
        raise unknown("game", name, games())
    return _folder().joinpath(f"{name}{SUFFIX}").read_text(encoding="utf-8")


def _folder() -> Traversable:
    return resources.files("cardwright.cgdl").joinpath("games")
