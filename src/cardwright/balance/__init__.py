"""Tuning the numbers of a game: what is played, which numbers may change, what is wanted, and the search for it.

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
from .structure import circles, domination_graph
from .study import Study
from .tune import Result, tune

__all__ = [
    "METRICS", "OPTIMISERS", "Metagame", "Result", "Study", "circles", "domination_graph", "find_metric", "tune",
]  # fmt: skip
