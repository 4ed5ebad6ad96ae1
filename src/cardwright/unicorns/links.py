"""A chain of effects, link by link, each in seven steps (see `Step`).

All effects that were triggered together make a link; what they trigger makes the next. Where somebody has to decide,
the record says how far the link has come, so that a game can be copied in the middle of it.
"""

from __future__ import annotations

from ..core.jit import inner, part
from ..core.record import copy_record
from .effects import (
    ASKED,
    BABY,
    DONE,
    FOLLOW,
    NOT_DONE,
    RETURN,
    ask,
    perform,
)
from .places import (
    CROWD,
    DISCARD,
    HAND,
    NURSERY,
    PANDAS,
    RETURNS_WHEN_LEAVING,
    STABLE,
    UNICORNS,
    crowd,
    push,
    stable_of,
    trigger,
)
from .rules import NOTHING, ROW_DISCARD, ROW_GIVE_BACK, ROW_SACRIFICE, Always, Op, Switch, Trait
from .state import MOST_LINKS, NONE, POOL, Act, Fault, Prompt, Ready, Step
from .targets import (
    ALL,
    DESTROY,
    DISCARDING,
    EITHER,
    GIVE,
    MOVE,
    SACRIFICE,
    SHRINK,
    anywhere,
    can_enter,
    cards_for,
    chooses_card,
    chooses_player,
    is_blinded,
    is_panda,
    is_possible,
    players_for,
)

GIVE_BACK = int(Op.GIVE_BACK)
SAVES = int(Always.SAVES)
SAVES_ITSELF, SAVES_OTHERS = int(Trait.SAVES_ITSELF), int(Trait.SAVES_OTHERS)
BY_DISCARDING = int(Trait.SAVES_BY_DISCARDING)
FROM_DESTROY, FROM_SACRIFICE = int(Trait.SAVES_FROM_DESTROY), int(Trait.SAVES_FROM_SACRIFICE)
TO_HAND = int(Trait.TO_HAND)
NO_STEP, CHOOSE, SAVE, PREPARE, EXECUTE, FINISH = (
    int(Step.NONE), int(Step.CHOOSE), int(Step.SAVE), int(Step.PREPARE), int(Step.EXECUTE), int(Step.FINISH),
)  # fmt: skip
WAITING, AGREED, SET, IDLE, OFF = (
    int(Ready.WAITING), int(Ready.AGREED), int(Ready.SET), int(Ready.IDLE), int(Ready.OFF),
)  # fmt: skip
USE, SAVING, TARGET, PLAYER, VARIANT = (
    int(Prompt.USE), int(Prompt.SAVE), int(Prompt.TARGET), int(Prompt.PLAYER), int(Prompt.VARIANT),
)  # fmt: skip
YES, NO, A_VARIANT, A_PLAYER = int(Act.YES), int(Act.NO), int(Act.VARIANT), int(Act.PLAYER)
RUNAWAY = int(Fault.RUNAWAY)
ORDER_OF_EVENTS = int(Switch.ORDER_OF_EVENTS)
FOLLOW_UP_ANYWAY = int(Switch.FOLLOW_UP_ANYWAY)
RETURNED_BABY_COSTS_NOTHING = int(Switch.RETURNED_BABY_COSTS_NOTHING)
PUPPICORN_MOVES_IN_PLACE = int(Switch.PUPPICORN_MOVES_IN_PLACE)
TINY_STABLE_COUNTS_CARDS = int(Switch.TINY_STABLE_COUNTS_CARDS)


@part
def advance_link(s, rules):
    """Go on in the chain until somebody is asked; gives False when nothing is left of it."""
    while s.prompt == 0:
        if s.step == NO_STEP:
            if anywhere(s, CROWD) and not rules.switches & TINY_STABLE_COUNTS_CARDS:
                _find_crowds(s, rules)
            if s.pool_count == 0 or s.fault:
                return False
            _begin_link(s, rules)
        elif s.step == CHOOSE:
            _choose_targets(s, rules)
        elif s.step == SAVE:
            _save(s, rules)
        elif s.step == PREPARE:
            _prepare(s, rules)
        elif s.step == EXECUTE:
            _execute(s, rules)
        else:
            _finish_link(s)
    return True


