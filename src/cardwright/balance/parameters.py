"""The parameters of a study: numbers in rules data, each free within bounds, fixed, or tied to another."""

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
from .paths import Location

Number = int | float
Genome = tuple[int, ...]
MAX_VALUES = 100_000
MAX_FREE = 1000
START = "start"  # paths that begin with this lead into the start of the games, not into their rules


class _Spec(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, populate_by_name=True)


class Free(_Spec):
    """A number that can vary: between `bounds` in steps, or among `values`.

    It starts from its current value, or `from` a given number. If `shared`, all matches of a star have the same value.
    """

    bounds: tuple[Number, Number] | None = None
    step: Annotated[Number, Field(gt=0)] = 1
    values: Annotated[list[Number], Field(min_length=1, max_length=MAX_VALUES)] | None = None
    start: Annotated[Number | None, Field(alias="from")] = None
    shared: bool = False

    @model_validator(mode="before")
    @classmethod
    def _bounds_as_list(cls, value: Any) -> Any:
        bounds = value.get("bounds") if isinstance(value, dict) else None
        if isinstance(bounds, list | tuple) and len(bounds) != 2:
            raise ValueError("bounds are two numbers, the lower first, as in [1, 10]")
        return {**value, "bounds": tuple(bounds)} if isinstance(bounds, list) else value

    @model_validator(mode="after")
    def _one_way(self) -> Free:
        if (self.bounds is None) == (self.values is None):
            raise ValueError("a parameter has either bounds, as in [1, 10], or values, as in [0, 1, 3]")
        if self.bounds is not None and not 0 <= (self.bounds[1] - self.bounds[0]) / self.step < MAX_VALUES:
            raise ValueError(f"the lower bound comes first, and at most {MAX_VALUES:,} steps lie between the bounds")
        return self

    def grid(self) -> tuple[Number, ...]:
        """Return all values it can have, in ascending order."""
        if self.values is not None:
            return tuple(sorted(set(self.values)))
        assert self.bounds is not None
        low, high = self.bounds
        count = int((high - low) / self.step + 1e-9) + 1
        return tuple(round(low + index * self.step, 12) for index in range(count))


class Tied(_Spec):
    """A number that follows another: `times` the other, plus `plus`."""

    same_as: Annotated[str, Field(alias="same as")]
    times: Number = 1
    plus: Number = 0


Spec = Number | Free | Tied  # a bare number fixes the value


@dataclass(frozen=True)
class Variable:
    """A free number: its label, its locations, its possible values and its current value."""

    label: str
    locations: tuple[Location, ...]
    grid: tuple[Number, ...]
    start: Number

    def nearest(self) -> int:
        """Return the index of the possible value nearest to the current one."""
        return int(np.argmin(np.abs(np.array(self.grid, float) - self.start)))


@dataclass(frozen=True)
class Follower:
    """A number tied to a variable."""

    label: str
    location: Location
    variable: int
    times: Number
    plus: Number


class Origin(NamedTuple):
    """The label of a location and its value in the original rules: a number, or whatever a fixed number replaces."""

    label: str
    before: Any


