# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Hiding: redraw the hands and the deck, except for the cards whose zone a player knows."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count, lowest
from .cards import random_card
from .choices import choices
from .conditions import showable
from .flow import find_options, offer_more, stage_of
from .rules import Op, Zone
from .state import DECK_OF_CARDS, MAX_TABLES, NONE, PASS, RING


@inner
def redraw(s, rules, player):
    """Deal all cards whose zone the player does not know again, at random."""
    known = s.knows[player]
    pool = DECK_OF_CARDS & ~known
    for other in range(rules.players):
        hand = s.hands[other] & known
        for _ in range(count(s.hands[other] & ~known)):
            card = random_card(s, pool)
            hand |= 1 << card
            pool ^= 1 << card
        s.hands[other] = hand
        if other != player:
            s.knows[other] = s.knows[other] & known | hand
    unseen = 0
    for other in range(rules.players):
        unseen |= s.tables[MAX_TABLES + other] & ~known
    if unseen:
        pool = _redraw_stacks(s, rules, known, pool)
    _redraw_deck(s, known, pool)


@inner
def _redraw_stacks(s, rules, known, pool):
    """Redraw the unknown cards in stacks, and return the cards left over.

    The new order is first written to `laid_by`, which cards in stacks do not use: the old order is still being read.
    """
    hidden = DECK_OF_CARDS & ~known
    for player in range(rules.players):
        stack = MAX_TABLES + player
        card = int(s.top[stack])
        above = NONE
        s.tables[stack] = 0
        s.top[stack] = NONE
        while card != NONE:
            new = card
            if hidden >> card & 1:
                new = random_card(s, pool)
                pool ^= 1 << new
            s.laid_by[new] = NONE
            if above == NONE:
                s.top[stack] = new
            else:
                s.laid_by[above] = new
            s.tables[stack] |= 1 << new
            s.bottom[stack] = new
            above = new
            card = int(s.below[card])
    while hidden:
        s.below[lowest(hidden)] = NONE
        hidden &= hidden - 1
    for player in range(rules.players):
        card = int(s.top[MAX_TABLES + player])
        while card != NONE:
            s.below[card] = s.laid_by[card]
            s.laid_by[card] = NONE
            card = int(s.below[card])
    return pool


@inner
def _redraw_deck(s, known, pool):
    """Redraw the unknown cards put under the deck, and sort the rest: their order must reveal nothing."""
    for k in range(RING):
        slot = (int(s.deck_start) + k) & (RING - 1)
        if k >= s.deck_size:
            s.deck[slot] = 0  # leftovers of earlier cards would reveal them
        elif k >= s.ordered_bottom:
            s.deck[slot] = lowest(pool)
            pool &= pool - 1
        elif not known >> s.deck[slot] & 1:
            card = random_card(s, pool)
            s.deck[slot] = card
            pool ^= 1 << card
    s.ordered_top = 0


@inner
def renew_options(s, rules, player):
    """Recompute the choices of another player who must decide; the player's own choices stay as offered."""
    if player != s.player:
        if s.rule == NONE:
            find_options(s, rules)
        else:
            _renew_choice(s, rules)
    for k in range(PASS + 1):
        if not s.playable >> k & 1:
            s.options[k] = 0


@inner
def _renew_choice(s, rules):
    """Recompute a choice in the middle of a rule."""
    rule = rules.rules[stage_of(s, rules), s.rule]
    if s.step == NONE and s.shown != NONE:
        offer_more(s)
        return
    if s.step == NONE:
        options = showable(s, rules, rule)
    else:
        consequent = rule.consequents[s.step]
        if s.cards_to_put > 0 and not (consequent.op == Op.PUT_PLAY and consequent.zone == Zone.TABLE):
            s.can_follow = s.hands[s.player]  # the comparison was made with cards that are redrawn now
        options = choices(s, rules, consequent, s.need)
    s.playable = 1 << int(s.rule) if options else 0
    s.options[s.rule] = options
