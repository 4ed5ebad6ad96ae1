"""Tune the numbers of a game: choose the games, the numbers to vary, the objectives and the search.

>>> from cardwright import balance
>>> study = balance.Study({
...     "play": {"tournament": {"cards": "table-2", "size": 2}},
...     "parameters": {"cards.*.attack": [1, 10]},
...     "objectives": ["standard_deviation"],
... })
>>> result = balance.tune(study, budget=30, seed=1, optimiser="hill_climbing")
>>> result.winner.losses < result.start.losses
True
"""

from __future__ import annotations

from .metagame import Metagame
from .objectives import METRICS, find_metric
from .optimisers import OPTIMISERS
from .structure import cycles, domination_graph
from .study import Study
from .tune import Result, tune

__all__ = [
    "METRICS", "OPTIMISERS", "Metagame", "Result", "Study", "cycles", "domination_graph", "find_metric", "tune",
]  # fmt: skip
