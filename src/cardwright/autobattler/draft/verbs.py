"""The verbs of the draft: what the world sees of it."""

from __future__ import annotations

import numpy as np

from ...core.jit import inner
from ...core.labels import make_label
from ...core.random import derive
from ...core.record import copy_record
from ...core.verbs import OVER, register_verbs
from ..state import MAX_LINEUP
from .battles import end_shopping, rank_score
from .heuristics import advise, estimate
from .hiding import STREAMS, hide
from .lineups import card_at
from .shopping import BUY, END, LEAD, REROLL, SELL, do_shopping, fill_shop, shop_actions
from .state import NOBODY, State

START = np.uint64(0x0D4B)
# What `label` says is done; in its lower bits is the card.
LABEL_BUY, LABEL_SELL, LABEL_LEAD, LABEL_REROLL, LABEL_END = range(5)


@inner
def reset(s, rules, setup, seed):
    """A new game from a start, which holds all that chance has no part in."""
    copy_record(s, setup)
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, START, np.uint64(stream))
    if not s.given:
        fill_shop(s, rules)


@inner
def decider(s):
    """Who shops."""
    return OVER if s.who == NOBODY or s.fault else np.int64(s.who)


@inner
def legal(s, rules, out):
    """What the player may do in the shop."""
    return shop_actions(s, rules, out)


@inner
def apply(s, rules, action):
    """Do it; after the last player's shopping the lineups fight."""
    if action == END:
        end_shopping(s, rules)
    else:
        do_shopping(s, rules, action)


@inner
def label(s, rules, action):
    """What an action means here: what is done, and with which card."""
    lineup = int(s.players[s.who].lineup)
    if action < SELL:
        return make_label(LABEL_BUY, s.shop[action - BUY])
    if action < LEAD:
        return make_label(LABEL_SELL, card_at(lineup, action - SELL))
    if action < REROLL:
        return make_label(LABEL_LEAD, card_at(lineup, action - LEAD))
    return make_label(LABEL_REROLL if action == REROLL else LABEL_END, 0)


@inner
def score(s, player):
    """By rank, from -1 to 1; 0 while the game goes on."""
    return rank_score(s, player) if s.who == NOBODY else 0.0


@inner
def evaluate(s, rules, player):
    """How it stands."""
    return estimate(s, rules, player)


@inner
def observe(s, rules, player, out):
    """The round, then of each player, the seen one first: gold, lives, points, and the cards of its lineup; the shop.

    Of the others it is the lineup of the last battles, and no gold; the shop is empty for who does not shop.
    """
    out[0] = s.turn
    n = 1
    for k in range(s.count):
        other = s.players[(player + k) % s.count]
        lineup = int(other.lineup if k == 0 else other.shown)
        out[n] = other.gold if k == 0 else 0
        out[n + 1] = other.lives
        out[n + 2] = other.points
        for place in range(MAX_LINEUP):
            out[n + 3 + place] = card_at(lineup, place)
        n += 3 + MAX_LINEUP
    for place in range(s.shop.size):
        out[n + place] = s.shop[place] if player == s.who else 0
    return n + s.shop.size


register_verbs(
    State,
    reset=reset,
    decider=decider,
    legal=legal,
    apply=apply,
    label=label,
    score=score,
    hide=hide,
    evaluate=evaluate,
    advise=advise,
    observe=observe,
)