@dataclass(frozen=True)
class Space:
    """All settings of the parameters. A genome is one of them: for each variable, the index of its value.

    >>> rules = {"cards": {"Bomb": {"attack": 2, "health": 9}}}
    >>> space = Space.read({"cards.*.attack": [1, 3], "cards.Bomb.health": 5}, rules)
    >>> space.settings((2,))
    {'cards.Bomb.attack': 3, 'cards.Bomb.health': 5}
    """

    variables: tuple[Variable, ...]
    followers: tuple[Follower, ...] = ()
    fixed: Mapping[str, tuple[Location, Number]] = field(default_factory=dict)
    origins: Mapping[Location, Origin] = field(default_factory=dict)

    @classmethod
    def read(
        cls,
        specs: Mapping[str, Any],
        rules: Mapping[str, Any],
        synonyms: Mapping[str, str] | None = None,
        document: Document | None = None,
    ) -> Space:
        """Read the parameters of a config, a mapping from paths to specs; later lines override earlier ones."""
        return ParameterReader(rules, synonyms or {}, document or Document(specs)).read(specs)

    @functools.cached_property
    def sizes(self) -> np.ndarray:
        """The number of values of each variable."""
        return np.array([len(each.grid) for each in self.variables])

    @functools.cached_property
    def start(self) -> Genome:
        """The genome nearest to the original rules."""
        return tuple(each.nearest() for each in self.variables)

    def start_warning(self) -> str | None:
        """Return a warning if numbers of the original rules lie outside of what they can be.

        >>> Space.read({"health": [1, 3]}, {"health": 9}).start_warning()
        'health is 9, outside of what it can be here; the study starts from 3 and compares with that.'
        """
        outside = [each for each in self.variables if not each.grid[0] <= each.start <= each.grid[-1]]
        if not outside:
            return None
        first = outside[0]
        others = f"; so are {len(outside) - 1:,} more" if len(outside) > 1 else ""
        return (
            f"{first.label} is {first.start:g}, outside of what it can be here{others}; "
            f"the study starts from {first.grid[first.nearest()]:g} and compares with that."
        )

    @property
    def count(self) -> int:
        """The number of genomes."""
        count = 1
        for each in self.variables:
            count *= len(each.grid)
        return count

    def sample(self, rng: np.random.Generator) -> Genome:
        """Return a genome drawn uniformly at random."""
        return tuple(rng.integers(self.sizes).tolist())

    def values(self, genome: Genome) -> dict[Location, Number]:
        """Return the number at every location that a genome sets."""
        chosen = [each.grid[index] for each, index in zip(self.variables, genome, strict=True)]
        values = dict(self.fixed.values())
        for variable, value in zip(self.variables, chosen, strict=True):
            values |= dict.fromkeys(variable.locations, value)
        for each in self.followers:
            values[each.location] = each.times * chosen[each.variable] + each.plus
        return values

    def settings(self, genome: Genome) -> dict[str, Number]:
        """Return the numbers a genome sets, by label."""
        values = self.values(genome)
        named = {each.label: each.locations[0] for each in self.variables}
        named |= {each.label: each.location for each in self.followers}
        named |= {label: location for label, (location, _) in self.fixed.items()}
        return {label: values[location] for label, location in named.items()}

    def change(self, genome: Genome) -> float:
        """Return the distance of a genome from the original rules."""
        return self.distance(self.values(genome))

    def distance(self, values: Mapping[Location, Any]) -> float:
        """Return the mean distance of numbers from the original rules, as a share of their ranges.

        Absent numbers count as unmoved; numbers that cannot vary are ignored.
        """
        shares = [
            abs(values.get(location, before) - before) / range_
            if range_
            else float(values.get(location, before) != before)
            for location, (before, range_) in self._ranges.items()
        ]
        return sum(shares) / len(shares) if shares else 0.0

    @functools.cached_property
    def _ranges(self) -> dict[Location, tuple[Any, float]]:
        """The original value and the range of every location that can vary; the range is 0 if that was no number."""
        ranges: dict[Location, tuple[Any, float]] = {}
        for location, ends in self._ends().items():
            before = self.origins[location].before
            if not paths.is_number(before):
                ranges[location] = (before, 0.0)
            elif range_ := max(*ends, before) - min(*ends, before):
                ranges[location] = (before, range_)
        return ranges

    def _ends(self) -> dict[Location, tuple[Number, Number]]:
        """Return the first and the last value that each location can have."""
        ends = {location: (each.grid[0], each.grid[-1]) for each in self.variables for location in each.locations}
        for each in self.followers:
            grid = self.variables[each.variable].grid
            ends[each.location] = (each.times * grid[0] + each.plus, each.times * grid[-1] + each.plus)
        return ends | {location: (value, value) for location, value in self.fixed.values()}


