"""The foundation of every game, and all that the author of a game needs.

A game is a record, a few functions over it (the verbs) and a class that turns numbers into words:

    from cardwright.core import OVER, Family, Game, game_record, kernel, register_verbs

docs/write_a_game.md builds one step by step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .lazy import lazy_names

if TYPE_CHECKING:
    from .compiling.jit import inlined, inner, kernel
    from .data import Data
    from .errors import BadData, CardwrightError, IllegalAction, RunawayRules, UnknownName, unknown
    from .event_log import EVERYBODY, LoggedEvent, log_event, only
    from .family import Family
    from .game import Game, Properties, Weight
    from .hiding import redeal
    from .labels import make_label, split_label
    from .presentation import Action, CardName, Face, Presentation, PrintedCard
    from .random import below, derive, seed_streams, shuffle, unit
    from .record import copy_record, game_record, struct
    from .registry import register_family
    from .state import State
    from .verbs import HOST, OVER, register_verbs

__all__ = [
    "EVERYBODY",
    "HOST",
    "OVER",
    "Action",
    "BadData",
    "CardName",
    "CardwrightError",
    "Data",
    "Face",
    "Family",
    "Game",
    "IllegalAction",
    "LoggedEvent",
    "Presentation",
    "PrintedCard",
    "Properties",
    "RunawayRules",
    "State",
    "UnknownName",
    "Weight",
    "below",
    "copy_record",
    "derive",
    "game_record",
    "inlined",
    "inner",
    "kernel",
    "log_event",
    "make_label",
    "only",
    "redeal",
    "register_family",
    "register_verbs",
    "seed_streams",
    "shuffle",
    "split_label",
    "struct",
    "unit",
    "unknown",
]

_HOMES = {
    "data": ["Data"],
    "errors": ["BadData", "CardwrightError", "IllegalAction", "RunawayRules", "UnknownName", "unknown"],
    "event_log": ["EVERYBODY", "LoggedEvent", "only", "log_event"],
    "family": ["Family"],
    "game": ["Game", "Properties", "Weight"],
    "hiding": ["redeal"],
    "compiling.jit": ["inlined", "inner", "kernel"],
    "labels": ["make_label", "split_label"],
    "presentation": ["Action", "CardName", "Face", "Presentation", "PrintedCard"],
    "random": ["below", "derive", "seed_streams", "shuffle", "unit"],
    "record": ["copy_record", "game_record", "struct"],
    "registry": ["register_family"],
    "state": ["State"],
    "verbs": ["HOST", "OVER", "register_verbs"],
}

__getattr__, __dir__ = lazy_names(__name__, _HOMES)
