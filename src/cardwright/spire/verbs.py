"""The verbs of a battle: what the world sees of it."""

from __future__ import annotations

import numpy as np

from cardwright.core.agenda import front
from cardwright.core.jit import inner
from cardwright.core.labels import make_label
from cardwright.core.random import below, derive, shuffle
from cardwright.core.record import copier, copy_record
from cardwright.core.verbs import HOST, OVER, register_verbs

from .card_play import play_from_hand
from .enemies import intend, place_enemy
from .events import begin, fill
from .flow import advance
from .heuristics import advise_play, enemies_left, estimate, weakest
from .piles import can_play
from .rules import NONE, Keyword
from .state import (
    CHOOSABLE,
    MAX_CARDS,
    NOTHING,
    PLAYER,
    Act,
    Outcome,
    Phase,
    Pile,
    Prompt,
    State,
    Stream,
)

STREAMS = len(Stream)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_SIXTY_FOUR = np.uint64(64)
_START = np.uint64(0x5B17E)
_HIDING = np.uint64(0x41DE)

# What `label` says an action is: the upper part of the number, with a card, enemy or nothing in the lower.
LABEL_END, LABEL_PLAY, LABEL_TARGET, LABEL_CARD, LABEL_SKIP = range(5)
ORDINAL_SHIFT = 8

# What is short in a record lies before and between its long parts.
_copy_head = copier(before="agents")
_copy_middle = copier(first="context", before="agenda")


@inner
def _seed_streams(s, seed, use):
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, use, np.uint64(stream))


@inner
def reset(s, rules, setup, seed):
    """A new battle from the position `setup`, which holds all that chance has no part in."""
    if s.agent_count:
        _copy_used(s, setup)
    else:
        copy_record(s, setup)
    _seed_streams(s, seed, _START)
    for i in range(1, s.agent_count):
        place_enemy(s, rules, i, s.agents[i].kind)
        given = setup.agents[i]
        start = rules.enemies[given.kind].setup
        if start != NONE and not given.ready:  # one that is ready has its statuses already
            begin(s, start, i, i, NOTHING, 0, 0, 0)
        if given.move != NOTHING:
            intend(s, rules, i, given.move)
    if not s.begun:
        shuffle(s, Stream.SHUFFLE, s.piles[Pile.DRAW], 0, int(s.counts[Pile.DRAW]))
        _innate_on_top(s, rules)
    advance(s, rules)
    _tidy(s)


@inner
def _copy_used(s, setup):
    """Undo an earlier battle from the same position: what it has not used is still as it was."""
    for k in range(s.agenda_used):
        copy_record(s.agenda[k], setup.agenda[k])
    for i in range(s.agent_count):
        copy_record(s.agents[i], setup.agents[i])
    for j in range(s.card_count):
        copy_record(s.cards[j], setup.cards[j])
        for pile in range(s.counts.size):
            s.piles[pile, j] = setup.piles[pile, j]
    _copy_head(s, setup)
    _copy_middle(s, setup)


@inner
def _innate_on_top(s, rules):
    """Move innate cards to the top of the draw pile, keeping the order of the others."""
    count = int(s.counts[Pile.DRAW])
    top = count
    for k in range(count - 1, -1, -1):
        j = s.piles[Pile.DRAW, k]
        if rules.cards[s.cards[j].kind].keywords & Keyword.INNATE:
            top -= 1
            for m in range(k, top):
                s.piles[Pile.DRAW, m] = s.piles[Pile.DRAW, m + 1]
            s.piles[Pile.DRAW, top] = j


@inner
def _tidy(s):
    """Clear the scratch space, so that equal positions are equal byte for byte."""
    if s.untidy:
        s.untidy = 0
        fill(s.context, 0, 0, 0, 0, 0, 0, 0)
        s.stack[:] = 0


@inner
def decider(s):
    """The player, unless the battle is over or a Python function is asked."""
    if s.outcome != Outcome.OPEN:
        return OVER
    return HOST if s.prompt == Prompt.HOST else PLAYER


@inner
def legal(s, rules, out):
    """The legal actions: cards from the left, agents from the left; the end of the turn, or to skip, comes last."""
    n = 0
    if s.prompt == Prompt.PLAY:
        for k in range(s.counts[Pile.HAND]):
            if can_play(s, rules, s.piles[Pile.HAND, k]):
                out[n] = Act.HAND + k
                n += 1
        out[n] = Act.END_TURN
        n += 1
        _tidy(s)
    elif s.prompt == Prompt.AGENT:
        for i in range(s.agent_count):
            if s.prompt_mask >> i & 1:
                out[n] = Act.AGENT + i
                n += 1
    elif s.prompt == Prompt.CARD:
        for k in range(s.counts[Pile.HAND]):
            if s.cards[s.piles[Pile.HAND, k]].mark == CHOOSABLE:
                out[n] = Act.HAND + k
                n += 1
        for j in range(s.card_count):
            if s.cards[j].mark == CHOOSABLE and s.cards[j].pile != Pile.HAND:
                out[n] = Act.CARD + j
                n += 1
        if s.prompt_skip:
            out[n] = Act.SKIP
            n += 1
    return n


