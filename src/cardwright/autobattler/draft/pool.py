# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Where cards come from and go to: a pool that all players share, and upgrades, three equal cards merged into one.

Without a pool (`rules.pool` is 0) there are endless copies of every card. Cards up to `rules.offered` can be in a shop;
with upgrades, card `c` becomes card `c + rules.offered`, which stands for three copies of it.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.random import below

from ..state import CARD_BITS, CARD_MASK
from .lineups import card_at, length, without
from .state import MERGED_COPIES, Stream


@inner
def draw_card(s, rules):
    """Draw a card for a shop: uniformly from all kinds, or a copy from the pool; 0 if the pool is empty."""
    if rules.pool == 0:
        return 1 + below(s, Stream.SHOP, rules.offered)
    left = 0
    for card in range(1, rules.offered + 1):
        left += s.pool[card]
    if left == 0:
        return 0
    skip = below(s, Stream.SHOP, left)
    card = 1
    while skip >= s.pool[card]:
        skip -= s.pool[card]
        card += 1
    s.pool[card] -= 1
    return card


@inner
def count_in_pool(s, rules, card, sign):
    """Put a card with all its copies into the pool, or take it out if `sign` is -1."""
    if rules.pool and card:
        if card > rules.offered:
            s.pool[card - rules.offered] += sign * MERGED_COPIES
        else:
            s.pool[card] += sign


@inner
def count_lineup(s, rules, lineup, sign):
    """Put all cards of a lineup into the pool, or take them out if `sign` is -1."""
    while lineup:
        count_in_pool(s, rules, lineup & CARD_MASK, sign)
        lineup >>= CARD_BITS


@inner
def return_offers(s, rules):
    """Empty the shop; what was not bought goes back to the pool."""
    for slot in range(s.shop.size):
        count_in_pool(s, rules, int(s.shop[slot]), 1)
        s.shop[slot] = 0


@inner
def completes(rules, lineup, card):
    """Return whether a card is the third of its kind, so that the three merge."""
    if rules.kinds == rules.offered or card > rules.offered:
        return False
    equal = 0
    while lineup:
        equal += (lineup & CARD_MASK) == card
        lineup >>= CARD_BITS
    return equal == MERGED_COPIES - 1


@inner
def add_card(rules, lineup, card):
    """Return a lineup with one more card at the right end, or merged into an upgraded one in place of the leftmost."""
    if not completes(rules, lineup, card):
        return lineup | card << (CARD_BITS * length(lineup))
    merged = 0
    size = 0
    upgraded = card + int(rules.offered)
    for position in range(length(lineup)):
        each = card_at(lineup, position)
        if each == card:
            each, upgraded = upgraded, 0
        if each:
            merged |= each << (CARD_BITS * size)
            size += 1
    return merged


@inner
def recount(s, rules, player):
    """Set the pool to what the lineups and the shop leave of it, as far as a player knows.

    The others have the lineups of their last battles. If the player has seen more copies than there are, those who
    have shopped since must have sold some.
    """
    for card in range(1, rules.offered + 1):
        s.pool[card] = rules.pool
    for other in range(s.count):
        count_lineup(s, rules, int(s.players[other].lineup), -1)
    for slot in range(s.shop.size):
        count_in_pool(s, rules, int(s.shop[slot]), -1)
    for other in range(s.who):
        if other != player:
            sell_missing(s, rules, other)


@inner
def sell_missing(s, rules, player):
    """Sell the cards of a player of which there are more copies in sight than exist."""
    mine = s.players[player]
    for position in range(length(int(mine.lineup)) - 1, -1, -1):
        card = card_at(int(mine.lineup), position)
        kind = card - int(rules.offered) if card > rules.offered else card
        if s.pool[kind] < 0:
            mine.lineup = without(int(mine.lineup), position)
            count_in_pool(s, rules, card, 1)
