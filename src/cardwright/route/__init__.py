"""Maps and routes: the safest path, the most rewarding one, and everything between.

>>> from cardwright import route
>>> planner = route.Planner(route.example())
>>> planner.best("9B").path
('9B', '10C', '11B', '12B', '13B', '14C', '15', '16')
"""

from __future__ import annotations

from .constraints import Before, Constraint, Count, InARow
from .encounters import ENCOUNTERS, Encounter
from .map import Room, RouteMap
from .measures import Objective, Weights
from .planner import NoRoute, Planner, Route, Step
from .search import ALGORITHMS, Algorithm, Expansion
from .text import example, from_text, read, to_text, write

__all__ = [
    "ALGORITHMS",
    "ENCOUNTERS",
    "Algorithm",
    "Before",
    "Constraint",
    "Count",
    "Encounter",
    "Expansion",
    "InARow",
    "NoRoute",
    "Objective",
    "Planner",
    "Room",
    "Route",
    "RouteMap",
    "Step",
    "Weights",
    "example",
    "from_text",
    "read",
    "to_text",
    "write",
]
