# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Hide what a player cannot know: the offers and purchases of others in this round, and future random numbers."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.random import below, derive

from .lineups import card_at, length, without
from .pool import add_card, completes, draw_card, sell_missing
from .shopping import open_shop, refund
from .state import Stream

HIDING = np.uint64(0x0D4A)
STREAMS = len(Stream)


@inner
def hide(s, rules, player, seed):
    """Redraw all random streams, and what the others bought this round on top of the lineups everybody has seen."""
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
    for other in range(s.count):
        if other != player and s.players[other].lives > 0:
            if other == s.who:
                open_shop(s, rules, other)
            elif other < s.who:
                shop_at_random(s, rules, other)


@inner
def shop_at_random(s, rules, player):
    """Spend a player's gold at random: fill the lineup, then replace cards."""
    mine = s.players[player]
    gold = rules.gold + rules.growth * (s.turn - 1)
    for _ in range(rules.offers + 1):
        card = draw_card(s, rules)
        if card == 0:
            return
        lineup = int(mine.lineup)
        price = int(rules.price[card])
        if length(lineup) == rules.lineup and not completes(rules, lineup, card):
            position = below(s, Stream.SHOP, rules.lineup)
            price -= refund(rules, card_at(lineup, position))
            lineup = without(lineup, position)
        if price <= gold:
            gold -= price
            mine.lineup = add_card(rules, lineup, card)
