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
    from . import agents, arena, route, spire
    from .core.errors import BadData, CardwrightError, IllegalAction, RunawayRules, UnknownName
    from .core.game import Action, Game, State
    from .core.registry import from_json, game, load, register

__version__ = "0.1.0"

_HOMES = {
    "BadData": "core.errors",
    "CardwrightError": "core.errors",
    "IllegalAction": "core.errors",
    "RunawayRules": "core.errors",
    "UnknownName": "core.errors",
    "Action": "core.game",
    "Game": "core.game",
    "State": "core.game",
    "from_json": "core.registry",
    "game": "core.registry",
    "load": "core.registry",
    "register": "core.registry",
}
_ROOMS = ("agents", "arena", "route", "spire")

__all__ = [*_HOMES, *_ROOMS, "__version__"]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    """Import a part when it is first asked for, so that `import cardwright` is quick."""
    if name in _HOMES:
        return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)
    if name in _ROOMS:
        return importlib.import_module(f".{name}", __name__)
    raise AttributeError(f"module 'cardwright' has no attribute {name!r}")