@inner
def _find_crowds(s, rules):
    """Let stables with too many unicorns lose one, unless that is waiting already or cannot be done."""
    for player in range(s.players):
        card = s.first[STABLE + player]
        while card != NONE and s.always[player] & CROWD:
            line = rules.cards[card]
            crowded = line.crowd != NOTHING and crowd(s, rules, player, False) > line.crowd_over
            if crowded and is_possible(s, rules, int(line.crowd), player, card, NONE):
                trigger(s, rules, int(line.crowd), card, player, NONE)
            card = s.next[card]


@inner
def _begin_link(s, rules):
    """All effects that wait are the new link, but for the enter effects of blinded cards."""
    left = 0
    for k in range(s.pool_count):
        entry = s.pool[k]
        entry.late = False
        if not entry.entering or not _is_blind(s, rules, int(entry.card)):
            if left != k:
                copy_record(s.pool[left], entry)
            left += 1
    s.pool_count = left
    if s.pool_count > 1 and not rules.switches & ORDER_OF_EVENTS:
        _sort_link(s)
    s.step = CHOOSE
    s.at = 0
    s.chain += 1
    if s.chain > MOST_LINKS:
        s.fault = RUNAWAY
        s.pool_count = 0
        s.step = NO_STEP


@inner
def _is_blind(s, rules, card):
    player = stable_of(s, card)
    return player >= 0 and is_blinded(s, rules, card, player, True)


@inner
def _rank(s, k):
    """The player on turn comes first, then the others clockwise; of each, the cards in the order they entered play."""
    distance = 0
    while s.order[(s.seat + distance) % s.players] != s.pool[k].owner:
        distance += 1
    return distance << 16 | int(s.since[s.pool[k].card])


@inner
def _sort_link(s):
    for k in range(1, s.pool_count):
        place = k
        rank = _rank(s, k)
        while place > 0 and _rank(s, place - 1) > rank:
            copy_record(s.pool[POOL], s.pool[place - 1])
            copy_record(s.pool[place - 1], s.pool[place])
            copy_record(s.pool[place], s.pool[POOL])
            place -= 1


@inner
def _choose_targets(s, rules):
    """Step 1: the next effect chooses what it is done with."""
    if s.at >= s.pool_count:
        s.at = 0
        s.saver = NONE
        s.step = SAVE if anywhere(s, SAVES) else PREPARE
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
            _be_saved(s, rules)
    else:
        entry.target = action
        s.mark[action] = s.at + 1


@inner
def _can_save(s, rules, saver, target, op, player):
    """Whether a card can save the target of an effect."""
    trait = rules.cards[saver].trait
    if not trait & (FROM_DESTROY if op == DESTROY else FROM_SACRIFICE) or is_blinded(s, rules, saver, player, False):
        return False
    if saver == target:
        wanted = trait & SAVES_ITSELF != 0
    else:
        wanted = trait & SAVES_OTHERS != 0 and rules.cards[target].kind & UNICORNS != 0
    if trait & BY_DISCARDING:
        return wanted and s.count[HAND + player] > 0
    return wanted and s.mark[saver] == 0 and not is_panda(s, rules, saver)


@inner
def _save(s, rules):
    """Step 2: cards that would be destroyed or sacrificed may be saved."""
    if s.at >= s.pool_count:
        s.at = 0
        s.step = PREPARE
        return
    entry = s.pool[s.at]
    op = rules.rows[entry.row].op
    if not entry.late and entry.ready == SET and op in (DESTROY, SACRIFICE):
        player = stable_of(s, int(entry.target))
        card = s.first[STABLE + player] if s.saver == NONE else s.next[s.saver]
        while card != NONE:
            if _can_save(s, rules, card, int(entry.target), op, player):
                s.saver = card
                s.options[0] = YES
                s.options[1] = NO
                ask(s, player, SAVING, 2)
                return
            card = s.next[card]
    s.at += 1
    s.saver = NONE


