"""The compiled rules of a game: its cards, their effects and the switches, as tables that kernels read."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from cardwright.core.record import marked_struct, struct

from .state import MAX_CARDS

MAX_ROWS = 250
MAX_SPECIAL = 8  # cards in one of the lists `thieves` and `wanderers`
MAX_WORDS = 8
MAX_LASTING = 64  # continuous effects in a box that take operands
NOTHING = -1  # no row


class Kind(IntEnum):
    """The types of cards, one bit each, and unions of them."""

    BABY = 1
    BASIC = 2
    MAGICAL = 4
    MAGIC = 8
    UPGRADE = 16
    DOWNGRADE = 32
    INSTANT = 64
    UNICORN = BABY | BASIC | MAGICAL
    STABLE = UNICORN | UPGRADE | DOWNGRADE  # the types that can be in a stable
    ANY = STABLE | MAGIC | INSTANT


class Always(IntEnum):
    """What holds as long as a card is in a stable, one bit each."""

    UNNEIGHABLE = 1  # cards the owner plays cannot be Neighed
    NO_INSTANTS = 2  # the owner cannot play instants
    NO_UPGRADES = 4  # the owner cannot play Upgrades
    BASICS_ONLY_HERE = 8  # Basic Unicorns can enter no other stable
    INDESTRUCTIBLE = 16  # the owner's unicorns cannot be destroyed
    PANDAS = 32  # the owner's unicorns are pandas
    NO_TRIGGERS = 64  # triggered effects of the owner's unicorns do not work
    OPEN_HAND = 128  # everybody sees the owner's hand
    TRAFFIC = 256  # a card here reacts to cards that enter or leave
    CROWD = 512  # a card here reacts to too many unicorns
    SAVES = 1024  # a card here can save a card
    MAGIC_PROOF = 2048  # a card here cannot be destroyed by Magic
    LASTING = 4096  # a card here has continuous effects with operands, see `Lasts`


class Trait(IntEnum):
    """The special properties of a card, one bit each."""

    INDESTRUCTIBLE = 1
    UNSACRIFICEABLE = 2
    MAGIC_PROOF = 4  # Magic cards cannot destroy it
    UNNEIGHABLE = 8
    NEEDS_BASIC = 16  # enters only a stable with a Basic Unicorn
    TO_HAND = 32  # returns to the hand instead of being sacrificed or destroyed
    SAVES_ITSELF = 64
    SAVES_OTHERS = 128
    SAVES_BY_DISCARDING = 256  # rather than by sacrificing itself
    SAVES_FROM_DESTROY = 512
    SAVES_FROM_SACRIFICE = 1024
    RETURNS_WHEN_LEAVING = 2048  # the card it has stolen goes back when this card leaves
    RETURNS_AT_END = 4096  # the card it has stolen goes back at the end of the turn
    SPARES = 8192  # an instant that does not stop the card it is played on


class Op(IntEnum):
    """What an effect does; each comment begins with the fields of `Row` it reads, and the values these can have.

    "You" are the owner of the effect.
    """

    # Up to LAST_LEAVING: the target, chosen in step 1, leaves a stable in step 6.
    DESTROY = 0  # kinds, whose (OTHERS): a card in another stable
    SACRIFICE = 1  # kinds, whose (OWN, THIS, ALL), by (OWNER, EACH, OTHERS): a card of yours
    STEAL = 2  # kinds, whose (OTHERS, THERE): a card enters your stable
    RETURN = 3  # kinds, whose (ANY, OWN), by (OWNER, EACH, OTHERS): a card goes from a stable to its player's hand
    MOVE = 4  # kinds, whose (ANY): a card enters the stable of a player you choose
    GIVE = 5  # kinds, whose (OWN): the same for a card of yours, to another player
    GIVE_BACK = 6  # none: the entry's target enters the stable of the entry's player
    FOLLOW = 7  # whose (THIS): the card enters the stable of the active player
    LAST_LEAVING = FOLLOW
    # Cards from other zones.
    BRING = 8  # kinds, whose (HAND, DISCARD, NURSERY): a card enters your stable
    TAKE = 9  # kinds, whose (DISCARD): a card goes to your hand
    SEARCH = 10  # kinds, word, shuffles: a card of the deck goes to your hand; then the deck is shuffled if `shuffles`
    DISCARD = 11  # amount, kinds, by (any): that many cards of a hand
    DRAW = 12  # amount, by (any): that many cards
    PULL = 13  # amount: that many random cards from the hand of a player you choose
    PICK = 14  # none: a card of your choice from the hand of a player you choose
    SWAP = 15  # none: hands, with a player you choose
    SHRINK = 16  # none: babies replace the unicorns in the stable of a player you choose
    SHUFFLE = 17  # amount, bits of `Shuffled`: these cards go into the deck
    # The turn.
    AGAIN = 18  # none: the active player takes another turn
    SKIP = 19  # none: the turn goes straight to its end
    EXTRA = 20  # amount: cards added to the draw phase
    PLAYS = 21  # amount: cards that can be played this turn, at least
    EITHER = 22  # variants: becomes the row you choose
    LOOK = 23  # amount: you see that many cards on top of the deck
    REVEAL = (
        24  # kinds, whose (HAND, OWN): the top card of the deck goes there if it is of these, else to the discard pile
    )
    USE = 25  # call, by (any): what a function in Python does


class Shuffled(IntEnum):
    """What `Op.SHUFFLE` shuffles into the deck, one bit each."""

    HAND = 1
    DISCARD = 2


class Whose(IntEnum):
    """Where an effect finds the cards it can choose."""

    OTHERS = 0  # in the stables of other players
    OWN = 1  # in your stable
    ANY = 2  # in any stable
    THERE = 3  # in the stable that a card was just given to
    THIS = 4  # the card itself
    ALL = 5  # all in your stable, without a choice
    HAND = 6
    DISCARD = 7
    NURSERY = 8


class Where(IntEnum):
    """Where cards are counted."""

    YOUR_STABLE = 0
    OTHER_STABLES = 1
    ALL_STABLES = 2
    YOUR_HAND = 3
    THE_DISCARD_PILE = 4


class Lasts(IntEnum):
    """What a continuous effect with operands does; the fields of `Lasting` it reads, beside the amount."""

    SHIELD = 0  # kinds, bits of `Op`: these effects cannot choose such cards in the stable
    KEEP_OUT = 1  # kinds: such cards cannot enter the stable
    CANNOT_PLAY = 2  # kinds: the owner cannot play such cards
    ADD = 3  # bits of `Added`: the amount is added to these numbers of the owner
    USE = 4  # call: a function in Python answers


class Added(IntEnum):
    """The numbers that a continuous effect can change for the owner of a stable."""

    DRAWS = 0  # cards drawn in the draw phase
    PLAYS = 1  # cards that can be played in a turn
    HAND_LIMIT = 2  # cards kept at the end of the turn
    GOAL = 3  # unicorns needed to win


class By(IntEnum):
    """Which players carry out an effect."""

    OWNER = 0
    EACH = 1
    CHOSEN = 2  # a player the owner chooses
    HOLDER = 3  # the player whose card was just returned
    OTHERS = 4  # each player but the owner


class FixedRow(IntEnum):
    """The rows every game has, for effects that come from the rules themselves."""

    DISCARD = 0  # the price of a save by discarding
    SACRIFICE = 1  # the price of a save by sacrificing
    GIVE_BACK = 2  # the return of a stolen card


class Demand(IntEnum):
    """What a function in Python can demand of the next link: rows whose target is set from the start."""

    DESTROY = 0
    SACRIFICE = 1
    STEAL = 2
    RETURN = 3


class Switch(IntEnum):
    """The departures from the official rules that concern the engine, one bit each; data/rules.yaml explains them."""

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
    STOLEN_TWICE_GOES_HOME_AT_ONCE = 1 << 17
    ADVICE_IGNORES_HARM = 1 << 18


# A program is one or more rows in sequence whose effects happen in the same link.
Row = struct(
    [
        ("op", np.int16),  # an `Op`
        ("kinds", np.int16),  # the types of cards it can choose, bits of `Kind`
        ("whose", np.int16),  # a `Whose`
        ("by", np.int16),  # a `By`
        ("amount", np.int16),
        ("word", np.int16),  # a word in the name of the cards it can choose, one bit; 0 for any name
        ("group", np.int16),  # the number of rows in its program; in the first row only
        ("may", np.bool_),  # whether the program is optional; in the first row only
        ("if_possible", np.bool_),  # whether all of the program is left out if its first effect is impossible
        ("shuffles", np.bool_),  # whether a search shuffles the deck
        ("then", np.int16),  # the program that follows in the next link; in the first row only
        ("if_done", np.int16),  # the program that follows only if the first effect was carried out
        ("variants", np.int16, (4,)),  # the rows to choose from
        ("random", np.bool_),  # whether the target is drawn at random rather than chosen
        ("each", np.int16),  # if not 0: the amount is the number of cards of these kinds, but at most `amount`,
        ("each_in", np.int16),  # counted here, a `Where`
        ("when", np.int16),  # if not 0: the program needs a number of cards of these kinds; in the first row only
        ("when_in", np.int16),  # counted here, a `Where`
        ("when_low", np.int16),  # at least so many
        ("when_high", np.int16),  # and at most so many
        ("call", np.int16),  # the index of a function in Python
        ("worth", np.int16),  # to the owner, in cards of a hand: of the effect, or in a first row of the whole program
        ("harms", np.bool_),  # whether it is bad for the player that the owner chooses
    ]
)

Lasting = struct(
    [
        ("what", np.int16),  # a `Lasts`
        ("kinds", np.int16),  # bits of `Kind`
        ("bits", np.int32),  # of `Op` or `Added`, one bit each
        ("amount", np.int16),  # what it counts: 1, or what it adds
        ("call", np.int16),  # the index of a function in Python
    ]
)

Card = struct(
    [
        ("kind", np.int16),  # a `Kind`
        ("name", np.int16),  # the index of its name
        ("trait", np.int16),  # bits of `Trait`
        ("always", np.int16),  # bits of `Always`
        ("value", np.int16),  # how many unicorns it counts as
        ("letters", np.int16),  # letters in its name
        ("words", np.int16),  # the words in its name that some effect asks for, one bit each
        ("needs", np.int16),  # other cards in hand that are needed to play it
        ("enter", np.int16),  # its programs, each the index of a first row: when it enters a stable,
        ("begin", np.int16),  # at the beginning of its owner's turn,
        ("begin_any", np.int16),  # at the beginning of any turn,
        ("end", np.int16),  # at the end of its owner's turn,
        ("play", np.int16),  # when a Magic card or an instant takes effect,
        ("dies", np.int16),  # when it is sacrificed or destroyed,
        ("traffic", np.int16),  # when a card of these kinds enters or leaves its stable,
        ("traffic_kinds", np.int16),
        ("crowd", np.int16),  # and while its stable has more unicorns than this
        ("crowd_over", np.int16),
        ("lasting", np.int16),  # its continuous effects with operands, from this index on,
        ("lasting_count", np.int16),
        ("burden", np.bool_),  # whether it is bad for the player in whose stable it is
    ]
)

FIELDS: list[tuple[Any, ...]] = [
    ("cards", Card, (MAX_CARDS,)),
    ("card_count", np.int64),
    ("top_value", np.int64),  # the most unicorns that a card counts as
    ("name_count", np.int64),  # cards of different names
    ("rows", Row, (MAX_ROWS,)),
    ("row_count", np.int64),
    ("lasting", Lasting, (MAX_LASTING,)),
    ("lasting_count", np.int64),
    ("demands", np.int64),  # the first of the rows of `Demand`, which are the last of all; MAX_ROWS without them
    ("switches", np.int64),  # bits of `Switch`
    ("thieves", np.uint8, (MAX_SPECIAL,)),  # the cards that steal temporarily
    ("thief_count", np.int64),
    ("wanderers", np.uint8, (MAX_SPECIAL,)),  # the cards with an effect at the beginning of any turn
    ("wanderer_count", np.int64),
    ("dealt", np.int64),  # cards dealt to each hand at the start
    ("draws", np.int64),  # cards drawn in a draw phase
    ("plays", np.int64),  # cards that can be played in a turn
    ("hand_limit", np.int64),  # cards kept in a hand at the end of a turn
]

Rules = struct(FIELDS)
OpenRules = marked_struct("open", FIELDS)  # where cards have what lasting.py or chain/together.py is about
