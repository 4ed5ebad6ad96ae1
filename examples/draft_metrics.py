"""A custom metric: how unevenly the cards of a draft are bought."""

from __future__ import annotations

import numpy as np

from cardwright.balance import Metagame


def uneven_purchases(metagame: Metagame) -> float:
    """The standard deviation of the cards' purchases, divided by their mean. Healthy: near 0."""
    bought: dict[str, float] = {}
    played = metagame.details if isinstance(metagame.details, list) else [metagame.details]  # a list if pooled
    for series in (each for some in played for each in some.values()):
        for name, column in series.columns.items():
            if name.startswith("bought_"):
                bought[name] = bought.get(name, 0.0) + float(column.sum())
    counts = np.array(list(bought.values()))
    return float(counts.std() / counts.mean())
