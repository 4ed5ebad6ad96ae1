"""The rules of a game as tables for the kernels: one record of a fixed size, whatever the game."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import struct

from .poker import PLAYS
from .state import CARDS, MAX_RULES, Need

MAX_STAGES = 32  # in the file
MAX_STAGES_PLAYED = 200
MAX_COMS = 16  # in a stage
MAX_CONSEQUENTS = 4  # of a rule
MAX_PARTS = 5  # of a combination
STEPS = MAX_CONSEQUENTS + 1  # showing a card, then a consequent each
NEEDS = len(Need)
MAX_DECISIVE = 8  # rules that the heuristic evaluation uses
ME, OTHERS, LEFT, RIGHT = -1, -2, -3, -4  # instead of the number of a player
ME_BIT, OTHERS_BIT, LEFT_BIT, RIGHT_BIT = 1 << 8, 1 << 9, 1 << 10, 1 << 11  # the same in a set of owners of zones


class Relation(IntEnum):
    """How two numbers or cards compare."""

    LESS = 0
    AT_MOST = 1
    EQUAL = 2
    AT_LEAST = 3
    MORE = 4
    SAME_SUIT = 5
    SAME_NUMBER = 6
    ANY = 7


class Zone(IntEnum):
    """The kinds of zones for cards."""

    DECK = 0
    TABLE = 1
    HAND = 2
    STACK = 3


class Condition(IntEnum):
    """The antecedents, with the fields of `Rule` that each of them reads."""

    ALWAYS = 0  # no operands
    TOKENS = 1  # `who`, `pile`: one amount; `other_who`, `other_pile`: the other; `relation`
    PLAYS = 2  # `left`, `right`: cards, compared by their best plays; `relation`
    SUMS = 3  # `left`, `right` or `number` if `by_number`: sums; `limit`: for cards with two scores; `relation`
    HAVE = 4  # `empty`, or `part_count` of `parts`: sets of cards, and `plays`: a set of plays
    DRAW = 5  # no operands; playing the rule draws a card
    FOUND = 6  # `left`: where; `parts[0]`: the cards, one of which must lie there
    POINTS = 7  # `left`, `right` or `number` if `by_number`: stacks; `relation`
    SHOW = 8  # `table`, `relation`: the player shows a card in this relation to the table


class Op(IntEnum):
    """The consequents, with the fields of `Consequent` that each of them reads. Named members end groups of them."""

    TAKE = 0  # `zone`, `which`: where from; `amount`: how many cards; `face_up`: everybody sees them
    PUT = 1  # `zone`, `which`: where to; `amount`: how many of `cards`; `relation`: to the table; `face_up`
    PUT_PLAY = 2  # `zone`, `which`: where to; `amount`: how many cards of one number; `face_up`
    ASK = 3  # `which`: the player asked, or OTHERS
    LAST_WITH_PLAYER = ASK  # up to here `which` can be OTHERS: a player must be chosen
    TURN = 4  # `zone`, `which`: where from; `amount`: how many cards; `table`: where to
    BET_ALL = 5  # no operands
    BET = 6  # `relation`, `which`, `pile`: the bet compares so with these tokens; ANY has no other operands
    LAST_THAT_CAN_FAIL = BET  # those below are always possible
    GAIN = 7  # `which`, `pile`: these tokens go to the stash
    GAIN_NEW = 8  # `amount`: of new tokens
    PLAYIT = 9  # `which`: the table that the shown card goes to
    LEAD = 10  # no operands, as for all that follow
    NEXT = 11
    DONE = 12
    OUT = 13
    WIN = 14
    END = 15


class DealerOp(IntEnum):
    """What the dealer does, with the fields of `Command` that each of them reads."""

    DEAL_TO_PLAYERS = 0  # `players`: a set; `amount`: of cards for each
    DEAL_TO_TABLE = 1  # `table`; `amount`: of cards
    GIVE = 2  # `players`: a set; `amount`: of tokens for each
    REMOVE = 3  # `cards`: a set
    TRICK = 4  # `table`: where the trick lies; `to`: the table it goes to, or NONE for the stack; `trump`: a suit,
    # or NONE for the suit turned up; `amount`: of tokens
    DEAL_TO_STACKS = 5  # `amount`: of cards for each
    TRUMP = 6  # `table`: the suit of its top card


Side = struct(
    [
        ("hands", np.int16),  # the players whose hands count, one bit each; also ME_BIT, OTHERS_BIT and so on
        ("stacks", np.int16),  # the players whose stacks count, likewise
        ("tables", np.int16),  # the tables that count, one bit each
        ("others", np.int16),  # whether each other hand or stack counts, one at a time
    ]
)

Consequent = struct(
    [
        ("op", np.int8),  # an `Op`
        ("zone", np.int8),  # a `Zone`
        ("which", np.int8),  # the table or the player; also ME or OTHERS
        ("relation", np.int8),  # a `Relation`
        ("face_up", np.int8),  # whether everybody sees the cards
        ("pile", np.int8),  # 0 for the stash, 1 for the bet
        ("need", np.int8),  # what the player chooses first, a `Need`
        ("table", np.int8),  # the table that cards are turned up on
        ("amount", np.int32),
        ("cards", np.int64),  # the cards that can be put
    ]
)

Rule = struct(
    [
        ("consequents", Consequent, (MAX_CONSEQUENTS,)),  # the widest first, as in `Rules`
        ("condition", np.int8),  # a `Condition`
        ("relation", np.int8),  # a `Relation`
        ("mandatory", np.int8),
        ("need", np.int8),  # what the player chooses first, a `Need`
        ("can_fail", np.int8),  # whether some consequent can be impossible
        ("count", np.int8),  # of consequents
        ("table", np.int8),  # the table that a shown card is compared with
        ("who", np.int8),  # whose tokens are compared: a player, ME or OTHERS
        ("pile", np.int8),  # which of their tokens: 0 for the stash, 1 for the bet
        ("other_who", np.int8),  # and with whose
        ("other_pile", np.int8),
        ("by_number", np.int8),  # whether a sum is compared with `number`
        ("number", np.int32),
        ("limit", np.int32),  # a card with two scores counts the higher one while the sum stays within this
        ("left", Side),
        ("right", Side),
        ("empty", np.int8),  # whether the hand must be empty: `have nothing`
        ("part_count", np.int8),
        ("plays", np.int16),  # the plays that the hand must contain, one bit each
        ("parts", np.int64, (MAX_PARTS,)),  # sets; the hand must have a card of each
    ]
)

Command = struct(
    [
        ("op", np.int8),  # a `DealerOp`
        ("table", np.int8),
        ("to", np.int8),  # the table a trick goes to, NONE for the winner's stack
        ("trump", np.int8),  # a suit, or NONE
        ("players", np.int16),  # one bit for each player
        ("amount", np.int32),
        ("cards", np.int64),  # the cards to remove
    ]
)

Stage = struct(
    [
        ("rule_count", np.int8),
        ("com_count", np.int8),
        # Sets of rules, one bit each.
        ("mandatory", np.int32),
        ("optional", np.int32),
        ("once", np.int32),
        ("otherwise", np.int32),
        ("shows", np.int32),  # rules with the antecedent `show`
        ("draws", np.int32),  # rules with the antecedent `draw`
        ("slot", np.int8),  # its number among the stages in which players decide, NONE if they do not
    ]
)


Decisive = struct(
    [
        ("value", np.int8),  # 1 if playing the rule is good for the player, -1 if it is bad
        ("stage", np.int8),
        ("rule", np.int8),
        ("last_played", np.int16),  # the last index of its stage in the order of play
    ]
)


class Observed(IntEnum):
    """What observations contain besides what every game has; a set of bits."""

    KNOWN_HANDS = 1 << 0  # cards in other hands can be known
    STACKS = 1 << 1
    REMOVED = 1 << 2
    UNDER_DECK = 1 << 3  # cards can be put under the deck
    FIRST_CARDS = 1 << 4  # the lowest card of a table matters
    TOKENS = 1 << 5
    TRUMP = 1 << 6
    STARTER = 1 << 7
    REPEATS = 1 << 8  # stages are played several times
    CHOICES = 1 << 9  # players decide in the middle of rules
    SHOWN = 1 << 10  # and have shown a card before
    ASKED = 1 << 11  # or asked for a number
    SEATS = 1 << 12  # rules name players by their number


class EmptyDeck(IntEnum):
    """What happens when a card is needed from an empty deck."""

    STAYS = 0
    ENDS = 1
    RESHUFFLES = 2


class CompareWith(IntEnum):
    """Which card of a table other cards are compared with."""

    TOP = 0
    FIRST = 1
    ANY = 2


class MandatoryTest(IntEnum):
    """When mandatory rules are tested."""

    EACH_TURN = 0
    FIRST_TURN = 1
    EACH_RULE = 2


class RulesPerTurn(IntEnum):
    """How many rules a player plays in a turn."""

    ONE = 0  # not counting mandatory rules
    MANY = 1
    EACH = 2  # one, and a mandatory rule counts


class Counting(IntEnum):
    """What counts as a turn."""

    TURNS = 0
    IDLE = 1  # also those in stages in which players have no rules
    EVERYTHING = 2  # turns, com rules and drawn cards
    RULES = 3  # instead of turns, com rules included
    ACTIONS = 4  # the same, but a com rule counts once for each card it deals and for each player it gives tokens


class Passing(IntEnum):
    """Whether a player can decline to play a rule; the bits are the choices NEXT and DONE."""

    NEVER = 0
    NEXT = 1
    DONE = 2
    BOTH = 3


Rules = struct(
    [
        # The stages; the widest first, because NumPy does not align records in records.
        ("rules", Rule, (MAX_STAGES, MAX_RULES)),
        ("coms", Command, (MAX_STAGES, MAX_COMS)),
        ("stages", Stage, (MAX_STAGES,)),
        ("stages_played", np.int16),
        ("order", np.int8, (MAX_STAGES_PLAYED,)),  # the stages in the order of play
        ("players", np.int8),
        ("tables", np.int8),
        # The ranking.
        (
            "play_points",
            np.int64,
            (1 + PLAYS, PLAYS),
        ),  # the game's points; then a ranking of each play alone
        ("has_plays", np.int8),  # whether any play earns points
        ("scored", np.int64),  # the cards that have their own scores
        ("card_worth", np.int64, (CARDS,)),  # the worth of each card as a play
        ("sum_values", np.int32, (CARDS,)),  # the value of each card in a sum, the lower one of two scores
        ("extra_value", np.int32),  # how much more cards with two scores can count
        ("two_valued", np.int64),  # the cards with two scores
        ("related", np.int64, (8, CARDS)),  # for each relation and card, the cards in this relation to it
        # The end.
        ("token_points", np.int32),
        ("alive_points", np.int32),
        ("captured_points", np.int32, (CARDS,)),  # for each card in a player's stack
        ("counts_captured", np.int8),  # whether any of these is not 0
        # The switches.
        ("sum_bets", np.int8),  # KA1 is the sum, not the highest
        ("any_hand", np.int8),  # a comparison with HA must hold for one other hand, not for all
        ("count_out_hands", np.int8),  # HA includes players who are out
        ("mandatory_test", np.int8),  # a `MandatoryTest`
        ("rules_per_turn", np.int8),  # a `RulesPerTurn`
        ("passing", np.int8),  # a `Passing`
        ("draw_always", np.int8),
        ("show_sets", np.int8),  # a player can show several cards at once
        ("empty_deck", np.int8),  # an `EmptyDeck`
        ("compare_with", np.int8),  # a `CompareWith`
        ("bets_added", np.int8),  # a bet is compared without the tokens already there
        ("kickers", np.int8),
        ("bet_points", np.int8),  # tokens in bets earn points too
        ("first_wins_ties", np.int8),  # unless nobody has points
        ("counting", np.int8),  # a `Counting`
        ("turn_limit", np.int32),
        # What the heuristic evaluation uses.
        ("shedding", np.int8),  # an empty hand wins: fewer cards are better
        ("decisive_count", np.int8),
        ("decisive", Decisive, (MAX_DECISIVE,)),  # the rules that decide the game
        # What learners need: see observation.py.
        ("observed", np.int32),  # a set of `Observed`
        ("slots", np.int8),  # the number of stages in which players decide
        ("most_rules", np.int8),  # in a stage
        ("once", np.int32),  # the rules, one bit each, that are `once` rules in some stage
        ("token_scale", np.int32),  # a usual number of tokens
        ("starts", np.int32, (MAX_STAGES, MAX_RULES, STEPS, NEEDS)),  # where choices begin in the action space
        ("pass_place", np.int32),  # where NEXT and DONE stand in it
    ]
)
