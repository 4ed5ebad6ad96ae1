# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs of a battle: the functions through which agents and all other code play it."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.labels import make_label
from cardwright.core.random import shuffle
from cardwright.core.record import copier, copy_record
from cardwright.core.verbs import HOST, OVER, register_verbs
from cardwright.spire.engine.agenda import front

from .agenda_entries import begin, clear_scratch
from .card_play import play_from_hand
from .enemies import intend, place_enemy
from .flow import advance, go_on
from .heuristics import advise_card, advise_play, best_option, enemies_left, estimate, weakest
from .hiding import hide, seed_battle
from .log_events import who_is
from .observation import action_index, observe
from .own_rules import is_open
from .piles import can_play, see_draw_pile, variant
from .potions import can_use, use_potion
from .rules import NONE, Keyword
from .state import CHOOSABLE, NOTHING, PLAYER, VARIANTS, Act, Label, Outcome, Phase, Pile, Prompt, State, Stream
from .summary import summarise
from .targets import (
    can_choose,
    choose_agent,
    choose_card,
    choose_nothing,
    choose_status,
    may_choose_nothing,
    owner_of,
)
from .tokens import tokenise

START = np.uint64(0x5B17E)

# The short fields of a record, which lie before and between its long ones.
_copy_head = copier(before="agents")
_copy_middle = copier(first="bottled", before="agenda")


@inner
def reset(s, rules, setup, seed):
    """Start a new battle from the position `setup`, which holds everything that is not random."""
    if s.agent_count:
        _copy_used(s, setup)
    else:
        copy_record(s, setup)
    seed_battle(s, seed, START)
    place_enemies(s, rules)
    open_battle(s, rules)


@inner
def place_enemies(s, rules):
    """Let all enemies appear as the position in `s` says: their kinds and, if given, HP, statuses and first moves."""
    for i in range(1, s.agent_count):
        kind, ready, move = int(s.agents[i].kind), s.agents[i].ready, int(s.agents[i].move)
        place_enemy(s, rules, i, kind)
        start = rules.enemies[kind].setup
        if start != NONE and not ready:  # an enemy marked ready has its statuses already
            begin(s, start, source=i, target=i)
        if move != NOTHING:
            intend(s, rules, i, move)


@inner
def open_battle(s, rules):
    """Shuffle the deck and run up to the first decision."""
    if not s.begun:
        shuffle(s, Stream.SHUFFLE, s.piles[Pile.DRAW], 0, int(s.counts[Pile.DRAW]))
        innate = _innate_on_top(s, rules)
        s.extra_draws = max(0, innate - int(s.hand_size))
    see_draw_pile(s)
    advance(s, rules)
    clear_scratch(s)


@inner
def _copy_used(s, setup):
    """Undo an earlier battle from the same position by copying only what that battle used."""
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
    """Move innate cards to the top of the draw pile, keep the order of the others, and return their number."""
    count = int(s.counts[Pile.DRAW])
    top = count
    for k in range(count - 1, -1, -1):
        j = s.piles[Pile.DRAW, k]
        if rules.cards[s.cards[j].kind].keywords & Keyword.INNATE or (is_open(rules) and _is_bottled(s, j)):
            top -= 1
            for m in range(k, top):
                s.piles[Pile.DRAW, m] = s.piles[Pile.DRAW, m + 1]
            s.piles[Pile.DRAW, top] = j
    return count - top


@inner
def _is_bottled(s, j):
    return s.bottled[j >> 6] >> np.uint64(j & 63) & np.uint64(1) != np.uint64(0)


@inner
def decider(s):
    """Return who decides: the player, OVER, or HOST when a Python function must answer."""
    if s.outcome != Outcome.OPEN:
        return OVER
    return HOST if s.prompt == Prompt.HOST else PLAYER


@inner
def legal(s, rules, out):
    """Write the legal actions: cards and agents from the left, potions, then the end of the turn or skipping."""
    n = 0
    if s.prompt == Prompt.PLAY:
        for k in range(s.counts[Pile.HAND]):
            if can_play(s, rules, s.piles[Pile.HAND, k]):
                out[n] = Act.HAND + k
                n += 1
        if is_open(rules):
            for slot in range(s.potion_slots):
                if can_use(s, rules, slot):
                    out[n] = Act.POTION + slot
                    n += 1
        out[n] = Act.END_TURN
        n += 1
        clear_scratch(s)
    elif s.prompt == Prompt.AGENT:
        for i in range(s.agent_count):
            if s.prompt_mask >> i & 1:
                out[n] = Act.AGENT + i
                n += 1
    elif s.prompt == Prompt.CARD:
        for k in range(s.counts[Pile.HAND]):
            if s.cards[s.piles[Pile.HAND, k]].mark >= CHOOSABLE:
                out[n] = Act.HAND + k
                n += 1
        for j in range(s.card_count):
            if s.cards[j].mark >= CHOOSABLE and s.cards[j].pile != Pile.HAND:
                out[n] = Act.CARD + j
                n += 1
    elif s.prompt == Prompt.STATUS:
        asking = rules.code[front(s).pc - 1]
        who = owner_of(front(s), asking)
        for status in range(rules.status_kinds):
            if can_choose(s, rules, who, asking.a, status):
                out[n] = Act.STATUS + status
                n += 1
    elif is_open(rules) and s.prompt == Prompt.OPTION:
        for k in range(rules.code[front(s).pc - 1].a):
            out[n] = Act.OPTION + k
            n += 1
    if may_choose_nothing(s):
        out[n] = Act.SKIP
        n += 1
    return n


