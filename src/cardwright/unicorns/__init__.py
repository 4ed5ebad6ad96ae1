"""Unstable Unicorns, the base game for 2 to 8 players. Every card and every departure from the rules is data.

>>> from cardwright import unicorns
>>> state = unicorns.game(players=3).new(seed=3)
>>> state.view()["goal"]
7
"""

from .content import Card
from .deck import decks
from .facade import Unicorns, family, game
from .profile import profiles, switches

__all__ = ["Card", "Unicorns", "decks", "family", "game", "profiles", "switches"]
