"""The rules of a game as tables that kernels read: one record of a fixed size, whatever the game."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import struct

from .poker import PLAYS
from .state import CARDS, MAX_RULES

MOST_STAGES = 32  # as written
MOST_STAGES_PLAYED = 200
MOST_COMS = 16  # in a stage
MOST_ACTS = 4  # consequents of a rule
MOST_PARTS = 5  # of a combination
MOST_DECISIVE = 8  # rules that an estimate goes by
ME, OTHERS = -1, -2  # who is meant, where it is not the number of a player


class Relation(IntEnum):
    """How two things compare, numbers or cards."""

    LESS = 0
    AT_MOST = 1
    EQUAL = 2
    AT_LEAST = 3
    MORE = 4
    SAME_SUIT = 5
    SAME_NUMBER = 6
    ANY = 7


class When(IntEnum):
    """The antecedents."""

    ALWAYS = 0
    TOKENS = 1
    PLAYS = 2
    SUMS = 3
    HAVE = 4
    DRAW = 5
    SHOW = 6


class Act(IntEnum):
    """The consequents."""

    TAKE = 0
    PUT = 1
    PUT_PLAY = 2
    ASK = 3
    BET = 4
    GAIN = 5
    GAIN_NEW = 6
    PLAYIT = 7
    NEXT = 8
    DONE = 9
    OUT = 10
    WIN = 11
    END = 12


class Com(IntEnum):
    """What the dealer does."""

    DEAL_TO_PLAYERS = 0
    DEAL_TO_TABLE = 1
    GIVE = 2
    REMOVE = 3
    TRICK = 4


class Where(IntEnum):
    """Kinds of places for cards."""

    DECK = 0
    TABLE = 1
    HAND = 2


Side = struct(
    [
        ("hands", np.int16),  # one bit for each player whose hand counts
        ("tables", np.int16),
        ("me", np.int16),  # the current player's hand counts
        ("others", np.int16),  # each other hand counts, one at a time
    ]
)

Consequent = struct(
    [
        ("kind", np.int8),  # an `Act`
        ("where", np.int8),  # the place of the cards, a `Where`
        ("which", np.int8),  # the table or the player
        ("relation", np.int8),
        ("up", np.int8),  # whether all see the cards
        ("pile", np.int8),  # 0 for the stash, 1 for the bet
        ("need", np.int8),  # what is to be chosen first, a `Need`
        ("amount", np.int32),
    ]
)

Rule = struct(
    [
        ("when", np.int8),  # a `When`
        ("relation", np.int8),
        ("mandatory", np.int8),
        ("need", np.int8),  # what is to be chosen first, a `Need`
        ("checked", np.int8),  # whether some consequent may be impossible
        ("count", np.int8),  # of consequents
        ("table", np.int8),  # that `show` compares with
        ("who", np.int8),  # whose tokens are compared, and which of them
        ("pile", np.int8),
        ("other_who", np.int8),  # with whose
        ("other_pile", np.int8),
        ("by_number", np.int8),  # whether a sum is compared with `number`
        ("number", np.int32),
        ("limit", np.int32),  # that a sum with a card of two scores should not pass
        ("left", Side),
        ("right", Side),
        ("acts", Consequent, (MOST_ACTS,)),
        ("empty", np.int8),  # `have nothing`
        ("parts", np.int8),  # sets of which the hand must have a card each
        ("plays", np.int16),  # plays that the hand must contain
        ("part", np.int64, (MOST_PARTS,)),
    ]
)

Command = struct(
    [
        ("kind", np.int8),  # a `Com`
        ("table", np.int8),
        ("to", np.int8),  # the table a trick goes to
        ("trump", np.int8),  # a suit, or NONE
        ("players", np.int16),  # one bit for each player
        ("amount", np.int32),
        ("cards", np.int64),  # those to remove
    ]
)

Stage = struct(
    [
        ("rules", np.int8),
        ("coms", np.int8),
        ("mandatory", np.int32),  # the rules that are, one bit each
        ("optional", np.int32),
        ("once", np.int32),
        ("otherwise", np.int32),
        ("shows", np.int32),  # rules with the antecedent `show`
        ("draws", np.int32),  # rules with the antecedent `draw`
    ]
)


Decisive = struct(
    [
        ("good", np.int8),  # 1 if the rule is good for who plays it, -1 if it is bad
        ("stage", np.int8),
        ("rule", np.int8),
        ("last", np.int16),  # when its stage is played for the last time
    ]
)


class Empty(IntEnum):
    """What happens when cards are to come from an empty deck."""

    STAYS = 0
    ENDS = 1
    RESHUFFLES = 2


class Compared(IntEnum):
    """Which card of a table others are compared with."""

    TOP = 0
    FIRST = 1
    ANY = 2


class Tested(IntEnum):
    """When mandatory rules are tested."""

    EACH_TURN = 0
    FIRST_TURN = 1
    EACH_RULE = 2


class Passing(IntEnum):
    """Whether a player may decline to play a rule; the bits are the choices NEXT and DONE."""

    NEVER = 0
    NEXT = 1
    DONE = 2
    BOTH = 3


Rules = struct(
    [
        # The stages; the widest first, because NumPy does not align records in records.
        ("rules", Rule, (MOST_STAGES, MAX_RULES)),
        ("coms", Command, (MOST_STAGES, MOST_COMS)),
        ("stages", Stage, (MOST_STAGES,)),
        ("stages_played", np.int16),
        ("order", np.int8, (MOST_STAGES_PLAYED,)),  # which stage is played when
        ("players", np.int8),
        ("tables", np.int8),
        # The ranking.
        ("plays", np.int64, (1 + PLAYS, PLAYS)),  # points for each play; then for each play a ranking of it alone
        ("plays_ranked", np.int8),  # whether any has some
        ("scored", np.int64),  # the cards that have points of their own
        ("worth", np.int64, (CARDS,)),  # what each card is worth as a play
        ("counts", np.int32, (CARDS,)),  # what each card counts in a sum, the lower score if it has two
        ("more", np.int32),  # how much more the cards with two scores may count
        ("double", np.int64),  # these cards
        ("fits", np.int64, (8, CARDS)),  # for each relation and card: the cards that compare so with it
        # The end.
        ("token_points", np.int32),
        ("alive_points", np.int32),
        # The switches.
        ("sum_bets", np.int8),  # KA1 is the sum and not the highest
        ("any_hand", np.int8),  # to compare with one other hand is enough
        ("out_counts", np.int8),  # hands of players who are out count
        ("tested", np.int8),  # a `Tested`
        ("many_rules", np.int8),  # in a turn
        ("passing", np.int8),  # a `Passing`
        ("draw_always", np.int8),
        ("empty_deck", np.int8),  # an `Empty`
        ("compared", np.int8),  # a `Compared`
        ("bets_added", np.int8),  # a bet is compared without what lies there already
        ("kickers", np.int8),
        ("bet_points", np.int8),  # tokens in bets give points too
        ("count_all", np.int8),  # com rules and drawn cards count as turns
        ("turn_limit", np.int32),
        # What an estimate of the result goes by.
        ("shedding", np.int8),  # an empty hand wins: the fewer cards the better
        ("deciding", np.int8),  # how many rules decide the game
        ("decisive", Decisive, (MOST_DECISIVE,)),
    ]
)
