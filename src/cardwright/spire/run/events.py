# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""? rooms: what they turn out to be, which event comes up, and what events need."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event

from .log_events import RunEvent
from .opcodes import Amount, Need
from .player import removable, upgradable
from .relic_effects import RelicEffect
from .rewards import rounded
from .stack import push, push_program
from .state import MEMOS, NONE, Frame, Place
from .streams import Stream, below, uniform
from .tables import Type, relic

GOLDEN_IDOL = relic("Golden Idol")
START_CHANCES = np.array([0.1, 0.03, 0.02], np.float32)
PLACES = np.array([Place.MONSTER, Place.SHOP, Place.TREASURE])  # in the order of the chances
HUNDRED, SHRINE_CHANCE, PER_MILLE = np.float32(100), np.float32(0.25), np.float32(1000)


@inner
def reset_chances(s):
    """Set the chances of ? rooms to those at the start of an act."""
    for k in range(len(START_CHANCES)):
        s.chances[k] = START_CHANCES[k]


@inner
def roll_place(s, t, after_shop):
    """Return what a ? room turns out to be."""
    roll = int(uniform(s, Stream.EVENT) * HUNDRED)
    found = NONE
    below_it = 0
    for k in range(len(PLACES)):
        if not (after_shop and PLACES[k] == Place.SHOP):
            below_it += int(s.chances[k] * HUNDRED)
        if found == NONE and roll < below_it:
            found = k
    for k in range(s.relic_count if s.does[RelicEffect.TREASURE_EVERY] else 0):
        r = s.relic_list[k]
        if t.relic_effects[r, RelicEffect.TREASURE_EVERY]:
            s.charge[r] += 1
            if s.charge[r] >= t.relic_effects[r, RelicEffect.TREASURE_EVERY]:
                s.charge[r] = 0
                found = 2
    for k in range(len(PLACES)):
        s.chances[k] = START_CHANCES[k] if k == found else s.chances[k] + START_CHANCES[k]
    if found == NONE or (s.does[RelicEffect.NO_MONSTERS] and PLACES[found] == Place.MONSTER):
        return int(Place.EVENT)
    return PLACES[found]


