"""Events: rules of statuses that change a value, or put an effect on the agenda before or after something happens."""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.agenda import agenda_full, push_back, push_front
from cardwright.core.jit import inner

from .formula_vm import amount, work_out
from .rules import NONE, Change, Event, Role, Stage
from .state import LARGEST_AMOUNT, NOTHING, Fault

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_MOST = np.float32(LARGEST_AMOUNT)


@inner
def modify(s, rules, event, source, target, card, value):
    """The value after every rule for the event has had its say, in their order, not yet rounded."""
    if _nobody_cares(s, rules, Stage.MODIFY, event, source, target):
        return value
    return _modify(s, rules, event, source, target, card, value)


@inner
def modify_whole(s, rules, event, source, target, card, number):
    """A whole number after every rule for the event has had its say, rounded down."""
    if _nobody_cares(s, rules, Stage.MODIFY, event, source, target):
        return int(number)
    return math.floor(_modify(s, rules, event, source, target, card, np.float32(number)))


@inner
def _nobody_cares(s, rules, stage, event, source, target):
    """Whether no rule for the event can apply; small, so that the usual case costs no call."""
    table = rules.events[stage, event]
    held = s.agents[source].active | s.agents[target].active
    return table.length == 0 or (table.anyone == _ZERO and held & table.mask == _ZERO)


@inner
def _modify(s, rules, event, source, target, card, value):
    table = rules.events[Stage.MODIFY, event]
    for k in range(table.first, table.first + table.length):
        rule = rules.subscriptions[k]
        first, last = _owners(s, rule.role, source, target)
        for owner in range(first, last):
            stacks = s.agents[owner].stacks[rule.status]
            if stacks != 0 and _applies(s, rules, rule, owner, source, target, card, int(value), stacks, 0):
                value = _changed(s, rules, rule, value, stacks)
                spend(s, rules, owner, rule)
    return value


@inner
def react(s, rules, stage, event, source, target, card, value, manner):
    """Put the effects of all rules before or after an event on the agenda."""
    if not _nobody_cares(s, rules, stage, event, source, target):
        _react(s, rules, stage, event, source, target, card, value, manner)


@inner
def _react(s, rules, stage, event, source, target, card, value, manner):
    table = rules.events[stage, event]
    for step in range(table.length):
        # Those before an event go to the front, so the first to act is put there last.
        k = table.first + (table.length - 1 - step if stage == Stage.BEFORE else step)
        rule = rules.subscriptions[k]
        first, last = _owners(s, rule.role, source, target)
        for owner in range(first, last):
            stacks = s.agents[owner].stacks[rule.status]
            alive = s.agents[owner].hp > 0 or event == Event.DIED
            if stacks != 0 and alive and _applies(s, rules, rule, owner, source, target, card, value, stacks, manner):
                wait(s, rule.pc, s.context, stage == Stage.BEFORE or rule.front)
                spend(s, rules, owner, rule)


@inner
def _owners(s, role, source, target):
    if role == Role.ANYONE:
        return 0, int(s.agent_count)
    if role == Role.SOURCE:
        return int(source), int(source) + 1
    return int(target), int(target) + 1


@inner
def _applies(s, rules, rule, owner, source, target, card, value, stacks, manner):
    """Whether a rule's conditions hold; leaves what its formulas refer to in the record's context."""
    if rule.types != 0 and (card == NOTHING or (rule.types >> rules.cards[s.cards[card].kind].type) & 1 == 0):
        return False
    if rule.grace and (s.agents[owner].fresh >> np.uint64(rule.status)) & _ONE:
        return False
    refer(s, rule.pc, owner, source if owner == target else target, card, stacks, value, manner)
    return rule.when == NONE or work_out(s, rules, s.context, rule.when) != 0


@inner
def _changed(s, rules, rule, value, stacks):
    if rule.change == Change.TIMES:
        value = value * (rule.factor + rule.per_stack * np.float32(stacks))
    else:
        by = np.float32(amount(s, rules, s.context, rule.formula, rule.number))
        if rule.change == Change.ADD:
            value = value + by
        elif rule.change == Change.SET:
            value = by
        else:
            value = min(value, by)
    return max(-_MOST, min(_MOST, value))


@inner
def refer(s, pc, source, target, card, number, value, manner):
    """Say what formulas are to refer to where no entry of the agenda is at work."""
    s.untidy = 1
    fill(s.context, pc, source, target, card, number, value, manner)


@inner
def fill(e, pc, source, target, card, number, value, manner):
    """Make `e` an entry that is about to begin."""
    e.pc = pc
    e.source = source
    e.target = target
    e.card = card
    e.chosen = card
    e.number = number
    e.amount = value
    e.manner = manner
    e.count = 0
    e.dealt = 0
    e.affected = 0
    e.mask = 0
    e.mark = 0
    e.killed = 0


@inner
def wait(s, pc, e, first):
    """Put an effect on the agenda that sees the world as `e` does."""
    if agenda_full(s):
        s.fault = Fault.AGENDA_FULL
        return
    new = push_front(s) if first else push_back(s)
    fill(new, pc, e.source, e.target, e.card, e.number, e.amount, e.manner)
    new.chosen = e.chosen


@inner
def begin(s, pc, source, target, card, number, value, manner):
    """Put an effect at the end of the agenda."""
    if agenda_full(s):
        s.fault = Fault.AGENDA_FULL
        return
    fill(push_back(s), pc, source, target, card, number, value, manner)


@inner
def spend(s, rules, owner, rule):
    """Use up stacks of the status whose rule has just applied."""
    if rule.spend != 0:
        stacks = int(s.agents[owner].stacks[rule.status])
        set_stacks(s, rules, owner, rule.status, 0 if rule.spend < 0 else max(0, stacks - rule.spend))


@inner
def set_stacks(s, rules, owner, status, stacks):
    """Give an agent so many stacks of a status; one that is gone has faded, and rules may wait for that."""
    agent = s.agents[owner]
    had = agent.stacks[status] != 0
    agent.stacks[status] = stacks
    bit = _ONE << np.uint64(status)
    if stacks != 0:
        agent.active |= bit
    elif had:
        agent.active &= ~bit
        agent.fresh &= ~bit
        _fade(s, rules, owner, status)


@inner
def _fade(s, rules, owner, status):
    table = rules.events[Stage.AFTER, Event.FADED]
    for k in range(table.first, table.first + table.length):
        rule = rules.subscriptions[k]
        if rule.status == status and s.agents[owner].hp > 0:
            begin(s, rule.pc, owner, owner, NOTHING, 0, 0, 0)


@inner
def decay(s, rules, event, owner):
    """Let the statuses of an agent that count down at this event do so."""
    agent = s.agents[owner]
    left = agent.active & rules.decays[event]
    status = 0
    while left != _ZERO:
        if left & _ONE and not (rules.statuses[status].grace and (agent.fresh >> np.uint64(status)) & _ONE):
            stacks = int(agent.stacks[status])
            gone = rules.statuses[status].decay_all != 0
            set_stacks(s, rules, owner, status, 0 if gone else stacks - (1 if stacks > 0 else -1))
        left >>= _ONE
        status += 1
