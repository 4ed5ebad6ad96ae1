"""The rules of a game as tables for the kernels: one record of a fixed size, whatever the game."""

from __future__ import annotations

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
