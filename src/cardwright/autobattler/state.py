"""The record of a match and the tables of its cards, every field explained, and the numbers that stand for words."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import struct

MAX_LINEUP = 7
MAX_CARDS = 255  # kinds of card in one set: one byte each in a lineup
MAX_RULES = 24  # of one card, all its mechanics together
MOST_PHASES = 128
AGENDA = 192  # effects waiting at one time: the game's own mechanics, all on every card, come to less than 160
MOST_EFFECTS = 1 << 16  # done in one phase: of the game's own mechanics less than 45,000, with the strongest attack
STRONGEST = 10_000  # attack, and as little below 0

# A card in a match has a number: 1 to 7 on side a, 9 to 15 on side b, so that the side is its eighths. Lists of such
# numbers (a bench, the targets of an effect) are written into one integer, four bits each, the first one lowest.
PLACES = 16
NUMBER_BITS = 4
NUMBER = 15
# A lineup is one integer too: eight bits for each card, its place in the set counted from 1, the leftmost lowest.
CARD_BITS = 8
CARD = 255


class Trigger(IntEnum):
    """When the rules of a card apply."""

    BEFORE_COMBAT = 0
    HURT = 1  # it is dealt more than 0 damage
    HEALED = 2  # it is healed by more than 0
    TOUCHED = 3  # after each blow and heal, even of 0
    DEATH = 4


TRIGGERS = 5


class Trait(IntEnum):
    """What a card of the match has to be asked about: the bits of its mask. The first are those of the triggers."""

    BEFORE_COMBAT = 1
    HURT = 2
    HEALED = 4
    TOUCHED = 8
    DEATH = 16
    ARMOUR = 32  # ignores blows
    SPLITS = 64  # shares damage
    DONATES = 128  # shares heals


class Effect(IntEnum):
    """What a rule does. The first of them wait on the agenda, the others happen at once."""

    DAMAGE = 0
    HEAL = 1
    KILL = 2
    STRENGTHEN = 3
    COPY_ATTACK = 4
    SWAP = 5


class Task(IntEnum):
    """What waits on the agenda: an effect on some cards, or what is left to do with one card."""

    DAMAGE = 0
    HEAL = 1
    KILL = 2
    SHARE_DAMAGE = 3
    SHARE_HEAL = 4
    BURY = 5
    TOUCH = 6


class Target(IntEnum):
    """Whom a rule aims at, seen from its card."""

    SELF = 0
    ENEMY_FIGHTER = 1
    ENEMY_BENCH = 2
    ENEMIES = 3  # the enemy bench from the left, then the enemy fighter
    ALLIES = 4  # the other cards of its own bench
    RIGHTMOST_ALLY = 5  # the rightmost card of its own bench


class Counter(IntEnum):
    """A number that a rule may ask for."""

    NONE = 0  # always 0
    AGE = 1  # combats the card has entered
    HITS = 2  # times it was hurt or healed


Rule = struct(
    [
        ("low", np.int32),  # the rule applies if its counter is at least this
        ("high", np.int32),  # and at most this
        ("amount", np.int32),
        ("effect", np.uint8),
        ("target", np.uint8),
        ("counter", np.uint8),  # the one the condition is about
        ("plus", np.uint8),  # the one added to the amount
    ]
)

CardRow = struct(
    [
        ("attack", np.int32),
        ("health", np.int32),
        ("armour", np.int32),  # blows it ignores
        ("traits", np.int32),
        ("pain_kept", np.int32),  # tenths of the damage it keeps if it splits it
        ("heal_kept", np.int32),
        ("rules", Rule, (MAX_RULES,)),
        ("first", np.uint8, (TRIGGERS + 1,)),  # where in `rules` those for each trigger begin
    ]
)

Tables = struct([("cards", CardRow, (MAX_CARDS + 1,))])  # the cards of a set, from 1

Fighter = struct(
    [
        ("attack", np.int32),
        ("health", np.int32),  # 0 once it is dead
        ("kind", np.uint32),  # its place in the tables
        ("traits", np.int32),
        ("armour", np.int32),  # blows it still ignores
        ("counts", np.int32, (3,)),  # its counters: always 0, its age, its hits
    ]
)

Match = struct(
    [
        ("cards", Fighter, (PLACES,)),
        ("agenda", np.int64, (AGENDA,)),  # what is still to be done, the next thing last
        ("bench", np.int64, (2,)),  # of each side, from the left; between phases the whole lineup
        ("bench_size", np.int64, (2,)),  # cards on each bench, the dying included
        ("fighter", np.int64, (2,)),
        ("waiting", np.int64),  # entries of the agenda
        ("left", np.int64),  # effects that may still be done in this phase
        ("phases", np.int64),  # fought so far
        ("fault", np.int64),  # 1 if the match was stopped: too many effects were waiting, or were done in one phase
    ]
)
