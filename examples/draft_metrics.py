"""A metric of one's own: how unevenly the cards of a draft are bought."""

from __future__ import annotations

import numpy as np

from cardwright.balance import Metagame


def uneven_purchases(metagame: Metagame) -> float:
    """The standard deviation of the cards' shares of all purchases, against their mean: healthy near 0."""
    bought: dict[str, float] = {}
    rounds = metagame.details if isinstance(metagame.details, list) else [metagame.details]  # finalists play several
    for series in (each for played in rounds for each in played.values()):
        for name, column in series.columns.items():
            if name.startswith("bought_"):
                bought[name] = bought.get(name, 0.0) + float(column.sum())
    counts = np.array(list(bought.values()))
    return float(counts.std() / counts.mean())
