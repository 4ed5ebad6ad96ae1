"""What may be tuned: numbers in rules data, each free within bounds, fixed, or tied to another."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, model_validator

from cardwright.core.data import Document, validate
from cardwright.core.errors import BadData, UnknownName

from . import paths
from .paths import Place

Number = int | float
Genome = tuple[int, ...]
MOST_VALUES = 100_000
MOST_FREE = 1000
START = "start"  # paths that begin so lead into the start of the games, not into their rules


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class Free(_Spec):
    """A number that may be changed: between `bounds` in steps, or to one of `values`.

    It begins as it is, or `from` a number. If it is `shared`, all that a star names have the same value.
    """

    bounds: tuple[Number, Number] | None = None
    step: Annotated[Number, Field(gt=0)] = 1
    values: Annotated[list[Number], Field(min_length=1, max_length=MOST_VALUES)] | None = None
    start: Annotated[Number | None, Field(alias="from")] = None
    shared: bool = False

    @model_validator(mode="before")
    @classmethod
    def _bounds_as_list(cls, value: Any) -> Any:
        bounds = value.get("bounds") if isinstance(value, dict) else None
        return {**value, "bounds": tuple(bounds)} if isinstance(bounds, list) else value

    @model_validator(mode="after")
    def _one_way(self) -> Free:
        if (self.bounds is None) == (self.values is None):
            raise ValueError("a parameter has either bounds, as in [1, 10], or values, as in [0, 1, 3]")
        if self.bounds is not None and not 0 <= (self.bounds[1] - self.bounds[0]) / self.step < MOST_VALUES:
            raise ValueError(f"bounds go up, in at most {MOST_VALUES:,} steps")
        return self

    def grid(self) -> tuple[Number, ...]:
        """All the values it may have, in order."""
        if self.values is not None:
            return tuple(sorted(set(self.values)))
        assert self.bounds is not None
        low, high = self.bounds
        count = int((high - low) / self.step + 1e-9) + 1
        return tuple(round(low + index * self.step, 12) for index in range(count))


class Tied(_Spec):
    """A number that follows another: `times` that, and `plus`."""

    same_as: Annotated[str, Field(alias="same as")]
    times: Number = 1
    plus: Number = 0


Spec = Number | Free | Tied  # a bare number fixes it


@dataclass(frozen=True)
class Variable:
    """A free number: what it is called, where it is, and what it may be."""

    label: str
    places: tuple[Place, ...]
    grid: tuple[Number, ...]
    start: Number

    def nearest(self) -> int:
        """The index of the value nearest to the one we begin with."""
        return int(np.argmin(np.abs(np.array(self.grid, float) - self.start)))


@dataclass(frozen=True)
class Follower:
    """A number tied to a variable."""

    label: str
    place: Place
    variable: int
    times: Number
    plus: Number


class Origin(NamedTuple):
    """What a place is called, and what the rules have there: a number, or what a fixed number replaces."""

    label: str
    before: Any


@dataclass(frozen=True)
class Space:
    """All settings of the parameters. One of them is a genome: for every variable the index of its value.

    >>> rules = {"cards": {"Bomb": {"attack": 2, "health": 9}}}
    >>> space = Space.read({"cards.*.attack": [1, 3], "cards.Bomb.health": 5}, rules)
    >>> space.settings((2,))
    {'cards.Bomb.attack': 3, 'cards.Bomb.health': 5}
    """

    variables: tuple[Variable, ...]
    followers: tuple[Follower, ...] = ()
    fixed: Mapping[str, tuple[Place, Number]] = field(default_factory=dict)
    origins: Mapping[Place, Origin] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        specs: Mapping[str, Any],
        rules: Mapping[str, Any],
        synonyms: Mapping[str, str] | None = None,
        document: Document | None = None,
    ) -> Space:
        """The parameters as a config has them: a mapping from paths to what may be done there; later lines win."""
        return _Reader(rules, synonyms or {}, document or Document(specs)).read(specs)

    @functools.cached_property
    def sizes(self) -> np.ndarray:
        """How many values each variable has."""
        return np.array([len(each.grid) for each in self.variables])

    @functools.cached_property
    def start(self) -> Genome:
        """The genome nearest to the rules as they are."""
        return tuple(each.nearest() for each in self.variables)

    @property
    def count(self) -> int:
        """How many genomes there are."""
        count = 1
        for each in self.variables:
            count *= len(each.grid)
        return count

    def sample(self, rng: np.random.Generator) -> Genome:
        """Any genome, all equally likely."""
        return tuple(rng.integers(self.sizes).tolist())

    def values(self, genome: Genome) -> dict[Place, Number]:
        """The number in every place that a genome sets."""
        chosen = [each.grid[index] for each, index in zip(self.variables, genome, strict=True)]
        values = dict(self.fixed.values())
        for variable, value in zip(self.variables, chosen, strict=True):
            values |= dict.fromkeys(variable.places, value)
        for each in self.followers:
            values[each.place] = each.times * chosen[each.variable] + each.plus
        return values

    def settings(self, genome: Genome) -> dict[str, Number]:
        """The numbers a genome sets, by what they are called."""
        values = self.values(genome)
        named = {each.label: each.places[0] for each in self.variables}
        named |= {each.label: each.place for each in self.followers}
        named |= {label: place for label, (place, _) in self.fixed.items()}
        return {label: values[place] for label, place in named.items()}

    def change(self, genome: Genome) -> float:
        """How far a genome is from the rules as they are."""
        return self.distance(self.values(genome))

    def distance(self, values: Mapping[Place, Any]) -> float:
        """The mean share of its range that a number moved; what is not said did not, what cannot does not count."""
        shares = [
            abs(values.get(place, before) - before) / range_ if range_ else float(values.get(place, before) != before)
            for place, (before, range_) in self._ranges.items()
        ]
        return sum(shares) / len(shares) if shares else 0.0

    @functools.cached_property
    def _ranges(self) -> dict[Place, tuple[Any, float]]:
        """For every number that can differ: what it was, and how far it can go; 0 where it was no number."""
        ranges: dict[Place, tuple[Any, float]] = {}
        for place, ends in self._ends().items():
            before = self.origins[place].before
            if not paths.is_number(before):
                ranges[place] = (before, 0.0)
            elif range_ := max(*ends, before) - min(*ends, before):
                ranges[place] = (before, range_)
        return ranges

    def _ends(self) -> dict[Place, tuple[Number, Number]]:
        """The first and the last value that each place may have."""
        ends = {place: (each.grid[0], each.grid[-1]) for each in self.variables for place in each.places}
        for each in self.followers:
            grid = self.variables[each.variable].grid
            ends[each.place] = (each.times * grid[0] + each.plus, each.times * grid[-1] + each.plus)
        return ends | {place: (value, value) for place, value in self.fixed.values()}


class _Reader:
    """Reads the parameters of a config against the rules they point into."""

    def __init__(self, rules: Mapping[str, Any], synonyms: Mapping[str, str], document: Document):
        self.rules = rules
        self.synonyms = synonyms
        self.document = document

    def read(self, specs: Mapping[str, Any]) -> Space:
        if not isinstance(specs, Mapping) or not specs:
            raise BadData(
                f"{self._at()}: 'parameters' is a mapping from paths to bounds, as in cards.Bash.damage: [4, 12]"
            )
        self.variables: dict[Place, Variable] = {}
        self.fixed: dict[Place, tuple[str, Number]] = {}
        self.ties = ties = dict[Place, tuple[str, Tied, str]]()
        origins: dict[Place, Origin] = {}
        for path, raw in specs.items():
            spec = self._spec(path, raw)
            for label, place in self._find(path, spec).items():
                self.variables.pop(place, None)
                self.fixed.pop(place, None)
                ties.pop(place, None)
                if isinstance(spec, Tied):
                    ties[place] = (label, spec, path)
                elif isinstance(spec, Free):
                    self.variables[place] = Variable(
                        path if spec.shared else label, (place,), spec.grid(), self._start(label, place, spec)
                    )
                else:
                    self.fixed[place] = (label, spec)
                origins[place] = Origin(label, self._before(place, spec))
        variables = self._merged()
        if not 0 < len(variables) <= MOST_FREE:
            raise BadData(f"{self._at()}: {len(variables)} parameters are free; there must be 1 to {MOST_FREE}")
        followers = tuple(follower for tie in ties.items() if (follower := self._follow(*tie, variables)))
        fixed = {label: (place, value) for place, (label, value) in self.fixed.items()}
        return Space(variables, followers, fixed, origins)

    def _at(self, *place: str) -> str:
        return self.document.at(place)

    def _spec(self, path: str, raw: Any) -> Spec:
        if isinstance(raw, list):
            raw = {"bounds": raw}
        if isinstance(raw, Mapping):
            kind: type[Any] = Tied if "same as" in raw or "same_as" in raw else Free
            return validate(kind, dict(raw), self.document.part(path))
        if not paths.is_number(raw):
            raise BadData(
                f"{self._at(path)}: {path}: a number fixes it, [1, 10] bounds it, {{same as: PATH}} ties it, "
                f"not {str(raw)[:40]!r}"
            )
        return raw

    def _find(self, path: str, spec: Spec) -> dict[str, Place]:
        try:
            return paths.find(self.rules, path, self.synonyms)
        except UnknownName as error:
            words = paths.split(path)
            if isinstance(spec, Free) and spec.start is not None and paths.STAR not in words:
                return {path: self._new_place(words, error)}
            advice = "; of a number that is not there say what it begins 'from'" if words[0] == START else ""
            raise BadData(f"{self._at(path)}: {path}: {error}{advice}") from None
        except BadData as error:
            raise BadData(f"{self._at(path)}: {error}") from None

    def _new_place(self, words: list[str], error: UnknownName) -> Place:
        """A place that is not in the data yet: in a start any new keys, elsewhere only a last one."""
        for new in range(1, len(words) if words[0] == START else 2):
            known = paths.join(words[:-new])
            try:
                (home,) = paths.find(self.rules, known, self.synonyms).values()
            except (UnknownName, BadData):
                continue
            node = paths.get(self.rules, home)
            if node is None or isinstance(node, Mapping):
                return (*home, *words[-new:])
            if words[0] == START:
                raise BadData(
                    f"{self._at(paths.join(words))}: {known} is {str(node)[:40]!r}; there is no {words[-new]!r} in it"
                )
        raise BadData(f"{self._at(paths.join(words))}: {error}") from None

    def _start(self, label: str, place: Place, spec: Free) -> Number:
        if spec.start is not None:
            return spec.start
        value = paths.get(self.rules, place)
        if not paths.is_number(value):
            raise BadData(f"{self._at(label)}: {label} is {str(value)[:40]!r}, not a number; say what to begin 'from'")
        return value

    def _before(self, place: Place, spec: Spec) -> Any:
        """What the rules have in a place; where that is no number, what a free one begins from stands for it."""
        try:
            value = paths.get(self.rules, place)
        except (KeyError, IndexError, TypeError):
            value = None
        return spec.start if isinstance(spec, Free) and not paths.is_number(value) else value

    def _merged(self) -> tuple[Variable, ...]:
        """The variables; those that share a label (a starred path that is shared) are one."""
        by_label: dict[str, Variable] = {}
        for each in self.variables.values():
            first = by_label.get(each.label, each)
            places = first.places if first is each else (*first.places, *each.places)
            by_label[each.label] = Variable(each.label, places, first.grid, first.start)
        return tuple(by_label.values())

    def _follow(self, place: Place, tie: tuple[str, Tied, str], variables: tuple[Variable, ...]) -> Follower | None:
        label, spec, path = tie
        targets = list(self._find(spec.same_as, spec).values())
        if len(targets) != 1 or targets[0] in self.ties:
            raise BadData(f"{self._at(path)}: {path} must be tied to one number that is not tied itself")
        for index, each in enumerate(variables):
            if targets[0] in each.places:
                return Follower(label, place, index, spec.times, spec.plus)
        fixed = self.fixed.get(targets[0])
        value = fixed[1] if fixed else paths.get(self.rules, targets[0])
        if not paths.is_number(value):
            raise BadData(f"{self._at(path)}: {spec.same_as} is not a number to follow")
        self.fixed[place] = (label, spec.times * value + spec.plus)
        return None
