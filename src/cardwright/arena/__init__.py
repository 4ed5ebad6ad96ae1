"""The arena: play many games between agents from the same seeds, log them, and compare with intervals.

>>> from cardwright import arena
>>> result = arena.run("spire:jaw-worm", ["first", "random"], games=100, seed=1)
>>> result.series[1].seats
'random'
"""

from __future__ import annotations

from .league import LeagueInterrupted, league
from .replays import load_replay
from .result import Result
from .run import Interrupted, run
from .series import Difference, Series, Side
from .standings import Comparison, League, Standing
from .statistics import Estimate
from .story import Story, load_story

__all__ = [
    "Comparison",
    "Difference",
    "Estimate",
    "Interrupted",
    "League",
    "LeagueInterrupted",
    "Result",
    "Series",
    "Side",
    "Standing",
    "Story",
    "league",
    "load_replay",
    "load_story",
    "run",
]
