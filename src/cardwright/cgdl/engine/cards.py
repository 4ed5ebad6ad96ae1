# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Moving cards, and tracking who knows where they are.

The deck has no order until a card is drawn: every card of its middle part is equally likely. Only the cards put under
it, and those that a start position stacks on top, have an order. Knowledge is tracked per card. When a card leaves a
hand unseen, the other players forget what they knew of that hand: they know a little less than they could.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only
from cardwright.core.random import below as random_below

from .bits import bit, count, lowest
from .codes import Counting, EmptyDeck
from .hooks import note_laid
from .log_events import LogEvent
from .piles import stack_of
from .state import NONE


@inner
def reveal(s, rules, cards):
    """Let everybody know where these cards are."""
    for player in range(rules.players):
        s.knows[player] |= cards


@inner
def lose_track(s, rules, cards, one, other):
    """Let all but two players forget where these cards are, because one of the cards moved unseen."""
    for player in range(rules.players):
        if player != one and player != other:
            s.knows[player] &= ~cards


@inner
def available(s, rules):
    """Return how many cards can come from the deck, after a reshuffle if the rules allow one."""
    cards = int(s.deck_size)
    if rules.empty_deck == EmptyDeck.RESHUFFLES and s.top[0] != NONE:
        cards += count(s.tables[0]) - 1
    return cards


@inner
def draw_card(s, rules):
    """Remove the next card from the deck and return it; NONE if there is none."""
    if s.deck_size == 0:
        if rules.empty_deck == EmptyDeck.RESHUFFLES and s.top[0] != NONE:
            reshuffle(s, rules)
        if s.deck_size == 0:
            return NONE
    s.deck_size -= 1
    last = (int(s.deck_start) + int(s.deck_size)) & (len(s.deck) - 1)
    card = int(s.deck[last])
    if s.ordered_top > 0:
        s.ordered_top -= 1
    elif s.deck_size >= s.ordered_bottom:
        depth = random_below(s, 0, int(s.deck_size) - int(s.ordered_bottom) + 1)
        chosen = (int(s.deck_start) + int(s.ordered_bottom) + depth) & (len(s.deck) - 1)
        s.deck[last] = s.deck[chosen]
        s.deck[chosen] = card
        card = int(s.deck[last])
    else:
        s.ordered_bottom -= 1
    if rules.counting == Counting.EVERYTHING:
        count_turn(s, NONE)
    return card


@inner
def count_turn(s, player):
    """Count a turn of a player, or something else that counts as a turn."""
    s.turn += 1
    log_event(LogEvent.TURN, EVERYBODY, s.turn, player)


@inner
def reshuffle(s, rules):
    """Make a new deck from all cards on the first table except the top one."""
    log_event(LogEvent.RESHUFFLED, EVERYBODY)
    card = int(s.below[s.top[0]])
    while card != NONE:
        s.deck[(int(s.deck_start) + int(s.deck_size)) & (len(s.deck) - 1)] = card
        s.deck_size += 1
        for player in range(rules.players):
            s.knows[player] &= ~bit(s, card)
        following = int(s.below[card])
        s.below[card] = NONE
        s.laid_by[card] = NONE
        card = following
    s.tables[0] = bit(s, int(s.top[0]))
    s.bottom[0] = s.top[0]
    s.below[s.top[0]] = NONE


@inner
def place(s, table, card, player):
    """Put a card on top of a table, whoever knows it."""
    if s.top[table] == NONE:
        s.bottom[table] = card
    s.below[card] = s.top[table]
    s.laid_by[card] = player
    s.top[table] = card
    s.tables[table] |= bit(s, card)


@inner
def lay(s, rules, table, card, player):
    """Put a card on top of a table, where everybody sees it; the caller reports where it comes from."""
    place(s, table, card, player)
    reveal(s, rules, bit(s, card))
    note_laid(s, rules, table, card, player)


@inner
def lift(s, table):
    """Take the top card off a table or stack that is not empty, and return it."""
    card = int(s.top[table])
    s.top[table] = s.below[card]
    if s.top[table] == NONE:
        s.bottom[table] = NONE
    s.below[card] = NONE
    s.laid_by[card] = NONE
    s.tables[table] ^= bit(s, card)
    return card


@inner
def slide_under(s, rules, player, card, face_up):
    """Put a card under a player's stack; face up, everybody knows it, else only the players who did before."""
    stack = stack_of(s, player)
    if s.top[stack] == NONE:
        s.top[stack] = card
    else:
        s.below[s.bottom[stack]] = card
    s.bottom[stack] = card
    s.below[card] = NONE
    s.laid_by[card] = NONE
    s.tables[stack] |= bit(s, card)
    if face_up:
        reveal(s, rules, bit(s, card))


@inner
def put_in_stack(s, rules, giver, player, card, face_up):
    """Move a card from a hand under a stack; unless it is face up, only the giver knows which one it is."""
    log_event(LogEvent.STACKED, EVERYBODY if face_up else only(giver), giver, card, player)
    before = s.hands[giver]
    s.hands[giver] ^= bit(s, card)
    slide_under(s, rules, player, card, face_up)
    if not face_up:
        lose_track(s, rules, before, giver, giver)


@inner
def take_from_stack(s, rules, owner, taker, amount, face_up):
    """Move the top cards of a stack into a hand.

    If cards stay in the stack, the others no longer know which of the cards they had seen are still there.
    """
    before = s.tables[stack_of(s, owner)]
    for _ in range(amount):
        card = lift(s, stack_of(s, owner))
        log_event(LogEvent.UNSTACKED, EVERYBODY if face_up else only(taker), taker, card, owner)
        receive(s, rules, taker, card, face_up)
    if s.tables[stack_of(s, owner)] != 0 and not face_up:
        lose_track(s, rules, before, taker, taker)


@inner
def receive(s, rules, player, card, face_up):
    """Give a card to a player; the other players see it only if it is face up."""
    s.hands[player] |= bit(s, card)
    if face_up:
        reveal(s, rules, bit(s, card))
    else:
        s.knows[player] |= bit(s, card)


@inner
def hand_over(s, rules, giver, taker, card, face_up):
    """Move a card from hand to hand; the other players see it only if it is face up."""
    before = s.hands[giver]
    s.hands[giver] ^= bit(s, card)
    receive(s, rules, taker, card, face_up)
    if not face_up:
        lose_track(s, rules, before, giver, taker)
    log_event(LogEvent.HANDED, EVERYBODY if face_up else only(giver) | only(taker), giver, card, taker, s.player)


@inner
def put_under(s, rules, player, card):
    """Put a card from a hand under the deck; only its player knows which one it is."""
    lose_track(s, rules, s.hands[player], player, player)
    s.hands[player] ^= bit(s, card)
    s.deck_start = (int(s.deck_start) - 1) & (len(s.deck) - 1)
    s.deck[s.deck_start] = card
    s.deck_size += 1
    s.ordered_bottom += 1
    log_event(LogEvent.PUT_UNDER, only(player), player, card)


@inner
def random_card(s, cards):
    """Return a random card of a set that is not empty."""
    for _ in range(random_below(s, 0, count(cards))):
        cards &= cards - 1
    return lowest(cards)
