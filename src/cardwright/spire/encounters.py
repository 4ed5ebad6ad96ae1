"""Encounters: which enemies stand together in a battle, and how likely an act is to have them.

>>> enemies("3 Sentries", Random(1))[1]
{'name': 'Sentry', 'intent': 'Beam'}
>>> sorted(acts()[1].bosses)
['Hexaghost', 'Slime Boss', 'The Guardian']
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any

from pydantic import Field, model_validator

from cardwright.core import data
from cardwright.core.data import Data
from cardwright.core.errors import unknown

from .engine.start import EnemyStart
from .notation.content import standard

FILE = Path(__file__).parent / "data" / "encounters.yaml"
DRAWN = "drawn"  # in a list: whom the last unseen draw brought
WAYS = ("coin", "any", "bag", "same", "unseen")

Weights = dict[str, Annotated[float, Field(gt=0)]]
Foe = str | EnemyStart


class Draw(Data):
    """Enemies of whom one is drawn, in one of the `WAYS`, or as many as `times` says."""

    coin: tuple[Foe, ...] = ()
    any: tuple[Foe, ...] = ()
    bag: tuple[Foe, ...] = ()
    same: tuple[Foe, ...] = ()
    unseen: tuple[Foe, ...] = ()
    times: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _one_way(self) -> Draw:
        if sum(bool(getattr(self, way)) for way in WAYS) != 1:
            raise ValueError(f"an enemy is drawn in one way: {', '.join(WAYS)}")
        return self

    @property
    def way(self) -> str:
        """The way in which it is drawn."""
        return next(way for way in WAYS if getattr(self, way))

    @property
    def foes(self) -> tuple[Foe, ...]:
        """The enemies of whom one is drawn."""
        found: tuple[Foe, ...] = getattr(self, self.way)
        return found


Part = str | EnemyStart | Draw


class Weak(Data):
    """The first fights of an act: how many, and of which encounters."""

    count: Annotated[int, Field(ge=1)]
    encounters: Annotated[Weights, Field(alias="from")]


class ActEncounters(Data):
    """The encounters of an act: the first battles and later ones, with their weights, elites and bosses."""

    first: Annotated[Weak, Field(alias="weak")]
    strong: Weights
    elites: tuple[str, ...]
    bosses: tuple[str, ...]

    @property
    def weak(self) -> Weights:
        """The first battles, with their weights."""
        return self.first.encounters


class Encounters(Data):
    """The encounters of each act, all encounters by name, and what the first strong one is not, by the last weak."""

    acts: dict[int, ActEncounters]
    not_after: Annotated[dict[str, tuple[str, ...]], Field(alias="not after")]
    monsters: dict[str, tuple[Part, ...]]


@functools.cache
def read() -> Encounters:
    """Return all encounters."""
    document = data.read(FILE)
    return data.validate(Encounters, document.value, document)


def names() -> list[str]:
    """Return the names of all encounters whose enemies there are."""
    known = standard().enemies
    return [name for name, parts in read().monsters.items() if all(_name(foe) in known for foe in foes(parts))]


def foes(parts: tuple[Part, ...]) -> Iterator[Foe]:
    """Yield all enemies that an encounter can have, some of them several times."""
    for part in parts:
        yield from (foe for foe in alternatives(part) if foe != DRAWN)


def alternatives(part: Part) -> tuple[Foe, ...]:
    """Return the enemies of which a part of an encounter is one."""
    return part.foes if isinstance(part, Draw) else (part,)


def acts() -> dict[int, ActEncounters]:
    """Return the encounters of each act, by its number."""
    return read().acts


def enemies(name: str, random: Random) -> list[Any]:
    """Return the enemies of an encounter, as `battle` takes them; `random` decides what the encounter leaves open."""
    known = read().monsters
    if name not in known:
        raise unknown("encounter", name, known)
    found: list[Foe] = []
    position, unseen = 0, ""
    for part in known[name]:
        if not isinstance(part, Draw):
            found.append(part)
        elif part.way == "bag":
            found += random.sample(part.foes, part.times)
        else:
            position = position if part.way == "same" else random.randrange(len(part.foes))
            foe = part.foes[position]
            if part.way == "unseen":
                unseen = _name(foe)
            else:
                found.append(unseen if foe == DRAWN else foe)
    return [foe.model_dump(mode="json", exclude_unset=True) if isinstance(foe, EnemyStart) else foe for foe in found]


def _name(foe: Foe) -> str:
    return foe if isinstance(foe, str) else foe.name
