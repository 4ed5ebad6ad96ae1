"""The rules of a battle as tables: what content compiles to and what kernels read."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import struct

from .state import MAX_STATUSES

MAX_CARD_KINDS = 256
MAX_ENEMY_KINDS = 32
MAX_MOVES = 128
MAX_PLANS = 64
MAX_STEPS = 256
MAX_CODE = 4096
MAX_TERMS = 4096
MAX_FORMULAS = 1024
MAX_SUBSCRIPTIONS = 256
MAX_GROUPS = 8

NONE = -1


class Op(IntEnum):
    """One instruction of an effect."""

    END = 0
    # on the target agent
    ATTACK = 1
    DAMAGE = 2
    LOSE_HP = 3
    HEAL = 4
    MAX_HP = 5
    BLOCK = 6  # from a card or a move: Dexterity and Frail count
    PLAIN_BLOCK = 7
    APPLY = 8
    CLEAR = 9
    INTEND = 10
    SPAWN = 11
    LEAVE = 12
    # on the player
    ENERGY = 13
    DRAW = 14
    ADD = 15
    ADD_RANDOM = 16
    # on the chosen card
    MOVE = 17
    UPGRADE = 18
    DUPLICATE = 19
    COST = 20
    BONUS = 21
    PLAY = 22
    # aiming
    CHOOSE_AGENT = 23
    RANDOM_AGENT = 24
    EACH_AGENT = 25
    NEXT_AGENT = 26
    CHOOSE_CARD = 27
    RANDOM_CARD = 28
    TOP_CARD = 29
    EACH_CARD = 30
    NEXT_CARD = 31
    # control
    SELF_CARD = 32
    TIMES = 33
    AGAIN = 34
    IF = 35
    JUMP = 36
    CALL = 37
    HOST = 38
    FINISH_CARD = 39


class AgentSet(IntEnum):
    """Agents an effect may aim at, seen from whoever acts."""

    ENEMIES = 0
    AGENTS = 1
    ALLIES = 2


class Event(IntEnum):
    """What rules of statuses can react to or change."""

    # values that rules change
    ATTACK_DAMAGE = 0
    DAMAGE = 1  # of any kind, before block
    CARD_BLOCK = 2
    COST = 3
    PLAYABLE = 4
    EXHAUSTS = 5
    DRAWS = 6
    DEBUFF = 7
    BLOCK_LOST = 8
    TURN_ENERGY = 9
    TURN_DRAWS = 10
    # things that happen
    CARD_PLAYED = 11
    CARD_DRAWN = 12
    CARD_EXHAUSTED = 13
    CARD_DISCARDED = 14
    ATTACKED = 15  # a hit arrives, blocked or not
    WOUNDED = 16  # a hit takes HP
    HP_LOST = 17
    BLOCK_GAINED = 18
    TURN_START = 19
    AFTER_DRAW = 20
    TURN_END = 21
    ROUND_END = 22
    DIED = 23
    FADED = 24
    SHUFFLED = 25
    DEBUFFED = 26


class Role(IntEnum):
    """Who the owner of a status is in an event, for its rule to apply."""

    SOURCE = 0
    TARGET = 1
    ANYONE = 2


class Stage(IntEnum):
    """When a rule acts."""

    MODIFY = 0
    BEFORE = 1
    AFTER = 2


class Change(IntEnum):
    """How a rule changes a value."""

    ADD = 0
    TIMES = 1
    SET = 2
    CAP = 3


class Stacking(IntEnum):
    """What happens when a status is applied to one who has it."""

    ADD = 0
    KEEP = 1
    SET = 2
    MAX = 3


class Keyword(IntEnum):
    """Keywords of cards, as bits."""

    EXHAUST = 1
    ETHEREAL = 2
    INNATE = 4
    UNPLAYABLE = 8
    RETAIN = 16
    X_COST = 32
    POOL = 64  # may be drawn when an effect adds a random card
    PLAIN = 128  # nothing in the battle can forbid it, and its cost is a number


class Hook(IntEnum):
    """Moments at which a card acts without being played."""

    TURN_END = 0
    DRAWN = 1
    EXHAUSTED = 2
    DISCARDED = 3
    OTHER_PLAYED = 4


class TermOp(IntEnum):
    """One step of a formula, on a small stack."""

    NUMBER = 0
    PLUS = 1
    MINUS = 2
    TIMES = 3
    DIVIDE = 4
    REST = 5
    LESS = 6
    EQUAL = 7
    AND = 8
    OR = 9
    NOT = 10
    MIN = 11
    MAX = 12
    RANDOM = 13
    # values
    AMOUNT_NUMBER = 14  # X or stacks
    AMOUNT = 15
    DEALT = 16
    KILLED = 17
    AFFECTED = 18
    HP = 19
    MAX_HP = 20
    BLOCK = 21
    STATUS = 22
    PILE = 23
    PILE_TYPE = 24
    NAMED = 25
    BONUS = 26
    CHOSEN_COST = 27
    ENERGY = 28
    TURN = 29
    PLAYED = 30
    HURT = 31
    LIVING_ENEMIES = 32
    LIVING_ALLIES = 33
    ATTACKING = 34
    ROLL = 35
    BY_SELF = 36
    LAST_MOVE = 37
    REPLAYED = 38
    PLACE = 39


class Who(IntEnum):
    """Whose value a formula asks for."""

    SELF = 0
    TARGET = 1
    PLAYER = 2


Amount = [
    ("formula", np.int16),  # NONE when the amount is the plain number
    ("number", np.int16),
]

Code = struct([("op", np.int16), ("a", np.int16), ("b", np.int16), ("c", np.int16), *Amount])
Term = struct([("op", np.int16), ("a", np.int16), ("b", np.int16)])
Formula = struct([("first", np.int16), ("length", np.int16)])

Subscription = struct(
    [
        ("factor", np.float32),
        ("per_stack", np.float32),
        ("status", np.int16),
        ("pc", np.int16),  # of the effect of a before or after rule
        ("when", np.int16),  # a formula, NONE for always
        ("formula", np.int16),
        ("number", np.int16),
        ("spend", np.int16),  # stacks used up each time, -1 for all
        ("types", np.uint8),  # card types it applies to, as bits
        ("role", np.int8),
        ("change", np.int8),
        ("front", np.int8),  # whether its effect goes to the front of the agenda
        ("grace", np.int8),  # whether it waits while its status is fresh
    ]
)

EventTable = struct(
    [
        ("mask", np.uint64),  # statuses whose rules look at the source or target
        ("anyone", np.uint64),  # statuses whose rules look at everybody
        ("first", np.int16),
        ("length", np.int16),
    ]
)

Status = struct(
    [
        ("stacking", np.int8),
        ("debuff", np.int8),
        ("decay_event", np.int8),  # an Event, NONE for never
        ("decay_all", np.int8),
        ("grace", np.int8),
    ]
)

CardKind = struct(
    [
        ("formula", np.int16),  # of the cost
        ("number", np.int16),
        ("pc", np.int16),
        ("playable", np.int16),  # a formula, NONE for always
        ("upgrade", np.int16),  # what it becomes, NONE when it cannot
        ("keywords", np.int16),
        ("hooks", np.int16, (5,)),
        ("attack", np.int16, (4,)),  # formula and number of its attack's damage, then of its hits; for judging only
        ("guard", np.int16, (2,)),  # formula and number of the block it gives
        ("does_more", np.int8),  # whether it does anything but attack and block
        ("group", np.uint8),  # groups of names it belongs to, as bits
        ("type", np.int8),
    ]
)

Move = struct(
    [
        ("name", np.int16),
        ("pc", np.int16),
        ("formula", np.int16),  # of the damage of its attack
        ("number", np.int16),
        ("hits_formula", np.int16),
        ("hits", np.int16),
        ("then", np.int16),  # the move that always follows, NONE for none
        ("attacks", np.int8),
        ("shows_roll", np.int8),
    ]
)

Plan = struct(
    [
        ("when", np.int16),
        ("opening", np.int16),
        ("opening_size", np.int16),
        ("loop", np.int16),
        ("loop_size", np.int16),
        ("weights", np.int16),
        ("weights_size", np.int16),
    ]
)

Step = struct(
    [
        ("weight", np.float32),
        ("move", np.int16),
        ("most", np.int16),  # times in a row, 0 for any
        ("otherwise", np.int16),  # steps to choose from when it may not be repeated
        ("otherwise_size", np.int16),
    ]
)

EnemyKind = struct(
    [
        ("threat", np.float32),  # damage it deals in a turn on average, for judging only
        ("hp_low", np.int16, (2,)),  # formula, number
        ("hp_high", np.int16, (2,)),
        ("roll_low", np.int16, (2,)),
        ("roll_high", np.int16, (2,)),
        ("setup", np.int16),  # the effect it begins with
        ("move", np.int16),  # the first of its moves
        ("moves", np.int16),
        ("plan", np.int16),
        ("plans", np.int16),
    ]
)

Rules = struct(
    [
        ("code", Code, (MAX_CODE,)),
        ("terms", Term, (MAX_TERMS,)),
        ("formulas", Formula, (MAX_FORMULAS,)),
        ("subscriptions", Subscription, (MAX_SUBSCRIPTIONS,)),
        ("events", EventTable, (len(Stage), len(Event))),
        ("decays", np.uint64, (len(Event),)),  # statuses that count down at an event
        ("statuses", Status, (MAX_STATUSES,)),
        ("cards", CardKind, (MAX_CARD_KINDS,)),
        ("enemies", EnemyKind, (MAX_ENEMY_KINDS,)),
        ("moves", Move, (MAX_MOVES,)),
        ("plans", Plan, (MAX_PLANS,)),
        ("steps", Step, (MAX_STEPS,)),
        ("pace", np.float32),  # damage the deck deals in a turn on average, for judging only
        ("card_kinds", np.int16),
        ("finish", np.int16),  # the program that puts a played card away
        ("hooks", np.int8),  # the hooks that any card has, as bits
    ]
)
