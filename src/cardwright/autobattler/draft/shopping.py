"""The shop: offers, and what a player may do with gold."""

from __future__ import annotations

from ...core.jit import inner
from ...core.random import below
from ..state import CARD_BITS
from .lineups import card_at, length, without
from .state import MAX_SHOP, MOST_STEPS, Act, Stream

SHOP = int(Stream.SHOP)
BUY, SELL, LEAD, REROLL, END = map(int, Act)


@inner
def open_shop(s, rules, player):
    """A player goes shopping, with the gold of this round."""
    s.who = player
    s.steps = 0
    s.moves = rules.lineup
    s.players[player].gold = rules.gold + rules.growth * (s.turn - 1)
    fill_shop(s, rules)


@inner
def fill_shop(s, rules):
    """New offers, each of them any card."""
    for place in range(MAX_SHOP):
        s.shop[place] = 1 + below(s, SHOP, rules.kinds) if place < rules.offers else 0


@inner
def refund(rules, card):
    """What the shop pays for a card: half its price, rounded down."""
    return int(rules.price[card]) // 2


@inner
def shop_actions(s, rules, out):
    """What the player may do; the visit ends by itself after many steps."""
    player = s.players[s.who]
    lineup = int(player.lineup)
    size = length(lineup)
    n = 0
    if s.steps < MOST_STEPS:
        for place in range(rules.offers):
            card = s.shop[place]
            if card and size < rules.lineup and rules.price[card] <= player.gold:
                out[n] = BUY + place
                n += 1
        for place in range(1, size if s.moves else 0):
            out[n] = LEAD + place
            n += 1
        for place in range(size):
            out[n] = SELL + place
            n += 1
        if player.gold >= rules.reroll:
            out[n] = REROLL
            n += 1
    out[n] = END
    return n + 1


@inner
def do_shopping(s, rules, action):
    """Buy, sell, reorder or reroll."""
    player = s.players[s.who]
    lineup = int(player.lineup)
    s.steps += 1
    if action < SELL:
        card = int(s.shop[action - BUY])
        player.gold -= rules.price[card]
        player.lineup = lineup | card << (CARD_BITS * length(lineup))
        s.shop[action - BUY] = 0
        s.bought[card] += 1
    elif action < LEAD:
        player.gold += refund(rules, card_at(lineup, action - SELL))
        player.lineup = without(lineup, action - SELL)
    elif action < REROLL:
        card = card_at(lineup, action - LEAD)
        player.lineup = without(lineup, action - LEAD) << CARD_BITS | card
        s.moves -= 1
    else:
        player.gold -= rules.reroll
        fill_shop(s, rules)
