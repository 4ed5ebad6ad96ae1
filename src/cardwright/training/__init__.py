"""Better players: weights for the agent `rules` by evolution, equilibria, and the exploitability of strategies.

>>> from cardwright import training
>>> trained = training.evolve("spire:jaw-worm", training.Settings(seed=1, population=4, generations=2, games=4))
>>> len(trained.history), sorted(trained.named_weights())
(2, ['block', 'damage', 'other', 'spare'])
"""

from __future__ import annotations

from .evaluation import Evaluated, evaluate, experiments
from .evolution import evolve
from .genes import Genes, make_genes
from .judge import FITNESS, Judge, Verdict, contest
from .settings import METHODS, Settings
from .trained import Generation, Trained

__all__ = [
    "FITNESS",
    "METHODS",
    "Evaluated",
    "Generation",
    "Genes",
    "Judge",
    "Settings",
    "Trained",
    "Verdict",
    "contest",
    "evaluate",
    "evolve",
    "experiments",
    "make_genes",
]
