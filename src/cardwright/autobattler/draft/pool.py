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
    return draw_copy(s, rules) if rules.pool else 1 + below(s, Stream.SHOP, rules.offered)


@inner
def draw_copy(s, rules):
    """Draw a copy from the pool; 0 if the pool is empty."""
    left = 0
    for card in range(1, rules.offered + 1):
        left += copies_left(s, rules, card)
    if left <= 0:
        return 0
    skip = below(s, Stream.SHOP, left)
    card = 1
    while skip >= copies_left(s, rules, card):
        skip -= copies_left(s, rules, card)
        card += 1
    return card


@inner
def copies_left(s, rules, card):
    """Return the copies of a card in the pool: those that are in no lineup and not in the shop."""
    left = int(rules.pool)
    for player in range(s.count):
        lineup = int(s.players[player].lineup)
        left -= equal_cards(lineup, card) + MERGED_COPIES * equal_cards(lineup, card + int(rules.offered))
    for slot in range(s.shop.size):
        left -= s.shop[slot] == card
    return left


@inner
def completes(rules, lineup, card):
    """Return whether a card is the third of its kind, so that the three merge."""
    return rules.kinds > rules.offered and card <= rules.offered and equal_cards(lineup, card) == MERGED_COPIES - 1


@inner
def equal_cards(lineup, card):
    """Return how many cards of a kind are in a lineup."""
    equal = 0
    while lineup:
        equal += (lineup & CARD_MASK) == card
        lineup >>= CARD_BITS
    return equal


@inner
def add_card(rules, lineup, card):
    """Return a lineup with one more card at the right end, or merged into an upgraded one in place of the leftmost."""
    return (
        merge(rules, lineup, card) if completes(rules, lineup, card) else lineup | card << (CARD_BITS * length(lineup))
    )


@inner
def merge(rules, lineup, card):
    """Return a lineup in which the leftmost of some equal cards is upgraded and the others are gone."""
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
def sell_missing(s, rules, player):
    """Sell cards of the others of which there are more copies in sight than exist.

    The others have the lineups of their last battles. If a player has seen more copies of a card than there are, those
    who have shopped since must have sold some.
    """
    for other in range(s.count):
        mine, could_sell = s.players[other], other != player and s.shopped >> other & 1
        for position in range(length(int(mine.lineup)) - 1 if could_sell else -1, -1, -1):
            card = card_at(int(mine.lineup), position)
            kind = card - int(rules.offered) if card > rules.offered else card
            if copies_left(s, rules, kind) < 0:
                mine.lineup = without(int(mine.lineup), position)
