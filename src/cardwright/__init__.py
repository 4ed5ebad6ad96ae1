"""Cardwright: a workbench for people who study, make and tune card games.

>>> import cardwright
>>> state = cardwright.game("spire:jaw-worm").new(seed=7)
>>> state.decider
0
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.core.lazy import lazy_names

if TYPE_CHECKING:
    from cardwright.core.errors import BadData, CardwrightError, IllegalAction, RunawayRules, UnknownName
    from cardwright.core.family import Family
    from cardwright.core.game import Game
    from cardwright.core.presentation import Action
    from cardwright.core.registry import game, games, register_family
    from cardwright.core.saved_games import load_state, state_from_json
    from cardwright.core.showing.html import SideBySide
    from cardwright.core.state import State
    from cardwright.core.working.workers import working_on

    from . import agents, arena, autobattler, balance, cgdl, core, generate, route, scenarios, spire, training, unicorns

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
    "core.showing.html": ("SideBySide",),
    "core.presentation": ("Action",),
    "core.registry": ("game", "games", "register_family"),
    "core.saved_games": ("load_state", "state_from_json"),
    "core.state": ("State",),
    "core.working.workers": ("working_on",),
}
_ROOMS = (
    "agents", "arena", "autobattler", "balance", "cgdl", "core", "generate", "route", "scenarios", "spire",
    "training", "unicorns",
)  # fmt: skip

__getattr__, __dir__ = lazy_names(__name__, _HOMES, submodules=_ROOMS)
