"""Groups of cards that players lay on tables: sets, runs and poker hands (language 3)."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import Node, Selection, Table

SET, RUN, POKER_HAND = "set", "run", "poker hand"
ANY_MELDS, OWN_MELDS, MELDS_OF_OTHERS = "melds", "own melds", "melds of others"
DEADWOOD, MELDED = "deadwood", "melded"  # what is counted for every player besides the score and the tricks
HAND_SIZE = 5  # cards of a poker hand


@dataclass(frozen=True)
class Jokers(Node):
    """`jokers joker, number 2 at most 3 fewer than others`: cards that stand for any other in sets and runs."""

    cards: tuple[Selection, ...]
    most: int | None = None  # in a group
    fewer: bool = False  # than other cards of the group


@dataclass(frozen=True)
class Minimum(Node):
    """`50 below 1500`: what the first melds must count for a score below a number, the last one for any score."""

    amount: int
    below: int | None = None


@dataclass(frozen=True)
class FirstMeld(Node):
    """`first meld 50 below 1500, 90`: what a side must lay in the turn in which it lays its first groups."""

    minimums: tuple[Minimum, ...]


@dataclass(frozen=True)
class GroupsOf(Node):
    """`groups of 7`, `our groups of 7 without jokers`: how many groups of so many cards or more somebody has laid."""

    size: int
    natural: bool  # only those without jokers
    whose: int  # ME or US


@dataclass(frozen=True)
class Lay(Node):
    """`lay set of 3 or more in T1`: lay chosen cards as a group, one after another.

    With `required`, the group must contain a card of this selection. With `top`, as in `lay set of 3 with top of T0 in
    T1`, its first card is the top card of that table.
    """

    kind: str  # SET, RUN, POKER_HAND
    least: int
    or_more: bool
    table: Table
    required: Selection | None = None
    natural: bool = False  # without jokers
    top: Table | None = None


@dataclass(frozen=True)
class LayAll(Node):
    """`lay all in T1`: lay the sets and runs of three or more that leave the least deadwood."""

    table: Table


@dataclass(frozen=True)
class LayOff(Node):
    """`lay off on melds of others in T1`: add a chosen card to a set or a run that lies there.

    With `top`, as in `lay off top of T0 on own melds in T1`, it is the top card of that table.
    """

    whose: str  # ANY_MELDS, OWN_MELDS, MELDS_OF_OTHERS
    table: Table
    top: Table | None = None


@dataclass(frozen=True)
class Beat(Node):
    """`beat T0`: lay a group of the same kind and size as the last one on the table, but higher."""

    table: Table


@dataclass(frozen=True)
class Last(Node):
    """`last on T0`: the player put the top card there."""

    table: Table


@dataclass(frozen=True)
class Taken(Node):
    """`taken`: in this turn the player has taken a card, from the deck or a table."""


Groups = Lay | LayAll | LayOff | Beat
