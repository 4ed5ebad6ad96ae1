"""Measures: the cost of a room, from a table of weights or from any function of the room.

The measure of a path is the sum over the rooms it enters. Built in are `risk`, `reward` and a count of each group of
encounters (`elites`, `rests`, `fights`, ...).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from cardwright.core.errors import BadData, unknown

from .encounters import ENCOUNTERS, GROUPS
from .map import Room

Measure = Callable[[Room], float]
Source = Mapping[str, float] | Measure

ANY = "*"
MAX_COST = 1e9
_KEY = re.compile(
    r"(?P<kind>\*|[A-Z]{1,2})(?:@(?P<first>[0-9]{0,3})(?P<dash>-?)(?P<last>[0-9]{0,3}))?|[0-9]{1,3}[A-Z]{0,2}"
)


@dataclass(frozen=True)
class _Rule:
    """One line of a table: the rooms it applies to, and their weight."""

    kind: str = ANY
    first: float = 0
    last: float = math.inf
    name: str | None = None
    weight: float = 0.0

    def fits(self, room: Room) -> bool:
        if self.name is not None:
            return room.name == self.name
        return self.kind in (ANY, room.kind) and self.first <= room.floor <= self.last


class Weights:
    """A table of weights by encounter, floor or room; the last line that fits a room applies.

    A key is a letter (`E`, or `*` for all), a letter and floors (`E@10`, `E@6-9`, `E@10-`), or a room (`11C`).

    >>> risk = Weights({"E": 5, "E@10-": 3})
    >>> risk(Room("6B", 6, "E", 1.0)), risk(Room("12A", 12, "E", 1.0)), risk(Room("7A", 7, "R", 0.0))
    (5, 3, 0.0)
    """

    def __init__(self, table: Mapping[str, float], name: str = "weights"):
        self.rules = tuple(_rule(key, weight, name) for key, weight in table.items())

    def __call__(self, room: Room) -> float:
        """Return the weight of a room."""
        return next((rule.weight for rule in reversed(self.rules) if rule.fits(room)), 0.0)

    def __add__(self, more: Weights) -> Weights:
        """Return this table with more lines after it."""
        result = Weights({})
        result.rules = self.rules + more.rules
        return result


def _rule(key: object, weight: object, name: str) -> _Rule:
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not -MAX_COST <= weight <= MAX_COST:
        raise BadData(
            f"{name}: the weight of {str(key)[:40]!r} must be a number from {-MAX_COST:g} to {MAX_COST:g}, "
            f"not {str(weight)[:40]!r}"
        )
    match = _KEY.fullmatch(str(key))
    if not match:
        raise BadData(f"{name}: {str(key)[:40]!r} is not a key; allowed: E, E@10, E@6-9, E@10-, *@1-5 or 11C")
    kind = match["kind"]
    if kind is None:
        return _Rule(name=str(key), weight=weight)
    if kind != ANY and kind not in ENCOUNTERS:
        raise unknown("encounter", kind, [*ENCOUNTERS, ANY])
    if match["first"] is None:
        return _Rule(kind, weight=weight)
    if not match["first"] and not match["last"]:
        raise BadData(f"{name}: {str(key)[:40]!r} has no floor; allowed: E@10, E@6-9, E@-5 or E@10-")
    first = int(match["first"] or 0)
    last = int(match["last"] or 1_000) if match["dash"] else first
    if last < first:
        raise BadData(f"{name}: {str(key)[:40]!r} has no floors; write the lower floor first, as in E@6-9")
    return _Rule(kind, first, last, weight=weight)


RISK = Weights({each.letter: each.risk for each in ENCOUNTERS.values()}, "risk")
REWARD = Weights({each.letter: each.reward for each in ENCOUNTERS.values()}, "reward")
MEASURES: dict[str, Measure] = {
    "risk": RISK,
    "reward": REWARD,
    **{group: Weights(dict.fromkeys(letters, 1)) for group, letters in GROUPS.items() if " " not in group},
}
MINIMISED = frozenset({"risk", "danger", "damage", "loss", "lost", "fights", "enemies", "monsters"})  # words of names


def as_measure(source: Source) -> Measure:
    """Return a table or a function as a measure."""
    return source if callable(source) else Weights(source)


def known_measures(more: Mapping[str, Source] | None = None) -> dict[str, Measure]:
    """Return all measures by name, with some added or replaced; a table for a known measure adds lines to it.

    >>> known_measures({"risk": {"E@10-": 2}})["risk"](Room("12A", 12, "E", 1.0))
    2
    """
    result = dict(MEASURES)
    for name, source in (more or {}).items():
        if not re.fullmatch("[a-z_]+", str(name)):
            raise BadData(f"measure {str(name)[:40]!r}: names consist of lower-case letters and underscores")
        before = result.get(name)
        if isinstance(before, Weights) and not callable(source):
            result[name] = before + Weights(source, name)
        else:
            result[name] = as_measure(source)
    return result


def costs(rooms: Iterable[Room], measure: Measure) -> dict[str, float]:
    """Return the measure of every room by name."""
    result: dict[str, float] = {}
    for room in rooms:
        value = measure(room)
        result[room.name] = _checked(room.name, value if isinstance(value, int) else float(value))
    return result


def _checked(name: str, cost: float) -> float:
    if not -MAX_COST <= cost <= MAX_COST:
        raise BadData(f"the cost of room {name} is {cost}; it must be from {-MAX_COST:g} to {MAX_COST:g}")
    return cost


@dataclass(frozen=True)
class Objective:
    """A weighted sum of measures to minimise (`lowest`) or to maximise.

    >>> Objective.parse("reward - 0.5 risk")
    Objective(terms=((1.0, 'reward'), (-0.5, 'risk')), lowest=False)
    """

    terms: tuple[tuple[float, str], ...]
    lowest: bool

    @classmethod
    def parse(cls, text: str, lowest: bool | None = None) -> Objective:
        """Return the objective of a sum such as `risk`, `reward - 0.5*risk` or `risk + 2 shops`.

        By default the first measure decides the direction: risk, fights and measures named after damage or a loss,
        such as `elite_damage` and `hp_lost`, are minimised, all others maximised.
        """
        words = re.sub(r"\s+", "", text)
        term = r"([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)?\*?([a-z_]+)"
        if len(words) > 200 or not re.fullmatch(f"{term}(?:(?=[+-]){term})*", words):
            raise BadData(f"objective {text[:60]!r}: expected a sum of measures such as 'risk' or 'reward - 0.5*risk'")
        terms = tuple(
            (float(number or 1) * (-1 if sign == "-" else 1), name) for sign, number, name in re.findall(term, words)
        )
        if lowest is None:
            lowest = (terms[0][0] >= 0) == (not MINIMISED.isdisjoint(terms[0][1].split("_")))
        return cls(terms, lowest)

    def costs(self, rooms: Collection[Room], measures: Mapping[str, Measure]) -> dict[str, float]:
        """Return the weighted sum of every room by name."""
        for _, name in self.terms:
            if name not in measures:
                raise unknown("measure", name, measures)
        tables = [(factor, costs(rooms, measures[name])) for factor, name in self.terms]
        names = [room.name for room in rooms]
        return {name: _checked(name, sum(factor * table[name] for factor, table in tables)) for name in names}