@inner
def apply(s, rules, action):
    """Do a legal action and run on to the next decision."""
    prompt = s.prompt
    s.prompt = Prompt.NONE
    if prompt == Prompt.PLAY:
        if action == Act.END_TURN:
            s.phase = Phase.TURN_END
        else:
            play_from_hand(s, rules, action - Act.HAND)
    elif prompt == Prompt.AGENT:
        front(s).target = action - Act.AGENT
        s.aimed = action - Act.AGENT
    elif prompt == Prompt.CARD:
        _choose_card(s, action)
    advance(s, rules)
    _tidy(s)


@inner
def _choose_card(s, action):
    for j in range(s.card_count):
        if s.cards[j].mark == CHOOSABLE:
            s.cards[j].mark = 0
    if action == Act.SKIP:
        front(s).pc = s.prompt_jump
    else:
        front(s).chosen = chosen_card(s, action)


@inner
def chosen_card(s, action):
    """The number of the card an action means."""
    return int(s.piles[Pile.HAND, action - Act.HAND]) if action < Act.AGENT else int(action) - Act.CARD


@inner
def label(s, rules, action):
    """What an action means here."""
    if action == Act.END_TURN:
        return make_label(LABEL_END, 0)
    if action == Act.SKIP:
        return make_label(LABEL_SKIP, 0)
    if Act.AGENT <= action < Act.CARD:
        who = int(action) - Act.AGENT
        return make_label(LABEL_TARGET, ordinal(s, who) << ORDINAL_SHIFT | (int(s.agents[who].kind) + 1))
    kind = int(s.cards[chosen_card(s, action)].kind)
    return make_label(LABEL_PLAY if s.prompt == Prompt.PLAY else LABEL_CARD, kind)


@inner
def ordinal(s, who):
    """Which of the agents of its kind this is, from 1; 0 when it is the only one."""
    before = 0
    all_of_them = 0
    for i in range(s.agent_count):
        same = s.agents[i].kind == s.agents[who].kind
        all_of_them += same
        before += same and i <= who
    return before if all_of_them > 1 else 0


@inner
def score(s, player):
    """The share of HP left after a victory; after a defeat from -1 to -0.5, better the less the enemies have left."""
    if s.outcome == Outcome.WON:
        return s.agents[PLAYER].hp / s.agents[PLAYER].max_hp
    return -0.5 - 0.5 * enemies_left(s) if s.outcome == Outcome.LOST else 0.0


@inner
def evaluate(s, rules, player):
    """An estimate of the result."""
    if s.outcome != Outcome.OPEN:
        return score(s, player)
    value = estimate(s, rules)
    _tidy(s)
    return value


@inner
def advise(s, rules, weights, player, actions, n):
    """The action of a simple player: see judging.py for what its weights mean."""
    best = actions[0]
    if s.prompt == Prompt.PLAY:
        best = advise_play(s, rules, weights, actions, n)
    elif s.prompt == Prompt.AGENT:
        best = Act.AGENT + weakest(s, s.prompt_mask)
    _tidy(s)
    return best


@inner
def hide(s, rules, player, seed):
    """Forget the order of the draw pile, where it is not known, what was rolled unseen, and all that chance will do."""
    _seed_streams(s, seed, _HIDING)
    unknown = int(s.counts[Pile.DRAW] - s.known_top)
    low = _ZERO
    high = _ZERO
    for k in range(unknown):
        bit = np.uint64(s.piles[Pile.DRAW, k])
        if bit < _SIXTY_FOUR:
            low |= _ONE << bit
        else:
            high |= _ONE << (bit - _SIXTY_FOUR)
    k = 0
    for j in range(MAX_CARDS):  # start from an order that tells nothing
        half = low if j < 64 else high
        if half >> np.uint64(j & 63) & _ONE:
            s.piles[Pile.DRAW, k] = j
            k += 1
    shuffle(s, Stream.SHUFFLE, s.piles[Pile.DRAW], 0, unknown)
    s.piles[Pile.DRAW, s.counts[Pile.DRAW] :] = 0  # where cards have been may tell of them
    _reroll_unseen(s, rules)
    _tidy(s)


@inner
def _reroll_unseen(s, rules):
    for i in range(1, s.agent_count):
        agent = s.agents[i]
        kind = rules.enemies[agent.kind]
        if not agent.roll_shown and kind.roll_high[1] > kind.roll_low[1]:
            agent.roll = kind.roll_low[1] + below(s, Stream.ENEMY, kind.roll_high[1] - kind.roll_low[1] + 1)


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
)