class ParameterReader:
    """Resolves the parameters of a config against the rules they point into."""

    def __init__(self, rules: Mapping[str, Any], synonyms: Mapping[str, str], document: Document):
        self.rules = rules
        self.synonyms = synonyms
        self.document = document
        self.variables: dict[Location, Variable] = {}
        self.fixed: dict[Location, tuple[str, Number]] = {}
        self.ties: dict[Location, tuple[str, Tied, str]] = {}
        self.origins: dict[Location, Origin] = {}

    def read(self, specs: Mapping[str, Any]) -> Space:
        """Read all parameters of a config."""
        if not isinstance(specs, Mapping) or not specs:
            raise BadData(f"{self._at()}: 'parameters' must map paths to bounds, as in cards.Bash.damage: [4, 12]")
        for path, raw in specs.items():
            self.add(path, raw)
        variables = self._merged()
        if not 0 < len(variables) <= MAX_FREE:
            raise BadData(f"{self._at()}: {len(variables)} parameters are free; allowed are 1 to {MAX_FREE}")
        followers = tuple(follower for tie in self.ties.items() if (follower := self._follow(*tie, variables)))
        fixed = {label: (location, value) for location, (label, value) in self.fixed.items()}
        return Space(variables, followers, fixed, self.origins)

    def add(self, path: str, raw: Any) -> None:
        """Read one parameter, in place of those before it at the same locations."""
        spec = self._spec(path, raw)
        for label, location in self._find(path, spec).items():
            self.variables.pop(location, None)
            self.fixed.pop(location, None)
            self.ties.pop(location, None)
            if isinstance(spec, Tied):
                self.ties[location] = (label, spec, path)
            elif isinstance(spec, Free):
                self.variables[location] = Variable(
                    path if spec.shared else label, (location,), spec.grid(), self._start(label, location, spec)
                )
            else:
                self.fixed[location] = (label, spec)
            self.origins[location] = Origin(label, self._before(location, spec))

    def _at(self, *location: str) -> str:
        return self.document.at(location)

    def _spec(self, path: str, raw: Any) -> Spec:
        if isinstance(raw, list):
            raw = {"bounds": raw}
        if isinstance(raw, Mapping):
            kind: type[Any] = Tied if "same as" in raw or "same_as" in raw else Free
            spec: Spec = validate(kind, dict(raw), self.document.part(path))
            return spec
        if not paths.is_number(raw):
            raise BadData(
                f"{self._at(path)}: {path}: expected a number (fixed), [1, 10] (bounds) or {{same as: PATH}} (tied), "
                f"not {str(raw)[:40]!r}"
            )
        return raw

    def _find(self, path: str, spec: Spec) -> dict[str, Location]:
        try:
            return paths.find(self.rules, path, self.synonyms)
        except UnknownName as error:
            words = paths.split(path)
            if isinstance(spec, Free) and spec.start is not None and paths.STAR not in words:
                return {path: self._new_location(words, error)}
            advice = (
                "; for a number that does not exist yet, give a start value with 'from'" if words[0] == START else ""
            )
            raise BadData(f"{self._at(path)}: {path}: {error}{advice}") from None
        except BadData as error:
            raise BadData(f"{self._at(path)}: {error}") from None

    def _new_location(self, words: list[str], error: UnknownName) -> Location:
        """Return a location that is not in the data yet: in a start any new keys, elsewhere only a new last key."""
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
                problem = f"{known} is {str(node)[:40]!r}, which cannot contain {words[-new]!r}"
                raise BadData(f"{self._at(paths.join(words))}: {problem}")
        raise BadData(f"{self._at(paths.join(words))}: {error}") from None

    def _start(self, label: str, location: Location, spec: Free) -> Number:
        if spec.start is not None:
            return spec.start
        value = paths.get(self.rules, location)
        if not paths.is_number(value):
            problem = f"{label} is {str(value)[:40]!r}, not a number; give a start value with 'from'"
            raise BadData(f"{self._at(label)}: {problem}")
        return value

    def _before(self, location: Location, spec: Spec) -> Any:
        """Return the original value at a location; for a free number where there was none, its start value."""
        try:
            value = paths.get(self.rules, location)
        except (KeyError, IndexError, TypeError):
            value = None
        return spec.start if isinstance(spec, Free) and not paths.is_number(value) else value

    def _merged(self) -> tuple[Variable, ...]:
        """Return the variables, with those of a shared starred path merged into one."""
        by_label: dict[str, Variable] = {}
        for each in self.variables.values():
            first = by_label.get(each.label, each)
            locations = first.locations if first is each else (*first.locations, *each.locations)
            by_label[each.label] = Variable(each.label, locations, first.grid, first.start)
        return tuple(by_label.values())

    def _follow(
        self, location: Location, tie: tuple[str, Tied, str], variables: tuple[Variable, ...]
    ) -> Follower | None:
        label, spec, path = tie
        targets = list(self._find(spec.same_as, spec).values())
        if len(targets) != 1 or targets[0] in self.ties:
            raise BadData(f"{self._at(path)}: {path} must follow exactly one number, which is not tied itself")
        for index, each in enumerate(variables):
            if targets[0] in each.locations:
                return Follower(label, location, index, spec.times, spec.plus)
        fixed = self.fixed.get(targets[0])
        value = fixed[1] if fixed else paths.get(self.rules, targets[0])
        if not paths.is_number(value):
            raise BadData(f"{self._at(path)}: {spec.same_as} is not a number, so {path} cannot follow it")
        self.fixed[location] = (label, spec.times * value + spec.plus)
        return None
