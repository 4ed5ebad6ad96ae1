# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Events: how rules of statuses modify a value, or put an effect on the agenda before or after something happens."""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .agenda_entries import begin, begin_with, refer
from .formula_vm import amount, run_formula
from .log_events import LogEvent, who_is
from .own_rules import is_open
from .relics import counter_of, has_relic, is_relic, set_counter
from .rules import NONE, Change, Event, Role, Stage
from .state import MAX_AMOUNT, MAX_STATUSES, NOTHING, PLAYER, Manner, Pile

_ONE = np.uint64(1)
_ZERO = np.uint64(0)
_MAX = np.float32(MAX_AMOUNT)
ALL, NO_RELIC = -1, -2  # whose rules react, instead of the number of a relic


@inner
def modify(s, rules, event, value, source=PLAYER, target=PLAYER, card=NOTHING, subject=NONE):
    """Return a value after every rule for the event has modified it, in their order, before rounding."""
    if _no_rule(s, rules, Stage.MODIFY, event, source, target):
        return value
    return _modify(s, rules, event, value, source, target, card, subject)


@inner
def modify_integer(s, rules, event, number, source=PLAYER, target=PLAYER, card=NOTHING):
    """Return an integer after every rule for the event has modified it, rounded down once at the end."""
    if _no_rule(s, rules, Stage.MODIFY, event, source, target):
        return int(number)
    return math.floor(_modify(s, rules, event, np.float32(number), source, target, card, NONE))


@inner
def modify_stacks(s, rules, stacks, source, target, status):
    """Return stacks of a status that an agent gains after every rule has modified them, rounded down at the end."""
    if not is_open(rules) or _no_rule(s, rules, Stage.MODIFY, Event.STATUS_GAINED, source, target):
        return int(stacks)
    return math.floor(
        _modify(s, rules, Event.STATUS_GAINED, np.float32(stacks), source, target, NOTHING, subject=status)
    )


@inner
def _no_rule(s, rules, stage, event, source, target):
    """Return whether no rule for the event can apply; small enough to be inlined, because this is the usual case."""
    table = rules.events[stage, event]
    if is_open(rules) and table.relics & s.relic_bits != _ZERO:
        return False
    held = s.agents[source].active | s.agents[target].active
    return table.length == 0 or (table.anyone == _ZERO and held & table.mask == _ZERO)


@inner
def _modify(s, rules, event, value, source, target, card, subject):
    table = rules.events[Stage.MODIFY, event]
    for k in range(table.first, table.first + table.length):
        rule = rules.subscriptions[k]
        if is_open(rules) and rule.carrier != NONE:
            value = _modify_from_hand(s, rules, rule, value, source, target, card, subject)
            continue
        first, last = _owners(s, rule.role, source, target)
        for owner in range(first, last):
            if not _holds(s, rules, owner, rule.status):
                continue
            stacks = stacks_of(s, rules, owner, rule.status)
            if _applies(s, rules, rule, owner, source, target, card, subject, stacks=stacks, value=int(value)):
                value = _changed(s, rules, rule, value, stacks)
                spend_stacks(s, rules, owner, rule)
    return value


@inner
def _modify_from_hand(s, rules, rule, value, source, target, card, subject):
    """Return a value after a rule of cards in hand, one after the other, has modified it."""
    for k in range(s.counts[Pile.HAND]):
        own = int(s.piles[Pile.HAND, k])
        if _carries(s, rule, own, source, target) and _applies(
            s, rules, rule, PLAYER, source, target, card, subject, stacks=0, value=int(value), own=own
        ):
            value = _changed(s, rules, rule, value, 0)
    return value


@inner
def _carries(s, rule, j, source, target):
    """Return whether a card has a rule, and the player the part in the event that the rule asks for."""
    concerned = rule.role == Role.ANYONE or (source if rule.role == Role.SOURCE else target) == PLAYER
    return concerned and s.cards[j].kind == rule.carrier


@inner
def react(
    s,
    rules,
    event,
    source=PLAYER,
    target=PLAYER,
    card=NOTHING,
    value=0,
    manner=Manner.NONE,
    stage=Stage.AFTER,
    subject=NONE,
):
    """Put the effects of all rules for an event on the agenda."""
    if not _no_rule(s, rules, stage, event, source, target):
        _react(s, rules, stage, event, source, target, card=card, value=value, manner=manner, subject=subject)


