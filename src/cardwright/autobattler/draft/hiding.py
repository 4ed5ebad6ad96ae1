"""What a player cannot know: the offers and purchases of others in this round, and all chance to come."""

from __future__ import annotations

import numpy as np

from ...core.jit import inner
from ...core.random import below, derive
from ..state import CARD_BITS
from .lineups import card_at, length, without
from .shopping import open_shop, refund
from .state import Stream

HIDING = np.uint64(0x0D4A)
STREAMS = len(Stream)
SHOP = int(Stream.SHOP)


@inner
def hide(s, rules, player, seed):
    """Draw what the others bought this round anew, from lineups that all have seen, and forget all chance to come."""
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, HIDING, np.uint64(stream))
    for card in range(s.bought.size):
        s.bought[card] = 0  # it would tell what the others have bought
    for other in range(s.count):
        if other != player and s.players[other].lives > 0 and s.who >= 0:
            s.players[other].lineup = s.players[other].shown
            if other == s.who:
                open_shop(s, rules, other)
            elif other < s.who:
                shop_by_chance(s, rules, other)


@inner
def shop_by_chance(s, rules, player):
    """Spend a player's gold as if by chance: fill the lineup, then replace cards."""
    mine = s.players[player]
    gold = rules.gold + rules.growth * (s.turn - 1)
    for _ in range(rules.offers + 1):
        card = 1 + below(s, SHOP, rules.kinds)
        lineup = int(mine.lineup)
        price = int(rules.price[card])
        if length(lineup) == rules.lineup:
            place = below(s, SHOP, rules.lineup)
            price -= refund(rules, card_at(lineup, place))
            lineup = without(lineup, place)
        if price <= gold:
            gold -= price
            mine.lineup = lineup | card << (CARD_BITS * length(lineup))