@inner
def amount_of(s, t, pc):
    """Return the amount that a row of code names."""
    value = int(t.code_high[pc] if s.ascension >= t.code_since[pc] else t.code_low[pc])
    kind = t.code_kind[pc]
    if kind == Amount.PLAIN:
        return value
    if kind == Amount.MEMO:
        return int(s.memo[0])
    if kind == Amount.ALL:
        return int(s.gold)
    if kind == Amount.THIRD:
        return int(s.max_hp) // 3
    if kind == Amount.TENTHS:
        return value * (int(s.hp) // 10)
    share = np.float32(s.max_hp) * (np.float32(value) / PER_MILLE)
    amount = int(share)
    if kind == Amount.ROUND:
        amount = rounded(share)
    elif kind == Amount.CEIL:
        amount = int(np.ceil(share))
    return max(1, amount) if value else 0


@inner
def deck_has(s, t, need):
    """Return whether the deck has a card that fits a need."""
    for k in range(s.deck_size):
        c = s.deck_card[k]
        if need == Need.REMOVABLE and removable(s, t, k):
            return True
        if need == Need.UPGRADABLE and upgradable(s, t, k):
            return True
        if need == Need.CURSE and t.card_type[c] == Type.CURSE and removable(s, t, k):
            return True
        if need == Need.HEAVY and t.card_heavy[c] != NONE and s.deck_up[k] >= t.card_heavy[c]:
            return True
    return False


@inner
def holds(s, t, pc):
    """Return whether a need is fulfilled."""
    need = t.code_op[pc]
    n = amount_of(s, t, pc)
    what = int(t.code_what[pc])
    if need == Need.GOLD:
        return s.gold >= n
    if need == Need.FLOOR:
        return s.floor >= n
    if need == Need.FLOOR_BELOW:
        return s.floor < n
    if need == Need.ACT:
        return s.act >= n
    if need == Need.ACT_BELOW:
        return s.act < n
    if need == Need.ROW:
        return s.y >= n
    if need == Need.HP:
        return s.hp >= n
    if need == Need.RELICS:
        return s.relic_count >= n
    if need == Need.ASCENSION_BELOW:
        return s.ascension < n
    if need == Need.RELIC or need == Need.NO_RELIC:
        return (s.owned[what] > 0) == (need == Need.RELIC)
    if need == Need.WOUNDED_OR_IDOL:
        return 2 * int(s.hp) <= s.max_hp or s.owned[GOLDEN_IDOL] > 0
    if need == Need.MEMO or need == Need.NO_MEMO:
        return (s.memo[what] == 1) == (need == Need.MEMO)
    if need == Need.MEMO_SET:
        return s.memo[what] != NONE
    if need == Need.NOTHING_TO_LOSE:
        return s.memo[0] == NONE and s.memo[1] == NONE and s.memo[2] == NONE
    return deck_has(s, t, need)


@inner
def all_hold(s, t, needs):
    """Return whether a list of needs is fulfilled."""
    k = 0
    while k < len(needs) and (needs[k] == NONE or holds(s, t, needs[k])):
        k += 1
    return k == len(needs)


@inner
def option_allowed(s, t, k):
    """Return whether option `k` of the event can be chosen."""
    if k >= t.event_count[s.event, s.stage]:
        return False
    return all_hold(s, t, t.option_needs[t.event_first[s.event, s.stage] + k])


@inner
def take_out(listed, count, event):
    """Remove an event from a list and return how many are left."""
    left = 0
    for k in range(count):
        if listed[k] != event:
            listed[left] = listed[k]
            left += 1
    return left


@inner
def allowed_events(s, t, listed, count, found, always):
    """Append the events of a list that can come up to `s.work`, after `found` others; return how many there are."""
    for k in range(count):
        if always or all_hold(s, t, t.event_when[listed[k]]):
            s.work[found] = listed[k]
            found += 1
    return found


@inner
def choose_event(s, t):
    """Return the event of this room, and remove it from its list."""
    s.words[Stream.EVENT_COPY, 0] = s.words[Stream.EVENT, 0]
    s.words[Stream.EVENT_COPY, 1] = s.words[Stream.EVENT, 1]
    shrine = uniform(s, Stream.EVENT_COPY) < SHRINE_CHANCE
    found = 0
    if not shrine:
        found = allowed_events(s, t, s.events, int(s.event_count), 0, False)
    if found == 0:
        found = allowed_events(s, t, s.shrines, int(s.shrine_count), 0, True)
        found = allowed_events(s, t, s.one_time, int(s.one_time_count), found, False)
    if found == 0:
        found = allowed_events(s, t, s.events, int(s.event_count), 0, False)
    if found == 0:
        return NONE
    event = int(s.work[below(s, Stream.EVENT_COPY, found)])
    s.event_count = take_out(s.events, int(s.event_count), event)
    s.shrine_count = take_out(s.shrines, int(s.shrine_count), event)
    s.one_time_count = take_out(s.one_time, int(s.one_time_count), event)
    return event


@inner
def begin_event(s, t):
    """Choose the event of this room and open its screen."""
    event = choose_event(s, t)
    if event != NONE:
        open_event(s, t, event)


@inner
def open_event(s, t, event):
    """Open the screen of an event."""
    log_event(RunEvent.MET, EVERYBODY, event)
    s.event = event
    s.stage = 0
    s.visits = 0
    for k in range(MEMOS):
        s.memo[k] = 0
    push(s, Frame.EVENT)
    if t.event_enter[s.event] != NONE:
        push_program(s, t.event_enter[s.event])


@inner
def fill_event_lists(s, t):
    """Fill the lists of events and shrines for an act."""
    a = int(s.act) - 1
    s.event_count = t.act_event_count[a]
    for k in range(s.event_count):
        s.events[k] = t.act_events[a, k]
    s.shrine_count = t.shrine_count
    for k in range(s.shrine_count):
        s.shrines[k] = t.act_shrines[a, k]
    for k in range(len(s.colorless)):
        s.colorless[k] = t.colorless[k]


@inner
def fill_one_time_events(s, t):
    """Fill the list of events that come up once in a run; the ascension rules out some from the start."""
    s.one_time_count = 0
    for k in range(t.one_time_count):
        event = t.one_time[k]
        need = t.event_when[event, 0]
        if need == NONE or t.code_op[need] != Need.ASCENSION_BELOW or holds(s, t, need):
            s.one_time[s.one_time_count] = event
            s.one_time_count += 1
