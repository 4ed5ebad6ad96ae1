# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Moving cards between zones, and what players know about hidden cards.

A card that "is nowhere" has been taken out of its zone and not yet been put into another.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event
from cardwright.core.random import shuffle

from .log_events import LogEvent
from .rules import Always, Kind, Switch
from .state import EVERYBODY, NONE, Stream, Zone


@inner
def append(s, card, zone):
    """Put a card that is nowhere at the end of a listed zone."""
    last = s.last[zone]
    s.zone[card] = zone
    s.next[card] = NONE
    s.previous[card] = last
    if last == NONE:
        s.first[zone] = card
    else:
        s.next[last] = card
    s.last[zone] = card
    s.count[zone] += 1


@inner
def unlink(s, card):
    """Take a card out of its listed zone."""
    zone = s.zone[card]
    previous, after = s.previous[card], s.next[card]
    if previous == NONE:
        s.first[zone] = after
    else:
        s.next[previous] = after
    if after == NONE:
        s.last[zone] = previous
    else:
        s.previous[after] = previous
    s.next[card] = NONE
    s.previous[card] = NONE
    s.count[zone] -= 1


@inner
def stable_of(s, card):
    """Return the player whose stable a card is in, or -1 if it is in none."""
    zone = int(s.zone[card])
    return zone - Zone.STABLE if Zone.STABLE <= zone < Zone.DISCARD else -1


@inner
def to_hand(s, rules, card, player, known):
    """Put a card that is nowhere into a hand; `known` holds the bits of the players who have seen it."""
    append(s, card, Zone.HAND + player)
    s.instants[player] += rules.cards[card].kind == Kind.INSTANT
    s.known[card] = EVERYBODY if s.always[player] & Always.OPEN_HAND else known | 1 << player


@inner
def from_hand(s, rules, card):
    """Take a card out of its hand."""
    s.instants[s.zone[card] - Zone.HAND] -= rules.cards[card].kind == Kind.INSTANT
    unlink(s, card)


@inner
def show_leaving(s, rules, card, witnesses):
    """Let players see a card that is about to leave a hand; `witnesses` holds their bits.

    A player who knew only an equal card there cannot tell the two apart, and must take the card for the known one.
    """
    hand, name = s.zone[card], rules.cards[card].name
    unaware = witnesses & ~int(s.known[card])
    other = s.first[hand]
    while other != NONE and unaware:
        mistaken = unaware & int(s.known[other])  # not the card itself, which they do not know
        if mistaken and rules.cards[other].name == name:
            s.known[other] = int(s.known[other]) & ~mistaken
            unaware &= ~mistaken
        other = s.next[other]


@inner
def to_discard(s, card):
    """Put a card that is nowhere on the discard pile."""
    append(s, card, Zone.DISCARD)
    s.known[card] = EVERYBODY


@inner
def is_taking_effect(s, rules, source):
    """Whether the source of an effect is a Magic card or an instant that lies in the discard pile already.

    By the rules it goes there after its effect, so the effect does not find it. It is there before only to be shuffled
    into the deck with the pile.
    """
    return s.zone[source] == Zone.DISCARD and rules.cards[source].kind & Kind.STABLE == 0


@inner
def discard(s, rules, card):
    """Put a card from a hand on the discard pile."""
    show_leaving(s, rules, card, EVERYBODY)
    log_event(LogEvent.DISCARD, ALL, rules.cards[card].name, s.zone[card], Zone.DISCARD)
    from_hand(s, rules, card)
    to_discard(s, card)


@inner
def hand_to_stack(s, rules, card, player):
    """Put a card from a player's hand on top of the stack."""
    show_leaving(s, rules, card, EVERYBODY)
    log_event(LogEvent.PLAY, ALL, rules.cards[card].name, Zone.HAND + player, Zone.STACK)
    from_hand(s, rules, card)
    s.zone[card] = Zone.STACK
    s.known[card] = EVERYBODY
    s.stack[s.stack_count] = card
    s.stack_by[s.stack_count] = player
    s.stack_count += 1


@inner
def draw_card(s, rules, player):
    """Draw a card; if there is none, the game ends after the current chain."""
    if s.deck_count == 0:
        s.ending = True
        return
    s.deck_count -= 1
    card = s.deck[s.deck_count]
    s.deck[s.deck_count] = 0
    to_hand(s, rules, card, player, int(s.known[card]))
    log_event(LogEvent.DRAW, s.known[card], rules.cards[card].name, Zone.DECK, Zone.HAND + player)
    if s.deck_count == 0 and rules.switches & Switch.LAST_CARD_ENDS_GAME:
        s.ending = True


@inner
def into_deck(s, card):
    """Put a card that is nowhere into the deck; the caller shuffles it afterwards."""
    s.zone[card] = Zone.DECK
    s.deck[s.deck_count] = card
    s.deck_count += 1


@inner
def out_of_deck(s, card):
    """Take a card out of the deck, wherever it lies."""
    index = 0
    while s.deck[index] != card:
        index += 1
    s.deck_count -= 1
    for k in range(index, s.deck_count):
        s.deck[k] = s.deck[k + 1]
    s.deck[s.deck_count] = 0


@inner
def confuse_deck(s, rules, card, searcher):
    """Let players forget the deck that cannot tell which of several equal cards `searcher` takes out of it.

    This depends on the box alone, not on where the other copies are, which would tell something about them.
    """
    confused = 0
    copies = 0
    for other in range(rules.card_count):
        if rules.cards[other].name == rules.cards[card].name:
            copies += 1
            if s.zone[other] == Zone.DECK:
                confused |= int(s.known[other])
    if copies > 1:
        for k in range(s.deck_count):
            s.known[s.deck[k]] = int(s.known[s.deck[k]]) & (~confused | 1 << searcher)


@inner
def shuffle_deck(s):
    """Shuffle the deck; afterwards nobody knows any card in it."""
    log_event(LogEvent.SHUFFLE, ALL)
    shuffle(s, Stream.DECK, s.deck, 0, int(s.deck_count))
    for k in range(s.deck_count):
        s.known[s.deck[k]] = 0


@inner
def show_hand(s, rules, player, witnesses):
    """Let more players know all cards in a hand; `witnesses` holds their bits."""
    card = s.first[Zone.HAND + player]
    while card != NONE:
        log_event(LogEvent.SEE, witnesses, rules.cards[card].name, Zone.HAND + player)
        s.known[card] |= witnesses
        card = s.next[card]


@inner
def show_deck(s, rules, player, first):
    """Report that a player sees the cards of the deck from an index on; the caller says which the player remembers."""
    for k in range(first, s.deck_count):
        log_event(LogEvent.SEE, 1 << player, rules.cards[s.deck[k]].name, Zone.DECK)


@inner
def forget_hand(s, player, witness):
    """After `witness` took an unseen card from a hand, only these two players still know what is left in it."""
    if s.always[player] & Always.OPEN_HAND:
        return
    card = s.first[Zone.HAND + player]
    while card != NONE:
        s.known[card] &= 1 << player | 1 << witness
        card = s.next[card]
