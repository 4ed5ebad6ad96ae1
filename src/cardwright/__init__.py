"""Cardwright: a workbench for people who study, make and tune card games.

>>> import cardwright
>>> state = cardwright.game("spire:jaw-worm").new(seed=7)
>>> state.decider
0
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import agents, arena, autobattler, balance, cgdl, generate, route, spire, unicorns
    from .core.errors import BadData, CardwrightError, IllegalAction, RunawayRules, UnknownName
    from .core.game import Action, Game, State
    from .core.registry import from_json, game, load, register

__version__ = "0.1.0"

__all__ = [
    "Action", "BadData", "CardwrightError", "Game", "IllegalAction", "RunawayRules", "State", "UnknownName",
    "__version__", "agents", "arena", "autobattler", "balance", "cgdl", "from_json", "game", "generate", "load",
    "register", "route", "spire", "unicorns",
]  # fmt: skip

_HOMES = {
    "core.errors": ("BadData", "CardwrightError", "IllegalAction", "RunawayRules", "UnknownName"),
    "core.game": ("Action", "Game", "State"),
    "core.registry": ("from_json", "game", "load", "register"),
}
_ROOMS = ("agents", "arena", "autobattler", "balance", "cgdl", "generate", "route", "spire", "unicorns")


def __getattr__(name: str) -> Any:
    """Import a part when it is first asked for, so that `import cardwright` is quick."""
    for home, names in _HOMES.items():
        if name in names:
            return getattr(importlib.import_module(f".{home}", __name__), name)
    if name in _ROOMS:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module 'cardwright' has no attribute {name!r}")
