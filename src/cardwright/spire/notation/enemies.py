"""Enemies with their moves and plans, written in words or in structured form: docs/cards.md describes both."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, model_validator

from cardwright.core.data import Data, Name

from .effects import AnyEffect, read_effect
from .numbers import read_range
from .phrases import read_choice
from .vocabulary import LARGEST_NUMBER, Amount, OneOf


def _check_order(value: tuple[Amount, Amount]) -> tuple[Amount, Amount]:
    low, high = value
    if isinstance(low, int) and isinstance(high, int) and high < low:
        raise ValueError(f"'{low} to {high}' is an empty range: the smaller number comes first")
    return value


Range = Annotated[
    tuple[Amount, Amount],
    BeforeValidator(read_range, json_schema_input_type=int | str | tuple[Amount, Amount]),
    AfterValidator(_check_order),
]


class Choice(Data):
    """A move that an enemy draws by weight: how often in a row it may come, and what comes instead."""

    weight: Annotated[float, Field(gt=0, le=1000)]
    most: Annotated[int, Field(ge=0, le=2)] = 0
    otherwise: dict[str, Annotated[float, Field(gt=0, le=1000)]] = Field(default_factory=dict)


def _listed(value: Any) -> Any:
    return [value] if isinstance(value, str | Mapping) else value


Moves = Annotated[tuple[str, ...], BeforeValidator(_listed, json_schema_input_type=str | tuple[str, ...])]

Weight = Annotated[Choice, BeforeValidator(read_choice, json_schema_input_type=float | str | Choice)]


class Plan(Data):
    """How an enemy chooses its moves: first the opening in order, then the loop again and again, or else by weight.

    Of an enemy's plans it follows the first whose `when` holds.
    """

    when: Amount | None = None
    opening: Moves = ()
    loop: Moves = ()
    weights: dict[str, Weight] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _has_an_end(self) -> Plan:
        if bool(self.loop) == bool(self.weights):
            raise ValueError("a plan has either a loop or weights")
        return self


Plans = Annotated[
    tuple[Plan, ...],
    Field(min_length=1, max_length=6),
    BeforeValidator(_listed, json_schema_input_type=Plan | tuple[Plan, ...]),
]


class EnemyMove(Data):
    """Something an enemy does on its turn; `then` names the move that always follows.

    The effect stands under `do`, or its keys directly beside `then`.
    """

    do: AnyEffect | None = None
    then: str | None = None

    @model_validator(mode="before")
    @classmethod
    def _read_effect(cls, value: Any) -> Any:
        if value is None or isinstance(value, list | str):
            return {} if value is None else {"do": read_effect(value)}
        if not isinstance(value, Mapping) or set(value) <= {"do", "then"}:
            return value
        effect = {key: each for key, each in value.items() if key != "then"}
        return {"do": read_effect(effect), **{key: value[key] for key in ("then",) if key in value}}


class Enemy(Data):
    """A kind of enemy: its HP, its moves and how it chooses among them."""

    name: Name
    hp: Range
    moves: Annotated[dict[str, EnemyMove], Field(min_length=1, max_length=16)]
    plan: Plans
    roll: Range | None = None
    rank: Annotated[str, OneOf("rank", ("monster", "elite", "boss"))] = "monster"
    start: AnyEffect | None = None

    @model_validator(mode="after")
    def _is_alive(self) -> Enemy:
        if any(isinstance(each, int) and not 1 <= each <= LARGEST_NUMBER for each in self.hp):
            raise ValueError(f"the HP of an enemy are from 1 to {LARGEST_NUMBER}")
        return self
