"""Unstable Unicorns, the base game for 2 to 8 players. Every card and every departure from the rules is data.

>>> from cardwright import unicorns
>>> state = unicorns.game(players=3).new(seed=3)
>>> state.view()["goal"]
7
"""

from .content import Card
from .deck import decks
from .facade import Unicorns, UnicornsFamily, family, game
from .plugins import continuous, effect
from .profile import profiles, switches

__all__ = [
    "Card",
    "Unicorns",
    "UnicornsFamily",
    "continuous",
    "decks",
    "effect",
    "family",
    "game",
    "profiles",
    "switches",
]
