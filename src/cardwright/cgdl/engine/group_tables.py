"""What the tables of language 3 say of groups of cards, and the codes of groups."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from .state import MAX_CARDS


class Group(IntEnum):
    """The kinds of groups that players lay on tables."""

    SET = 0  # of one number
    RUN = 1  # of one suit, with numbers in a row
    POKER_HAND = 2  # five cards: a straight, a flush, a full house, four of a kind or a straight flush


class Runs(IntEnum):
    """Where the ace stands in a run."""

    ACE_LOW = 0
    ACE_HIGH = 1
    BOTH = 2


ANYBODY = -7  # instead of ME or OTHERS: whoever laid a group
LONGEST = 14  # cards of a group
MAX_MINIMUMS = 8  # of the first melds, for different scores
SUITS_APART = 8  # the least difference between the heights of cards of different numbers; suits count less

GROUP_FIELDS: list[tuple[Any, ...]] = [
    ("run_next", np.int64, (MAX_CARDS,)),  # the cards that can follow each card in a run
    ("run_before", np.int64, (MAX_CARDS,)),  # the cards that can stand before it
    ("run_starts", np.int64),  # the faces of which the next two have the same suit
    ("jokers", np.int64),  # the cards that stand for others in sets and runs
    ("aces", np.int64),  # the faces that can stand above the highest rank of their suit
    ("climb", np.int16, (MAX_CARDS,)),  # the height of each card when groups are compared
    ("most_jokers", np.int8),  # in a group
    ("fewer_jokers", np.int8),  # than other cards of a group
    ("runs", np.int8),  # a `Runs`
    ("suits_ranked", np.int8),  # of two groups of the same number, the one with the highest suit is higher
    ("one_group", np.int8),  # the tables that keep only their last group, one bit each
    ("one_per_number", np.int8),  # a side has one set of each number on a table
    ("melds_seen", np.int8),  # how many groups learners see
    ("counts_deadwood", np.int8),  # whether the rules count what is left outside sets and runs
    ("counts_melded", np.int8),  # or what players have laid
    # What the first melds of a side must count.
    ("minimums", np.int8),  # how many there are, for different scores; 0 if the first melds need not count anything
    ("minimum", np.int32, (MAX_MINIMUMS,)),
    ("minimum_below", np.int32, (MAX_MINIMUMS,)),  # the score below which each of them holds
    ("meldable", np.int64),  # the cards of which one must be in a set
    ("least_of_set", np.int8),  # cards
]
