"""What a path must keep to, in words: "at least 2 elites", "no more than 3 fights in a row", "a shop after floor 6".

A constraint walks along a path with one small number in its hand, 0 at first: `step` gives the number after a room (or
None when the path is out), `holds` says whether the number is fine at the end. Any object with these two can be one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from cardwright.core.errors import BadData, unknown

from .encounters import BOSS, GROUPS
from .map import Place, RouteMap


class Constraint(Protocol):
    """What the planner needs to know of a constraint."""

    def step(self, state: int, place: Place) -> int | None:
        """The number after entering a room, or None if no path may go on from here."""

    def holds(self, state: int) -> bool:
        """Whether a path that ends with this number is allowed."""


@dataclass(frozen=True)
class Count:
    """From `least` to `most` rooms of some kinds (or of some names) on some floors."""

    kinds: frozenset[str] = frozenset()
    names: frozenset[str] = frozenset()
    least: int = 0
    most: int | None = None
    first: int = 0
    last: int = 1_000

    def step(self, state: int, place: Place) -> int | None:
        """Count the room; more than needed is not told apart, so that few numbers are in use."""
        if not (place.kind in self.kinds or place.name in self.names) or not self.first <= place.floor <= self.last:
            return state
        if self.most is None:
            return min(state + 1, self.least)
        return state + 1 if state < self.most else None

    def holds(self, state: int) -> bool:
        """Whether there are enough."""
        return state >= self.least


@dataclass(frozen=True)
class InARow:
    """No more than `most` rooms of some kinds in a row."""

    kinds: frozenset[str]
    most: int

    def step(self, state: int, place: Place) -> int | None:
        """The length of the row so far."""
        if place.kind not in self.kinds:
            return 0
        return state + 1 if state < self.most else None

    def holds(self, state: int) -> bool:
        """A row that was not too long before is not too long at the end."""
        return True


@dataclass(frozen=True)
class Before:
    """A room of some kinds right before every room of some others."""

    kinds: frozenset[str]
    others: frozenset[str]

    def step(self, state: int, place: Place) -> int | None:
        """1 if the room is of the right kind."""
        if place.kind in self.others and not state:
            return None
        return int(place.kind in self.kinds)

    def holds(self, state: int) -> bool:
        """What was missing was noticed on the way."""
        return True


_NUMBERS = {"no": 0, "a": 1, "an": 1, "one": 1, "two": 2, "three": 3}
_HOW = "(?:(?P<how>at least|at most|no more than|no fewer than|exactly) )?"
_NUMBER = f"(?:(?P<number>[0-9]{{1,3}}|{'|'.join(_NUMBERS)}) )?"
_WHERE = (
    r"(?: (?P<place>after|before|on|from|up to) floor (?P<floor>[0-9]{1,3})"
    r"| between floors (?P<low>[0-9]{1,3}) and (?P<high>[0-9]{1,3}))?"
)
_COUNT = re.compile(f"{_HOW}{_NUMBER}(?P<what>[a-z ]+?){_WHERE}")
_ROW = re.compile(r"(?:at most|no more than) (?P<number>[0-9]{1,3}) (?P<what>[a-z ]+?) in a row")
_BEFORE = re.compile(r"(?:an? )?(?P<what>[a-z ]+?) (?:right |just )?before (?:the|every|each|an?) (?P<other>[a-z ]+)")
_ROOM = re.compile(r"(?P<how>through|avoid|not through) (?P<name>[0-9]{1,3}[a-z]{0,2})")

HELP = (
    "write like 'at least 2 elites', 'no more than 3 fights in a row', 'a shop after floor 6', "
    "'a rest before the boss', 'through 10D' or 'avoid 11C'"
)


def parse(text: str) -> Constraint:
    """A constraint from words.

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
    """Constraints in words or ready made, checked against a map: the rooms they name must be there."""
    result = [parse(each) if isinstance(each, str) else each for each in constraints]
    for each in result:
        if isinstance(each, Count):
            for name in each.names:
                route_map.place(name)
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
    if not match["place"]:
        return 0, 1_000
    floor = int(match["floor"])
    return {
        "after": (floor + 1, 1_000),
        "from": (floor, 1_000),
        "before": (0, floor - 1),
        "up to": (0, floor),
        "on": (floor, floor),
    }[match["place"]]


def start(constraints: Sequence[Constraint], place: Place) -> tuple[int, ...] | None:
    """The numbers of all constraints after the first room of a path."""
    return step(constraints, (0,) * len(constraints), place)


def step(constraints: Sequence[Constraint], states: tuple[int, ...], place: Place) -> tuple[int, ...] | None:
    """The numbers of all constraints after one more room, or None if one of them is broken."""
    result = []
    for each, state in zip(constraints, states, strict=True):
        after = each.step(state, place)
        if after is None:
            return None
        result.append(after)
    return tuple(result)
