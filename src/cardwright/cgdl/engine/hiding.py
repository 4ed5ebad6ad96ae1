# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Hiding: redraw the hands and the deck, except for the cards whose zone a player knows."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import bit, count, lowest
from .cards import random_card
from .choices import choices
from .codes import Op, Zone
from .conditions import showable
from .flow import find_options, offer_more, offer_or_stop, stage_of
from .hooks import all_cards, distinct, may_stop, redraw_choices, redraw_piles
from .piles import stack_of
from .state import NONE, PASS, Need


@inner
def redraw(s, rules, player):
    """Deal all cards whose zone the player does not know again, at random."""
    redraw_choices(s, rules, player)
    known = s.knows[player]
    pool = all_cards(s, rules) & ~known
    for other in range(rules.players):
        hand = s.hands[other] & known
        for _ in range(count(s.hands[other] & ~known)):
            card = random_card(s, pool)
            hand |= bit(s, card)
            pool ^= bit(s, card)
        s.hands[other] = hand
        if other != player:
            s.knows[other] = s.knows[other] & known | hand
    _redraw_deck(s, known, redraw_piles(s, rules, known, pool))


@inner
def redraw_stacks(s, rules, known, pool):
    """Redraw the unknown cards in stacks, and return the cards left over.

    The new order is first written to `laid_by`, which cards in stacks do not use: the old order is still being read.
    """
    unseen = 0
    for player in range(rules.players):
        unseen |= s.tables[stack_of(s, player)] & ~known
    if unseen == 0:
        return pool
    hidden = all_cards(s, rules) & ~known
    for player in range(rules.players):
        stack = stack_of(s, player)
        card = int(s.top[stack])
        above = NONE
        s.tables[stack] = 0
        s.top[stack] = NONE
        while card != NONE:
            new = card
            if hidden >> card & 1:
                new = random_card(s, pool)
                pool ^= bit(s, new)
            s.laid_by[new] = NONE
            if above == NONE:
                s.top[stack] = new
            else:
                s.laid_by[above] = new
            s.tables[stack] |= bit(s, new)
            s.bottom[stack] = new
            above = new
            card = int(s.below[card])
    for table in range(rules.tables):
        hidden &= ~s.tables[table]
    while hidden:
        s.below[lowest(hidden)] = NONE
        hidden &= hidden - 1
    for player in range(rules.players):
        card = int(s.top[stack_of(s, player)])
        while card != NONE:
            s.below[card] = s.laid_by[card]
            s.laid_by[card] = NONE
            card = int(s.below[card])
    return pool


@inner
def _redraw_deck(s, known, pool):
    """Redraw the unknown cards put under the deck, and sort the rest: their order must reveal nothing."""
    for k in range(len(s.deck)):
        slot = (int(s.deck_start) + k) & (len(s.deck) - 1)
        if k >= s.deck_size:
            s.deck[slot] = 0  # leftovers of earlier cards would reveal them
        elif k >= s.ordered_bottom:
            s.deck[slot] = lowest(pool)
            pool &= pool - 1
        elif not known >> int(s.deck[slot]) & 1:
            card = random_card(s, pool)
            s.deck[slot] = card
            pool ^= bit(s, card)
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
        offer_more(s, rules)
        return
    if s.step == NONE:
        options = showable(s, rules, rule)
    else:
        consequent = rule.consequents[s.step]
        if s.cards_to_put > 0 and not (consequent.op == Op.PUT_PLAY and consequent.zone == Zone.TABLE):
            s.can_follow = s.hands[s.player]  # the comparison was made with cards that are redrawn now
        options = choices(s, rules, consequent, s.need)
    if s.need == Need.CARD:
        options = distinct(s, rules, options)
    if s.step != NONE and may_stop(s, rules, rule):
        offer_or_stop(s, options)
        return
    s.playable = 1 << int(s.rule) if options else 0
    s.options[s.rule] = options
