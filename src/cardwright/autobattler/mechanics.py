"""Mechanics as data: what a card does on which trigger. data/mechanics.yaml holds the thirteen of the paper."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from importlib import resources
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, model_validator

from cardwright.core import data
from cardwright.core.data import Data, Name

from .profiles import PROFILES, Switch

MAX_PARAMETER = 10
TENTHS = 10
PERCENT = 100
# What a rule can do when it replaces a blow or a heal, what it can do on all other triggers, and the effects that
# allow only certain targets.
_REPLACEMENTS: Mapping[str, tuple[str, ...]] = {"damage": ("ignore", "share"), "heal": ("share",)}
_EFFECTS = ("damage", "heal", "kill", "strengthen", "copy attack", "swap")
_TARGETS = {"swap": ("self",), "ignore": ("self",), "share": ("self",), "copy attack": ("self", "enemies")}
TARGET_WORDS = {  # in words, from the point of view of the card
    "self": "itself",
    "enemy fighter": "the enemy fighter",
    "enemy bench": "each card of the enemy bench",
    "enemies": "all enemies",
    "allies": "each other card of its bench",
    "rightmost ally": "the rightmost card of its bench",
}
CONDITION = re.compile(r"(age|hits) *(<=|>=|<|>) *(p|[0-9]{1,4})")


class Rule(Data):
    """One rule of a mechanic: a trigger, an optional condition, and an effect on some cards.

    | when          | the rule applies                                                              |
    | ------------- | ----------------------------------------------------------------------------- |
    | start         | before the first phase, for side a from the left, then for side b             |
    | before combat | when the card becomes the fighter                                             |
    | damage        | in place of damage it would take: `ignore` or `share`                         |
    | heal          | in place of a heal it would receive: `share`                                  |
    | hurt          | when it loses health                                                          |
    | healed        | when it is healed by more than 0                                              |
    | touched       | after each blow and each heal, even of 0, if it is alive                      |
    | death         | when it dies                                                                  |

    `age` counts the combats the card has entered and `hits` the times it was hurt or healed; `p` is its parameter.
    """

    model_config = ConfigDict(populate_by_name=True)

    when: Literal["before combat", "damage", "heal", "hurt", "healed", "touched", "death", "start"]
    condition: Annotated[str, Field(pattern=f"^{CONDITION.pattern}$")] | None = Field(None, alias="if")
    do: Literal["damage", "heal", "kill", "strengthen", "copy attack", "swap", "ignore", "share"]
    to: Literal["self", "enemy fighter", "enemy bench", "enemies", "allies", "rightmost ally"] = "self"
    amount: Literal["p", "age", "hits", "p %"] | Annotated[int, Field(strict=True, ge=-100, le=100)] = 0
    switch_on: Switch | None = Field(None, alias="with")
    switch_off: Switch | None = Field(None, alias="without")

    @model_validator(mode="after")
    def _fits(self) -> Rule:
        allowed = _REPLACEMENTS.get(self.when, _EFFECTS)
        if self.do not in allowed:
            raise ValueError(f"a rule on {self.when} cannot {self.do}; allowed: {', '.join(allowed)}")
        if self.to not in _TARGETS.get(self.do, (self.to,)):
            raise ValueError(f"{self.do} affects the card itself; it cannot go to {self.to}")
        if self.when == "death" and (self.to == "self" or self.do in _TARGETS):
            raise ValueError(f"{self.do} to self on death has no effect: the card is dead")
        if self.when == "start" and (self.to == "enemy fighter" or self.do == "copy attack"):
            raise ValueError(f"{self.do} to {self.to} at the start has no effect: there are no fighters yet")
        if self.do in ("ignore", "share") and self.condition:
            raise ValueError(f"a rule to {self.do} always applies; it cannot have an if")
        self._check_amount()
        return self

    def holds(self, switches: Mapping[str, bool]) -> bool:
        """Return whether the rule holds under the switches of a profile."""
        return switches.get(self.switch_on or "", True) and not switches.get(self.switch_off or "", False)

    def _check_amount(self) -> None:
        if self.do in ("kill", "swap", "copy attack") and self.amount != 0:
            raise ValueError(f"{self.do} has no amount")
        if self.do in ("ignore", "share") and self.amount in ("age", "hits"):
            raise ValueError(f"the amount of {self.do} must be a number or p")
        if self.amount == "p %" and self.do != "share":
            raise ValueError(f"only share has an amount in percent, not {self.do}")
        if isinstance(self.amount, int) and self.amount < 0 and self.do != "strengthen":
            raise ValueError(f"the amount of {self.do} must be at least 0")
        if isinstance(self.amount, int) and self.amount > TENTHS and self.do == "share":
            raise ValueError(f"the amount of share is the part the card keeps, in tenths: 0 to {TENTHS}")


class Mechanic(Data):
    """What a card can do besides fighting.

    >>> mechanics()["explode_on_death"].describe(3)
    'On death: 3 damage to each card of the enemy bench, then to the enemy fighter.'
    """

    text: Annotated[str, Field(max_length=400)] = ""
    # Other texts, for profiles with a switch on.
    text_with: dict[Switch, Annotated[str, Field(max_length=400)]] = Field(default_factory=dict)
    parameter: Name | None = None
    rules: Annotated[list[Rule], Field(max_length=8)]

    @model_validator(mode="after")
    def _fits(self) -> Mechanic:
        used = any(str(rule.amount).startswith("p") or (rule.condition or "").endswith("p") for rule in self.rules)
        if self.parameter is None and (used or "{p}" in self.text):
            raise ValueError("a mechanic that uses p must name its parameter, as in `parameter: damage`")
        return self

    @property
    def highest(self) -> int:
        """The highest parameter a card can have: 100 if a profile reads it as a percentage."""
        return PERCENT if any(rule.amount == "p %" for rule in self.rules) else MAX_PARAMETER

    def describe(self, parameter: int | None, switches: Mapping[str, bool] = PROFILES["corrected"]) -> str:
        """Return the text of a card with this mechanic and parameter, under the switches of a profile."""
        text = next((text for switch, text in self.text_with.items() if switches[switch]), self.text)
        return text.replace("{p}", str(parameter))


@functools.cache
def mechanics() -> Mapping[str, Mechanic]:
    """Return the built-in mechanics by name."""
    text = resources.files(__package__).joinpath("data/mechanics.yaml").read_text("utf-8")
    document = data.parse(text, "mechanics.yaml")
    return data.validate(dict[Name, Mechanic], document.value, document)
