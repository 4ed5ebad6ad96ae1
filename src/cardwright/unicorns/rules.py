"""The rules of a game as tables of numbers, which kernels read: its cards, what they do, and the switches."""

from __future__ import annotations

from enum import IntEnum, IntFlag

import numpy as np

from cardwright.core.record import struct

from .state import MAX_CARDS

MAX_ROWS = 250
MAX_THIEVES = 8
MAX_WORDS = 8
NOTHING = -1  # no row

# The rows every game has, for what the rules themselves ask for.
ROW_DISCARD, ROW_SACRIFICE, ROW_GIVE_BACK = 0, 1, 2


class Kind(IntFlag):
    """The types of cards, a bit each."""

    BABY = 1
    BASIC = 2
    MAGICAL = 4
    MAGIC = 8
    UPGRADE = 16
    DOWNGRADE = 32
    INSTANT = 64


UNICORN = Kind.BABY | Kind.BASIC | Kind.MAGICAL
IN_STABLE = UNICORN | Kind.UPGRADE | Kind.DOWNGRADE
ANY_CARD = IN_STABLE | Kind.MAGIC | Kind.INSTANT


class Always(IntFlag):
    """What holds as long as a card is in a stable."""

    UNNEIGHABLE = 1  # cards its owner plays cannot be Neighed
    NO_INSTANTS = 2
    NO_UPGRADES = 4
    BASICS_ONLY_HERE = 8
    INDESTRUCTIBLE = 16  # its owner's unicorns
    PANDAS = 32
    NO_TRIGGERS = 64
    OPEN_HAND = 128
    TRAFFIC = 256  # something here reacts to cards that enter or leave
    CROWD = 512  # something here reacts to too many unicorns
    SAVES = 1024  # something here can save a card
    MAGIC_PROOF = 2048  # something here cannot be destroyed by Magic


class Trait(IntFlag):
    """What is special about a card."""

    INDESTRUCTIBLE = 1
    UNSACRIFICABLE = 2
    MAGIC_PROOF = 4
    UNNEIGHABLE = 8
    NEEDS_BASIC = 16
    TO_HAND = 32  # returns to the hand instead of being sacrificed or destroyed
    SAVES_ITSELF = 64
    SAVES_OTHERS = 128
    SAVES_BY_DISCARDING = 256  # and not by sacrificing itself
    SAVES_FROM_DESTROY = 512
    SAVES_FROM_SACRIFICE = 1024
    RETURNS_WHEN_LEAVING = 2048  # what it has stolen goes back when it leaves
    RETURNS_AT_END = 4096  # or at the end of the turn


class Op(IntEnum):
    """What an effect does."""

    DESTROY = 0
    SACRIFICE = 1
    STEAL = 2
    RETURN = 3
    MOVE = 4
    GIVE = 5
    GIVE_BACK = 6
    FOLLOW = 7
    BRING = 8
    TAKE = 9
    SEARCH = 10
    DISCARD = 11
    DRAW = 12
    PULL = 13
    PICK = 14
    SWAP = 15
    SHRINK = 16
    SHUFFLE = 17
    AGAIN = 18
    SKIP = 19
    EXTRA = 20
    PLAYS = 21
    EITHER = 22


LAST_TARGETING = Op.FOLLOW  # the operations up to here move a card out of a stable


class Whose(IntEnum):
    """Where the cards an effect can choose are."""

    OTHERS = 0  # in the stables of other players
    OWN = 1
    ANY = 2
    THERE = 3  # in the stable a card was given to
    THIS = 4  # the card itself
    ALL = 5  # all in one's own stable, without choosing
    HAND = 6
    DISCARD = 7
    NURSERY = 8


class By(IntEnum):
    """Who does it."""

    OWNER = 0
    EACH = 1
    CHOSEN = 2  # a player the owner chooses
    HOLDER = 3  # the player whose card was returned


class Switch(IntFlag):
    """The departures that are not a matter of single cards; data/rules.yaml says what they mean."""

    PANDAS_WIN = 1 << 0
    KITTENCORN_SHIELDS_ALL = 1 << 1
    TINY_STABLE_COUNTS_CARDS = 1 << 2
    TIE_TO_EARLIER_SEAT = 1 << 3
    QUEEN_BEE_ONLY_STOPS_PLAYS = 1 << 4
    NEIGH_OWN_CARDS = 1 << 5
    LAST_CARD_ENDS_GAME = 1 << 6
    OWN_BASIC_NEEDED = 1 << 7
    PUPPICORN_MOVES_IN_PLACE = 1 << 8
    RETARGET_NOT_TO_ONESELF = 1 << 9
    ORDER_OF_EVENTS = 1 << 10
    FOLLOW_UP_ANYWAY = 1 << 11
    RETURNED_BABY_COSTS_NOTHING = 1 << 12
    BLINDED_PANDAS = 1 << 13
    ALWAYS_PLAY = 1 << 14
    ADVICE_WEAKEST_OPPONENT = 1 << 15
    ADVICE_PLAIN_SACRIFICE = 1 << 16


Row = struct(
    [
        ("op", np.int16),
        ("kinds", np.int16),  # the types of cards it can choose
        ("whose", np.int16),
        ("by", np.int16),
        ("amount", np.int16),
        ("word", np.int16),  # a word in the name of the cards it can choose, a bit; 0 for any
        ("group", np.int16),  # how many rows its program has, on the first of them
        ("may", np.bool_),  # whether the program is optional, on the first row
        ("shuffles", np.bool_),
        ("then", np.int16),  # the program that follows in the next link, NOTHING for none
        ("if_done", np.int16),  # the program that follows only if this was done
        ("variants", np.int16, (4,)),  # the rows of its variants
    ]
)

Card = struct(
    [
        ("kind", np.int16),  # a `Kind`
        ("name", np.int16),  # the number of its name
        ("trait", np.int16),
        ("always", np.int16),
        ("value", np.int16),  # unicorns it counts as
        ("letters", np.int16),
        ("words", np.int16),  # the words in its name that some effect asks for, a bit each
        ("needs", np.int16),  # other cards in hand to play it
        ("enter", np.int16),  # programs: when it enters, at the beginning of its owner's turn, of any turn ...
        ("begin", np.int16),
        ("begin_any", np.int16),
        ("play", np.int16),
        ("dies", np.int16),
        ("traffic", np.int16),  # ... when a card of these kinds enters or leaves its stable
        ("traffic_kinds", np.int16),
        ("crowd", np.int16),  # ... when there are more unicorns than this in its stable
        ("crowd_over", np.int16),
    ]
)

Rules = struct(
    [
        ("cards", Card, (MAX_CARDS,)),
        ("card_count", np.int64),
        ("rows", Row, (MAX_ROWS,)),
        ("row_count", np.int64),
        ("switches", np.int64),  # bits of `Switch`
        ("thieves", np.uint8, (MAX_THIEVES,)),  # the cards that steal for a time
        ("thief_count", np.int64),
        ("wanderers", np.uint8, (MAX_THIEVES,)),  # the cards with an effect at the beginning of any turn
        ("wanderer_count", np.int64),
        ("dealt", np.int64),  # cards in each hand at first
        ("draws", np.int64),  # cards in a draw phase
        ("plays", np.int64),  # cards that may be played in a turn
        ("hand_limit", np.int64),  # cards in a hand at the end of a turn
    ]
)
