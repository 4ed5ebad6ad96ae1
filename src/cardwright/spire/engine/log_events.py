# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the rules of a battle report to its event log.

Nothing of it is hidden from the player: events say that a card goes into the draw pile, never where it lies there.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inlined

from .state import MAX_AGENTS

ORDINAL_SHIFT = 8


class LogEvent(IntEnum):
    """What can happen. An agent stands for two operands: its slot and what `who_is` returns for it.

    A card is its index in `cards` and its kind; a pile is a `Pile`.
    """

    TURN_BEGAN = 0  # turn
    PLAYED = 1  # card, how (a `Manner`), the kind of the card whose effect plays it or NOTHING
    MOVED = 2  # card, pile it leaves (GONE for a new card), pile it goes to
    SHUFFLED = 3  # the discard pile becomes part of the draw pile: its number of cards
    UPGRADED = 4  # card with its new kind, its old kind
    COST_CHANGED = 5  # card, change for the battle, cost for this turn or NOTHING
    BONUS_CHANGED = 6  # card, new bonus
    ENERGY_CHANGED = 7  # change, energy
    DAMAGED = 8  # agent, what block stopped, HP lost, HP left, the instruction that deals the damage
    HEALED = 9  # agent, HP gained, HP, the instruction that heals
    MAX_HP_CHANGED = 10  # agent, change, maximum HP, HP
    BLOCK_GAINED = 11  # agent, gain, block, the instruction that gives it
    BLOCK_LOST = 12  # agent, loss at the start of its turn, block left
    STATUS_CHANGED = 13  # agent, status, stacks before, stacks
    STATUS_ENDED = 14  # agent, status
    DIED = 15  # agent
    LEFT = 16  # agent, the gold it takes away
    APPEARED = 17  # agent, HP
    INTENDED = 18  # agent, move, its own number if the player can tell that by now, else NOTHING
    ACTED = 19  # agent, move
    ENDED = 20  # outcome
    RESOURCE_CHANGED = 21  # resource, change, what the player has of it
    BROADCAST = 22  # agent, event (from 0 for the first that content defines), inputs (`Input` bits), amount
    RELIC_ACTED = 23  # relic
    RELIC_COUNTED = 24  # relic, what it has counted
    POTION_USED = 25  # potion, slot
    POTION_GAINED = 26  # potion, slot
    SAVED = 27  # agent, HP that it keeps instead of dying
    HP_SET = 28  # agent, HP before, HP
    GOLD_CHANGED = 29  # change, gold
    STOLEN = 30  # agent, gold taken, gold left
    STOPPED = 31  # agent, the debuff that it does not get


@inlined
def who_is(s, who):
    """Return a number that names an agent: its kind, and in the upper bits its number within that kind, 0 if alone.

    Without a listener nobody uses the result, and the compiler drops the loop, whose length it knows.
    """
    number = 0
    count = 0
    for i in range(MAX_AGENTS):
        same = i < s.agent_count and s.agents[i].kind == s.agents[who].kind
        count += same
        number += same and i <= who
    return (number if count > 1 else 0) << ORDINAL_SHIFT | (int(s.agents[who].kind) + 1)
