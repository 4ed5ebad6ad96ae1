"""The verbs of the game: what the world sees of it."""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import inner
from cardwright.core.labels import make_label
from cardwright.core.random import derive, shuffle
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER as GAME_OVER
from cardwright.core.verbs import register_verbs

from .chain_choose import A_VARIANT, TARGET, YES
from .decisions import CARD_ACTIONS, TOO_MANY, run_on
from .flow import OVER
from .heuristics import advise, estimate, hide_for_advice
from .hiding import hide
from .plays import CHANCE, DRAW, PASS, PLAYER, WHERE
from .state import NONE, STREAMS, State
from .targets import LAST_TARGETING, OWN
from .zones import NURSERY, SHUFFLING, STABLE, append, draw_card, to_hand, unlink

START = np.uint64(0x0C0B)
# What `label` says is done, after the operations of effects; in its lower bits are a player and the name of a card.
OP_LIMIT, OP_PLAY, OP_INTO, OP_TO, OP_PLAYER, OP_YES, OP_NO, OP_DRAW, OP_PASS, OP_VARIANT = range(40, 50)
OWNER_SHIFT = 12


@inner
def reset(s, rules, setup, seed):
    """A new game, or one from the position `setup`, which holds all that chance has no part in."""
    copy_record(s, setup)
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, START, np.uint64(stream))
    shuffle(s, SHUFFLING, s.deck, 0, int(s.deck_count - s.fixed))
    if s.begun:
        _deal_by_chance(s, rules)
    else:
        shuffle(s, CHANCE, s.order, 0, int(s.players))
        s.active = s.order[0]
        for k in range(s.players):
            baby = s.last[NURSERY]
            unlink(s, baby)
            append(s, baby, STABLE + s.order[k])
            for _ in range(rules.dealt):
                draw_card(s, rules, int(s.order[k]))
    run_on(s, rules)


@inner
def _deal_by_chance(s, rules):
    """Hands of which only the number of cards is said, from below the cards on top of the deck that are given."""
    taken = 0
    for player in range(s.players):
        for _ in range(s.dealt[player]):
            to_hand(s, rules, int(s.deck[taken]), player, 0)
            taken += 1
    s.deck_count -= taken
    for k in range(s.deck_count):
        s.deck[k] = s.deck[k + taken]
    s.deck[s.deck_count :] = 0


@inner
def decider(s):
    """Who is asked."""
    return GAME_OVER if s.phase == OVER or s.fault else np.int64(s.who)


@inner
def legal(s, rules, out):
    """The legal actions."""
    for k in range(s.option_count):
        out[k] = s.options[k]
    return int(s.option_count)


@inner
def apply(s, rules, action):
    """Do a legal action and run on to the next decision."""
    s.options[0] = action  # the only way that is left, so running on takes it
    s.option_count = 1
    run_on(s, rules)


@inner
def label(s, rules, action):
    """What an action means here: what is done, and with which player and name of a card."""
    if action >= CARD_ACTIONS:
        return _label_other(s, action)
    op = OP_PLAY
    owner = 0
    if s.prompt == TOO_MANY:
        op = OP_LIMIT
    elif s.prompt == TARGET:
        entry = s.pool[s.at]
        op = int(rules.rows[entry.row].op)
        if op <= LAST_TARGETING and rules.rows[entry.row].whose != OWN:
            owner = int(s.place[action]) - STABLE + 1
    return make_label(op, owner << OWNER_SHIFT | int(rules.cards[action].name))


@inner
def _label_other(s, action):
    if action == DRAW:
        return make_label(OP_DRAW, 0)
    if action == PASS:
        return make_label(OP_PASS, 0)
    if action >= A_VARIANT:
        return make_label(OP_VARIANT, int(s.pool[s.at].row) << 2 | (int(action) - A_VARIANT))
    if action >= YES:
        return make_label(OP_YES + (int(action) - YES), 0)
    op = OP_INTO if s.prompt == WHERE else OP_TO if s.pool[s.at].target != NONE else OP_PLAYER
    return make_label(op, int(action) - PLAYER)


@inner
def score(s, player):
    """1 for the winner; for the others from below 0 to -1, less the further behind; 0 while the game goes on."""
    if s.phase != OVER:
        return 0.0
    if s.winner == player:
        return 1.0
    return -(s.rank[player] - 1.0) / (s.players - 1.0)


@inner
def evaluate(s, rules, player):
    """The result, or an estimate of it."""
    return score(s, player) if s.phase == OVER else estimate(s, rules, player)


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
    hide_for_advice=hide_for_advice,
)