@inner
def start_battle(s, rules, stage):
    """Put the effects of all rules for the start of a battle on the agenda: relics act as the player got them."""
    if _no_rule(s, rules, stage, Event.BATTLE_START, PLAYER, PLAYER):
        return
    for step in range(s.relic_count + 1):
        k = int(s.relic_count) - step if stage == Stage.BEFORE else step
        only = MAX_STATUSES + int(s.relics[k - 1]) if k else NO_RELIC
        _react(s, rules, stage, Event.BATTLE_START, PLAYER, PLAYER, NOTHING, 0, Manner.NONE, subject=NONE, only=only)


@inner
def _react(s, rules, stage, event, source, target, card, value, manner, subject, only=ALL):
    """Put the effects of rules on the agenda: of all, of those that belong to no relic, or `only` of one relic."""
    table = rules.events[stage, event]
    for step in range(table.length):
        # Effects before an event go to the front, so the one to run first is put there last.
        k = table.first + (table.length - 1 - step if stage == Stage.BEFORE else step)
        rule = rules.subscriptions[k]
        if is_open(rules) and only != ALL and (is_relic(rule.status) if only == NO_RELIC else rule.status != only):
            continue
        if is_open(rules) and rule.carrier != NONE:
            first = stage == Stage.BEFORE or rule.front
            _react_from_hand(s, rules, rule, source, target, card, subject, value, manner=manner, first=first)
            continue
        first, last = _owners(s, rule.role, source, target)
        for owner in range(first, last):
            alive = s.agents[owner].hp > 0 or event == Event.DIED
            if not alive or not _holds(s, rules, owner, rule.status):
                continue
            stacks = stacks_of(s, rules, owner, rule.status)
            how = manner | Manner.REACTION
            if _applies(s, rules, rule, owner, source, target, card, subject, stacks, value, manner=how):
                if is_open(rules) and is_relic(rule.status) and not rule.quiet:
                    log_event(LogEvent.RELIC_ACTED, EVERYBODY, rule.status - MAX_STATUSES)
                begin_with(s, rule.pc, s.context, stage == Stage.BEFORE or rule.front)
                spend_stacks(s, rules, owner, rule)


@inner
def _react_from_hand(s, rules, rule, source, target, card, subject, value, manner, first):
    """Put the effect of a rule of cards in hand on the agenda, once for each card that has it."""
    how = manner | Manner.REACTION
    for k in range(s.counts[Pile.HAND]):
        own = int(s.piles[Pile.HAND, k])
        if _carries(s, rule, own, source, target) and _applies(
            s, rules, rule, PLAYER, source, target, card, subject, stacks=0, value=value, manner=how, own=own
        ):
            begin_with(s, rule.pc, s.context, first)


@inner
def _owners(s, role, source, target):
    """Return the range of agents whose statuses a rule of this role looks at."""
    if role == Role.ANYONE:
        return 0, int(s.agent_count)
    if role == Role.SOURCE:
        return int(source), int(source) + 1
    return int(target), int(target) + 1


@inner
def _applies(s, rules, rule, owner, source, target, card, subject, stacks, value, manner=Manner.NONE, own=NOTHING):
    """Return whether a rule's conditions hold, leaving in the record's context what its formulas refer to.

    `card` is the card of the event, `own` the card in hand whose rule this is.
    """
    if is_open(rules) and rule.subject != NONE and rule.subject != subject:
        return False
    if is_open(rules) and rule.named != NONE and not _is_named(s, rules, card, rule.named):
        return False
    if rule.types != 0 and (card == NOTHING or (rule.types >> rules.cards[s.cards[card].kind].type) & 1 == 0):
        return False
    if rule.grace and (s.agents[owner].fresh >> np.uint64(rule.status)) & _ONE:
        return False
    other = source if owner == target else target
    how = manner | Manner.OWN if owner == source else manner
    refer(s, rule.pc, source=owner, target=other, card=card, number=stacks, value=value, manner=how)
    if is_open(rules) and own != NOTHING:
        s.context.card = own
    return rule.when == NONE or run_formula(s, rules, s.context, rule.when) != 0


@inner
def _is_named(s, rules, card, group):
    """Return whether there is a card, and its name belongs to a group."""
    return card != NOTHING and (rules.cards[s.cards[card].kind].group >> group) & 1 != 0


@inner
def _changed(s, rules, rule, value, stacks):
    if rule.change == Change.TIMES:
        value = value * (rule.factor + rule.per_stack * np.float32(stacks))
    else:
        by = np.float32(amount(s, rules, s.context, rule.amount))
        if rule.change == Change.ADD:
            value = value + by
        elif rule.change == Change.SET:
            value = by
        else:
            value = min(value, by)
    return max(-_MAX, min(_MAX, value))


