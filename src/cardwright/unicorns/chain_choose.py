"""Step 1 of a link: effects choose what they are done with, one after the other."""

from __future__ import annotations

from cardwright.core.jit import inner

from .chain_save import SAVING, be_saved
from .effects import FOLLOW, ask
from .rules import NOTHING, Op, Switch
from .state import NONE, Act, Prompt, Ready, Step
from .targets import (
    ALL,
    DISCARDING,
    EITHER,
    GIVE,
    MOVE,
    SHRINK,
    can_enter,
    cards_for,
    chooses_card,
    chooses_player,
    is_possible,
    players_for,
)
from .zones import PANDAS, STABLE, UNICORNS, push, stable_of

GIVE_BACK = int(Op.GIVE_BACK)
CHOOSE, SAVE = int(Step.CHOOSE), int(Step.SAVE)
WAITING, AGREED, SET, IDLE, OFF = (
    int(Ready.WAITING), int(Ready.AGREED), int(Ready.SET), int(Ready.IDLE), int(Ready.OFF),
)  # fmt: skip
USE, TARGET, PLAYER, VARIANT = int(Prompt.USE), int(Prompt.TARGET), int(Prompt.PLAYER), int(Prompt.VARIANT)
YES, NO, A_VARIANT, A_PLAYER = int(Act.YES), int(Act.NO), int(Act.VARIANT), int(Act.PLAYER)
PUPPICORN_MOVES_IN_PLACE = int(Switch.PUPPICORN_MOVES_IN_PLACE)


@inner
def choose_targets(s, rules):
    """Step 1: the next effect chooses what it is done with."""
    if s.at >= s.pool_count:
        s.at = 0
        s.saver = NONE
        s.step = SAVE
        return
    entry = s.pool[s.at]
    if entry.late or entry.ready > AGREED:
        s.at += 1
        return
    row = rules.rows[entry.row]
    owner, source, there = int(entry.owner), int(entry.card), int(entry.player)
    if row.may and entry.lead and entry.ready == WAITING:
        if is_possible(s, rules, int(entry.row), owner, source, there):
            s.options[0] = YES
            s.options[1] = NO
            ask(s, owner, USE, 2)
        else:
            _decline(s, rules)
    elif row.op == EITHER:
        _ask_or_idle(s, owner, VARIANT, _variants(s, rules, row, owner, source))
    elif row.op == FOLLOW or row.op == GIVE_BACK:
        _set_own_target(s, rules)
    elif row.whose == ALL:
        _target_all(s, rules)
    elif chooses_card(row) and entry.target == NONE:
        _ask_or_idle(s, owner, TARGET, cards_for(s, rules, row, owner, source, there, s.options.size))
    elif entry.player == NONE and (chooses_player(row) or row.op == MOVE or row.op == GIVE):
        _ask_or_idle(s, owner, PLAYER, players_for(s, rules, row, owner, int(entry.target), s.players))
    else:
        if row.op == DISCARDING:
            entry.left = row.amount * (1 + entry.left)
        elif row.op == SHRINK:
            _mark_unicorns(s, rules)
        entry.ready = SET


@inner
def _ask_or_idle(s, who, prompt, n):
    if n:
        ask(s, who, prompt, n)
    else:
        s.pool[s.at].ready = IDLE


@inner
def _decline(s, rules):
    """Leave an optional effect, and all that belongs to it."""
    for k in range(s.at, s.at + rules.rows[s.pool[s.at].row].group):
        s.pool[k].ready = OFF


@inner
def _variants(s, rules, row, owner, source):
    n = 0
    for place in range(row.variants.size):
        if row.variants[place] != NOTHING and is_possible(s, rules, int(row.variants[place]), owner, source, NONE):
            s.scratch[n] = A_VARIANT + place
            n += 1
    for k in range(n):
        s.options[k] = s.scratch[k]
        s.scratch[k] = 0
    return n


@inner
def _set_own_target(s, rules):
    """Effects whose target is known: a card that follows the turn, and one that goes back where it was stolen."""
    entry = s.pool[s.at]
    follows = rules.rows[entry.row].op == FOLLOW
    card = int(entry.card) if follows else int(entry.target)
    goal = int(s.active) if follows else int(entry.player)
    holder = stable_of(s, card)
    in_place = holder == goal and not (follows and rules.switches & PUPPICORN_MOVES_IN_PLACE)
    if holder < 0 or in_place or s.mark[card] or not can_enter(s, rules, card, goal, False):
        entry.ready = IDLE
        return
    entry.target = card
    entry.ready = SET
    s.mark[card] = s.at + 1


@inner
def _target_all(s, rules):
    """An effect on all cards of a kind in a stable becomes one effect for each of them."""
    entry = s.pool[s.at]
    row = int(entry.row)
    owner, source = int(entry.owner), int(entry.card)
    for place in range(cards_for(s, rules, rules.rows[row], owner, source, NONE, s.options.size)):
        k = push(s, row, source, owner, NONE, False)
        s.pool[k].target = s.options[place]
        s.pool[k].ready = SET
        s.mark[s.options[place]] = k + 1
    entry.ready = IDLE


@inner
def _mark_unicorns(s, rules):
    """The targets of an effect on all unicorns of a stable; pandas are none."""
    player = s.pool[s.at].player
    card = s.first[STABLE + player]
    while card != NONE and not s.always[player] & PANDAS:
        if rules.cards[card].kind & UNICORNS and s.mark[card] == 0:
            s.mark[card] = s.at + 1
        card = s.next[card]


@inner
def answer_choice(s, rules, action):
    """An answer in step 1 or 2."""
    entry = s.pool[s.at]
    prompt = s.prompt
    s.prompt = 0
    if prompt == USE:
        if action == YES:
            entry.ready = AGREED
        else:
            _decline(s, rules)
    elif prompt == VARIANT:
        entry.row = rules.rows[entry.row].variants[action - A_VARIANT]
        entry.ready = AGREED
    elif prompt == PLAYER:
        entry.player = action - A_PLAYER
    elif prompt == SAVING:
        if action == YES:
            be_saved(s, rules)
    else:
        entry.target = action
        s.mark[action] = s.at + 1
