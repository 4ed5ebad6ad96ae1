"""Runs of Slay the Spire, generated from a seed exactly as in the original game: what is met, found, sold and offered.

>>> from cardwright.spire import run
>>> run.scripted(1)["acts"][0]["boss"]
'Slime Boss'
>>> run.game(seed=1).new(logged=True).view()["boss"]
'Slime Boss'
"""

from .facade import RunGame, game
from .finding import Search, find
from .overview import overview
from .recording import scripted

__all__ = ["RunGame", "Search", "find", "game", "overview", "scripted"]
