"""What language 3 counts and keeps: amounts, tests of several kinds, and what players say."""

from __future__ import annotations

from dataclasses import dataclass

from .captures import BestOf
from .cards import ME, Deck, Hand, Node, Selection, Stack, Table, Tokens
from .groups import GroupsOf
from .layouts import InLayout

HIGHER, OF_CARD, OF_SUIT, OF_PLAYER = "higher", "number", "suit", "player"  # the kinds of choices
SCORE, TRICKS = "score", "tricks"  # what is kept for every player; other names are words and counters


@dataclass(frozen=True)
class CardCount(Node):
    """`cards HX`, `count suit hearts in SX`: how many cards lie in these zones, only those of a selection if given."""

    zones: tuple[Hand | Table | Stack | Deck | InLayout, ...]
    cards: Selection | None = None


@dataclass(frozen=True)
class SumOf(Node):
    """`sum HX`: the sum of the cards in these zones."""

    zones: tuple[Hand | Table | Stack | InLayout, ...]


@dataclass(frozen=True)
class PointsOf(Node):
    """`points SX`: the points of the captured cards in a stack."""

    stack: Stack


@dataclass(frozen=True)
class TokensOf(Node):
    """`tokens KX0`: a number of tokens."""

    pile: Tokens


@dataclass(frozen=True)
class Kept(Node):
    """`score`, `our tricks`, `bid of others`: a number kept for the player (ME), the partners (US) or OTHERS."""

    name: str  # SCORE, TRICKS, a word or a counter
    whose: int


Measure = CardCount | SumOf | PointsOf | TokensOf | Kept | BestOf | GroupsOf


@dataclass(frozen=True)
class Amount(Node):
    """`25`, `10 per our bid`, `sum HA over sum HX`: a number, a measure times a number, how far one exceeds another."""

    number: int | None  # None: 1 for each
    each: Measure | None = None
    over: Measure | None = None


# Tests.


@dataclass(frozen=True)
class Compare(Node):
    """`cards D <= 2`, `our tricks >= our bid`."""

    left: Measure
    relation: str
    right: Measure | int


@dataclass(frozen=True)
class Called(Node):
    """`called knock`, `others called knock`: the player, or another one, has called or chosen the word."""

    word: str
    others: bool


@dataclass(frozen=True)
class Chosen(Node):
    """`chosen target`: another player has chosen this player with the word."""

    word: str


@dataclass(frozen=True)
class Leader(Node):
    """`leader`: the player starts the stages."""


@dataclass(frozen=True)
class Alone(Node):
    """`alone`: every other player is done with the stage, or out."""


@dataclass(frozen=True)
class Highest(Node):
    """`highest in T0`: the player put the highest card there, and no other card there is as high."""

    table: Table


# What players do.


@dataclass(frozen=True)
class Score(Node):
    """`score 10 per our bid`: add to the player's score."""

    amount: Amount


@dataclass(frozen=True)
class Add(Node):
    """`add 1 to bags`: add to one of the player's counters."""

    amount: Amount
    word: str

    @property
    def resets(self) -> bool:
        """Whether the counter is set back to 0."""
        return self.amount == Amount(-1, Kept(self.word, ME))


@dataclass(frozen=True)
class Choose(Node):
    """`choose 0 to 13 as bid`, `choose higher 7 to 13 as bid`, `choose suit as colour`: say one of these numbers.

    Everybody remembers it until the cards are gathered.
    """

    lowest: int
    highest: int | Measure
    word: str
    kind: str = ""  # HIGHER than all have chosen so far; the number of a card, a suit by its place, another player
    without: str = ""  # another player, but none who has called this word
    having: str = ""  # another player, of whom this counter or word ...
    number: int = 0  # ... is this number


@dataclass(frozen=True)
class ChooseTrump(Node):
    """`choose trump`: name the trump suit."""


@dataclass(frozen=True)
class Call(Node):
    """`call knock`: call a word, which everybody remembers until the cards are gathered."""

    word: str


@dataclass(frozen=True)
class Capture(Node):
    """`capture T0`: put all cards of a table under the player's stack, in random order."""

    table: Table


@dataclass(frozen=True)
class Stop(Node):
    """`stop`: end the stage for everybody."""


@dataclass(frozen=True)
class Again(Node):
    """`again`: end the turn; the player has the next turn as well."""
