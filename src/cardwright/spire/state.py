"""The record of a battle, every field explained, and the numbers that stand for words in it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.agenda import agenda_fields
from cardwright.core.record import game_record, struct

MAX_AGENTS = 6  # the player and up to five enemies
MAX_CARDS = 120  # cards in a battle, those made on the way included
MAX_DECK = 100
MAX_STATUSES = 64  # kinds of status in one battle: one bit each in a mask of 64
HAND_LIMIT = 10
AGENDA = 64  # effects waiting at one time
STACK = 8  # depth of an amount's formula
LARGEST_AMOUNT = 30_000  # of anything a formula works out
MOST_STACKS = 999
MOST_STEPS = 20_000  # instructions in one decision, after which rules count as runaway
MOST_TURNS = 300  # a battle that lasts longer is a draw
CHOOSABLE = 255  # the mark of cards that may be chosen now
PLAYER = 0
NOBODY = -1
NOTHING = -1


class Stream(IntEnum):
    """What the streams of random numbers are for, so that one does not disturb the other."""

    SHUFFLE = 0
    ENEMY = 1
    EFFECT = 2


class CardType(IntEnum):
    """The type of a card."""

    ATTACK = 0
    SKILL = 1
    POWER = 2
    STATUS = 3
    CURSE = 4


class Pile(IntEnum):
    """Where a card can be."""

    HAND = 0
    DRAW = 1
    DISCARD = 2
    EXHAUST = 3
    PLAY = 4  # being played right now
    GONE = 5  # a power at work, or a place that is free


class Phase(IntEnum):
    """What happens next when nothing waits on the agenda."""

    OPENING = 0  # the enemies have taken their places
    TURN_START = 1
    DRAW_HAND = 2
    AFTER_DRAW = 3
    PLAY = 4
    TURN_END = 5
    HAND_ACTS = 6
    DISCARD_HAND = 7
    ENEMIES_START = 8
    ENEMY_ACTS = 9
    ENEMY_CHOOSES = 10
    ENEMIES_END = 11
    ROUND_END = 12


class Prompt(IntEnum):
    """What the player is asked."""

    NONE = 0
    PLAY = 1  # a card, or the end of the turn
    AGENT = 2  # one of the agents in prompt_mask
    CARD = 3  # one of the cards whose mark is CHOOSABLE
    HOST = 4  # the answer of a Python function


class Outcome(IntEnum):
    """How the battle stands."""

    OPEN = 0
    WON = 1
    LOST = 2
    DRAWN = 3  # too many turns, or runaway rules


class Fault(IntEnum):
    """Why the rules could not go on."""

    NONE = 0
    RUNAWAY = 1  # too many steps in one decision
    AGENDA_FULL = 2  # too many effects waiting


class Manner(IntEnum):
    """How a card is being played."""

    NONE = 0
    REPLAY = 1  # once more by another card's doing: the card itself stays where it is
    RANDOM_TARGET = 2  # by no one's choice
    THEN_EXHAUST = 4


class Act(IntEnum):
    """The actions: what each small integer means, in every position."""

    END_TURN = 0
    HAND = 1  # to 10: the card in this place of the hand, to play or to choose
    AGENT = 11  # to 16: this agent; 11 is the player, then the enemies from the left
    CARD = 17  # to 136: this card of a pile, by its number in the battle
    SKIP = 137  # choose nothing more


MAX_ACTIONS = 138

Agent = struct(
    [
        ("active", np.uint64),  # one bit for each status it has
        ("fresh", np.uint64),  # those it got since the player's turn ended, which do not count down in this round
        ("hp", np.int32),
        ("max_hp", np.int32),
        ("block", np.int32),
        ("kind", np.int16),  # of enemy, NOTHING for an empty place
        ("move", np.int16),  # what it will do next
        ("last", np.int16),  # what it did last
        ("before", np.int16),  # and the time before
        ("step", np.int16),  # how far it is in the fixed part of its plan
        ("plan", np.int16),  # the plan it follows
        ("roll", np.int16),  # a number rolled for it when the battle began
        ("roll_shown", np.int8),  # whether the player has seen a move that tells this number
        ("ready", np.int8),  # whether it has still to act this turn
        ("stacks", np.int16, (MAX_STATUSES,)),  # of each status
    ]
)

Card = struct(
    [
        ("kind", np.int16),
        ("cost_change", np.int8),  # for the rest of the battle
        ("turn_cost", np.int8),  # what it costs this turn instead, NOTHING for the usual
        ("bonus", np.int16),  # the card's own counter, for example what Rampage has gained
        ("pile", np.int8),
        ("mark", np.uint8),  # set on cards that an effect has still to visit, or that may be chosen
    ]
)

Entry = struct(
    [
        ("pc", np.int16),  # the next instruction
        ("card", np.int16),  # the card this comes from
        ("chosen", np.int16),  # the card it is about
        ("number", np.int16),  # X for a card, the stacks for a status
        ("amount", np.int16),  # the amount of the event that set it off, or the answer of a Python function
        ("count", np.int16),  # times still to go in a loop
        ("dealt", np.int16),  # HP taken by it so far
        ("affected", np.int16),  # targets of its last `to`
        ("source", np.int8),  # the agent whose doing it is
        ("target", np.int8),  # the agent it is about
        ("mask", np.uint8),  # agents still to visit in a loop
        ("mark", np.uint8),  # the mark of cards still to visit in a loop
        ("killed", np.int8),  # enemies killed by it
        ("manner", np.int8),  # how a card is being played, a `Manner`
    ]
)

State = game_record(
    "spire",
    [
        ("agents", Agent, (MAX_AGENTS,)),
        ("context", Entry),  # what a formula refers to when no entry of the agenda is at work
        ("stack", np.int32, (STACK,)),  # scratch space of formulas
        ("counts", np.int16, (4,)),  # cards in each of the `piles`
        ("card_count", np.int16),  # places of `cards` in use
        ("agent_count", np.int16),  # places of `agents` in use
        ("known_top", np.int16),  # cards on top of the draw pile whose order the player knows
        ("energy", np.int16),
        ("max_energy", np.int16),
        ("hand_size", np.int16),  # cards drawn at the start of a turn
        ("played", np.int16),  # cards played this turn
        ("hurt", np.int16),  # times the player has lost HP
        ("prompt_host", np.int16),  # the Python function asked
        ("prompt_jump", np.int16),  # where the effect goes on when nothing is chosen
        ("prompt_mask", np.uint8),  # the agents that may be chosen
        ("prompt_skip", np.int8),  # whether choosing nothing is allowed
        ("prompt", np.int8),
        ("phase", np.int8),
        ("acting", np.int8),  # the enemy whose turn it is
        ("outcome", np.int8),
        ("marks", np.uint8),  # the last mark given out
        ("aimed", np.int8),  # the agent the last card was aimed at
        ("turn_costs", np.int8),  # whether some card costs something else this turn
        ("untidy", np.int8),  # whether there is something in `context` or `stack`
        ("begun", np.int8),  # whether the first turn has started; a position given in full begins in the middle
        *agenda_fields(Entry, AGENDA),
        ("cards", Card, (MAX_CARDS,)),
        ("piles", np.uint8, (4, MAX_CARDS)),  # hand, draw, discard and exhaust pile: numbers of cards, the top last
    ],
    __name__,
)
