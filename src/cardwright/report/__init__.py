"""Reports on arena runs: what happened in their games, as tables, plots and one HTML file.

>>> from cardwright.report import metric
>>> @metric("Longest games")
... def longest(run):
...     return run.games.lazy().select("seats", "game", "turns").top_k(10, by="turns")
"""

from __future__ import annotations

from .registry import METRICS, Metric, load_metrics, metric
from .report import CARDS, Report, Section, report
from .run import Run, load

__all__ = ["CARDS", "METRICS", "Metric", "Report", "Run", "Section", "load", "load_metrics", "metric", "report"]
