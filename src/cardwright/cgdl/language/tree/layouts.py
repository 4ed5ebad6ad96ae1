"""Groups of tables, and moving cards between tables (language 3)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Hand, Node, Selection, Table

ONE_HIGHER, ONE_LOWER, OTHER_COLOUR = "one higher", "one lower", "other colour"
IN_ORDER = "in order"  # the lowest rank on an empty table, the second one on a table with one card, and so on
OR_EMPTY, EMPTY = "or empty", "empty"


@dataclass(frozen=True)
class Layout(Node):
    """`layout column = T0 to T7`: a name for tables in a row.

    With `by suit` each of them is for the cards of one suit, in the order of the suits. With `for each player` the
    first tables are those of player 0, the next ones those of player 1, and so on.
    """

    name: str
    first: Table
    last: Table
    by_suit: bool = False
    own: bool = False

    @property
    def size(self) -> int:
        """The number of tables."""
        return self.last.which - self.first.which + 1

    @property
    def tables(self) -> range:
        """The numbers of the tables."""
        return range(self.first.which, self.last.which + 1)

    def each(self, players: int) -> int:
        """Return how many tables a player can name with the layout."""
        return self.size // players if self.own else self.size


@dataclass(frozen=True)
class InLayout(Node):
    """`column`, `this expedition`: the tables of a layout, the player's own if each has some, or the current one."""

    name: str
    this: bool = False  # the one of the current round of `repeat for each`


Place = Hand | Table | InLayout


@dataclass(frozen=True)
class MoveCards(Node):
    """`move any and above from column to column one lower other colour`: move a top card, or with those above it."""

    cards: Selection
    above: bool
    sources: tuple[Place, ...]
    to: Place
    fits: tuple[str, ...]  # of ONE_HIGHER, ONE_LOWER, IN_ORDER, OTHER_COLOUR, SAME_SUIT, SAME_NUMBER and RELATIONS
    empty: str  # OR_EMPTY, EMPTY or ""


@dataclass(frozen=True)
class RevealTop(Node):
    """`reveal top of column`: turn up the top card of each of these tables."""

    place: Table | InLayout


@dataclass(frozen=True)
class TurnOver(Node):
    """`turn over T11`: put all cards of a table under the deck, so that the lowest one comes first."""

    table: Table


@dataclass(frozen=True)
class DealTables(Node):
    """`com deal 52 to column`, `com deal 3 to T2 face down`: deal to a table, or to the tables of a layout in turn."""

    amount: int
    to: Table | InLayout
    face: str
