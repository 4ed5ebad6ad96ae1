"""The words of content, read off the enums that the kernels use: a new member is a new word everywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, GetCoreSchemaHandler, WithJsonSchema
from pydantic_core import CoreSchema, core_schema

from cardwright.core.data import Name
from cardwright.core.errors import unknown

from ..engine.opcodes import AgentSet, StatusSet
from ..engine.rules import Event, Hook, Role, Stacking
from ..engine.state import CardType, Pile
from .numbers import check_no_pair, read_amount

LARGEST_NUMBER = 9999
LONGEST_FORMULA = 200
HIGHEST_COST = 99

Member = TypeVar("Member", bound=IntEnum)


def words(members: Iterable[Member]) -> dict[str, Member]:
    """Return the members of an enum by their words.

    >>> list(words(Hook))
    ['turn end', 'drawn', 'exhausted', 'discarded', 'other played']
    """
    return {each.name.lower().replace("_", " "): each for each in members}


TYPES = words(CardType)
PILES = words([Pile.HAND, Pile.DRAW, Pile.DISCARD, Pile.EXHAUST])
DESTINATIONS = words([*PILES.values(), Pile.TOP_OF_DRAW, Pile.BOTTOM_OF_DRAW])
AGENT_SETS = words(AgentSet)
STATUS_SETS = words(StatusSet)
EVENTS = words(Event)
_ALSO_VALUES = (Event.WOUNDED, Event.HP_LOST)
VALUES = words(
    [
        *(each for each in Event if each < Event.CARD_PLAYED or each in _ALSO_VALUES),
        *(each for each in Event if Event.ENERGY_GAINED <= each < Event.BATTLE_START or each >= Event.X_VALUE),
    ]
)
HAPPENINGS = words(each for each in Event if Event.CARD_PLAYED <= each < Event.X_VALUE)
PRECEDED = words(  # rules can act before these
    [Event.CARD_PLAYED, Event.TURN_END, Event.HAND_DISCARDED, Event.BATTLE_START]
)
HOOKS = words(Hook)
ROLES = words(Role)
STACKINGS = words(Stacking)
KEYWORDS = ("innate", "unplayable", "ethereal", "retain", "exhaust")
RARITIES = ("basic", "common", "uncommon", "rare", "special", "curse")


def type_bits(types: Iterable[str]) -> int:
    """Return card types as bits."""
    return sum(1 << TYPES[each] for each in set(types))


@dataclass(frozen=True)
class OneOf:
    """Validates one of several words; the error offers the nearest."""

    what: str
    allowed: tuple[str, ...]

    def check(self, value: str) -> str:
        """Return the word, or raise an error that names the words there are."""
        if value not in self.allowed:
            raise ValueError(str(unknown(self.what, value, self.allowed)))
        return value

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self.check, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: Any) -> dict[str, Any]:
        return {"enum": list(self.allowed)}


OWN_NAME = r"^[A-Z]\w*( \w+)*$"  # of events, actions and resources that content defines


def is_own(name: Any) -> bool:
    """Return whether a word has the form of a name that content defines.

    >>> is_own("Overload"), is_own("Heat gained"), is_own("card played")
    (True, True, False)
    """
    return isinstance(name, str) and re.match(OWN_NAME, name, re.ASCII) is not None


def _check_own(name: str) -> str:
    if not is_own(name):
        raise ValueError("the name of an event, an action or a resource begins with a capital letter, as in 'Heat'")
    return name


def formula_word(name: str) -> str:
    """Return a name as formulas write it.

    >>> formula_word("Du-Vu Doll")
    'Du_Vu_Doll'
    """
    return re.sub(r"\W", "_", name)


class EventWord(OneOf):
    """Validates an event of the game, or the name of one that content may define."""

    def check(self, value: str) -> str:
        """Return the word, or raise an error that names the words there are."""
        return value if is_own(value) else super().check(value)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: Any) -> dict[str, Any]:
        return {"anyOf": [{"enum": list(self.allowed)}, {"type": "string", "pattern": OWN_NAME}]}


OwnName = Annotated[Name, AfterValidator(_check_own)]
EntryName = Annotated[Name, AfterValidator(check_no_pair)]  # the name of another entry, as an effect has it
Text = Annotated[str, Field(max_length=400)]  # what an entry says of itself, in place of a text made from it
TypeName = Annotated[str, OneOf("card type", tuple(TYPES))]
PileName = Annotated[str, OneOf("pile", tuple(DESTINATIONS))]
SetName = Annotated[str, OneOf("set of targets", (*AGENT_SETS, *PILES))]
StatusSetName = Annotated[str, OneOf("set of statuses", tuple(STATUS_SETS))]
ValueName = Annotated[str, EventWord("value", tuple(VALUES))]
EventName = Annotated[str, EventWord("event", tuple(HAPPENINGS))]
PrecededName = Annotated[str, EventWord("event that rules can act before", tuple(PRECEDED))]
HookName = Annotated[str, OneOf("moment", tuple(HOOKS))]
RoleName = Annotated[str, OneOf("role", tuple(ROLES))]
StackingName = Annotated[str, OneOf("way of stacking", tuple(STACKINGS))]
Rarity = Annotated[str, OneOf("rarity", RARITIES)]


def _check_amount(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | str):
        raise ValueError("an amount is an integer or a formula")
    if isinstance(value, str) and not 0 < len(value) <= LONGEST_FORMULA:
        raise ValueError(f"a formula has 1 to {LONGEST_FORMULA} characters")
    value = read_amount(value)
    if isinstance(value, int) and abs(value) > LARGEST_NUMBER:
        raise ValueError(f"a number is from -{LARGEST_NUMBER} to {LARGEST_NUMBER}")
    if isinstance(value, str) and re.search(r"\d\s*\(", value):
        raise ValueError("a base and an upgraded number are written as in 8 (10), and only a card has both")
    if isinstance(value, str) and (single := re.search(r"(?<![=<>!])=(?!=)", value)):
        compared = f"{value[: single.start()]}=={value[single.end() :]}"
        raise ValueError(f"'=' means nothing in a formula; to compare, write {compared[:80]!r}")
    return value


def _check_cost(value: Any) -> Any:
    if isinstance(value, int) and not 0 <= value <= HIGHEST_COST:
        raise ValueError(f"a cost is a number from 0 to {HIGHEST_COST}, X, or a formula")
    return value


def _check_price(value: int | str) -> int | str:
    if isinstance(value, int) and value < 0:
        raise ValueError("a price is at least 0")
    return value


Amount = Annotated[
    int | str,
    BeforeValidator(_check_amount),
    WithJsonSchema({"anyOf": [{"type": "integer"}, {"type": "string", "maxLength": LONGEST_FORMULA}]}),
]
CardCost = Annotated[Amount, BeforeValidator(_check_cost)]
Price = Annotated[Amount, AfterValidator(_check_price)]  # in a resource besides energy
