"""The record of a battle, every field explained, and the enums of the numbers it holds."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import game_record, struct
from cardwright.spire.engine.agenda import agenda_fields

MAX_AGENTS = 6  # the player and up to five enemies
MAX_CARDS = 120  # cards in a battle, including those created during it
MAX_DECK = 100
MAX_OPTIONS = 6  # effects that the player chooses one of
MAX_STATUSES = 64  # kinds of status in one battle: one bit each in a 64-bit mask
MAX_RESOURCES = 4  # kinds of resources besides energy in one battle
MAX_RELICS = 32  # relics that the player has at the same time
MAX_POTIONS = 5  # potions that the player has at the same time
MAX_AMOUNT = 30_000  # the largest value of a formula
MAX_STACKS = 999
MAX_COST = 99
MAX_TURNS = 300  # a longer battle is a draw
MAX_INSTRUCTIONS = 5_000  # in one decision; beyond this the rules count as runaway
HAND_LIMIT = 10
PILES = 4  # the piles whose order is kept: hand, draw, discard and exhaust pile
AGENDA_SIZE = 64  # effects that can wait at the same time
STACK_SIZE = 8  # operands a formula can hold at the same time
CHOOSABLE = 128  # a bit in the marks of cards the player can choose now
PLAYER = 0  # the player's index among the agents
UNTIL_PLAYED = -2  # minus a cost: the `turn_cost` of a card that costs this much until it is played
NOBODY = -1
NOTHING = -1


class Stream(IntEnum):
    """The streams of random numbers, one for each use: drawing from one leaves the others unchanged."""

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
    """The zones a card can be in or move to."""

    HAND = 0
    DRAW = 1
    DISCARD = 2
    EXHAUST = 3
    PLAY = 4  # being played right now
    GONE = 5  # a power in effect, or a free slot of `cards`
    TOP_OF_DRAW = 6  # only as a destination: the top of the draw pile
    LIMBO = 7  # taken out of its pile to be played by an effect, until that play is finished
    OFFERED = 8  # a new card that the player can choose
    BOTTOM_OF_DRAW = 9  # only as a destination: the bottom of the draw pile


class Phase(IntEnum):
    """What happens next once the agenda is empty."""

    OPENING = 0  # the enemies choose their first moves
    NEW_TURN = 1
    LOSE_BLOCK = 2
    GAIN_ENERGY = 3
    TURN_START = 4
    DRAW_HAND = 5
    AFTER_DRAW = 6
    PLAY = 7
    BEFORE_TURN_END = 8  # statuses that act before the cards in hand
    HAND_ACTS = 9
    TURN_END = 10
    TURN_OVER = 11  # before the enemies act, if they act at once
    BEFORE_DISCARD = 12  # statuses that act before the hand is discarded
    DISCARD_HAND = 13
    ENEMIES_START = 14
    ENEMY_ACTS = 15
    ENEMY_CHOOSES = 16
    ENEMIES_END = 17
    ROUND_END = 18
    OWN_EVENT = 32  # the first event that content defines, as a phase; the others follow


class Sight(IntEnum):
    """What relics change in what the player sees, as bits."""

    DRAW_PILE = 1  # its order is known
    NO_INTENTS = 2  # those of enemies are not


class Prompt(IntEnum):
    """What the player is asked for."""

    NONE = 0
    PLAY = 1  # a card to play, or the end of the turn
    AGENT = 2  # one of the agents in prompt_mask
    CARD = 3  # one of the cards whose marks have the bit CHOOSABLE
    HOST = 4  # the answer of a Python function
    STATUS = 5  # one of the statuses of an agent, by the instruction that asks
    OPTION = 6  # one of the effects of the instruction that asks


class Outcome(IntEnum):
    """The result of the battle."""

    OPEN = 0
    WON = 1
    LOST = 2
    DRAWN = 3  # too many turns, or runaway rules
    ESCAPED = 4  # the player has left


class Room(IntEnum):
    """Where a battle takes place."""

    MONSTER = 0
    ELITE = 1
    BOSS = 2


class Fault(IntEnum):
    """Why the rules could not continue."""

    NONE = 0
    RUNAWAY = 1  # too many instructions in one decision
    AGENDA_FULL = 2  # too many effects waiting


class Manner(IntEnum):
    """How a card is being played, as bits."""

    NONE = 0
    REPLAY = 1  # played once more by another effect; the card itself does not move
    RANDOM_TARGET = 2  # aimed at random instead of by the player
    THEN_EXHAUST = 4
    REACTION = 8  # not a play itself: a status reacts to one
    OWN = 16  # the status belongs to whoever caused what it reacts to


class Act(IntEnum):
    """The action numbers. Their meaning is the same in every position."""

    END_TURN = 0
    HAND = 1  # to 10: the card at this position in the hand, to play or to choose
    AGENT = 11  # to 16: this agent; 11 is the player, then the enemies from the left
    CARD = 17  # to 136: the card with this index in `cards`
    SKIP = 137  # choose nothing
    STATUS = 138  # to 201: this status
    OPTION = 202  # to 207: this one of several effects
    POTION = 208  # to 212: use the potion in this slot


MAX_ACTIONS = Act.POTION + MAX_POTIONS


VARIANTS = 512  # added to a card in labels for each card of the same name that comes before it; see piles.variant


class Label(IntEnum):
    """The kinds of action: the upper part of a label. The lower part says which card, agent, status ..."""

    END_TURN = 0
    PLAY = 1
    TARGET = 2
    CARD = 3
    SKIP = 4
    STATUS = 5
    OPTION = 6
    POTION = 7


Agent = struct(
    [
        ("active", np.uint64),  # one bit for each status it has
        ("fresh", np.uint64),  # statuses gained since the player's turn ended, which do not decay in this round
        ("hp", np.int32),
        ("max_hp", np.int32),
        ("block", np.int32),
        ("kind", np.int16),  # the kind of enemy, NOTHING for the player
        ("move", np.int16),  # the move it intends, NOTHING for none
        ("last_move", np.int16),  # the move it made last
        ("earlier_move", np.int16),  # the move it made before that
        ("step", np.int16),  # its position in the fixed part of its plan
        ("plan", np.int16),  # the plan it follows
        ("roll", np.int16),  # its own number: rolled when the battle began, and changed by its moves
        ("gold", np.int16),  # what it has stolen
        ("roll_shown", np.int8),  # whether the player has seen a move that reveals `roll`
        ("ready", np.int8),  # whether it has still to act in this turn
        ("left", np.int8),  # whether it has left the battle, which is no death
        ("stacks", np.int16, (MAX_STATUSES,)),  # of each status
    ]
)

Card = struct(
    [
        ("kind", np.int16),
        ("cost_change", np.int8),  # for the rest of the battle
        ("turn_cost", np.int8),  # the cost that replaces the usual one this turn, NOTHING for none; below, UNTIL_PLAYED
        ("bonus", np.int16),  # the card's own counter, for example what Rampage has gained
        ("pile", np.int8),
        ("mark", np.uint8),  # set on cards that a loop has still to visit or that the player can choose
    ]
)

Entry = struct(
    [
        ("pc", np.int16),  # the index of the next instruction
        ("card", np.int16),  # the card the effect comes from
        ("chosen", np.int16),  # the card the effect acts on
        ("number", np.int16),  # X for a card, the stacks for a status
        ("amount", np.int16),  # the amount of the event that caused the effect, or a Python function's answer
        ("count", np.int16),  # iterations left of a counting loop
        ("dealt", np.int16),  # HP the effect has taken so far
        ("affected", np.int16),  # targets of its last `to`
        ("source", np.int8),  # the agent who acts
        ("target", np.int8),  # the agent it acts on
        ("mask", np.uint8),  # agents that a loop has still to visit, as bits
        ("mark", np.uint8),  # the mark of cards that a loop has still to visit, or CHOOSABLE plus the status it acts on
        ("killed", np.int8),  # enemies the effect has killed so far
        ("manner", np.int8),  # how the card is being played, a `Manner`
    ]
)

State = game_record(
    "spire",
    [
        ("agents", Agent, (MAX_AGENTS,)),
        ("bottled", np.uint64, (2,)),  # one bit for each card of the deck that relics put into the first hand
        ("relic_bits", np.uint64),  # relics by their kind modulo 64, for a quick look
        ("context", Entry),  # what formulas refer to while no entry of the agenda is running
        ("stack", np.int32, (STACK_SIZE,)),  # scratch space of formulas
        ("pace", np.float32),  # the damage the deck deals in an average turn, for heuristics only
        ("counts", np.int16, (PILES,)),  # cards in each of the `piles`
        ("card_count", np.int16),  # slots of `cards` in use
        ("agent_count", np.int16),  # slots of `agents` in use
        ("known_top", np.int16),  # cards on top of the draw pile whose order the player knows
        ("known_bottom", np.int16),  # likewise at the bottom, or more if it has fewer cards by now
        ("gold", np.int16),  # the player's
        ("energy", np.int16),
        ("max_energy", np.int16),
        ("resources", np.int16, (MAX_RESOURCES,)),  # of each kind besides energy
        ("counters", np.int16, (MAX_RELICS,)),  # of each of the `relics`
        ("hand_size", np.int16),  # cards drawn at the start of a turn
        ("extra_draws", np.int16),  # innate cards beyond the hand size, drawn with the first hand
        ("played", np.int16),  # cards played this turn
        ("hurt", np.int16),  # times the player has lost HP
        ("prompt_host", np.int16),  # the Python function that is asked
        ("prompt_jump", np.int16),  # where the effect continues when nothing is chosen
        ("prompt_mask", np.uint8),  # the agents the player can choose, as bits
        ("prompt_skip", np.int8),  # whether the player can choose nothing
        ("prompt", np.int8),  # a `Prompt`
        ("phase", np.int8),  # a `Phase`
        ("place", np.int8),  # the index of the phase in the loop of the turn
        ("acting", np.int8),  # the enemy whose turn it is
        ("outcome", np.int8),  # an `Outcome`
        ("last_mark", np.uint8),  # the last mark given to cards for a loop
        ("aimed", np.int8),  # the agent the last card was aimed at
        ("turn_costs", np.int8),  # whether any card has a `turn_cost`
        ("scratch_used", np.int8),  # whether `context` or `stack` has been written to
        ("begun", np.int8),  # whether the player has ended a turn; a battle that starts from piles has begun
        ("plays_waiting", np.int8),  # entries at the end of the agenda that are cards to play after everything else
        ("room", np.int8),  # a `Room`
        ("started", np.int8),  # whether rules have been told of the start of the battle
        ("won", np.int8),  # whether they have been told of its end
        ("ran_out", np.int8),  # whether they have been told that the hand is empty
        ("sight", np.int8),  # `Sight` bits
        ("relic_count", np.int8),  # slots of `relics` in use
        ("relics", np.uint8, (MAX_RELICS,)),  # the kinds of relics, in the order in which the player got them
        ("potion_slots", np.int8),  # slots of `potions` that the player has
        ("potions", np.int8, (MAX_POTIONS,)),  # the kind of potion in each slot, NOTHING for none
        *agenda_fields(Entry, AGENDA_SIZE),
        ("cards", Card, (MAX_CARDS,)),
        ("piles", np.uint8, (PILES, MAX_CARDS)),  # indices into `cards`, the top of a pile last
    ],
    __name__,
)
