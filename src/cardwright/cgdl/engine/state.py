"""The record of a card game in progress, every field explained, and the codes of the values in it."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from cardwright.core.record import game_record

from .wide import wide_fields

MAX_PLAYERS = 6
MAX_TABLES = 8
MORE_TABLES = 16  # in games of language 3
PILES = MAX_TABLES + MAX_PLAYERS  # the tables, then the stack of each player
MORE_PILES = MORE_TABLES + MAX_PLAYERS
MAX_RULES = 16  # in a stage
CARDS = 52
MAX_CARDS = 63  # of a deck of the game's own, in language 3
MOST_CARDS = 162  # of a large deck
RING = 64  # slots of the ring buffer that holds the deck, a power of two
LARGE_RING = 256
DECK_OF_CARDS = (1 << CARDS) - 1  # the set of all cards
NONE = -1

MAX_AMOUNTS = 128  # amounts of a bet that are offered; larger ranges are offered in equal steps
CHOICES = 128  # an action is CHOICES * rule + choice
MORE_CHOICES = 256  # the same in games with a large deck
PASS = MAX_RULES  # the rule index of an action that declines to play a rule
NEXT, DONE, ENOUGH = 0, 1, 2  # the choices of PASS; ENOUGH, in the middle of a rule, shows no more cards
MAX_ACTIONS = CHOICES * (MAX_RULES + 1)
MAX_LARGE_ACTIONS = MORE_CHOICES * (MAX_RULES + 1)

MAX_DEPTH = 4  # of repeats in repeats
MAX_EFFECTS = 8  # of cards in a game, and waiting to be carried out
MAX_GROUPS = 24  # sets, runs and other groups of cards on tables
MAX_WORDS = 8  # names of words and counters in a game
LARGEST_KEPT = 1_000_000_000  # of scores and counters; a game in which one gets so large crashes
UNSAID = -(1 << 30)

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
    LOST = 4  # by the only player


_FIELDS: list[tuple[Any, ...]] = [
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
]

# What only games of language 3 have.
_MORE_FIELDS: list[tuple[Any, ...]] = [
    ("moved", np.int64),  # the cards that the player has moved between tables in this turn
    ("picked", np.int64),  # the cards on a table that the player has chosen for a capture so far
    ("secret", np.int64, (MAX_PLAYERS,)),  # in a stage `together`: the cards each player has put on tables
    ("offered", np.int64, (MAX_PLAYERS,)),  # and what each could choose to say, one bit for each choice
    ("points_scored", np.int32, (MAX_PLAYERS,)),  # the score of each player
    ("words", np.int32, (MAX_PLAYERS, MAX_WORDS)),  # what each player has said or chosen, or counts; UNSAID for nothing
    ("taken", np.int32),  # the last turn in which a player took a card by a rule
    ("caught", np.int32),  # the last turn in which a player got a card of the number asked for
    ("offered_from", np.int32, (MAX_PLAYERS,)),  # the number that the lowest choice in `offered` means
    ("loops", np.int16, (MAX_DEPTH,)),  # how often each repeat around the current stage has been played
    ("tricks", np.int8, (MAX_PLAYERS,)),  # how many tricks each player has won since the cards were gathered
    ("opener", np.int8),  # the player who started the first stage after the cards were gathered, NONE before that
    ("phase", np.int8),  # the step of the turn, from 0
    ("stepped", np.int8),  # whether a rule of a step was played in this turn
    ("won", np.int8),  # the players who have won, one bit each
    ("sharing", np.int8),  # the players who share the pot when the stage ends, one bit each
    ("again", np.int8),  # whether the player has the next turn as well
    ("effects", np.int8, (MAX_EFFECTS,)),  # the effects of cards that wait to be carried out, the oldest first
    ("effects_waiting", np.int8),
    ("backwards", np.int8),  # whether the turns go around the table in the other direction
    ("misses", np.int8),  # the players who miss their next turn in this stage, one bit each
    ("together", np.int8),  # whether nobody sees what the others choose in this stage
    ("hidden_word", np.int8, (MAX_PLAYERS,)),  # the word each player has chosen in it, NONE for none
    ("named_card", np.int8, (MORE_TABLES,)),  # the card of each table that counts as another suit, NONE for none
    ("named_suit", np.int8, (MORE_TABLES,)),  # that suit
    ("using", np.int8),  # the card that the player moves, or captures others with, NONE between choices
    ("last_catcher", np.int8),  # the last player who has captured cards, NONE for nobody
    # Groups of cards on tables, in the order in which they were laid.
    ("groups", np.int64, (MAX_GROUPS,)),  # the cards of each group
    ("group_kind", np.int8, (MAX_GROUPS,)),  # a `Group`
    ("group_owner", np.int8, (MAX_GROUPS,)),  # who laid it
    ("group_table", np.int8, (MAX_GROUPS,)),
    ("group_first", np.int8, (MAX_GROUPS,)),  # the lowest card of a run, the first card laid of others
    ("group_last", np.int8, (MAX_GROUPS,)),  # the highest card of a run, the last card laid of others
    ("group_count", np.int8),
    ("open_group", np.int8),  # the group that is being laid, NONE for none
    ("fitting", np.int8),  # the card that is being laid off, NONE for none
    ("meld_goal", np.int16),  # what the melds must count that a side lays for the first time in this turn, else 0
]


def enlarged(fields: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return fields of a record with places for the cards and piles of language 3 instead of CARDS and PILES."""
    larger = {CARDS: MAX_CARDS, PILES: MORE_PILES}

    def shape(size: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(larger.get(n, n) for n in size)

    return [(*field[:2], *map(shape, field[2:])) for field in fields]


def tables_in(language: int) -> int:
    """Return how many tables a game can have, which is also the pile of the first stack."""
    return MORE_TABLES if language == 3 else MAX_TABLES


# The record of games of languages 1 and 2, that of games of language 3, and that of those with a large deck.
_FIELDS_3 = [*_MORE_FIELDS, *enlarged(_FIELDS)]
State = game_record("cgdl", _FIELDS, __name__)
State3 = game_record("cgdl3", _FIELDS_3, __name__)
State3Wide = game_record("cgdl3_wide", wide_fields(_FIELDS_3), __name__)
