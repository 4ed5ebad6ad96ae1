"""The record of a card game in progress, every field explained, and the numbers that stand for words in it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import game_record

MAX_PLAYERS = 6
MAX_TABLES = 8
MAX_RULES = 16  # in a stage
CARDS = 52
RING = 64  # places of the deck's ring, a power of two
DECK_OF_CARDS = (1 << CARDS) - 1  # the set of all cards
NONE = -1

AMOUNTS = 128  # how many amounts of a bet are offered at most: larger ranges are offered in equal steps
CHOICES = 128  # an action is CHOICES * rule + choice
PASS = MAX_RULES  # the place of the rule, where a player declines to play one
NEXT, DONE = 0, 1  # the choices there
MAX_ACTIONS = CHOICES * (MAX_RULES + 1)

EVENTS = 40  # noted between two decisions at most
MOST_DEEDS = 200  # rules played in one turn, after which it counts as endless


class Status(IntEnum):
    """How a player takes part."""

    PLAYING = 0
    DONE = 1  # with the stage
    OUT = 2  # of the game


class Need(IntEnum):
    """What is to be chosen with a rule."""

    NOTHING = 0  # only whether to play it
    CARD = 1  # one of the own cards
    AMOUNT = 2  # of tokens
    PLAYER = 3
    NUMBER = 4  # of cards


class Ended(IntEnum):
    """How the game stands."""

    OPEN = 0
    WON = 1
    DRAWN = 2
    CRASHED = 3  # too many turns, or something impossible was to be done


State = game_record(
    "cgdl",
    [
        # Cards. A set of cards is the bits of one number, see bits.py.
        ("hands", np.int64, (MAX_PLAYERS,)),  # the cards each player holds
        ("tables", np.int64, (MAX_TABLES,)),  # the cards on each table
        ("knows", np.int64, (MAX_PLAYERS,)),  # the cards of which each player knows where they are
        ("gone", np.int64),  # cards that have left the game
        ("deck", np.int8, (RING,)),  # a ring of cards: `left` of them from place `first` on, from the bottom up
        ("first", np.int8),
        ("left", np.int8),  # cards in the deck
        ("under", np.int8),  # of these at the bottom, cards that were put there: they have an order
        ("stacked", np.int8),  # and at the top, cards in a given order; what is between comes by chance
        ("top", np.int8, (MAX_TABLES,)),  # the card put last on each table, NONE on an empty one
        ("bottom", np.int8, (MAX_TABLES,)),  # the card put first
        ("below", np.int8, (CARDS,)),  # the card under each card on a table, NONE under the first
        ("by", np.int8, (CARDS,)),  # who put each card on a table, NONE for the dealer
        # Tokens.
        ("stash", np.int32, (MAX_PLAYERS,)),
        ("bet", np.int32, (MAX_PLAYERS,)),
        # What may be chosen now: a set of rules, and for each of them what the choices are. A set of cards, players or
        # numbers; for an amount the least and, 32 bits higher, the most.
        ("options", np.int64, (MAX_RULES + 1,)),
        ("playable", np.int32),
        # The course of the game.
        ("stage", np.int16),  # the stage being played, counted as they are played
        ("deeds", np.int16),  # rules played in this turn
        ("fired", np.int32, (MAX_PLAYERS,)),  # the rules each player has played in this stage
        ("waiting", np.int32),  # mandatory rules still to be tested
        ("status", np.int8, (MAX_PLAYERS,)),
        ("begun", np.int16),  # the players who have had a turn in this stage
        ("starter", np.int8),  # the player who begins stages
        ("player", np.int8),  # whose turn it is
        ("asking", np.int8),  # whether the player must decide
        ("turn_over", np.int8),
        ("acted", np.int8),  # whether a rule that is not mandatory was played in this turn
        # The rule being played.
        ("rule", np.int8),  # its place in the stage, NONE for none
        ("step", np.int8),  # which consequent is next; NONE while a card is to be shown
        ("need", np.int8),  # what is to be chosen for it
        ("shown", np.int8),  # the card shown, NONE for none
        ("todo", np.int8),  # how many cards are still to be put
        ("partner", np.int8),  # the other player chosen, NONE for none
        ("asked", np.int8),  # the number asked for less 1, NONE for none
        ("fitting", np.int64),  # the cards that may still be put
        # The end.
        ("ended", np.int8),
        ("winner", np.int8),
        # What happened since the last decision, as telling.py writes it down.
        ("told", np.int8),
        ("events", np.int16, (EVENTS,)),
    ],
    __name__,
)
