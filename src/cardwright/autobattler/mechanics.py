"""Mechanics as data: what a card does on which trigger. The thirteen of the paper come in data/mechanics.yaml."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from cardwright.core import data
from cardwright.core.data import Name

from .profiles import Switch

LARGEST_PARAMETER = 10
TENTHS = 10
# What a rule may do where it changes a blow or a heal; on all other triggers; and to whom, where there is no choice.
_ANSWERS: Mapping[str, tuple[str, ...]] = {"damage": ("ignore", "share"), "heal": ("share",)}
_DEEDS = ("damage", "heal", "kill", "strengthen", "copy attack", "swap")
_TARGETS = {"swap": ("self",), "ignore": ("self",), "share": ("self",), "copy attack": ("self", "enemies")}
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
        if self.do not in _ANSWERS.get(self.when, _DEEDS):
            raise ValueError(
                f"a rule on {self.when} cannot {self.do}; on damage a card may ignore or share, on heal share"
            )
        if self.to not in _TARGETS.get(self.do, (self.to,)):
            raise ValueError(f"{self.do} is about the card itself, not to {self.to}")
        if self.when == "death" and (self.to == "self" or self.do in _TARGETS):
            raise ValueError(f"{self.do} to self on death does nothing, for the card is dead")
        if self.do in ("ignore", "share") and self.condition:
            raise ValueError(f"a rule to {self.do} always holds, it has no if")
        self._check_amount()
        return self

    def _check_amount(self) -> None:
        if self.do in ("kill", "swap", "copy attack") and self.amount != 0:
            raise ValueError(f"{self.do} has no amount")
        if self.do in ("ignore", "share") and self.amount in ("age", "hits"):
            raise ValueError(f"the amount of {self.do} is a number or p")
        if isinstance(self.amount, int) and self.amount < 0 and self.do != "strengthen":
            raise ValueError(f"the amount of {self.do} is at least 0")
        if isinstance(self.amount, int) and self.amount > TENTHS and self.do == "share":
            raise ValueError(f"the amount of share is what a card keeps, 0 to {TENTHS} tenths")


class Mechanic(Data):
    """What a card can do beside fighting.

    >>> mechanics()["explode_on_death"].describe(3)
    'On death: 3 damage to each card of the enemy bench, then to the enemy fighter.'
    """

    text: Annotated[str, Field(max_length=400)] = ""
    parameter: Name | None = None
    rules: Annotated[list[Rule], Field(max_length=8)]

    @model_validator(mode="after")
    def _fits(self) -> Mechanic:
        asked = any(rule.amount == "p" or (rule.condition or "").endswith("p") for rule in self.rules)
        if self.parameter is None and (asked or "{p}" in self.text):
            raise ValueError("a mechanic with a p says what its parameter is, as in `parameter: damage`")
        return self

    def describe(self, parameter: int | None) -> str:
        """The text of a card with this mechanic and parameter."""
        return self.text.replace("{p}", str(parameter))


@functools.cache
def mechanics() -> Mapping[str, Mechanic]:
    """The mechanics that come with the game, by name."""
    text = resources.files(__package__).joinpath("data/mechanics.yaml").read_text("utf-8")
    document = data.parse(text, "mechanics.yaml")
    return data.validate(dict[Name, Mechanic], document.value, document)
