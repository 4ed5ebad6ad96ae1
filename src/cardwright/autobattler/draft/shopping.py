# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The shop: its offers, and what a player can do there."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import log_event, only

from ..log_events import LogEvent
from ..state import CARD_BITS
from .lineups import card_at, length, without
from .pool import add_card, completes, draw_card
from .state import MAX_SHOP, MAX_STEPS, Act


@inner
def open_shop(s, rules, player):
    """Send a player shopping with the gold of this round."""
    s.who = player
    s.steps = 0
    s.moves = rules.lineup
    s.players[player].gold = rules.gold + rules.growth * (s.turn - 1)
    log_event(LogEvent.ENTERED, only(player), player, s.players[player].gold)
    fill_shop(s, rules)


@inner
def fill_shop(s, rules):
    """Draw new offers, each uniformly from all cards or from the copies in the pool."""
    if rules.pool:
        s.shop[:] = 0  # the old offers go back to the pool
    for slot in range(MAX_SHOP):
        s.shop[slot] = draw_card(s, rules) if slot < rules.offers else 0
    report_offers(s)


@inner
def report_offers(s):
    """Report what the shop offers; at most seven cards."""
    a, b, c, d, e, f, g = s.shop[0], s.shop[1], s.shop[2], s.shop[3], s.shop[4], s.shop[5], s.shop[6]
    log_event(LogEvent.OFFERED, only(s.who), s.who, a, b, c, d, e, f, g)


@inner
def refund(rules, card):
    """Return what the shop pays for a card: half its price, rounded down."""
    return int(rules.price[card]) // 2


@inner
def shop_actions(s, rules, out):
    """Write the legal actions to `out` and return their number; after MAX_STEPS only END is left."""
    player = s.players[s.who]
    lineup = int(player.lineup)
    size = length(lineup)
    n = 0
    if s.steps < MAX_STEPS:
        for slot in range(rules.offers):
            card = s.shop[slot]
            room = size < rules.lineup or completes(rules, lineup, card)
            if card and room and rules.price[card] <= player.gold:
                out[n] = Act.BUY + slot
                n += 1
        for position in range(1, size if s.moves else 0):
            out[n] = Act.LEAD + position
            n += 1
        for position in range(size):
            out[n] = Act.SELL + position
            n += 1
        if player.gold >= rules.reroll:
            out[n] = Act.REROLL
            n += 1
    out[n] = Act.END
    return n + 1


@inner
def do_shopping(s, rules, action):
    """Buy, sell, reorder or reroll."""
    player = s.players[s.who]
    lineup = int(player.lineup)
    s.steps += 1
    if action < Act.SELL:
        card = int(s.shop[action - Act.BUY])
        log_event(LogEvent.BOUGHT, only(s.who), s.who, action - Act.BUY, card, rules.price[card])
        player.gold -= rules.price[card]
        if completes(rules, lineup, card):
            log_event(LogEvent.MERGED, only(s.who), s.who, card, card + rules.offered)
        player.lineup = add_card(rules, lineup, card)
        s.shop[action - Act.BUY] = 0
        s.bought[card] += 1
    elif action < Act.LEAD:
        card = card_at(lineup, action - Act.SELL)
        log_event(LogEvent.SOLD, only(s.who), s.who, action - Act.SELL, card, refund(rules, card))
        player.gold += refund(rules, card)
        player.lineup = without(lineup, action - Act.SELL)
    elif action < Act.REROLL:
        card = card_at(lineup, action - Act.LEAD)
        log_event(LogEvent.LED, only(s.who), s.who, action - Act.LEAD, card)
        player.lineup = without(lineup, action - Act.LEAD) << CARD_BITS | card
        s.moves -= 1
    else:
        log_event(LogEvent.REROLLED, only(s.who), s.who, rules.reroll)
        player.gold -= rules.reroll
        fill_shop(s, rules)
