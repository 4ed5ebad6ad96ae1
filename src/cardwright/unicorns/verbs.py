# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs of the game, through which agents and all other rooms use it."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY as ALL
from cardwright.core.event_log import log_event
from cardwright.core.labels import make_label
from cardwright.core.random import derive, shuffle
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER, register_verbs

from .decisions import run_on
from .heuristics import advise, advise_fairly, estimate
from .hiding import hide
from .log_events import LogEvent
from .observation import action_index, observe, tokenise
from .rules import Op, Whose
from .state import NONE, STREAMS, Act, Label, Phase, Prompt, State, Stream, Zone
from .summary import summarise
from .zones import append, draw_card, to_hand, unlink

START = np.uint64(0x0C0B)  # the purpose of the seeds derived here
OWNER_SHIFT = 12  # the subject of a label has 1 + the owner of a card above the index of its name


@inner
def reset(s, rules, setup, seed):
    """Start a game from `setup`, which holds everything that is not random."""
    copy_record(s, setup)
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, START, np.uint64(stream))
    shuffle(s, Stream.DECK, s.deck, 0, int(s.deck_count - s.fixed))
    if s.begun:
        _deal_random_hands(s, rules)
    else:
        shuffle(s, Stream.EVENT, s.order, 0, int(s.players))
        s.active = s.order[0]
        for k in range(s.players):
            baby = s.last[Zone.NURSERY]
            unlink(s, baby)
            append(s, baby, Zone.STABLE + s.order[k])
            log_event(LogEvent.BRING, ALL, rules.cards[baby].name, Zone.NURSERY, s.zone[baby])
            for _ in range(rules.dealt):
                draw_card(s, rules, int(s.order[k]))
    run_on(s, rules)


@inner
def _deal_random_hands(s, rules):
    """Deal the hands for which a position gives only a number of cards, from the bottom of the shuffled deck."""
    taken = 0
    for player in range(s.players):
        for _ in range(s.dealt[player]):
            card = int(s.deck[taken])
            to_hand(s, rules, card, player, 0)
            log_event(LogEvent.DRAW, s.known[card], rules.cards[card].name, Zone.DECK, Zone.HAND + player)
            taken += 1
    s.deck_count -= taken
    for k in range(s.deck_count):
        s.deck[k] = s.deck[k + taken]
    s.deck[s.deck_count :] = 0


@inner
def decider(s):
    """Return the player who is asked."""
    return OVER if s.phase == Phase.OVER or s.fault else np.int64(s.who)


@inner
def legal(s, rules, out):
    """Write the legal actions into `out` and return how many there are."""
    for k in range(s.option_count):
        out[k] = s.options[k]
    return int(s.option_count)


@inner
def apply(s, rules, action):
    """Carry out a legal action and continue to the next decision."""
    s.options[0] = action  # as the only option left, it is taken
    s.option_count = 1
    run_on(s, rules)


@inner
def label(s, rules, action):
    """Return the label of an action: its kind, and its card or player."""
    if action >= Act.PLAYER:
        return _label_other(s, action)
    name = int(rules.cards[action].name)
    if s.prompt == Prompt.HAND_LIMIT:
        return make_label(Label.HAND_LIMIT, name)
    if s.prompt != Prompt.TARGET:
        return make_label(Label.PLAY, name)
    row = rules.rows[s.pool[s.cursor].row]
    in_any_stable = row.op <= Op.LAST_LEAVING and row.whose != Whose.OWN
    owner = int(s.zone[action]) - Zone.STABLE + 1 if in_any_stable else 0
    return make_label(row.op, owner << OWNER_SHIFT | name)


@inner
def _label_other(s, action):
    """Return the meaning of an action that is not a card."""
    if action == Act.DRAW:
        return make_label(Label.DRAW, 0)
    if action == Act.PASS:
        return make_label(Label.PASS, 0)
    if action == Act.YES:
        return make_label(Label.YES, 0)
    if action == Act.NO:
        return make_label(Label.NO, 0)
    if action >= Act.VARIANT:
        return make_label(Label.VARIANT, int(s.pool[s.cursor].row) << 2 | (int(action) - Act.VARIANT))
    player = int(action) - Act.PLAYER
    if s.prompt == Prompt.INTO:
        return make_label(Label.INTO, player)
    moved = s.pool[s.cursor].target != NONE
    return make_label(Label.TO if moved else Label.PLAYER, player)


@inner
def score(s, player):
    """Return 1 for the winner; for the others from below 0 to -1, by rank; 0 while the game goes on."""
    if s.phase != Phase.OVER:
        return 0.0
    if s.winner == player:
        return 1.0
    return -(s.rank[player] - 1.0) / (s.players - 1.0)


@inner
def evaluate(s, rules, player):
    """Return the result, or an estimate of it."""
    return score(s, player) if s.phase == Phase.OVER else estimate(s, rules, player)


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
    advise_fairly=advise_fairly,
    observe=observe,
    tokenise=tokenise,
    action_index=action_index,
    summarise=summarise,
)
