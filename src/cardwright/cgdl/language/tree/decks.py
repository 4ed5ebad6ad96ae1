"""A deck of the game's own, and names for kinds of its cards (language 3)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Node, Selection, Table


@dataclass(frozen=True)
class Ranks(Node):
    """`skip`, `5`, `1 to 9`: a rank by its name or its number, or all from one number to another."""

    first: int | str
    last: int | None = None


@dataclass(frozen=True)
class Copies(Node):
    """`2 of each 1 to 9, skip`, `4 of wild`: so many cards of these ranks, in each suit or without any."""

    amount: int
    each: bool
    ranks: tuple[Ranks, ...]


@dataclass(frozen=True)
class OwnDeck(Node):
    """`deck { suits red, blue 2 of each 1 to 9 }`: ranks named later are higher; `suits` can be left out."""

    suits: tuple[str, ...]  # none for the French ones
    copies: tuple[Copies, ...]
    bowers: str = ""  # the rank of the two highest trumps, one of which is of the other suit of the same colour
    trumps: tuple[Selection, ...] = ()  # cards that are always trumps, the highest first


@dataclass(frozen=True)
class NamedCards(Node):
    """`cards wild = joker, number 2`: a name for a kind of cards."""

    name: str
    cards: tuple[Selection, ...]


# Tests of cards.


@dataclass(frozen=True)
class OnTop(Node):
    """`found ace on T0`, `found same number on T0`: the top card is one of these, or matches the card below it."""

    cards: Selection | str
    table: Table


@dataclass(frozen=True)
class IsTrump(Node):
    """`trump hearts`: this suit is trumps, because it was turned up or chosen."""

    suit: str


@dataclass(frozen=True)
class Caught(Node):
    """`caught`: in this turn the player asked for a number and got a card of it, from a player or from the deck."""
