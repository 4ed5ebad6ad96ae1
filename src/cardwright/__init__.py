"""Cardwright: a workbench for people who study, make and tune card games.

>>> import cardwright
>>> state = cardwright.game("spire:jaw-worm").new(seed=7)
>>> state.decider
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .core.lazy import lazy_names

if TYPE_CHECKING:
    from . import agents, arena, autobattler, balance, cgdl, core, generate, route, scenarios, spire, training, unicorns
    from .core.errors import BadData, CardwrightError, IllegalAction, RunawayRules, UnknownName
    from .core.family import Family
    from .core.game import Game
    from .core.html import SideBySide
    from .core.presentation import Action
    from .core.registry import game, games, register_family
    from .core.saved_games import load_state, state_from_json
    from .core.state import State
    from .core.workers import working_on

__version__ = "0.1.0"

__all__ = [
    "Action", "BadData", "CardwrightError", "Family", "Game", "IllegalAction", "RunawayRules", "SideBySide", "State",
    "UnknownName", "__version__", "agents", "arena", "autobattler", "balance", "cgdl", "core", "game", "games",
    "generate", "load_state", "register_family", "route", "scenarios", "spire", "state_from_json", "training",
    "unicorns", "working_on",
]  # fmt: skip

_HOMES = {
    "core.errors": ("BadData", "CardwrightError", "IllegalAction", "RunawayRules", "UnknownName"),
    "core.family": ("Family",),
    "core.game": ("Game",),
    "core.html": ("SideBySide",),
    "core.presentation": ("Action",),
    "core.registry": ("game", "games", "register_family"),
    "core.saved_games": ("load_state", "state_from_json"),
    "core.state": ("State",),
    "core.workers": ("working_on",),
}
_ROOMS = (
    "agents", "arena", "autobattler", "balance", "cgdl", "core", "generate", "route", "scenarios", "spire",
    "training", "unicorns",
)  # fmt: skip

__getattr__, __dir__ = lazy_names(__name__, _HOMES, submodules=_ROOMS)
