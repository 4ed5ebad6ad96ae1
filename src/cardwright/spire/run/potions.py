# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Potions outside of battles: drinking those that work there, and discarding one to make room for another."""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inner

from .player import SACRED_BARK, free_slot, heal
from .programs import settle
from .relic_effects import RelicEffect
from .stack import push_program, top
from .state import NONE, SHOP_POTIONS, SOLD, Frame
from .tables import event

WE_MEET_AGAIN = event("We Meet Again")  # where one of the potions is asked for

# Where the player can use potions, by `Frame`.
CALM = np.array([frame in (Frame.MAP, Frame.REWARD, Frame.CHEST, Frame.SHOP, Frame.REST, Frame.EVENT)
                 for frame in Frame])  # fmt: skip


@inner
def can_drink(s, t, slot):
    """Return whether the potion in a slot can be used on the screen on top."""
    frame = top(s)
    calm = CALM[frame] and not (frame == Frame.EVENT and s.event == WE_MEET_AGAIN)
    potion = s.potions[slot]
    return calm and potion != NONE and t.potion_pc[potion, 0] != NONE


@inner
def drink(s, t, slot):
    """Use the potion in a slot."""
    pc = t.potion_pc[s.potions[slot], 1 if s.owned[SACRED_BARK] else 0]
    s.potions[slot] = NONE
    heal(s, int(s.does[RelicEffect.POTION_HEAL]))
    push_program(s, pc)
    settle(s, t)


@inner
def can_discard(s, slot):
    """Return whether it makes sense to discard the potion in a slot: another one is offered, and no slot is free."""
    if s.potions[slot] == NONE or s.does[RelicEffect.NO_POTIONS] or free_slot(s) != NONE:
        return False
    if top(s) == Frame.SHOP:
        for k in range(SHOP_POTIONS):
            if s.shop_potion_price[k] != SOLD and s.shop_potion_price[k] <= s.gold:
                return True
    return top(s) == Frame.REWARD and s.reward_potions > 0
