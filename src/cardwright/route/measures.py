"""Where the cost of a room comes from: a table of weights, a function of the room, or anything that can be called.

A measure gives every room a number; a path's measure is the sum over the rooms it enters. `risk` and `reward` are
always there, and so is the number of every kind of encounter (`elites`, `rests`, `fights`, ...).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass

from cardwright.core.errors import BadData, unknown

from .encounters import ENCOUNTERS, GROUPS
from .map import Place

Measure = Callable[[Place], float]
Source = Mapping[str, float] | Measure

ANY = "*"
LARGEST = 1e9
_KEY = re.compile(
    r"(?P<kind>\*|[A-Z]{1,2})(?:@(?P<first>[0-9]{0,3})(?P<dash>-?)(?P<last>[0-9]{0,3}))?|[0-9]{1,3}[A-Z]{0,2}"
)


@dataclass(frozen=True)
class _Rule:
    """One line of a table: which rooms it is about, and their weight."""

    kind: str = ANY
    first: float = 0
    last: float = math.inf
    name: str | None = None
    weight: float = 0.0

    def fits(self, place: Place) -> bool:
        if self.name is not None:
            return place.name == self.name
        return self.kind in (ANY, place.kind) and self.first <= place.floor <= self.last


class Weights:
    """A table of weights by encounter, by floor, by room; of the lines that fit a room the last one holds.

    A key is a letter (`E`, or `*` for all), a letter and floors (`E@10`, `E@6-9`, `E@10-`), or a room (`11C`).

    >>> risk = Weights({"E": 5, "E@10-": 3})
    >>> risk(Place("6B", 6, "E", 1.0)), risk(Place("12A", 12, "E", 1.0)), risk(Place("7A", 7, "R", 0.0))
    (5, 3, 0.0)
    """

    def __init__(self, table: Mapping[str, float], name: str = "weights"):
        self.rules = tuple(_rule(key, weight, name) for key, weight in table.items())

    def __call__(self, place: Place) -> float:
        """The weight of a room."""
        return next((rule.weight for rule in reversed(self.rules) if rule.fits(place)), 0.0)

    def __add__(self, more: Weights) -> Weights:
        """This table with more lines after it."""
        result = Weights({})
        result.rules = self.rules + more.rules
        return result


def _rule(key: object, weight: object, name: str) -> _Rule:
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not math.isfinite(weight):
        raise BadData(f"{name}: the weight of {str(key)[:40]!r} must be a number, not {str(weight)[:40]!r}")
    match = _KEY.fullmatch(str(key))
    if not match:
        raise BadData(f"{name}: {str(key)[:40]!r} names no rooms; write E, E@10, E@6-9, E@10-, *@1-5 or 11C")
    kind = match["kind"]
    if kind is None:
        return _Rule(name=str(key), weight=weight)
    if kind != ANY and kind not in ENCOUNTERS:
        raise unknown("encounter", kind, [*ENCOUNTERS, ANY])
    if match["first"] is None:
        return _Rule(kind, weight=weight)
    if not match["first"] and not match["last"]:
        raise BadData(f"{name}: {str(key)[:40]!r} names no floor; write E@10, E@6-9, E@-5 or E@10-")
    first = int(match["first"] or 0)
    last = int(match["last"] or 1_000) if match["dash"] else first
    return _Rule(kind, first, last, weight=weight)


RISK = Weights({each.letter: each.risk for each in ENCOUNTERS.values()}, "risk")
REWARD = Weights({each.letter: each.reward for each in ENCOUNTERS.values()}, "reward")
MEASURES: dict[str, Measure] = {
    "risk": RISK,
    "reward": REWARD,
    **{group: Weights(dict.fromkeys(letters, 1)) for group, letters in GROUPS.items() if " " not in group},
}
SOUGHT_LOW = frozenset({"risk", "fights", "enemies", "monsters"})


def as_measure(source: Source) -> Measure:
    """A table or a function as a measure."""
    return source if callable(source) else Weights(source)


def known_measures(more: Mapping[str, Source] | None = None) -> dict[str, Measure]:
    """All measures by name, with some added or replaced; a table for a measure there is adds lines to it.

    >>> known_measures({"risk": {"E@10-": 2}})["risk"](Place("12A", 12, "E", 1.0))
    2
    """
    result = dict(MEASURES)
    for name, source in (more or {}).items():
        if not re.fullmatch("[a-z_]+", str(name)):
            raise BadData(f"measure {str(name)[:40]!r}: a measure is named in small letters")
        before = result.get(name)
        if isinstance(before, Weights) and not callable(source):
            result[name] = before + Weights(source, name)
        else:
            result[name] = as_measure(source)
    return result


def costs(places: Iterable[Place], measure: Measure) -> dict[str, float]:
    """The measure of every room."""
    result: dict[str, float] = {}
    for place in places:
        value = measure(place)
        result[place.name] = _checked(place.name, value if isinstance(value, int) else float(value))
    return result


def _checked(name: str, cost: float) -> float:
    if not -LARGEST <= cost <= LARGEST:
        raise BadData(f"the cost of room {name} is {cost}; it must be a number from {-LARGEST:g} to {LARGEST:g}")
    return cost


@dataclass(frozen=True)
class Objective:
    """What is sought: a weighted sum of measures, as low as can be or as high.

    >>> Objective.parse("reward - 0.5 risk")
    Objective(terms=((1.0, 'reward'), (-0.5, 'risk')), lowest=False)
    """

    terms: tuple[tuple[float, str], ...]
    lowest: bool

    @classmethod
    def parse(cls, text: str, lowest: bool | None = None) -> Objective:
        """Read a sum like `risk`, `reward - 0.5*risk` or `risk + 2 shops`.

        Unless told, the first measure says which way: risk and fights are sought low, everything else high.
        """
        words = re.sub(r"\s+", "", text)
        term = r"([+-]?)([0-9]+\.?[0-9]*|\.[0-9]+)?\*?([a-z_]+)"
        if len(words) > 200 or not re.fullmatch(f"{term}(?:(?=[+-]){term})*", words):
            raise BadData(f"objective {text[:60]!r}: write a sum of measures, like 'risk' or 'reward - 0.5*risk'")
        terms = tuple(
            (float(number or 1) * (-1 if sign == "-" else 1), name) for sign, number, name in re.findall(term, words)
        )
        if lowest is None:
            lowest = (terms[0][0] >= 0) == (terms[0][1] in SOUGHT_LOW)
        return cls(terms, lowest)

    def costs(self, places: Collection[Place], measures: Mapping[str, Measure]) -> dict[str, float]:
        """The weighted sum for every room."""
        for _, name in self.terms:
            if name not in measures:
                raise unknown("measure", name, measures)
        tables = [(factor, costs(places, measures[name])) for factor, name in self.terms]
        names = [place.name for place in places]
        return {name: _checked(name, sum(factor * table[name] for factor, table in tables)) for name in names}
