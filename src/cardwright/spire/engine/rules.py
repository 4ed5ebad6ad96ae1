"""The rules of a battle as tables: what content compiles to and what kernels read."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from cardwright.core.record import marked_struct, struct

from .state import MAX_RESOURCES, MAX_STATUSES

MAX_CARD_KINDS = 384
MAX_ENEMY_KINDS = 32
MAX_MOVES = 128
MAX_PLANS = 64
MAX_STEPS = 256
MAX_CODE = 4096
MAX_TERMS = 4096
MAX_FORMULAS = 1024
MAX_SUBSCRIPTIONS = 512
MAX_GROUPS = 8
MAX_RELIC_KINDS = 256
MAX_POTION_KINDS = 64
MAX_OWN_EVENTS = 32  # events that content defines
MAX_LOOP = 48  # phases of a turn

NONE = -1


class Event(IntEnum):
    """What rules of statuses can modify or react to."""

    # values that rules modify
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
    CARD_CREATED = 27
    CARD_ADDED = 28  # to the hand, other than by drawing
    CARD_MOVED = 29  # from pile to pile, by an effect
    INTENT_CHOSEN = 30
    STATUS_LOST = 31
    # values of things that happen
    ENERGY_GAINED = 32  # by an effect
    HEALING = 33
    STATUS_GAINED = 34
    HAND_DISCARDED = 35  # at the end of the turn; as a value, whether a card is
    # more things that happen
    BATTLE_START = 36
    VICTORY = 37
    HAND_EMPTY = 38  # while the player plays cards
    BLOCK_BROKEN = 39  # damage takes the last of it
    APPEARED = 40  # a new enemy
    POTION_USED = 41
    # more values
    X_VALUE = 42  # what X stands for on a card
    DYING = 43  # the HP of somebody who would have none left
    POTENCY = 44  # of potions, 1 as a rule
    POTION_GAINED = 45  # whether it is
    GOLD_GAINED = 46  # by an effect, or back from a thief


FIRST_OWN_EVENT = len(Event)  # the number of the first event that content defines


class Role(IntEnum):
    """The part the owner of a status must have in an event for the rule to apply."""

    SOURCE = 0
    TARGET = 1
    ANYONE = 2


class Stage(IntEnum):
    """When a rule acts: on the value of an event, before the event or after it."""

    MODIFY = 0
    BEFORE = 1
    AFTER = 2


class Change(IntEnum):
    """How a rule modifies a value."""

    ADD = 0
    TIMES = 1
    SET = 2
    CAP = 3


class Stacking(IntEnum):
    """What happens when a status is applied to an agent who already has it."""

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
    POOL = 64  # can come up when an effect adds a card at random
    PLAIN = 128  # nothing in the battle can forbid it, and its cost is a fixed number
    PAYS = 256  # costs other resources besides energy
    COLORLESS = 512  # can come up when an effect offers colourless cards


class Hook(IntEnum):
    """Moments at which a card acts without being played."""

    TURN_END = 0
    DRAWN = 1
    EXHAUSTED = 2
    DISCARDED = 3
    OTHER_PLAYED = 4


Amount = struct(
    [
        ("formula", np.int16),  # NONE if the amount is the plain number
        ("number", np.int16),
    ]
)

Code = struct([("op", np.int16), ("a", np.int16), ("b", np.int16), ("c", np.int16), ("amount", Amount)])
Term = struct([("op", np.int16), ("a", np.int16), ("b", np.int16)])
Formula = struct([("first", np.int16), ("length", np.int16)])

PotionKind = struct(
    [
        ("pc", np.int16),
        ("strong_pc", np.int16),  # the effect where potency is above 1
        ("usable", np.int16),  # a formula, NONE for always
        ("keeps", Amount),  # the HP that it lets the player keep instead of dying
        ("strong_keeps", Amount),
        ("damage", Amount),  # of its first attack or damage; this and the next are for heuristics only
        ("block", Amount),
        ("automatic", np.int8),  # whether it waits for that, so that the player cannot use it
        ("rarity", np.int8),  # from 0 for common, NONE if no effect brings it
        ("flees", np.int8),  # whether it ends the battle
    ]
)

Subscription = struct(
    [
        ("factor", np.float32),  # for Change.TIMES
        ("per_stack", np.float32),  # what each stack adds to the factor
        ("status", np.int16),  # from MAX_STATUSES on, a relic
        ("carrier", np.int16),  # the kind of card that has the rule while in hand, NONE for a rule of a status
        ("subject", np.int16),  # the status that the event must be about, NONE for any
        ("named", np.int16),  # the group of names the card must belong to, NONE for any
        ("pc", np.int16),  # the effect of a before or after rule
        ("when", np.int16),  # a formula, NONE for always
        ("amount", Amount),  # for the other changes
        ("spend", np.int16),  # stacks used up each time, -1 for all
        ("types", np.uint8),  # card types it applies to, as bits; 0 for all events
        ("role", np.int8),
        ("change", np.int8),
        ("front", np.int8),  # whether its effect goes to the front of the agenda
        ("grace", np.int8),  # whether it waits while its status is fresh
        ("quiet", np.int8),  # whether it mostly counts, so that the log does not tell of it
    ]
)

EventTable = struct(
    [
        ("mask", np.uint64),  # statuses with a rule for the source or the target
        ("anyone", np.uint64),  # statuses with a rule for any agent; all bits if cards in hand have a rule
        ("relics", np.uint64),  # relics with a rule, by their kind modulo 64
        ("first", np.int16),  # the first of its subscriptions
        ("length", np.int16),
    ]
)

Status = struct(
    [
        ("stacking", np.int8),
        ("debuff", np.int8),  # whether gaining it is a debuff
        ("debuff_if_lost", np.int8),  # whether losing it is one
        ("decay_event", np.int8),  # an Event, NONE for never
        ("decay_all", np.int8),
        ("grace", np.int8),
        ("lasting", np.int8),  # whether it stays with 0 stacks
    ]
)

CardKind = struct(
    [
        ("cost", Amount),
        ("pc", np.int16),
        ("playable", np.int16),  # a formula, NONE for always
        ("upgrade", np.int16),  # the kind it becomes, NONE if it cannot be upgraded
        ("keywords", np.int16),
        ("hooks", np.int16, (len(Hook),)),  # the effect for each hook, NONE for none
        ("damage", Amount),  # of its first attack; this and the next three are for heuristics only
        ("hits", Amount),
        ("block", Amount),  # of its first block
        ("does_more", np.int8),  # whether it does anything but attack and block
        ("group", np.uint8),  # groups of names it belongs to, as bits
        ("type", np.int8),
    ]
)

Move = struct(
    [
        ("name", np.int16),  # shared by the moves of this name of all kinds of enemies
        ("pc", np.int16),
        ("damage", Amount),  # of its attack
        ("hits", Amount),
        ("then", np.int16),  # the move that always follows, NONE for none
        ("attacks", np.int8),
        ("shows_roll", np.int8),  # whether the player can tell the enemy's roll from it
    ]
)

Plan = struct(
    [
        ("when", np.int16),  # a formula, NONE for always
        ("opening", np.int16),  # the first step of each part, and the number of its steps
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
        ("most", np.int16),  # times in a row, 0 for any number
        ("otherwise", np.int16),  # the first of the steps to draw from instead
        ("otherwise_size", np.int16),
    ]
)

Resource = struct(
    [
        ("each_turn", np.int16),  # what the player gets of it with the energy of a turn
        ("most", np.int16),
        ("gained", np.int16),  # the event that an effect gives the player some of it
        ("spent", np.int16),  # the event that a card costs some of it
        ("kept", np.int8),  # whether what is left stays for the next turn
    ]
)

EnemyKind = struct(
    [
        ("threat", np.float32),  # the damage it deals in an average turn, for heuristics only
        ("hp_low", Amount),
        ("hp_high", Amount),
        ("roll_low", Amount),
        ("roll_high", Amount),
        ("setup", np.int16),  # the effect it begins with, NONE for none
        ("move", np.int16),  # the first of its moves, and their number
        ("moves", np.int16),
        ("plan", np.int16),  # the first of its plans, and their number
        ("plans", np.int16),
    ]
)

FIELDS: list[tuple[Any, ...]] = [
    ("code", Code, (MAX_CODE,)),
    ("terms", Term, (MAX_TERMS,)),
    ("formulas", Formula, (MAX_FORMULAS,)),
    ("subscriptions", Subscription, (MAX_SUBSCRIPTIONS,)),
    ("events", EventTable, (len(Stage), FIRST_OWN_EVENT + MAX_OWN_EVENTS)),
    ("decays", np.uint64, (len(Event),)),  # the statuses that decay at each event, as bits
    ("statuses", Status, (MAX_STATUSES,)),
    ("cards", CardKind, (MAX_CARD_KINDS,)),
    ("prices", Amount, (MAX_CARD_KINDS, MAX_RESOURCES)),  # what cards cost of each resource besides energy
    ("enemies", EnemyKind, (MAX_ENEMY_KINDS,)),
    ("moves", Move, (MAX_MOVES,)),
    ("plans", Plan, (MAX_PLANS,)),
    ("steps", Step, (MAX_STEPS,)),
    ("resources", Resource, (MAX_RESOURCES,)),
    ("potions", PotionKind, (MAX_POTION_KINDS,)),
    ("loop", np.int8, (MAX_LOOP,)),  # the phases of a turn, each a `Phase`
    ("loop_length", np.int8),
    ("own_loop", np.int8),  # whether the loop differs from the usual one, which the code knows by heart
    ("stack_rules", np.int8),  # whether any rule reacts to stacks that are gained or lost
    ("first_play", np.int8),  # the index in `loop` of the first phase in which the player plays cards
    ("resource_kinds", np.int8),
    ("relic_kinds", np.int16),
    ("potion_kinds", np.int16),
    ("card_kinds", np.int16),  # how many kinds of each part these rules contain
    ("status_kinds", np.int16),
    ("enemy_kinds", np.int16),
    ("move_kinds", np.int16),
    ("enemy_slots", np.int16),  # the most enemies that a battle with these rules can have
    ("chooses_status", np.int8),  # whether the player can be asked for a status
    ("option_kinds", np.int16),  # effects that the player can choose, one of several
    ("ask_always", np.int8),  # whether the player is asked for a target even if there is only one
    ("finish", np.int16),  # the code that puts a played card away
    ("hooks", np.int8),  # the hooks that any card has, as bits
]

Rules = struct(FIELDS)
OpenRules = marked_struct("open", FIELDS)  # where content uses what own_rules.py is about