@inner
def _be_saved(s, rules):
    """The target stays; what it costs takes place in the same link."""
    entry = s.pool[s.at]
    player = stable_of(s, int(entry.target))
    s.mark[entry.target] = 0
    entry.target = NONE
    entry.ready = IDLE
    if rules.cards[s.saver].trait & BY_DISCARDING:
        k = push(s, ROW_DISCARD, int(s.saver), player, NONE, False)
        s.pool[k].left = 1
    else:
        k = push(s, ROW_SACRIFICE, int(s.saver), player, NONE, False)
        s.pool[k].target = s.saver
        s.mark[s.saver] = k + 1
    s.pool[k].ready = SET


@inner
def _prepare(s, rules):
    """Steps 3 and 4: where each card goes, and what its leaving triggers."""
    k = 0
    while k < s.pool_count:
        entry = s.pool[k]
        if not entry.late and entry.ready == SET and rules.rows[entry.row].op <= FOLLOW:
            _prepare_entry(s, rules, k)
        k += 1
    s.at = 0
    s.step = EXECUTE


@inner
def _prepare_entry(s, rules, k):
    entry = s.pool[k]
    op = rules.rows[entry.row].op
    card = int(entry.target)
    line = rules.cards[card]
    player = stable_of(s, card)
    seeing = not is_blinded(s, rules, card, player, False)
    if op in (DESTROY, SACRIFICE):
        entry.goes = HAND + player if line.trait & TO_HAND and seeing else DISCARD
        if line.dies != NOTHING and seeing:
            trigger(s, rules, int(line.dies), card, player, NONE)
    elif op == RETURN:
        entry.goes = HAND + player
    if line.kind == BABY:
        entry.goes = NURSERY
    if line.trait & RETURNS_WHEN_LEAVING and s.stolen[card] != NONE and seeing:
        give_back(s, rules, card, False)


@inner
def give_back(s, rules, thief, late):
    """Let a stolen card go back to where it was; in the same link it must not be a target already."""
    card, home = int(s.stolen[thief]), int(s.home[thief])
    s.stolen[thief] = NONE
    if not late and (s.mark[card] or stable_of(s, card) == home or not can_enter(s, rules, card, home, False)):
        return
    k = push(s, ROW_GIVE_BACK, thief, int(s.active), home, late)
    s.pool[k].target = card
    if not late:
        s.pool[k].ready = SET
        s.mark[card] = k + 1


@inner
def _execute(s, rules):
    """Step 6: the next effect takes place."""
    if s.at >= s.pool_count:
        s.step = FINISH
        return
    entry = s.pool[s.at]
    if not entry.late and entry.ready == SET:
        done = perform(s, rules, int(s.at))
        if done == ASKED:
            return
        end_effect(s, rules, done)
        return
    if not entry.late and entry.ready == IDLE:
        _follow_up(s, rules, NOT_DONE)
    s.at += 1


@inner
def end_effect(s, rules, done):
    """An effect has taken place; on to the next."""
    _follow_up(s, rules, done)
    s.at += 1


@inner
def _follow_up(s, rules, done):
    """What comes of an effect in the next link."""
    entry = s.pool[s.at]
    row = rules.rows[entry.row]
    if not entry.lead:
        return
    spared = row.op == RETURN and entry.goes == NURSERY and rules.switches & RETURNED_BABY_COSTS_NOTHING
    if row.then != NOTHING and not spared:
        trigger(s, rules, int(row.then), int(entry.card), int(entry.owner), int(entry.player))
    if row.if_done != NOTHING and (done == DONE or rules.switches & FOLLOW_UP_ANYWAY):
        trigger(s, rules, int(row.if_done), int(entry.card), int(entry.owner), int(entry.player))


@inner
def _finish_link(s):
    """Step 7: nothing is a target any more, and only the effects that wait for the next link are left."""
    left = 0
    for k in range(s.pool_count):
        if s.pool[k].late:
            if left != k:
                copy_record(s.pool[left], s.pool[k])
            left += 1
    s.pool_count = left
    s.mark[:] = 0
    s.step = NO_STEP
