"""Cards on a table that a card from the hand captures (language 3)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Hand, Node, Selection, Stack, Table
from .layouts import InLayout

BY_NUMBER, BY_SUM = "number", "sum"
BY_EITHER, NUMBER_FIRST = "number or sum", "number before sum"


@dataclass(frozen=True)
class CaptureCards(Node):
    """`capture number before sum from T0`: put a card from the hand and those it captures under the stack.

    It captures a card of its number, or several that add up to it; in this order a card of its number goes first.
    """

    by: str  # BY_NUMBER, BY_SUM, BY_EITHER or NUMBER_FIRST
    table: Table


@dataclass(frozen=True)
class CapturedLast(Node):
    """`captured last`: nobody has captured cards since this player did."""


@dataclass(frozen=True)
class BestOf(Node):
    """`best suit hearts in SX`: the highest score in the ranking among these cards, 0 without any."""

    cards: Selection
    zones: tuple[Hand | Table | Stack | InLayout, ...]
