# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Potions: when the player can use one, what that starts, and how new ones come up in a battle."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner
from cardwright.core.event_log import EVERYBODY, log_event
from cardwright.core.random import below

from .agenda_entries import begin, refer
from .events import modify, modify_integer, react
from .formula_vm import amount, run_formula
from .log_events import LogEvent
from .rules import NONE, Event
from .state import NOBODY, NOTHING, PLAYER, Stream

COMMON, UNCOMMON = 65, 25  # of 100 potions, the rest rare


@inner
def can_use(s, rules, slot):
    """Return whether the player can use the potion in a slot now."""
    if s.potions[slot] < 0:
        return False
    potion = rules.potions[s.potions[slot]]
    if potion.automatic:
        return False
    refer(s)
    return potion.usable == NONE or run_formula(s, rules, s.context, potion.usable) != 0


@inner
def use_potion(s, rules, slot):
    """Take a potion out of its slot and put its effect on the agenda."""
    potion = rules.potions[s.potions[slot]]
    _empty(s, slot)
    begin(s, potion.strong_pc if _is_strong(s, rules) else potion.pc, target=NOBODY)
    react(s, rules, Event.POTION_USED)


@inner
def _empty(s, slot):
    log_event(LogEvent.POTION_USED, EVERYBODY, s.potions[slot], slot)
    s.potions[slot] = NOTHING


@inner
def _is_strong(s, rules):
    """Return whether a rule doubles the effect of potions."""
    return modify_integer(s, rules, Event.POTENCY, 1) > 1


@inner
def kept_by_potion(s, rules, who):
    """Return the HP that a potion lets a dying agent keep, which uses it up, or 0."""
    if who == PLAYER:
        for slot in range(s.potion_slots):
            kind = s.potions[slot]
            if kind >= 0 and rules.potions[kind].automatic:
                refer(s)
                potion = rules.potions[kind]
                _empty(s, slot)
                strong = _is_strong(s, rules)
                return max(1, amount(s, rules, s.context, potion.strong_keeps if strong else potion.keeps))
    return 0


@inner
def fill_slots(s, rules, n):
    """Put up to `n` random potions into empty slots, unless a rule forbids it."""
    for slot in range(s.potion_slots):
        if n > 0 and s.potions[slot] < 0 and modify(s, rules, Event.POTION_GAINED, np.float32(1)) > 0:
            s.potions[slot] = _random_potion(s, rules)
            log_event(LogEvent.POTION_GAINED, EVERYBODY, s.potions[slot], slot)
            n -= 1


@inner
def _random_potion(s, rules):
    """Return the kind of a random potion: first the rarity by weight, then any potion of it."""
    drawn = below(s, Stream.EFFECT, 100)
    rarity = 0 if drawn < COMMON else 1 if drawn < COMMON + UNCOMMON else 2
    count = 0
    for kind in range(rules.potion_kinds):
        count += rules.potions[kind].rarity == rarity
    if count == 0:
        return NOTHING
    left = below(s, Stream.EFFECT, count)
    kind = 0
    while left > 0 or rules.potions[kind].rarity != rarity:
        left -= rules.potions[kind].rarity == rarity
        kind += 1
    return kind
