"""New games by grammar-guided evolution, with a cascade of tests and an archive of different games.

>>> from cardwright import cgdl
>>> from cardwright.generate import games
>>> judgement = games.Cascade().judge(games.Subject(cgdl.load("uno"), seed=1))
>>> judgement.verdicts["sound"].passed
True
"""

from __future__ import annotations

from .games.archive import Archive, Nursery
from .games.cascade import Cascade
from .games.distance import distance, shape
from .games.evolution import Evolution, Settings
from .games.individual import Individual
from .games.page import report
from .games.search import evolve
from .games.stage import Stage
from .games.stages import STAGES
from .games.subject import Subject
from .games.verdict import Judgement, Verdict

__all__ = [
    "STAGES",
    "Archive",
    "Cascade",
    "Evolution",
    "Individual",
    "Judgement",
    "Nursery",
    "Settings",
    "Stage",
    "Subject",
    "Verdict",
    "distance",
    "evolve",
    "report",
    "shape",
]
