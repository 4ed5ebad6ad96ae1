"""The card game description language: games as text that a card player can read.

>>> from cardwright import cgdl
>>> uno = cgdl.load("uno")
>>> uno.players, len(uno.stages)
(3, 2)
"""

from __future__ import annotations

from .english import english
from .files import games, load, parse, source
from .formatter import formatted
from .printer import text
from .problem import BadGame, Problem
from .vary import crossed, mutated, random_game

__all__ = [
    "BadGame",
    "Problem",
    "crossed",
    "english",
    "formatted",
    "games",
    "load",
    "mutated",
    "parse",
    "random_game",
    "source",
    "text",
]