@inner
def apply(s, rules, action):
    """Take a legal action and run until the next decision."""
    prompt = s.prompt
    s.prompt = Prompt.NONE
    if prompt == Prompt.PLAY:
        if action == Act.END_TURN:
            s.begun = 1
            go_on(s, rules, Phase.BEFORE_TURN_END)
        elif is_open(rules) and action >= Act.POTION:
            use_potion(s, rules, int(action) - Act.POTION)
        else:
            play_from_hand(s, rules, action - Act.HAND)
    elif prompt == Prompt.AGENT:
        _choose_agent(s, rules, action)
    elif prompt == Prompt.CARD:
        _choose_card(s, rules, action)
    elif prompt == Prompt.STATUS:
        _choose_status(s, rules, action)
    elif is_open(rules) and prompt == Prompt.OPTION:
        front(s).pc += action - Act.OPTION
    advance(s, rules)
    clear_scratch(s)


@inner
def _choose_agent(s, rules, action):
    e = front(s)
    if action == Act.SKIP:
        choose_nothing(s, rules, e)
    else:
        choose_agent(s, e, rules.code[e.pc - 1], int(action) - Act.AGENT)


@inner
def _choose_card(s, rules, action):
    for j in range(s.card_count):
        if s.cards[j].mark >= CHOOSABLE:
            s.cards[j].mark -= CHOOSABLE
    if action == Act.SKIP:
        choose_nothing(s, rules, front(s))
    else:
        choose_card(s, rules, front(s), rules.code[front(s).pc - 1], chosen_card(s, action))


@inner
def _choose_status(s, rules, action):
    e = front(s)
    if action == Act.SKIP:
        choose_nothing(s, rules, e)
    else:
        choose_status(s, e, owner_of(e, rules.code[e.pc - 1]), int(action) - Act.STATUS)


@inner
def chosen_card(s, action):
    """Return the index of the card an action chooses."""
    return int(s.piles[Pile.HAND, action - Act.HAND]) if action < Act.AGENT else int(action) - Act.CARD


@inner
def label(s, rules, action):
    """Return what an action means in this position."""
    if action == Act.END_TURN:
        return make_label(Label.END_TURN, 0)
    if action == Act.SKIP:
        return make_label(Label.SKIP, 0)
    if is_open(rules) and action >= Act.POTION:
        return make_label(Label.POTION, int(s.potions[action - Act.POTION]))
    if is_open(rules) and action >= Act.OPTION:
        return make_label(Label.OPTION, int(rules.code[front(s).pc - 1].c) + int(action) - Act.OPTION)
    if action >= Act.STATUS:
        return make_label(Label.STATUS, int(action) - Act.STATUS)
    if Act.AGENT <= action < Act.CARD:
        who = int(action) - Act.AGENT
        return make_label(Label.TARGET, who_is(s, who))
    j = chosen_card(s, action)
    subject = int(s.cards[j].kind)
    if is_open(rules):
        subject += VARIANTS * variant(s, rules, j)
    return make_label(Label.PLAY if s.prompt == Prompt.PLAY else Label.CARD, subject)


@inner
def score(s, player):
    """Return the share of HP left after a win; after a loss -1 to -0.5, higher the fewer HP the enemies have left."""
    if s.outcome == Outcome.WON:
        return s.agents[PLAYER].hp / s.agents[PLAYER].max_hp
    return -0.5 - 0.5 * enemies_left(s) if s.outcome == Outcome.LOST else 0.0


@inner
def evaluate(s, rules, player):
    """Return an estimate of the result."""
    if s.outcome != Outcome.OPEN:
        return score(s, player)
    value = estimate(s, rules)
    clear_scratch(s)
    return value


@inner
def advise(s, rules, weights, player, actions, n):
    """Return the action of a simple rule-based player; `heuristics.Weight` explains the weights."""
    best = actions[0]
    if s.prompt == Prompt.PLAY:
        best = advise_play(s, rules, weights, actions, n)
    elif s.prompt == Prompt.AGENT:
        best = Act.AGENT + weakest(s, s.prompt_mask)
    elif is_open(rules) and s.prompt == Prompt.OPTION:
        best = Act.OPTION + best_option(s, rules, weights)
    elif s.prompt == Prompt.CARD:
        best = advise_card(s, rules, weights, actions, n)
    clear_scratch(s)
    return best


@inner
def statuses(s, rules, holder):
    """Return the statuses of the player, or of all living enemies together."""
    if holder == 0:
        return s.agents[PLAYER].active
    active = np.uint64(0)
    for i in range(1, s.agent_count):
        if s.agents[i].hp > 0:
            active |= s.agents[i].active
    return active


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
    statuses=statuses,
)
