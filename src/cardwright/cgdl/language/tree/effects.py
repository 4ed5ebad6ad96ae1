"""What language 3 does with turns and whole hands, for the dealer, players and cards."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Card, Deck, Hand, Node, Number, Suit, Table


@dataclass(frozen=True)
class AddForAll(Node):
    """`com add -1 to size`, `com count round to 4`: add to a counter of every player; after `most` comes 1."""

    amount: int
    word: str
    most: int | None = None


# What players do, and what cards do when they are put on a table.


@dataclass(frozen=True)
class ChooseSuit(Node):
    """`choose suit of T0`: name the suit that the top card of a table counts as, until another card lies there."""

    table: Table


@dataclass(frozen=True)
class NextTakes(Node):
    """`next takes 2 from D`: the next player takes so many cards from the deck, or as many as there are."""

    amount: int
    deck: Deck


@dataclass(frozen=True)
class NextMisses(Node):
    """`next misses`: the next player misses a turn."""


@dataclass(frozen=True)
class TurnAround(Node):
    """`turn around`: the turns go around the table in the other direction."""


@dataclass(frozen=True)
class SwapHands(Node):
    """`swap hands with HA`: exchange the whole hand with another player, who is chosen if there are several."""

    hand: Hand


@dataclass(frozen=True)
class MoveHands(Node):
    """`move hands`: everybody gives the whole hand to the next player."""


# Cards and words that not everybody knows.


@dataclass(frozen=True)
class TakeAll(Node):
    """`take all from T0`: take every card of a table into the hand."""

    table: Table


@dataclass(frozen=True)
class Reveal(Node):
    """`reveal T0`, `com reveal T0`: turn up the cards of a table that lie face down."""

    table: Table


@dataclass(frozen=True)
class Forget(Node):
    """`com forget`: what was called or chosen is forgotten; counters are kept."""


@dataclass(frozen=True)
class NextStarts(Node):
    """`com next starts`: the player after the one who started so far starts the stages from now on."""


@dataclass(frozen=True)
class DealCards(Node):
    """`com deal suit hearts to player 0`, `com deal 1 of spades to T0`: these cards, if they are in the deck."""

    cards: Card | Number | Suit
    to: int | Table


@dataclass(frozen=True)
class TakeTo(Node):
    """`take to 6 from D`: take cards from the deck until the hand has so many, or the deck is empty."""

    amount: int
    deck: Deck
