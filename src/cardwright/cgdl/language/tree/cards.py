"""Cards, combinations of cards, and the zones where cards and tokens lie."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

SUITS = ("clubs", "diamonds", "hearts", "spades")
LOWEST_NUMBER, HIGHEST_NUMBER, DECK_SIZE = 1, 13, 52
RELATIONS = ("<", "<=", "=", ">=", ">")
ANY, SAME_SUIT, SAME_NUMBER = "any", "same suit", "same number"
BEATING, MATCHING, CATCHING_NOTHING = (
    "beating",
    "matching",
    "capturing nothing",
)  # how a card that is put compares with a table (language 3)
UP, DOWN = "up", "down"
SET_SIZES = {"one pair": 2, "three of a kind": 3, "poker": 4}  # cards of the plays that consist of one number
STACK, TOKEN = "stack", "token"  # what has a name besides tables
PLAYS = ("one pair", "two pairs", "three of a kind", "straight", "flush", "full house", "poker", "straight flush")

ME, OTHERS = -1, -2  # the owner of a zone that is not a numbered player: X and A in the paper
LEFT, RIGHT = -3, -4  # the next player around the table, and the one before: L and R (language 2)
OPPOSITE = -5  # the player on the other side of the table: O (language 3)
US = -6  # the player and the partners (language 3)
CHOSEN = -11  # the player whom this one has chosen: C (language 3)
STARTER = -12  # the player who starts the stages: B, who begins (language 3)
STASH, BET = 0, 1  # the two piles of tokens of each player


class Location(NamedTuple):
    """A line and a column of a file, both counted from 1."""

    line: int
    column: int


class Located(int):
    """A number that knows its location in the file."""

    at: Location

    @classmethod
    def read(cls, number: int, at: Location) -> Located:
        """Return a number that was read at a location."""
        located = cls(number)
        located.at = at
        return located


@dataclass(frozen=True)
class Node:
    """A part of a game. Its location in the file does not count in comparisons."""

    at: Location = field(default=Location(0, 0), kw_only=True, compare=False, repr=False)


# Zones.


@dataclass(frozen=True)
class Deck(Node):
    """`D`: the deck, face down; cards are taken from its top and put under it."""


@dataclass(frozen=True)
class Table(Node):
    """`T0`, `T1`, ...: a pile on the table, face up; cards are put on its top and taken from its top."""

    which: int


@dataclass(frozen=True)
class Hand(Node):
    """`HX`, `HA`, `H0`, ...: the hand of the current player (ME), of each other player (OTHERS), or of one player.

    In language 2 also `HL` and `HR`: of the player on the left, who is the next one, and on the right; in language 3
    `HO`: of the player opposite, `HB`: of the one who starts the stages, `HC`: of the one this player has chosen.
    """

    who: int


@dataclass(frozen=True)
class Stack(Node):
    """`SX`, `SA`, `S0`, ...: a player's stack, face down; cards come from its top and go under it (language 2).

    In language 3 also `SB`: of the player who starts the stages.
    """

    who: int


@dataclass(frozen=True)
class Stacks(Node):
    """`all stacks` of a deal means all players' stacks, and `stack` of a trick the winner's (language 2)."""


@dataclass(frozen=True)
class Tokens(Node):
    """`KX0`, `KA1`, `K21`, ...: the stash (0) or the bet (1) of the current player, of the others, or of one player."""

    who: int
    pile: int


CardZone = Deck | Table | Hand | Stack


# Combinations.


@dataclass(frozen=True)
class Card(Node):
    """`2 of diamonds`; in language 3 also `queen of spades`. Ranks of the game's own deck are always strings."""

    number: int | str
    suit: str


@dataclass(frozen=True)
class Number(Node):
    """`number 13`: any card of this number."""

    number: int


@dataclass(frozen=True)
class Suit(Node):
    """`suit hearts`: any card of this suit."""

    suit: str


@dataclass(frozen=True)
class Kind(Node):
    """`joker`, `queen`: any card of a rank that has a name, or of a kind that the game names (language 3).

    In a game with a deck of its own, numbers are ranks as well, and `number 5` is the kind "5".
    """

    name: str


@dataclass(frozen=True)
class Play(Node):
    """`two pairs`, `flush`, ...: one of PLAYS."""

    name: str


Cards = Card | Number | Suit | Kind
Combination = Cards | Play


@dataclass(frozen=True)
class CalledCards(Node):
    """`number rank`, `suit colour`: the cards of the number or suit that the player's word stands for (language 3)."""

    kind: str  # "number" or "suit"
    word: str


@dataclass(frozen=True)
class Selection(Node):
    """`any except suit hearts`: a set of cards, the whole deck if `cards` is None (language 2)."""

    cards: Cards | CalledCards | None
    without: tuple[Cards | CalledCards, ...] = ()

    @property
    def called(self) -> CalledCards | None:
        """What depends on a word of the player; None if nothing does."""
        return next((each for each in (self.cards, *self.without) if isinstance(each, CalledCards)), None)
