"""New games by grammar-guided evolution, with a cascade of tests and an archive of different games.

>>> from cardwright import cgdl
>>> from cardwright.generate import games
>>> judgement = games.Cascade().judge(games.Subject(cgdl.load("uno"), seed=1))
>>> judgement.verdicts["sound"].passed
True
"""

from __future__ import annotations

from .archive import Archive, Nursery
from .cascade import Cascade
from .distance import distance, shape
from .evolution import Evolution, Settings
from .individual import Individual
from .judge import judge
from .page import report
from .review import Review
from .search import evolve
from .stage import Stage
from .stages import STAGES
from .subject import Subject
from .verdict import Judgement, Verdict

__all__ = [
    "STAGES",
    "Archive",
    "Cascade",
    "Evolution",
    "Individual",
    "Judgement",
    "Nursery",
    "Review",
    "Settings",
    "Stage",
    "Subject",
    "Verdict",
    "distance",
    "evolve",
    "judge",
    "report",
    "shape",
]
