"""The record of a match and the tables of its cards, with every field and every enumeration explained."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import struct

MAX_LINEUP = 7
MAX_CARDS = 255  # kinds of card in one set: a lineup stores each card in one byte
MAX_RULES = 24  # of one card, over all its mechanics
MAX_PHASES = 128
AGENDA = 192  # effects waiting at once: the built-in mechanics, all of them on every card, need fewer than 160
MAX_EFFECTS = 1 << 16  # resolved in one phase: the built-in mechanics with the strongest attack need fewer than 45,000
MAX_ATTACK = 10_000  # attack stays between -MAX_ATTACK and MAX_ATTACK

# Each card in a match has a slot: 1 to 7 on side a (0), 9 to 15 on side b (1), so `slot >> SIDE_SHIFT` is its side.
# A list of slots (a bench, the targets of an effect) is one integer, four bits a slot, the first in the lowest bits.
SLOTS = 16
SIDE_SHIFT = 3
SLOT_BITS = 4
SLOT_MASK = 15
# A lineup is one integer too: eight bits a card (its index in the set, from 1), the leftmost card in the lowest bits.
CARD_BITS = 8
CARD_MASK = 255


class Trigger(IntEnum):
    """When the rules of a card apply."""

    BEFORE_COMBAT = 0
    HURT = 1  # it takes more than 0 damage
    HEALED = 2  # it is healed by more than 0
    TOUCHED = 3  # after each blow and each heal, even of 0
    DEATH = 4
    START = 5  # before the first phase


TRIGGERS = 6


class Trait(IntEnum):
    """Bits of a card's `traits`: which triggers it has rules for, and how it changes damage and heals.

    The first six are `1 << Trigger`.
    """

    BEFORE_COMBAT = 1
    HURT = 2
    HEALED = 4
    TOUCHED = 8
    DEATH = 16
    START = 32
    ARMOUR = 64  # ignores blows
    SPLITS = 128  # shares damage
    DONATES = 256  # shares heals
    EXCEEDS = 512  # a heal does not bring it down to its printed health


class Effect(IntEnum):
    """What a rule does. Those up to KILL wait on the agenda; the others happen at once."""

    DAMAGE = 0
    HEAL = 1
    KILL = 2
    STRENGTHEN = 3
    COPY_ATTACK = 4
    SWAP = 5


class Task(IntEnum):
    """What an entry of the agenda does with its targets (a packed list of slots) and its amount.

    The first three have the numbers of the effects they carry out.
    """

    DAMAGE = 0  # deal `amount` to each target
    HEAL = 1  # heal each target by `amount`
    KILL = 2  # kill each target; the amount is unused
    SHARE_DAMAGE = 3  # the target passes `amount` of damage on to the others on its bench
    SHARE_HEAL = 4  # the target passes `amount` of a heal on to the others on its bench
    BURY = 5  # take the dead target off its bench; the amount is unused
    TOUCH = 6  # fire the TOUCHED trigger of the target; the amount is unused


class Target(IntEnum):
    """The cards a rule affects, from the point of view of its own card."""

    SELF = 0
    ENEMY_FIGHTER = 1
    ENEMY_BENCH = 2
    ENEMIES = 3  # the enemy bench from the left, then the enemy fighter
    ALLIES = 4  # the other cards of its own bench
    RIGHTMOST_ALLY = 5  # the rightmost card of its own bench


class Counter(IntEnum):
    """A count that a rule can refer to."""

    NONE = 0  # always 0
    AGE = 1  # combats the card has entered
    HITS = 2  # times it was hurt or healed


Rule = struct(
    [
        ("low", np.int32),  # the rule applies if its counter is at least this
        ("high", np.int32),  # and at most this
        ("amount", np.int32),
        ("effect", np.uint8),  # an Effect
        ("target", np.uint8),  # a Target
        ("counter", np.uint8),  # the Counter that `low` and `high` bound
        ("plus", np.uint8),  # the Counter added to the amount
    ]
)

CardRow = struct(
    [
        ("attack", np.int32),
        ("health", np.int32),
        ("armour", np.int32),  # blows it ignores
        ("traits", np.int32),  # bits of Trait
        ("pain_kept", np.int32),  # percent of the damage it keeps, if it splits damage
        ("heal_kept", np.int32),  # percent of a heal it keeps, if it shares heals
        ("rules", Rule, (MAX_RULES,)),  # grouped by trigger
        ("first", np.uint8, (TRIGGERS + 1,)),  # the index in `rules` where the rules of each trigger begin
    ]
)

Tables = struct([("cards", CardRow, (MAX_CARDS + 1,))])  # the cards of a set, from index 1

Fighter = struct(
    [
        ("attack", np.int32),
        ("health", np.int32),  # 0 once it is dead
        ("kind", np.uint32),  # its index in the tables
        ("traits", np.int32),  # bits of Trait
        ("armour", np.int32),  # blows it still ignores
        ("counts", np.int32, (3,)),  # by Counter
    ]
)

Match = struct(
    [
        ("cards", Fighter, (SLOTS,)),  # by slot
        ("agenda", np.int64, (AGENDA,)),  # a stack of pending tasks; effects.py packs the entries
        ("bench", np.int64, (2,)),  # the slots of each side from the left; between phases the whole lineup
        ("bench_size", np.int64, (2,)),  # cards on each bench, including dying ones
        ("fighter", np.int64, (2,)),  # the slot of each side's fighter, 0 before the first phase
        ("waiting", np.int64),  # entries on the agenda
        ("left", np.int64),  # effects that can still be resolved in this phase
        ("phases", np.int64),  # fought so far
        ("fault", np.int64),  # 1 if the match was stopped: too many effects waiting at once or in one phase
    ]
)
