# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs of the draft: the functions through which agents and the arena play it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event, only
from cardwright.core.labels import make_label
from cardwright.core.random import derive
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER, register_verbs

from ..log_events import LogEvent
from .battles import end_shopping, rank_score
from .heuristics import advise, estimate
from .hiding import STREAMS, hide
from .lineups import card_at
from .observation import action_index, observe
from .shopping import do_shopping, fill_shop, report_offers, shop_actions
from .state import NOBODY, Act, State
from .summary import summarise
from .tokens import tokenise

START = np.uint64(0x0D4B)


class Label(IntEnum):
    """The kind of action in a label; its argument is the card, 0 for none."""

    BUY = 0
    SELL = 1
    LEAD = 2
    REROLL = 3
    END = 4


@inner
def reset(s, rules, setup, seed):
    """Begin a new game from `setup`, which holds everything that is not random."""
    copy_record(s, setup)
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, START, np.uint64(stream))
    log_event(LogEvent.ROUND, EVERYBODY, s.turn)
    log_event(LogEvent.ENTERED, only(s.who), s.who, s.players[s.who].gold)
    if s.shop_given:
        report_offers(s)
    else:
        fill_shop(s, rules)


@inner
def decider(s):
    """Return the player who is shopping."""
    return OVER if s.who == NOBODY or s.fault else np.int64(s.who)


@inner
def legal(s, rules, out):
    """Write the legal actions to `out` and return their number."""
    return shop_actions(s, rules, out)


@inner
def apply(s, rules, action):
    """Carry out an action; when the last player ends shopping, the lineups fight."""
    if action == Act.END:
        end_shopping(s, rules)
    else:
        do_shopping(s, rules, action)


@inner
def label(s, rules, action):
    """Return what an action means in this position: its kind and its card."""
    lineup = int(s.players[s.who].lineup)
    if action < Act.SELL:
        return make_label(Label.BUY, s.shop[action - Act.BUY])
    if action < Act.LEAD:
        return make_label(Label.SELL, card_at(lineup, action - Act.SELL))
    if action < Act.REROLL:
        return make_label(Label.LEAD, card_at(lineup, action - Act.LEAD))
    return make_label(Label.REROLL if action == Act.REROLL else Label.END, 0)


@inner
def score(s, player):
    """Return the score by rank, from -1 to 1; 0 while the game goes on."""
    return rank_score(s, player) if s.who == NOBODY else 0.0


@inner
def evaluate(s, rules, player):
    """Estimate the score of a player."""
    return estimate(s, rules, player)


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
    tokenise=tokenise,
    action_index=action_index,
    summarise=summarise,
)
