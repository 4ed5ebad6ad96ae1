"""Lineups of cards that fight on their own, and tournaments between all possible lineups.

After Budijono et al., "LUDUS: An Optimization Framework to Balance Auto Battler Cards" (2022).

>>> from cardwright import autobattler
>>> plain, grenade = autobattler.Card("Plain", 3, 2), autobattler.Card("Grenade", 2, 1, {"explode_on_death": 3})
>>> autobattler.match([plain, plain], [grenade, plain])
Match(result=-1, phases=1)
"""

from .cards import Card, CardSet, sample, sample_names
from .draft import Draft, draft, family
from .lineups import read_lineups
from .match import Match, Phase, match, watch
from .mechanics import Mechanic, Rule, mechanics
from .profiles import PROFILES, SWITCHES
from .tournament import Tournament, tournament

__all__ = [
    "PROFILES", "SWITCHES", "Card", "CardSet", "Draft", "Match", "Mechanic", "Phase", "Rule", "Tournament", "draft",
    "family", "match", "mechanics", "read_lineups", "sample", "sample_names", "tournament", "watch",
]  # fmt: skip