@inner
def spend_stacks(s, rules, owner, rule):
    """Use up stacks of the status whose rule has just applied."""
    if rule.spend != 0:
        stacks = stacks_of(s, rules, owner, rule.status)
        set_stacks(s, rules, owner, rule.status, 0 if rule.spend < 0 else max(0, stacks - rule.spend))


@inner
def has_status(s, who, status):
    """Return whether an agent has a status; a lasting one can have 0 stacks."""
    return s.agents[who].active >> np.uint64(status) & _ONE != _ZERO


@inner
def _holds(s, rules, who, status):
    """Return whether an agent has the status or the relic whose rule may apply."""
    if is_open(rules) and is_relic(status):
        return has_relic(s, who, status)
    return has_status(s, who, status)


@inner
def stacks_of(s, rules, who, status):
    """Return an agent's stacks of a status, or what a relic has counted."""
    if is_open(rules) and is_relic(status):
        return counter_of(s, status)
    return int(s.agents[who].stacks[status])


@inner
def set_stacks(s, rules, owner, status, stacks):
    """Set an agent's stacks of a status; one that drops to 0 fades, unless it is lasting."""
    if is_open(rules) and is_relic(status):
        set_counter(s, status, stacks)
    elif stacks == 0 and not rules.statuses[status].lasting:
        clear_status(s, rules, owner, status)
    else:
        agent = s.agents[owner]
        before = int(agent.stacks[status])
        new = is_open(rules) and not has_status(s, owner, status)
        log_event(LogEvent.STATUS_CHANGED, EVERYBODY, owner, who_is(s, owner), status, before, stacks)
        agent.stacks[status] = stacks
        agent.active |= _ONE << np.uint64(status)
        if is_open(rules) and rules.stack_rules:
            _react_to_stacks(s, rules, owner, status, int(stacks) - before, new)


@inner
def clear_status(s, rules, owner, status):
    """Remove a status; rules can react to its fading. A relic stays and counts from 0 again."""
    agent = s.agents[owner]
    if is_open(rules) and is_relic(status):
        set_counter(s, status, 0)
    elif has_status(s, owner, status):
        log_event(LogEvent.STATUS_ENDED, EVERYBODY, owner, who_is(s, owner), status)
        bit = _ONE << np.uint64(status)
        before = int(agent.stacks[status])
        agent.stacks[status] = 0
        agent.active &= ~bit
        agent.fresh &= ~bit
        _react_to_fading(s, rules, owner, status)
        if is_open(rules) and rules.stack_rules:
            _react_to_stacks(s, rules, owner, status, -before, False)


@inner
def _react_to_stacks(s, rules, owner, status, change, new):
    """Put the effects of rules for stacks gained or lost on the agenda.

    Such rules spend no stacks, which would be a change of stacks itself. A new status does not notice its own arrival.
    """
    event = Event.STATUS_GAINED if change > 0 else Event.STATUS_LOST
    if change == 0 or _no_rule(s, rules, Stage.AFTER, event, owner, owner):
        return
    table = rules.events[Stage.AFTER, event]
    for k in range(table.first, table.first + table.length):
        rule = rules.subscriptions[k]
        if rule.carrier != NONE:
            _react_from_hand(
                s, rules, rule, owner, owner, NOTHING, status, abs(change), manner=Manner.NONE, first=rule.front
            )
            continue
        first, last = _owners(s, rule.role, owner, owner)
        for who in range(first, last):
            own = new and who == owner and rule.status == status
            if own or s.agents[who].hp <= 0 or not _holds(s, rules, who, rule.status):
                continue
            stacks = stacks_of(s, rules, who, rule.status)
            if _applies(s, rules, rule, who, owner, owner, NOTHING, status, stacks, abs(change), Manner.REACTION):
                begin_with(s, rule.pc, s.context, rule.front)


@inner
def _react_to_fading(s, rules, owner, status):
    table = rules.events[Stage.AFTER, Event.FADED]
    for k in range(table.first, table.first + table.length):
        rule = rules.subscriptions[k]
        if rule.status == status and s.agents[owner].hp > 0:
            begin(s, rule.pc, source=owner, target=owner)


@inner
def decay(s, rules, event, owner):
    """Reduce the statuses of an agent that decay at this event."""
    agent = s.agents[owner]
    left = agent.active & rules.decays[event]
    status = 0
    while left != _ZERO:
        if left & _ONE and not (rules.statuses[status].grace and (agent.fresh >> np.uint64(status)) & _ONE):
            stacks = int(agent.stacks[status])
            gone = rules.statuses[status].decay_all != 0
            set_stacks(s, rules, owner, status, 0 if gone or stacks == 0 else stacks - (1 if stacks > 0 else -1))
        left >>= _ONE
        status += 1
