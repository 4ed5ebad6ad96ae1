"""What a player cannot know: hidden cards are drawn anew, in agreement with all that the player has seen.

A card in another hand or in the deck is hidden unless the record says that the player knows it. Hidden cards are put
together, shuffled and dealt back. What others choose from in secret is looked up anew; where they were asked for a card
they must have, hands without one are dealt again. Answers that others have given in secret are taken back.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inlined, inner
from cardwright.core.random import below, derive

from .chain_choose import TARGET
from .chain_save import EXECUTE
from .decisions import NO_PROMPT, TOO_MANY
from .effects import SEARCH, options_now
from .flow import ask_to_discard
from .plays import PLAY, REACT, ask_for_play, reaction_options
from .state import NONE, STREAMS, Fault
from .zones import DECK, HAND, INSTANT, SHUFFLING, append, from_hand, unlink

HIDING = np.uint64(0x41DE)
TRIES = 10_000  # so many draws never fail to find a card that somebody must have
RUNAWAY = int(Fault.RUNAWAY)


@inner
def hide(s, rules, player, seed):
    """Forget what a player cannot know."""
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, HIDING, np.uint64(stream))
    seen = 1 << player
    searching = s.prompt == TARGET and s.step == EXECUTE and rules.rows[s.pool[s.at].row].op == SEARCH
    seeing_deck = searching and s.who == player
    asked = False
    tries = 0
    while not asked and tries < TRIES:
        _redraw(s, rules, player, seen, seeing_deck)
        asked = _ask_again(s, rules, player)
        tries += 1
    if not asked:
        s.fault = RUNAWAY
    s.options[s.option_count :] = 0


@inner
def _redraw(s, rules, player, seen, seeing_deck):
    """Draw all hidden cards anew."""
    slots = 0
    for other in range(s.players):
        if other != player:
            slots = _empty_hand(s, rules, other, seen, slots)
    if not seeing_deck:
        for k in range(s.deck_count):
            if not s.known[s.deck[k]] & seen:
                s.slots[slots] = s.known[s.deck[k]]
                slots += 1
    _gather(s, rules, seen, seeing_deck)
    _deal_back(s, rules, seen, seeing_deck)
    s.scratch[:] = 0
    s.slots[:] = 0
    s.hidden[:] = 0


@inner
def _gather(s, rules, seen, seeing_deck):
    """All hidden cards, shuffled; they are taken in the order of their numbers, which tells nothing."""
    n = 0
    for card in range(rules.card_count):
        if not s.known[card] & seen:
            place = s.place[card]
            if place < HAND + s.players or (place == DECK and not seeing_deck):
                other = below(s, SHUFFLING, n + 1)
                s.scratch[n] = s.scratch[other]
                s.scratch[other] = card
                n += 1


@inner
def _empty_hand(s, rules, other, seen, slots):
    """Take the hidden cards out of a hand and note who else knows each, in an order that tells nothing."""
    begin = slots
    card = s.first[HAND + other]
    while card != NONE:
        known = s.known[card]
        if not known & seen:
            place = slots
            while place > begin and s.slots[place - 1] > known:
                s.slots[place] = s.slots[place - 1]
                place -= 1
            s.slots[place] = known
            slots += 1
        card = s.next[card]
    s.hidden[other] = slots - begin
    if s.hidden[other] == s.count[HAND + other]:
        s.first[HAND + other] = NONE
        s.last[HAND + other] = NONE
        s.count[HAND + other] = 0
        s.instants[other] = 0
    else:
        _keep_known(s, rules, other, seen)
    return slots


@inner
def _keep_known(s, rules, other, seen):
    """Leave the known cards in a hand, by their numbers."""
    card = s.first[HAND + other]
    while card != NONE:
        after = s.next[card]
        if not s.known[card] & seen:
            from_hand(s, rules, card)
        card = after
    for done in range(s.count[HAND + other]):
        least = card = s.first[HAND + other]
        for _ in range(s.count[HAND + other] - done):
            least = min(least, card)
            card = s.next[card]
        unlink(s, least)
        append(s, least, HAND + other)


@inner
def _deal_back(s, rules, seen, seeing_deck):
    """Give each hand and the deck as many hidden cards as they had."""
    dealt = 0
    for other in range(s.players):
        for _ in range(s.hidden[other]):
            card = s.scratch[dealt]
            append(s, card, HAND + other)
            s.instants[other] += rules.cards[card].kind == INSTANT
            s.known[card] = s.slots[dealt]
            dealt += 1
    if not seeing_deck:
        for k in range(s.deck_count):
            if not s.known[s.deck[k]] & seen:  # a hidden card is hidden wherever it goes
                card = s.scratch[dealt]
                s.deck[k] = card
                s.place[card] = DECK
                s.next[card] = NONE
                s.before[card] = NONE
                s.known[card] = s.slots[dealt]
                dealt += 1


@inlined
def _ask_again(s, rules, player):
    """Look up anew what others choose from in secret; gives whether they have a choice at all."""
    prompt, who = s.prompt, int(s.who)
    if prompt == REACT:
        s.asked &= 1 << player | 1 << who
        for other in range(s.players):
            if other != player:
                s.wish[other] = NONE
    if who != player:
        if prompt == PLAY:
            ask_for_play(s, rules)
        elif prompt == REACT:
            s.option_count = reaction_options(s, rules, who)
        elif prompt == TOO_MANY:
            ask_to_discard(s)
        elif prompt == TARGET and s.step == EXECUTE:
            s.option_count = options_now(s, rules, int(s.at))
    return prompt == NO_PROMPT or s.option_count > 0
