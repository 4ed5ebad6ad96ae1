# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Hide what a player cannot know: the offers and purchases of others in this round, and future random numbers."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.random import derive

from .pool import sell_missing
from .shopping import open_shop
from .state import Stream

HIDING = np.uint64(0x0D4A)
STREAMS = len(Stream)


@inner
def hide(s, rules, player, seed):
    """Redraw all random streams, and take back what the others bought this round: they shop again, after this player.

    Lineups drawn at random would be weaker than what anybody buys, and the player would count on easy battles.
    """
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, HIDING, np.uint64(stream))
    for card in range(s.bought.size):
        s.bought[card] = 0  # it would reveal what the others have bought
    if s.who < 0:
        return
    for other in range(s.count):
        if other != player:
            s.players[other].lineup = s.players[other].shown
    if s.who != player:
        for slot in range(s.shop.size):
            s.shop[slot] = 0
    if rules.pool:
        sell_missing(s, rules, player)
    s.shopped &= 1 << player
    if s.who != player:
        open_shop(s, rules, s.who)
