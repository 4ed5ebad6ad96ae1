"""The record of a card game in progress, every field explained, and the codes of the values in it."""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.record import game_record

MAX_PLAYERS = 6
MAX_TABLES = 8
PILES = MAX_TABLES + MAX_PLAYERS  # the tables, then the stack of each player
MAX_RULES = 16  # in a stage
CARDS = 52
RING = 64  # slots of the ring buffer that holds the deck, a power of two
DECK_OF_CARDS = (1 << CARDS) - 1  # the set of all cards
NONE = -1

MAX_AMOUNTS = 128  # amounts of a bet that are offered; larger ranges are offered in equal steps
CHOICES = 128  # an action is CHOICES * rule + choice
PASS = MAX_RULES  # the rule index of an action that declines to play a rule
NEXT, DONE, ENOUGH = 0, 1, 2  # the choices of PASS; ENOUGH, in the middle of a rule, shows no more cards
MAX_ACTIONS = CHOICES * (MAX_RULES + 1)

MAX_RULES_PER_TURN = 200  # a longer turn counts as endless


class Status(IntEnum):
    """How a player takes part."""

    PLAYING = 0
    DONE = 1  # with the stage
    OUT = 2  # of the game


class Need(IntEnum):
    """What a player chooses with a rule."""

    NOTHING = 0  # only whether to play it
    CARD = 1  # a card from the player's hand
    AMOUNT = 2  # of tokens
    PLAYER = 3
    NUMBER = 4  # of cards


class Ended(IntEnum):
    """Whether and how the game ended."""

    OPEN = 0
    WON = 1
    DRAWN = 2
    CRASHED = 3  # too many turns, or a rule required something impossible


State = game_record(
    "cgdl",
    [
        # Cards. A set of cards is the bits of one integer, see bits.py.
        ("hands", np.int64, (MAX_PLAYERS,)),  # the cards each player holds
        ("tables", np.int64, (PILES,)),  # the cards on each table and in each stack
        ("knows", np.int64, (MAX_PLAYERS,)),  # the cards whose zone each player knows
        ("removed", np.int64),  # cards that have left the game
        ("deck", np.int8, (RING,)),  # a ring buffer: `deck_size` cards from slot `deck_start` on, bottom card first
        ("deck_start", np.int8),
        ("deck_size", np.int8),
        ("ordered_bottom", np.int8),  # how many cards at the bottom were put there and lie in a fixed order
        ("ordered_top", np.int8),  # how many cards at the top lie in a given order; those between are random
        ("top", np.int8, (PILES,)),  # the top card of each table and stack, NONE if it is empty
        ("bottom", np.int8, (PILES,)),  # the lowest card of each table and stack, NONE if it is empty
        ("below", np.int8, (CARDS,)),  # for each card on a table or in a stack the card below it, NONE for the lowest
        ("laid_by", np.int8, (CARDS,)),  # who put each card on a table, NONE for the dealer and for cards in stacks
        # Tokens.
        ("stash", np.int32, (MAX_PLAYERS,)),
        ("bet", np.int32, (MAX_PLAYERS,)),
        # What can be chosen now: a set of rules, and for each of them its choices. The choices are a set of cards,
        # players or numbers; for an amount, the lowest amount and, 32 bits higher, the highest.
        ("options", np.int64, (MAX_RULES + 1,)),
        ("playable", np.int32),
        # The course of the game.
        ("stage", np.int16),  # the index of the current stage in the order of play
        ("rules_played", np.int16),  # in this turn
        ("played", np.int32, (MAX_PLAYERS,)),  # the rules each player has played in this stage
        ("untested", np.int32),  # the mandatory rules still to be tested
        ("status", np.int8, (MAX_PLAYERS,)),  # a `Status` each
        ("had_turn", np.int16),  # the players who have had a turn in this stage
        ("starter", np.int8),  # the player who starts each stage
        ("trump", np.int8),  # the trump suit that was turned up, NONE for none
        ("player", np.int8),  # the current player
        ("choosing", np.int8),  # whether the player must decide
        ("turn_over", np.int8),
        ("acted", np.int8),  # whether a rule that is not mandatory was played in this turn
        # The rule being played.
        ("rule", np.int8),  # its index in the stage, NONE for none
        ("step", np.int8),  # the index of the next consequent; NONE while a card is to be shown
        ("need", np.int8),  # what the player chooses for it, a `Need`
        ("shown", np.int8),  # the card shown, the last one of a set, NONE for none
        ("cards_to_put", np.int8),  # how many cards are still to be put
        ("partner", np.int8),  # the other player chosen, NONE for none
        ("asked", np.int8),  # the number asked for minus 1, NONE for none
        ("can_follow", np.int64),  # the cards that can still be put or shown
        # The end.
        ("ended", np.int8),  # an `Ended`
        ("winner", np.int8),  # NONE unless the game is won
    ],
    __name__,
)
