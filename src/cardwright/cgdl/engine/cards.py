"""Cards on the move, and who knows where they are.

The deck has no order until a card is drawn from it: any card of its middle part is as likely. Only cards that were put
under it, and those that a given position stacked on top, lie in an order. Knowing is kept card by card. Where a card
moves unseen out of a hand, onlookers forget what they knew of that hand: they know a little less than they could.
"""

from __future__ import annotations

from cardwright.core.jit import inner
from cardwright.core.random import below as random_below

from .bits import count, lowest
from .codes import RESHUFFLES
from .event_log import HANDED, LAID, NOBODY, PUT_UNDER, RESHUFFLED, UNSEEN, tell
from .state import NONE, RING


@inner
def all_know(s, rules, cards):
    """Everybody sees where these cards are."""
    for player in range(rules.players):
        s.knows[player] |= cards


@inner
def onlookers_forget(s, rules, cards, one, other):
    """A card moved unseen, and only two players know which of these it was."""
    for player in range(rules.players):
        if player != one and player != other:
            s.knows[player] &= ~cards


@inner
def available(s, rules):
    """How many cards can come from the deck, after a reshuffle if there is one."""
    cards = int(s.left)
    if rules.empty_deck == RESHUFFLES and s.top[0] != NONE:
        cards += count(s.tables[0]) - 1
    return cards


@inner
def draw_card(s, rules):
    """The next card of the deck, NONE if there is none."""
    if s.left == 0:
        if rules.empty_deck == RESHUFFLES and s.top[0] != NONE:
            reshuffle(s, rules)
        if s.left == 0:
            return NONE
    s.left -= 1
    last = (int(s.first) + int(s.left)) & (RING - 1)
    card = int(s.deck[last])
    if s.stacked > 0:
        s.stacked -= 1
    elif s.left >= s.under:
        chosen = (int(s.first) + int(s.under) + random_below(s, 0, int(s.left) - int(s.under) + 1)) & (RING - 1)
        s.deck[last] = s.deck[chosen]
        s.deck[chosen] = card
        card = int(s.deck[last])
    else:
        s.under -= 1
    if rules.count_all:
        s.turn += 1
    return card


@inner
def reshuffle(s, rules):
    """Make a new deck of all cards on the first table but the top one."""
    card = int(s.below[s.top[0]])
    while card != NONE:
        s.deck[(int(s.first) + int(s.left)) & (RING - 1)] = card
        s.left += 1
        for player in range(rules.players):
            s.knows[player] &= ~(1 << card)
        following = int(s.below[card])
        s.below[card] = NONE
        s.by[card] = NONE
        card = following
    s.tables[0] = 1 << int(s.top[0])
    s.bottom[0] = s.top[0]
    s.below[s.top[0]] = NONE
    tell(s, RESHUFFLED, NOBODY, UNSEEN, 0)


@inner
def lay(s, rules, table, card, player):
    """Put a card on top of a table, where all see it."""
    if s.top[table] == NONE:
        s.bottom[table] = card
    s.below[card] = s.top[table]
    s.by[card] = player
    s.top[table] = card
    s.tables[table] |= 1 << card
    all_know(s, rules, 1 << card)
    tell(s, LAID, NOBODY if player == NONE else player, card, table)


@inner
def lift(s, table):
    """Take the top card off a table that has one."""
    card = int(s.top[table])
    s.top[table] = s.below[card]
    if s.top[table] == NONE:
        s.bottom[table] = NONE
    s.below[card] = NONE
    s.by[card] = NONE
    s.tables[table] ^= 1 << card
    return card


@inner
def receive(s, rules, player, card, up):
    """Give a card to a player, who sees it; the others only if it is face up."""
    s.hands[player] |= 1 << card
    if up:
        all_know(s, rules, 1 << card)
    else:
        s.knows[player] |= 1 << card


@inner
def hand_over(s, rules, giver, taker, card, up):
    """Move a card from hand to hand: both know it, the others only if it is face up."""
    before = s.hands[giver]
    s.hands[giver] ^= 1 << card
    receive(s, rules, taker, card, up)
    if not up:
        onlookers_forget(s, rules, before, giver, taker)
    tell(s, HANDED, giver, card if up else UNSEEN, taker)


@inner
def put_under(s, rules, player, card):
    """Put a card from the hand under the deck; only who put it there knows which."""
    onlookers_forget(s, rules, s.hands[player], player, player)
    s.hands[player] ^= 1 << card
    s.first = (int(s.first) - 1) & (RING - 1)
    s.deck[s.first] = card
    s.left += 1
    s.under += 1
    tell(s, PUT_UNDER, player, UNSEEN, 0)


@inner
def random_card(s, cards):
    """Any card of a set that is not empty."""
    for _ in range(random_below(s, 0, count(cards))):
        cards &= cards - 1
    return lowest(cards)
