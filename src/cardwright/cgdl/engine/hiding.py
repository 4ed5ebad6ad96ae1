"""What a player cannot know is redrawn: the hands of others and the deck, but for the cards whose place it knows."""

from __future__ import annotations

from cardwright.core.jit import inner

from .bits import count, lowest
from .cards import random_card
from .choices import choices
from .codes import PUT_PLAY, TABLE
from .conditions import showable
from .flow import find_options, stage_of
from .state import DECK_OF_CARDS, NONE, PASS, RING


@inner
def redraw(s, rules, player):
    """Deal anew, by chance, all cards of which the player does not know where they are."""
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
    _redraw_deck(s, known, pool)


@inner
def _redraw_deck(s, known, pool):
    """The cards that were put under the deck, and then the rest in an order that tells nothing."""
    for k in range(RING):
        place = (int(s.first) + k) & (RING - 1)
        if k >= s.left:
            s.deck[place] = 0  # where cards have been may tell of them
        elif k >= s.under:
            s.deck[place] = lowest(pool)
            pool &= pool - 1
        elif not known >> s.deck[place] & 1:
            card = random_card(s, pool)
            s.deck[place] = card
            pool ^= 1 << card
    s.stacked = 0


@inner
def renew_options(s, rules, player):
    """Let the one who decides choose among what is possible now; the player's own choices stay as they were offered."""
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
    """The choice in the middle of a rule."""
    rule = rules.rules[stage_of(s, rules), s.rule]
    if s.step == NONE:
        options = showable(s, rules, rule)
    else:
        act = rule.acts[s.step]
        if s.todo > 0 and not (act.kind == PUT_PLAY and act.where == TABLE):
            s.fitting = s.hands[s.player]  # what was compared before is not known any more
        options = choices(s, rules, act, s.need)
    s.playable = 1 << int(s.rule) if options else 0
    s.options[s.rule] = options
