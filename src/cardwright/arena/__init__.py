"""Where agents meet: many games from the same seeds, logged, and counted with their uncertainty.

>>> from cardwright import arena
>>> result = arena.run("spire:jaw-worm", ["first", "random"], games=100, seed=1)
>>> result.series[1].seats
'random'
"""

from __future__ import annotations

from .replays import load_replay
from .result import Difference, Result, Series, Side
from .run import Interrupted, run
from .statistics import Estimate

__all__ = ["Difference", "Estimate", "Interrupted", "Result", "Series", "Side", "load_replay", "run"]
