"""Compare a position with the expectations of a scenario; keys that it does not mention do not count.

`expected` and `found` are plain data, as YAML and `State.view` return it. docs/scenarios.md describes the rules.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Number
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.errors import BadData, unknown
from cardwright.core.parsing import Location

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
_NUMBER = r"(-?[0-9]{1,30}(?:\.[0-9]{1,30})?)"
_COMPARISON = re.compile(rf"({'|'.join(_COMPARISONS)})\s*{_NUMBER}")
_RANGE = re.compile(rf"(?:from\s+)?{_NUMBER}\s+to\s+{_NUMBER}|between\s+{_NUMBER}\s+and\s+{_NUMBER}")
MOST_COMPARISONS = 100_000  # of values, in one expectation
LONGEST_SHOWN = 1000  # characters of a value in a message


class Mismatch(NamedTuple):
    """A difference from what was expected, and its location in the expectation."""

    location: Location
    message: str


def compare(expected: Any, found: Any, unordered: Sequence[str] = (), counters: Sequence[str] = ()) -> list[Mismatch]:
    """Return every mismatch; lists under a key in `unordered` match in any order, an absent one of `counters` is 0.

    >>> compare({"hand": ["Bash", "Strike"]}, {"hand": ["Strike", "Bash"], "energy": 3}, unordered=["hand"])
    []
    >>> compare({"hp": "at least 5"}, {"hp": 3})[0].message
    'hp: expected at least 5, found 3'
    """
    return list(_Comparison(frozenset(unordered), frozenset(counters)).values(expected, found, ()))


@dataclass
class _Comparison:
    """Walks through an expectation. Each method yields the mismatches at a location and below.

    `in_any_order` says that an enclosing key is one of `unordered`.
    """

    unordered: frozenset[str]
    counters: frozenset[str]
    count: int = 0  # of values compared so far

    def values(self, expected: Any, found: Any, location: Location, in_any_order: bool = False) -> Iterator[Mismatch]:
        """Compare two values of any kind."""
        self.count += 1
        if self.count > MOST_COMPARISONS:
            raise BadData("this expectation is too long to be compared with the position")
        if isinstance(found, np.generic):  # straight from a record
            found = found.item()
        if isinstance(expected, Mapping) and "name" in expected and isinstance(found, str):
            found = {"name": found}
        if expected in ({}, []) and isinstance(found, Mapping | list):
            yield from _unless(not found, expected, found, location)
        elif isinstance(expected, Mapping) and isinstance(found, Mapping):
            yield from self.mappings(expected, found, location, in_any_order)
        elif isinstance(expected, Mapping) and isinstance(found, list):
            yield from self.zone(expected, found, location)
        elif isinstance(found, list) and _is_amount(expected):  # how many cards a zone has
            yield from _unless(_same(expected, len(found)), expected, found, location)
        elif isinstance(found, list) and isinstance(expected, str):  # the only card of a zone
            yield from _unless(len(found) == 1 and self.matches(expected, found[0]), expected, found, location)
        elif isinstance(expected, list) and isinstance(found, list):
            yield from (self.unordered_lists if in_any_order else self.lists)(expected, found, location)
        elif isinstance(found, Mapping) and "name" in found:
            yield from _unless(_same(expected, found["name"]), expected, found, location)
        else:
            yield from _unless(_same(expected, found), expected, found, location)

    def mappings(
        self, expected: Mapping[Any, Any], found: Mapping[Any, Any], location: Location, in_any_order: bool
    ) -> Iterator[Mismatch]:
        """Compare two mappings key by key."""
        for key, value in expected.items():
            match = _lookup(found, key)
            if match is not None:
                loose = in_any_order or str(match) in self.unordered
                yield from self.values(value, found[match], (*location, key), loose)
            elif key == "count":
                yield from self.values(value, len(found), (*location, key))
            elif _are_counters(found) or key in self.counters:  # an absent counter is 0
                yield from self.values(value, 0, (*location, key))
            else:
                yield Mismatch((*location, key), _at(location, str(unknown("key", key, map(str, found)))))

    def lists(self, expected: list[Any], found: list[Any], location: Location) -> Iterator[Mismatch]:
        """Compare two lists item by item."""
        if len(expected) != len(found):
            yield from _unless(False, expected, found, location)
            return
        for index, (one, other) in enumerate(zip(expected, found, strict=True)):
            yield from self.values(one, other, (*location, index))

    def unordered_lists(self, expected: list[Any], found: list[Any], location: Location) -> Iterator[Mismatch]:
        """Compare two lists in any order."""
        missing, extra = self.pair_up(expected, found)
        parts = [f"{what} {_short(which)}" for what, which in (("missing", missing), ("too many", extra)) if which]
        if parts:
            message = f"expected {_short(expected)}, found {_short(found)} ({', '.join(parts)})"
            yield Mismatch(location, _at(location, message))

    def zone(self, expected: Mapping[Any, Any], found: list[Any], location: Location) -> Iterator[Mismatch]:
        """Compare a zone with a description such as `{count: 5, contains: Bash}`."""
        for word, value in expected.items():
            here = (*location, word)
            several = value if isinstance(value, list) else [value]
            if word == "count":
                yield from self.values(value, len(found), here)
            elif word == "top":
                yield from self.lists(several, found[: len(several)], here)
            elif word == "contains":
                yield from _unless(not self.pair_up(several, found)[0], value, found, here)
            elif word == "lacks":
                lacking = all(self.pair_up([each], found)[0] for each in several)
                yield from _unless(lacking, value, found, here)
            elif _is_amount(value):  # how many copies of a card
                yield from self.values(value, sum(self.matches(word, each) for each in found), here)
            else:
                yield Mismatch(here, _at(location, str(unknown("word about a zone", word, ZONE_WORDS))))

    def matches(self, expected: Any, found: Any) -> bool:
        """Return whether a member of a zone is as expected."""
        return not any(self.values(expected, found, (), True))

    def pair_up(self, expected: list[Any], found: list[Any]) -> tuple[list[Any], list[Any]]:
        """Pair as many items as possible with one they match, and return what is left over on both sides.

        This is a maximum bipartite matching by augmenting paths: a greedy pairing can miss one.
        """
        if len(expected) > MOST_COMPARISONS // (len(found) + 1):
            raise BadData(f"a list of {len(expected):,} is too long to be compared with a zone of {len(found):,}")
        fits = [[k for k, other in enumerate(found) if self.matches(one, other)] for one in expected]
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


def _unless(good: bool, expected: Any, found: Any, location: Location) -> Iterator[Mismatch]:
    if not good:
        yield Mismatch(location, _at(location, f"expected {_short(expected)}, found {_short(found)}"))


def _at(location: Location, message: str) -> str:
    """Return the message with the location before it, counted from 1: "enemies 1 hp: ..."."""
    words = [str(part + 1) if isinstance(part, int) else str(part) for part in location]
    return f"{' '.join(words)}: {message}" if words else message


def _are_counters(found: Mapping[Any, Any]) -> bool:
    return all(isinstance(each, Number) and not isinstance(each, bool) for each in found.values())


def _is_amount(value: Any) -> bool:
    """Return whether a value is a number or a bound for one."""
    if isinstance(value, int) and not isinstance(value, bool):
        return True
    return any(form.fullmatch(str(value).strip()) for form in (_COMPARISON, _RANGE))


def _lookup(mapping: Mapping[Any, Any], key: Any) -> Any:
    """Return the key of the mapping that equals `key` up to case, or None."""
    wanted = str(key).casefold()
    return next((each for each in mapping if str(each).casefold() == wanted), None)


def _same(expected: Any, found: Any) -> bool:
    if isinstance(expected, str) and expected.casefold().startswith("not "):
        return not _equal(_value(expected[4:].strip()), found)
    return _equal(expected, found)


def _equal(expected: Any, found: Any) -> bool:
    if isinstance(expected, bool) or isinstance(found, bool) or expected is None:
        return expected is found
    if found is None and str(expected).casefold() == "nothing":
        return True
    if isinstance(expected, str):
        comparison = _COMPARISON.fullmatch(expected.strip())
        if comparison and isinstance(found, Number):
            return _COMPARISONS[comparison[1]](found, float(comparison[2]))
        bounds = _RANGE.fullmatch(expected.strip())
        if bounds and isinstance(found, Number):
            low, high = (float(each) for each in bounds.groups() if each is not None)
            return low <= found <= high  # type: ignore[operator]
        return isinstance(found, str) and expected.casefold() == found.casefold()
    return isinstance(found, Number) and bool(expected == found)


def _value(text: str) -> int | str:
    return int(text) if re.fullmatch(r"-?[0-9]{1,30}", text) else text


def _short(value: Any) -> str:
    text = show(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]} ..."


def show(value: Any) -> str:
    """Return a value as it is written in a scenario file.

    >>> show({"hp": 31, "hand": ["Strike"], "over": False})
    '{hp: 31, hand: [Strike], over: false}'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key}: {show(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(show, value)) + "]"
    return str(value).lower() if isinstance(value, bool) else "nothing" if value is None else str(value)
