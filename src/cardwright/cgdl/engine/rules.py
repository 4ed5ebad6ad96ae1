"""The rules of a game as tables for the kernels: one record of a fixed size, whatever the game."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from cardwright.core.record import struct

from .group_tables import GROUP_FIELDS
from .packs import PACK_FIELDS
from .poker import PLAYS
from .state import CARDS, MAX_CARDS, MAX_EFFECTS, MAX_PLAYERS, MAX_RULES, MORE_TABLES, Need, enlarged
from .triggers import Trigger
from .wide import wide_struct

MAX_STAGES = 32  # in the file
MAX_STAGES_PLAYED = 200
MAX_JUMPS = 16  # repeats in the file
MAX_TESTS = 96  # of all conditions together
MAX_AMOUNT_ROWS = 96
MAX_STEPS = 4  # of a turn
MAX_LAYOUTS = 8
MAX_MOVES = 48  # consequents that move cards
MAX_COMS = 16  # in a stage
MAX_CONSEQUENTS = 4  # of a rule
MAX_PARTS = 5  # of a combination
STEPS = MAX_CONSEQUENTS + 1  # showing a card, then a consequent each
NEEDS = len(Need)
MAX_DECISIVE = 8  # rules that the heuristic evaluation uses
ME, OTHERS, LEFT, RIGHT, OPPOSITE, US = -1, -2, -3, -4, -5, -6  # instead of the number of a player
CHOSEN, STARTER = -11, -12  # in language 3: whom the player has chosen, who starts the stages
ME_BIT, OTHERS_BIT, LEFT_BIT, RIGHT_BIT = 1 << 8, 1 << 9, 1 << 10, 1 << 11  # the same in a set of owners of zones
OPPOSITE_BIT = 1 << 12
CHOSEN_BIT, STARTER_BIT = 1 << 13, 1 << 14
NO_PILE = 2  # instead of a pile of tokens, in a bet that is compared with none


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
    LAST_OF_LANGUAGE_2 = ANY  # those below depend on more than two cards
    BEATING = 8  # higher in the same suit, or a trump on another suit
    MATCHING = 9  # of the same number as any card of the table
    CATCHING_NOTHING = 100  # that captures nothing on the table


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
    LAST_OF_LANGUAGE_2 = SHOW  # those below are tests of language 3
    COMPARE = 9  # `amount`, `other_amount`: rows of `amounts`; `relation`
    SAID = 10  # `word`; `who`: ME or OTHERS
    LEADER = 11  # no operands
    HIGHEST = 12  # `table`
    ON_TOP = 36  # `table`, and `parts[0]`: the cards, or `relation` to the card below if `by_number`
    TRUMP = 37  # `number`: the suit
    CAUGHT = 38  # no operands
    ALONE = 50  # no operands
    CHOSEN = 51  # `word`
    CAPTURED_LAST = 100  # no operands
    LAST = 80  # `table`
    TAKEN = 81  # no operands
    OTHERS_OUT = 90  # no operands
    EXACT_PLAYS = (
        110  # `amount`, `other_amount`: rows of `amounts`, whose operands say how many cards lie where; `relation`
    )


class Op(IntEnum):
    """The consequents, with the fields of `Consequent` that each of them reads. Named members end groups of them."""

    TAKE = 0  # `zone`, `which`: where from; `amount`: how many cards; `face_up`: everybody sees them
    PUT = 1  # `zone`, `which`: where to; `amount`: how many of `cards`; `relation`: to the table; `face_up`
    PUT_PLAY = 2  # `zone`, `which`: where to; `amount`: how many cards of one number; `face_up`
    ASK = 3  # `which`: the player asked, or OTHERS
    LAST_WITH_PLAYER = ASK  # up to here `which` can be OTHERS: a player must be chosen
    TURN = 4  # `zone`, `which`: where from; `amount`: how many cards; `table`: where to
    BET_ALL = 5  # no operands
    BET = 6  # `relation`, `which`, `pile`: the bet compares so with these tokens, and `amount` more; ANY has no others;
    # with NO_PILE, `amount` tokens are added
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
    LAST_OF_LANGUAGE_2 = END  # those below belong to language 3
    SCORE = 16  # `amount`: a row of `amounts`
    ADD = 17  # `amount`: a row of `amounts`; `which`: the counter
    CHOOSE = 18  # `cards`: the choices, one bit each; `amount`: the number that the lowest means; `which`: the word;
    # `table`: a row of `amounts`, the highest number, or NONE; `relation`: MORE if it must exceed what others chose;
    # `zone`: HAND if it is another player; `pile`: 0, or 1 + the word that this player must not have called; with the
    # `relation` EQUAL, 1 + the word that must be the amount of row `table`
    CHOOSE_TRUMP = 19  # `cards`: the suits, one bit each; `table`: NONE
    SAY = 20  # `which`: the word
    CAPTURE = 21  # `table`
    STOP = 22
    AGAIN = 23
    CHOOSE_SUIT = 50  # `cards`: the suits, one bit each; `which`: the table; `table`: NONE
    FIRST_OF_EFFECTS = 51  # those below change turns and whole hands
    NEXT_TAKES = FIRST_OF_EFFECTS  # `amount`: of cards
    MISS = 52
    TURN_AROUND = 53
    SWAP = 54  # `which`: the player, or OTHERS
    MOVE_HANDS = 55
    TAKE_ALL = 56  # `table`
    REVEAL = 57  # `table`
    TAKE_TO = 58  # `amount`: of cards in the hand
    MOVE_CARDS = 101  # `table`: a row of `moves`; `cards`: those that can be moved
    REVEAL_TOP = 102  # `table`, or NONE; `which`: k + 1 for layout k
    TURN_OVER = 103  # `table`
    CATCH = 100  # `table`; `amount`: what a card captures, a `Catch`
    FIRST_OF_GROUPS = 80  # those below lay groups of cards on `table`
    LAY = FIRST_OF_GROUPS  # `which`: a `Group`; `amount`: the fewest cards; `pile`: whether more can be laid; `cards`:
    # those of which one must be in the group
    LAY_OFF = 81  # `which`: ME or OTHERS for their melds, NONE for all
    BEAT = 82
    LAY_ALL = 83
    LAST_OF_GROUPS = LAY_ALL
    FIRST_OF_PLAYERS = 90  # those below concern pots and other players
    SHARE_POT = FIRST_OF_PLAYERS
    REOPEN = 91
    FORGET_OWN = 92
    LOOK_AT = 93  # `which`: the player
    PUT_ALL = 94  # `which`: the player; `table`
    CHOSEN_TAKES = 95  # `which`: CHOSEN; `amount`: of cards
    CHOSEN_OUT = 96  # `which`: CHOSEN
    PUT_HIGHEST = 97  # `which`: the player; `amount`: of cards; `face_up`


class Jump(IntEnum):
    """The kinds of jumps back to the start of a repeat."""

    TIMES = 0  # `times`: how often it is played
    EACH = 2  # `layout`: it is played once for each table; `times`: how many these are
    UNTIL = 1  # `first_test`, `test_count`: the condition that ends it


class Kind(IntEnum):
    """What an operand counts, with the fields of `Operand` that it reads."""

    NUMBER = 0  # `number`
    CARDS = 1  # `side`, `cards`: how many of these cards lie there; `deck`: also all cards in the deck
    SUM = 2  # `side`, `number`: the sum of the cards there, with this limit for cards with two scores
    POINTS = 3  # `side`: the points of captured cards
    LAST_OF_CARDS = POINTS  # those below are kept for players: `whose`
    TOKENS = 4  # `pile`
    SCORE = 5
    TRICKS = 6
    WORD = 7  # `word`
    BEST = 100  # `side`, `cards`: the highest score among these cards
    EXACTLY = 110  # `side`, `number`: so many of these cards, for the best play
    DEADWOOD = 80
    MELDED = 81
    GROUPS = 82  # `number`: of cards or more in each; `pile`: whether only groups without jokers count


class ByWord(IntEnum):
    """How a word of the player changes a set of cards."""

    NOT = 0
    NUMBER = 1  # only cards of this number
    SUIT = 2
    EXCEPT_NUMBER = 3  # all but those
    EXCEPT_SUIT = 4


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
    LAST_OF_LANGUAGE_2 = TRUMP  # those below belong to language 3
    GATHER = 7  # no operands
    DEAL_TO_TABLES = 100  # `amount`; `table`, or NONE; `to`: the layout; `players`: whether they lie face up
    MOVE = 8  # `table`, `to`: all cards of a table go to another
    DEAL_COUNT = 9  # `amount`: a row of `amounts`, of cards for each player
    MOVE_HANDS = 51  # no operands
    REVEAL = 52  # `table`
    FORGET = 53  # no operands
    NEXT_STARTS = 54  # no operands
    DEAL_CARDS = 55  # `cards`: a set; `to`: the player; `table`: instead of a player, or NONE
    FIRST_OF_PLAYERS = 90
    DEAL_UNTIL = FIRST_OF_PLAYERS  # `table`; `amount`: the sum; `cards`: the limit for cards with two scores
    SHOWN_STARTS = 91  # `amount`: 1 for the best, 0 for the lowest
    ALL_RETURN = 92  # no operands
    ADD = 50  # `amount`: for each player; `table`: the counter; `players`: the number after which it is 1, or NONE


Side = struct(
    [
        ("hands", np.int16),  # the players whose hands count, one bit each; also ME_BIT, OTHERS_BIT and so on
        ("stacks", np.int16),  # the players whose stacks count, likewise
        ("tables", np.int32),  # the tables that count, one bit each
        ("layout", np.int16),  # k + 1 if those of layout k count, -k - 1 if only that of the current round does
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
        ("credit", np.int8),  # how many cards more there will be to take or put when the consequents before are done
        ("amount", np.int32),
        ("cards", np.int64),  # the cards that can be put
    ]
)

_RULE_FIELDS: list[tuple[Any, ...]] = [
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
]
# Language 3: further tests of the rule, and what tests themselves need.
_MORE_RULE_FIELDS: list[tuple[Any, ...]] = [
    ("first_test", np.int16),  # the first row of `tests` that must hold as well
    ("test_count", np.int8),
    ("negated", np.int8),  # whether a test must not hold
    ("alternative", np.int8),  # whether "or" stands before a test
    ("word", np.int8),
    ("by_word", np.int8),  # a `ByWord`
    ("amount", np.int16),  # a row of `amounts`
    ("other_amount", np.int16),  # another one
]
_PARTS = ("parts", np.int64, (MAX_PARTS,))  # sets; the hand must have a card of each

Rule = struct([*_RULE_FIELDS, _PARTS])
Rule3 = struct([*_RULE_FIELDS, *_MORE_RULE_FIELDS, _PARTS])

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
        ("by_partners", np.int8),  # whether only one player of each team takes part (language 3)
    ]
)

Operand = struct(
    [
        ("cards", np.int64),
        ("number", np.int32),
        ("side", Side),
        ("kind", np.int8),  # a `Kind`
        ("whose", np.int8),  # ME, US, OTHERS or another player
        ("pile", np.int8),  # 0 for the stash, 1 for the bet
        ("word", np.int8),
        ("by_word", np.int8),  # a `ByWord`
        ("deck", np.int8),
        ("others", np.int8),  # whether it depends on the other players
    ]
)

# An amount is factor * first, or how far the first operand exceeds the second, times the factor.
Amount = struct([("first", Operand), ("second", Operand), ("factor", np.int32), ("has_second", np.int8)])

JumpBack = struct(
    [
        ("kind", np.int8),  # a `Jump`
        ("depth", np.int8),  # of the repeat in others, from 0
        ("target", np.int16),  # the place of its first stage in the order of play
        ("times", np.int16),
        ("layout", np.int16),
        ("place", np.int16),  # where the jump stands in the order of play
        ("first_test", np.int16),
        ("test_count", np.int8),
    ]
)


Layout = struct(
    [
        ("first", np.int8),  # the first table
        ("tables_each", np.int8),  # the number of tables, of each player if they are their own
        ("all_tables", np.int8),  # of all players together
        ("by_suit", np.int8),
        ("own", np.int8),
    ]
)

CardMove = struct(
    [
        ("from_tables", np.int32),  # one bit each
        ("from_layouts", np.int16),  # one bit each
        ("fits", np.int16),  # a set of `layouts.Fit`
        ("from_hand", np.int8),
        ("above", np.int8),  # whether cards move with those above them
        ("to_table", np.int8),  # or NONE
        ("to_layout", np.int8),  # k + 1 for layout k
        ("to_hand", np.int8),
        ("relation", np.int8),  # a `Relation`
        ("empty", np.int8),  # a `layouts.Empty`
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


_FIELDS: list[tuple[Any, ...]] = [
    # The stages; the widest first, because NumPy does not align records in records.
    ("coms", Command, (MAX_STAGES, MAX_COMS)),
    ("stages", Stage, (MAX_STAGES,)),
    ("stages_played", np.int16),
    # The stages in the order of play, and the last one again for when the game is over; in language 3 also jumps:
    # ~k is row k of `jumps`.
    ("order", np.int8, (MAX_STAGES_PLAYED + 1,)),
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

# What only games of language 3 have, the widest before all other fields.
_WIDE_FIELDS: list[tuple[Any, ...]] = [
    ("rules", Rule3, (MAX_STAGES, MAX_RULES)),
    ("tests", Rule3, (MAX_TESTS,)),  # of conditions; only what antecedents need is used
    ("amounts", Amount, (MAX_AMOUNT_ROWS,)),
    ("triggers", Trigger, (MAX_EFFECTS,)),  # of the effects of cards
    ("moves", CardMove, (MAX_MOVES,)),  # of cards between tables
    ("trump_cards", np.int64),  # those that are always trumps
]
_MORE_FIELDS: list[tuple[Any, ...]] = [
    ("steps", np.int32, (MAX_STAGES, MAX_STEPS)),  # the rules of each step of a turn, one bit each
    ("score_points", np.int32),  # for each point of the score
    ("score_scale", np.int32),  # a usual score
    ("jumps", JumpBack, (MAX_JUMPS,)),
    ("counters", np.int16),  # the words that are counters, one bit each: they are kept when cards are gathered
    ("word_count", np.int8),
    ("player_word", np.int8),  # with which players choose another one
    ("shares_pots", np.int8),  # whether players share pots
    ("share_ties", np.int8),  # all players with the most points win
    ("step_count", np.int8, (MAX_STAGES,)),
    ("team", np.int8, (MAX_PLAYERS,)),  # of each player
    ("effect_count", np.int8),
    ("jump_count", np.int8),
    ("layouts", Layout, (MAX_LAYOUTS,)),  # groups of tables
    ("layout_count", np.int8),
    ("first_effect", np.int8, (MAX_STAGES,)),  # the index of the first effect of a card among the rules of each stage
    ("together", np.int8, (MAX_STAGES,)),  # whether players of each stage choose at the same time
    ("shows_suits", np.int8),  # whether learners see the suits that were named for tables
    ("shows_turns", np.int8),  # and the direction of play, and who misses a turn
    ("shows_picked", np.int8),  # and the cards chosen for a capture so far
    ("catches", np.int8, (MORE_TABLES,)),  # what cards capture on each table, a `Catch`
    ("ranked_scores", np.int32, (MAX_CARDS,)),  # the score of each card in the ranking, the higher one of two
]

Rules = struct([("rules", Rule, (MAX_STAGES, MAX_RULES)), *_FIELDS])
Rules3 = struct([*_WIDE_FIELDS, *enlarged(_FIELDS), *_MORE_FIELDS, *PACK_FIELDS, *GROUP_FIELDS])
Rules3Wide = wide_struct(Rules3)
Draft3Wide = wide_struct(Rules3, object, mark=False)  # the same while the tables are made, see wide.py
