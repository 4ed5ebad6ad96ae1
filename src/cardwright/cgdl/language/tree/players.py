"""What language 3 does with a pot, with a player who was chosen, and with players who are out."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Deck, Hand, Node, Table

BEST, LOWEST = "best", "lowest"  # the hands that a deal can be opened by

# What the dealer does.


@dataclass(frozen=True)
class DealUntil(Node):
    """`com deal to T0 until sum 17`: deal cards to a table until their sum is at least this."""

    table: Table
    total: int


@dataclass(frozen=True)
class ShownStarts(Node):
    """`com best shown starts`: of the hands, as far as everybody knows them, the best or the lowest one starts."""

    which: str  # BEST or LOWEST


@dataclass(frozen=True)
class AllReturn(Node):
    """`com all return`: players who are out of the game are in it again."""


# Tests.


@dataclass(frozen=True)
class OthersOut(Node):
    """`others out`: every other player is out of the game."""


# What players do.


@dataclass(frozen=True)
class SharePot(Node):
    """`share pot`: at the end of the stage, all bets are divided among the players who share the pot."""


@dataclass(frozen=True)
class Reopen(Node):
    """`reopen`: all other players who are done with the stage have turns in it again."""


@dataclass(frozen=True)
class ForgetOwn(Node):
    """`forget`: what this player has called or chosen is forgotten; counters are kept."""


@dataclass(frozen=True)
class LookAt(Node):
    """`look at HC`: the player sees the hand of another one."""

    hand: Hand


@dataclass(frozen=True)
class PutAll(Node):
    """`put all from HC in T0`: a whole hand goes to a table, face up; the cards have no effects there."""

    hand: Hand
    table: Table


@dataclass(frozen=True)
class PutHighest(Node):
    """`put 2 highest in HC face down`: give a player the highest cards of the hand, or all if there are fewer."""

    amount: int
    hand: Hand
    face: str


@dataclass(frozen=True)
class ChosenTakes(Node):
    """`chosen takes 1 from D`: the chosen player takes so many cards from the deck, or as many as there are."""

    amount: int
    deck: Deck


@dataclass(frozen=True)
class ChosenOut(Node):
    """`chosen out`: the chosen player leaves the game."""
