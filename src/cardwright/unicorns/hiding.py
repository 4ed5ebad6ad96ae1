# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Hiding what a player cannot know: hidden cards are redrawn, consistent with everything the player has seen.

A card in another hand or in the deck is hidden unless the record says that the player knows it. All hidden cards are
gathered, shuffled and dealt back. What others know about these cards would tell something about them, so in the copy
only their holders know them. The secret options of other players are worked out again; if another player was asked
for a card they must have, hands without such a card are dealt again. Secret answers of other players are taken back.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.random import below, derive

from .card_play import ask_for_play, reaction_options
from .chain.effects import options_now
from .flow import ask_to_discard
from .rules import Kind, Op
from .state import NONE, STREAMS, Fault, Prompt, Step, Stream, Zone
from .zones import append, from_hand, unlink

HIDING = np.uint64(0x41DE)  # the purpose of the seeds derived here
TRIES = 10_000  # enough in practice to deal a card that somebody must have


@inner
def hide(s, rules, player, seed):
    """Redraw what a player cannot know."""
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, HIDING, np.uint64(stream))
    seen = 1 << player
    choosing = s.prompt == Prompt.TARGET and s.step == Step.EXECUTE
    sees_deck = choosing and rules.rows[s.pool[s.cursor].row].op == Op.SEARCH and s.who == player
    consistent = False
    tries = 0
    while not consistent and tries < TRIES:
        _redraw(s, rules, player, seen, sees_deck)
        consistent = _ask_again(s, rules, player)
        tries += 1
    if not consistent:
        s.fault = Fault.RUNAWAY
    s.options[s.option_count :] = 0


@inner
def _redraw(s, rules, player, seen, sees_deck):
    """Redraw all hidden cards; `seen` is the bit of the player in `known`."""
    for other in range(s.players):
        if other != player:
            _empty_hand(s, rules, other, seen)
    _gather(s, rules, seen, sees_deck)
    _deal_back(s, rules, seen, sees_deck)
    s.scratch[:] = 0
    s.hidden[:] = 0


@inner
def _gather(s, rules, seen, sees_deck):
    """Collect all hidden cards in random order, starting from the order of their numbers, which reveals nothing."""
    n = 0
    for card in range(rules.card_count):
        if not s.known[card] & seen:
            zone = s.zone[card]
            if zone < Zone.HAND + s.players or (zone == Zone.DECK and not sees_deck):
                other = below(s, Stream.DECK, n + 1)
                s.scratch[n] = s.scratch[other]
                s.scratch[other] = card
                n += 1


@inner
def _empty_hand(s, rules, other, seen):
    """Take the hidden cards out of a hand and count them."""
    card = s.first[Zone.HAND + other]
    while card != NONE:
        s.hidden[other] += s.known[card] & seen == 0
        card = s.next[card]
    if s.hidden[other] == s.count[Zone.HAND + other]:
        s.first[Zone.HAND + other] = NONE
        s.last[Zone.HAND + other] = NONE
        s.count[Zone.HAND + other] = 0
        s.instants[other] = 0
    else:
        _keep_known(s, rules, other, seen)


@inner
def _keep_known(s, rules, other, seen):
    """Leave only the known cards in a hand, sorted by number."""
    card = s.first[Zone.HAND + other]
    while card != NONE:
        after = s.next[card]
        if not s.known[card] & seen:
            from_hand(s, rules, card)
        card = after
    for done in range(s.count[Zone.HAND + other]):
        least = card = s.first[Zone.HAND + other]
        for _ in range(s.count[Zone.HAND + other] - done):
            least = min(least, card)
            card = s.next[card]
        unlink(s, least)
        append(s, least, Zone.HAND + other)


@inner
def _deal_back(s, rules, seen, sees_deck):
    """Give each hand and the deck as many hidden cards as it had."""
    dealt = 0
    for other in range(s.players):
        for _ in range(s.hidden[other]):
            card = s.scratch[dealt]
            append(s, card, Zone.HAND + other)
            s.instants[other] += rules.cards[card].kind == Kind.INSTANT
            s.known[card] = 1 << other
            dealt += 1
    if not sees_deck:
        for k in range(s.deck_count):
            if not s.known[s.deck[k]] & seen:  # still true of cards dealt to a hand above: they stay hidden
                card = s.scratch[dealt]
                s.deck[k] = card
                s.zone[card] = Zone.DECK
                s.next[card] = NONE
                s.previous[card] = NONE
                s.known[card] = 0
                dealt += 1


@inlined
def _ask_again(s, rules, player):
    """Work out the secret options of another player again; return whether there is at least one."""
    prompt, who = s.prompt, int(s.who)
    if prompt == Prompt.REACT:
        s.asked &= 1 << player | 1 << who
        for other in range(s.players):
            if other != player:
                s.reaction[other] = NONE
    if who != player:
        if prompt == Prompt.PLAY:
            ask_for_play(s, rules)
        elif prompt == Prompt.REACT:
            s.option_count = reaction_options(s, rules, who)
        elif prompt == Prompt.HAND_LIMIT:
            ask_to_discard(s)
        elif prompt == Prompt.TARGET and s.step == Step.EXECUTE:
            s.option_count = options_now(s, rules, int(s.cursor))
    return prompt == Prompt.NONE or s.option_count > 0
