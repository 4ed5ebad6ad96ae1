"""Comparing a position with what a scenario expects of it: only what is mentioned counts.

`expected` and `found` are plain data, as `yaml` and `State.view` give it. The rules are those of docs/scenarios.md.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Number
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.data import Location
from cardwright.core.errors import unknown

ZONE_WORDS = ("contains", "count", "lacks", "top")

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "at least": operator.ge,
    ">=": operator.ge,
    "at most": operator.le,
    "<=": operator.le,
    "more than": operator.gt,
    ">": operator.gt,
    "less than": operator.lt,
    "<": operator.lt,
}
_COMPARISON = re.compile(rf"({'|'.join(_COMPARISONS)})\s*(-?\d+(?:\.\d+)?)")


class Mismatch(NamedTuple):
    """One thing that is not as expected, and where in the expectation it stands."""

    place: Location
    message: str


def compare(expected: Any, found: Any, unordered: Sequence[str] = ()) -> list[Mismatch]:
    """All that is not as expected; lists under a key in `unordered` match in any order.

    >>> compare({"hand": ["Bash", "Strike"]}, {"hand": ["Strike", "Bash"], "energy": 3}, unordered=["hand"])
    []
    >>> compare({"hp": "at least 5"}, {"hp": 3})[0].message
    'hp: expected at least 5, found 3'
    """
    return list(_Comparison(frozenset(unordered)).of(expected, found, ()))


@dataclass(frozen=True)
class _Comparison:
    """Walks through an expectation; `place` is the way from its top, `loose` says that order does not matter here."""

    unordered: frozenset[str]

    def of(self, expected: Any, found: Any, place: Location, loose: bool = False) -> Iterator[Mismatch]:
        """What is not as expected, at `place` and below."""
        if isinstance(found, np.generic):  # straight from a record
            found = found.item()
        if expected in ({}, []) and isinstance(found, Mapping | list):
            yield from _verdict(not found, expected, found, place)
        elif isinstance(expected, Mapping) and isinstance(found, Mapping):
            yield from self.of_mappings(expected, found, place, loose)
        elif isinstance(expected, Mapping) and isinstance(found, list):
            yield from self.of_zone(expected, found, place)
        elif isinstance(found, list) and _is_amount(expected):  # of a zone: how many
            yield from _verdict(_same(expected, len(found)), expected, found, place)
        elif isinstance(found, list) and isinstance(expected, str):  # a zone with just this card
            yield from _verdict(len(found) == 1 and self.match(expected, found[0]), expected, found, place)
        elif isinstance(expected, list) and isinstance(found, list):
            yield from (self.of_bags if loose else self.of_lists)(expected, found, place)
        elif isinstance(found, Mapping) and "name" in found:
            yield from _verdict(_same(expected, found["name"]), expected, found, place)
        else:
            yield from _verdict(_same(expected, found), expected, found, place)

    def of_mappings(
        self, expected: Mapping[Any, Any], found: Mapping[Any, Any], place: Location, loose: bool
    ) -> Iterator[Mismatch]:
        """Key by key."""
        for key, value in expected.items():
            match = _lookup(found, key)
            if match is not None:
                yield from self.of(value, found[match], (*place, key), loose or str(match) in self.unordered)
            elif key == "count":
                yield from self.of(value, len(found), (*place, key))
            elif _are_counters(found):  # a counter nobody mentions stands at 0
                yield from self.of(value, 0, (*place, key))
            else:
                yield Mismatch((*place, key), _at(place, str(unknown("key", key, map(str, found)))))

    def of_lists(self, expected: list[Any], found: list[Any], place: Location) -> Iterator[Mismatch]:
        """One after the other."""
        if len(expected) != len(found):
            yield from _verdict(False, expected, found, place)
            return
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from self.of(one, other, (*place, index))

    def of_bags(self, expected: list[Any], found: list[Any], place: Location) -> Iterator[Mismatch]:
        """In any order."""
        missing, extra = self.pair_up(expected, found)
        parts = [f"{what} {show(which)}" for what, which in (("missing", missing), ("too many", extra)) if which]
        if parts:
            message = f"expected {show(expected)}, found {show(found)} ({', '.join(parts)})"
            yield Mismatch(place, _at(place, message))

    def of_zone(self, expected: Mapping[Any, Any], found: list[Any], place: Location) -> Iterator[Mismatch]:
        """What can be said of a zone without listing it all."""
        for word, value in expected.items():
            here = (*place, word)
            several = value if isinstance(value, list) else [value]
            if word == "count":
                yield from self.of(value, len(found), here)
            elif word == "top":
                yield from self.of_lists(several, found[: len(several)], here)
            elif word == "contains":
                yield from _verdict(not self.pair_up(several, found)[0], value, found, here)
            elif word == "lacks":
                lacking = all(self.pair_up([each], found)[0] for each in several)
                yield from _verdict(lacking, value, found, here)
            elif _is_amount(value):  # how many of a card there are
                yield from self.of(value, sum(self.match(word, each) for each in found), here)
            else:
                yield Mismatch(here, _at(place, str(unknown("word about a zone", word, ZONE_WORDS))))

    def match(self, one: Any, other: Any) -> bool:
        """Whether a member of a zone is as expected."""
        return not any(self.of(one, other, (), True))

    def pair_up(self, expected: list[Any], found: list[Any]) -> tuple[list[Any], list[Any]]:
        """Pair as many as possible, each with one it matches; gives those left over on both sides."""
        fits = [[k for k, other in enumerate(found) if self.match(one, other)] for one in expected]
        partner: dict[int, int] = {}

        def find_partner(one: int, tried: set[int]) -> bool:
            for k in fits[one]:
                if k not in tried:
                    tried.add(k)
                    if k not in partner or find_partner(partner[k], tried):
                        partner[k] = one
                        return True
            return False

        missing = [each for one, each in enumerate(expected) if not find_partner(one, set())]
        return missing, [each for k, each in enumerate(found) if k not in partner]


def _verdict(good: bool, expected: Any, found: Any, place: Location) -> Iterator[Mismatch]:
    if not good:
        yield Mismatch(place, _at(place, f"expected {show(expected)}, found {show(found)}"))


def _at(place: Location, message: str) -> str:
    """The message with the place before it, counted as people count: "enemies 1 hp"."""
    words = [str(part + 1) if isinstance(part, int) else str(part) for part in place]
    return f"{' '.join(words)}: {message}" if words else message


def _are_counters(found: Mapping[Any, Any]) -> bool:
    return all(isinstance(each, Number) and not isinstance(each, bool) for each in found.values())


def _is_amount(value: Any) -> bool:
    """A number, or a bound for one."""
    return (isinstance(value, int) and not isinstance(value, bool)) or bool(_COMPARISON.fullmatch(str(value)))


def _lookup(mapping: Mapping[Any, Any], key: Any) -> Any:
    """The key of the mapping that reads like `key`, or None."""
    wanted = str(key).casefold()
    return next((each for each in mapping if str(each).casefold() == wanted), None)


def _same(expected: Any, found: Any) -> bool:
    if isinstance(expected, bool) or isinstance(found, bool) or expected is None:
        return expected is found
    if isinstance(expected, str):
        if expected.casefold().startswith("not "):
            return not _same(_value(expected[4:].strip()), found)
        comparison = _COMPARISON.fullmatch(expected.strip())
        if comparison and isinstance(found, Number):
            return _COMPARISONS[comparison[1]](found, float(comparison[2]))
        return isinstance(found, str) and expected.casefold() == found.casefold()
    return isinstance(found, Number) and expected == found


def _value(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?\d+", text) else text


def show(value: Any) -> str:
    """A value as one would write it in a scenario file.

    >>> show({"hp": 31, "hand": ["Strike"], "over": False})
    '{hp: 31, hand: [Strike], over: false}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {show(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(show, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else "nothing" if value is None else str(value)
