"""A chain of effects, link by link, each in seven steps (see `Step`).

All effects that were triggered together make a link; what they trigger makes the next. Where somebody has to decide,
the record says how far the link has come, so that a game can be copied in the middle of it.
"""

from __future__ import annotations

from cardwright.core.jit import inlined, inner
from cardwright.core.record import copy_record

from .chain_choose import CHOOSE, IDLE, SAVE, SET, choose_targets
from .chain_save import EXECUTE, PREPARE, prepare, save
from .effects import ASKED, DONE, NOT_DONE, RETURN, perform
from .rules import NOTHING, Switch
from .state import MOST_LINKS, NONE, POOL, Fault, Step
from .targets import anywhere, is_blinded, is_possible
from .zones import CROWD, NURSERY, STABLE, crowd, stable_of, trigger

NO_STEP, FINISH = int(Step.NONE), int(Step.FINISH)
RUNAWAY = int(Fault.RUNAWAY)
ORDER_OF_EVENTS = int(Switch.ORDER_OF_EVENTS)
FOLLOW_UP_ANYWAY = int(Switch.FOLLOW_UP_ANYWAY)
RETURNED_BABY_COSTS_NOTHING = int(Switch.RETURNED_BABY_COSTS_NOTHING)
TINY_STABLE_COUNTS_CARDS = int(Switch.TINY_STABLE_COUNTS_CARDS)


@inlined
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
            choose_targets(s, rules)
        elif s.step == SAVE:
            save(s, rules)
        elif s.step == PREPARE:
            prepare(s, rules)
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
