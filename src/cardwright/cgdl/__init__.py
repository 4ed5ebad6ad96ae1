"""The card game description language: games as text that a card player can read.

>>> from cardwright import cgdl
>>> uno = cgdl.load("uno")
>>> uno.players, len(uno.stages)
(3, 2)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .english import english
from .files import games, load, parse, source
from .formatter import formatted
from .printer import text
from .problem import BadGame, Problem
from .vary import crossed, mutated, random_game

if TYPE_CHECKING:
    from .facade import CardGame, family, game

__all__ = [
    "BadGame",
    "CardGame",
    "Problem",
    "crossed",
    "english",
    "family",
    "formatted",
    "game",
    "games",
    "load",
    "mutated",
    "parse",
    "random_game",
    "source",
    "text",
]


def __getattr__(name: str) -> Any:
    """Import what plays games when it is first asked for: reading and checking them is quick without it."""
    if name in ("CardGame", "family", "game"):
        return getattr(importlib.import_module(".facade", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
