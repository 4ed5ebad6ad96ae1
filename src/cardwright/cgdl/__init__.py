"""The card game description language: games as text that a card player can read.

>>> from cardwright import cgdl
>>> uno = cgdl.load("uno")
>>> uno.players, len(uno.stages)
(3, 2)
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from .language import tree
from .language.files import games, load, parse, source
from .language.formatter import formatted
from .language.paper_notation import read_paper
from .language.printer import text
from .language.problem import BadGame, Problem
from .prose.english import english
from .variation.operators import crossed, mutated, random_game

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
    "read_paper",
    "source",
    "text",
    "tree",
]


def __getattr__(name: str) -> Any:
    """Import the engine on first use: reading and checking games is fast without it."""
    if name in ("CardGame", "family", "game"):
        return getattr(importlib.import_module(".facade", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
