"""Constraints on paths, in words: "at least 2 elites", "no more than 3 fights in a row", "a shop after floor 6".

A constraint is a small automaton whose state is an integer, 0 at first: `step` returns the state after a room (or None
if the path is invalid), and `holds` returns whether a path may end in a state. Any object with these two methods works.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cardwright.core.errors import BadData, unknown

from .encounters import BOSS, GROUPS
from .map import Room, RouteMap


class Constraint(Protocol):
    """What the planner requires of a constraint."""

    def step(self, state: int, room: Room) -> int | None:
        """Return the state after entering a room, or None if that breaks the constraint."""

    def holds(self, state: int) -> bool:
        """Return whether a path that ends in this state keeps the constraint."""


@dataclass(frozen=True)
class Count:
    """From `least` to `most` rooms of some kinds (or of some names) on floors `first` to `last`."""

    kinds: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    least: int = 0
    most: int | None = None
    first: int = 0
    last: int = 1_000

    def step(self, state: int, room: Room) -> int | None:
        """Count the room; without a maximum, counting stops at `least`, which keeps the number of states small."""
        if not (room.kind in self.kinds or room.name in self.names) or not self.first <= room.floor <= self.last:
            return state
        if self.most is None:
            return min(state + 1, self.least)
        return state + 1 if state < self.most else None

    def holds(self, state: int) -> bool:
        """Return whether there are at least `least` rooms."""
        return state >= self.least


@dataclass(frozen=True)
class InARow:
    """No more than `most` rooms of some kinds in a row."""

    kinds: frozenset[str]
    most: int

    def step(self, state: int, room: Room) -> int | None:
        """Return the length of the row so far."""
        if room.kind not in self.kinds:
            return 0
        return state + 1 if state < self.most else None

    def holds(self, state: int) -> bool:
        """Return True: `step` has already stopped rows that are too long."""
        return True


@dataclass(frozen=True)
class Before:
    """A room of some kinds right before every room of some others."""

    kinds: frozenset[str]
    others: frozenset[str]

    def step(self, state: int, room: Room) -> int | None:
        """Return 1 after a room of the required kind, else 0."""
        if room.kind in self.others and not state:
            return None
        return int(room.kind in self.kinds)

    def holds(self, state: int) -> bool:
        """Return True: `step` has already stopped paths that lack the room."""
        return True


_NUMBERS = {"no": 0, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_HOW = "(?:(?P<how>at least|at most|no more than|no fewer than|exactly) )?"
_NUMBER = f"(?:(?P<number>[0-9]{{1,3}}|{'|'.join(_NUMBERS)}) )?"
_WHERE = (
    r"(?: (?P<where>after|before|on|from|up to) floor (?P<floor>[0-9]{1,3})"
    r"| between floors (?P<low>[0-9]{1,3}) and (?P<high>[0-9]{1,3}))?"
)
_COUNT = re.compile(f"{_HOW}{_NUMBER}(?P<what>[a-z ]+?){_WHERE}")
_ROW = re.compile(r"(?:at most|no more than) (?P<number>[0-9]{1,3}) (?P<what>[a-z ]+?) in a row")
_BEFORE = re.compile(r"(?:an? )?(?P<what>[a-z ]+?) (?:right |just )?before (?:the|every|each|an?) (?P<other>[a-z ]+)")
_ROOM = re.compile(r"(?P<how>through|avoid|not through) (?P<name>[0-9]{1,3}[a-z]{0,2})")

HELP = (
    "not understood; examples: 'at least 2 elites', 'no more than 3 fights in a row', 'a shop after floor 6', "
    "'a rest before the boss', 'through 10D', 'avoid 11C'"
)


def parse(text: str) -> Constraint:
    """Return the constraint that words describe.

    >>> parse("at least 2 elites").least
    2
    >>> parse("shop after floor 6").first
    7
    """
    words = " ".join(text.lower().split())[:200]
    if match := _ROOM.fullmatch(words):
        names = frozenset({match["name"].upper()})
        return Count(names=names, least=1) if match["how"] == "through" else Count(names=names, most=0)
    if match := _ROW.fullmatch(words):
        return InARow(_kinds(match["what"], text), int(match["number"]))
    if (match := _BEFORE.fullmatch(words)) and "floor" not in words:
        return Before(_kinds(match["what"], text), _kinds(match["other"], text))
    if match := _COUNT.fullmatch(words):
        return _count(match, text)
    raise BadData(f"constraint {text[:60]!r}: {HELP}")


def parse_for(route_map: RouteMap, constraints: Iterable[str | Constraint]) -> list[Constraint]:
    """Return constraints given in words or as objects, after checking that the rooms they name are on the map."""
    result = [parse(each) if isinstance(each, str) else each for each in constraints]
    for each in result:
        if isinstance(each, Count):
            for name in each.names:
                route_map.room(name)
    return result


def _kinds(words: str, text: str) -> frozenset[str]:
    if words == "boss":
        return frozenset({BOSS})
    for name in (words, f"{words}s", f"{words[:-1]}ies"):
        if name in GROUPS:
            return GROUPS[name]
    raise unknown(f"encounter in {text[:60]!r}:", words, GROUPS)


def _count(match: re.Match[str], text: str) -> Count:
    kinds = _kinds(match["what"], text)
    first, last = _floors(match)
    number = match["number"] or "one"
    amount = int(number) if number.isdigit() else _NUMBERS[number]
    if match["how"] in ("at most", "no more than") or number == "no":
        return Count(kinds, most=amount, first=first, last=last)
    if match["how"] == "exactly":
        return Count(kinds, least=amount, most=amount, first=first, last=last)
    return Count(kinds, least=amount, first=first, last=last)


def _floors(match: re.Match[str]) -> tuple[int, int]:
    if match["low"]:
        return int(match["low"]), int(match["high"])
    if not match["where"]:
        return 0, 1_000
    floor = int(match["floor"])
    return {
        "after": (floor + 1, 1_000),
        "from": (floor, 1_000),
        "before": (0, floor - 1),
        "up to": (0, floor),
        "on": (floor, floor),
    }[match["where"]]


def start(constraints: Sequence[Constraint], room: Room) -> tuple[int, ...] | None:
    """Return the states of all constraints after the first room of a path, or None if one of them is broken."""
    return step(constraints, (0,) * len(constraints), room)


def step(constraints: Sequence[Constraint], states: tuple[int, ...], room: Room) -> tuple[int, ...] | None:
    """Return the states of all constraints after one more room, or None if one of them is broken."""
    result = []
    for each, state in zip(constraints, states, strict=True):
        after = each.step(state, room)
        if after is None:
            return None
        result.append(after)
    return tuple(result)
