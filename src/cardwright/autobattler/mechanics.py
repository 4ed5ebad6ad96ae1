"""Mechanics as data: what a card does on which trigger. The thirteen of the paper come in data/mechanics.yaml."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from ..core import data
from .profiles import Switch

LARGEST_PARAMETER = 10
Name = Annotated[str, Field(min_length=1, max_length=60)]
CONDITION = re.compile(r"(age|hits) *(<=|>=|<|>) *(p|[0-9]{1,4})")


class Data(BaseModel):
    """Data that is not changed and has no fields but its own."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Rule(Data):
    """One rule of a mechanic: when something happens, perhaps under a condition, an effect on some cards.

    | when          | that is                                                                       |
    | ------------- | ----------------------------------------------------------------------------- |
    | before combat | it becomes the fighter                                                        |
    | damage        | it is dealt damage, instead of just taking it: `ignore` or `share`            |
    | heal          | it is healed, instead of just taking it: `share`                              |
    | hurt          | it loses health                                                               |
    | healed        | it was healed by more than 0                                                  |
    | touched       | after each blow and each heal, even of 0, if it lives                         |
    | death         | it dies                                                                       |

    `age` counts the combats it has entered, `hits` the times it was hurt or healed, `p` is the card's parameter.
    """

    when: Literal["before combat", "damage", "heal", "hurt", "healed", "touched", "death"]
    condition: Annotated[str, Field(pattern=f"^{CONDITION.pattern}$")] | None = Field(None, alias="if")
    do: Literal["damage", "heal", "kill", "strengthen", "copy attack", "swap", "ignore", "share"]
    to: Literal["self", "enemy fighter", "enemy bench", "enemies", "allies", "rightmost ally"] = "self"
    amount: Literal["p", "age", "hits"] | Annotated[int, Field(strict=True, ge=-100, le=100)] = 0
    switch_on: Switch | None = Field(None, alias="with")
    switch_off: Switch | None = Field(None, alias="without")

    @model_validator(mode="after")
    def _fits(self) -> Rule:
        instead = {"damage": ("ignore", "share"), "heal": ("share",)}.get(self.when, ())
        if (self.do in ("ignore", "share")) != bool(instead) or (instead and self.do not in instead):
            raise ValueError(
                f"a rule on {self.when} cannot {self.do}; on damage a card may ignore or share, on heal share"
            )
        if self.do in ("damage", "heal") and isinstance(self.amount, int) and self.amount < 0:
            raise ValueError(f"the amount of {self.do} is at least 0")
        return self


class Mechanic(Data):
    """What a card can do beside fighting.

    >>> mechanics()["explode_on_death"].describe(3)
    'On death: 3 damage to each card of the enemy bench, then to the enemy fighter.'
    """

    text: Annotated[str, Field(max_length=400)] = ""
    parameter: Name | None = None
    rules: Annotated[list[Rule], Field(max_length=8)]

    def describe(self, parameter: int | None) -> str:
        """The text of a card with this mechanic and parameter."""
        return self.text.replace("{p}", str(parameter))


@functools.cache
def mechanics() -> Mapping[str, Mechanic]:
    """The mechanics that come with the game, by name."""
    text = resources.files(__package__).joinpath("data/mechanics.yaml").read_text("utf-8")
    document = data.parse(text, "mechanics.yaml")
    return data.validate(dict[Name, Mechanic], document.value, document)
