"""Statuses and their rules, written in words or in structured form: docs/cards.md describes both for designers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field, model_validator

from cardwright.core.data import Data, Name

from .effects import AnyEffect
from .phrases import read_decay, read_types
from .vocabulary import Amount, EntryName, EventName, PrecededName, RoleName, StackingName, Text, TypeName, ValueName

if TYPE_CHECKING:
    from .content import Content

ABOUT_STATUSES = ("status gained", "status lost", "debuff", "debuffed")

Types = Annotated[tuple[TypeName, ...], BeforeValidator(read_types, json_schema_input_type=str | tuple[TypeName, ...])]


class Rule(Data):
    """What a status does: change a value (`modify`), or act `before` or `after` an event.

    `role` says who its owner must be in the event: the one who does it (source), the one it is done to (target), or
    anyone. Rules for the same event apply in their `order`, smaller first. `status` is the status that stacks gained
    or lost, or a debuff, must be of. `named` is a part of the name that the card must have.
    With `every`, a rule of a relic acts only every so many times, which the relic's counter counts.
    """

    modify: ValueName | None = None
    before: PrecededName | None = None
    after: EventName | None = None
    status: EntryName | None = None
    role: RoleName = "source"
    when: Amount | None = None
    types: Types = ()
    named: EntryName | None = None
    order: Annotated[int, Field(ge=-1000, le=1000)] = 0
    add: Amount | None = None
    times: Annotated[float, Field(ge=0, le=100)] | None = None
    per_stack: Annotated[float, Field(ge=-100, le=100)] = 0.0
    set: Amount | None = None
    cap: Amount | None = None
    do: AnyEffect | None = None
    front: bool = False
    every: Annotated[int, Field(ge=2, le=999)] | None = None
    spend: Annotated[int, Field(ge=0, le=999)] | Literal["all"] = 0

    @model_validator(mode="after")
    def _one_of_each(self) -> Rule:
        if sum(each is not None for each in (self.modify, self.before, self.after)) != 1:
            raise ValueError("a rule has exactly one of modify, before and after")
        changes = sum(each is not None for each in (self.add, self.times, self.set, self.cap))
        if self.modify is not None and (changes != 1 or self.do is not None):
            raise ValueError("a rule that modifies has exactly one of add, times, set and cap, and no do")
        if self.every is not None and (self.modify is not None or self.spend):
            raise ValueError("a rule with 'every' acts before or after an event, and spends nothing")
        if self.modify is None and (changes or (self.do is None and not self.spend and self.every is None)):
            raise ValueError("a rule before or after an event has a do (or only spends), and no add, times, set or cap")
        if self.spend and self.modify in ("attack damage", "cost", "playable"):
            raise ValueError(f"a rule that modifies {self.modify} cannot spend: the value is also previewed")
        if self.spend and self.after in ("status gained", "status lost"):
            raise ValueError(f"a rule after {self.after} cannot spend: it would react to that itself")
        if self.status is not None and (self.modify or self.after) not in ABOUT_STATUSES:
            raise ValueError(f"only a rule about {', '.join(ABOUT_STATUSES)} names a status")
        return self


class Decay(Data):
    """When a status counts down, and by how much."""

    at: Literal["round end", "turn end", "turn start"]
    by: Literal[1, "all"] = 1


class Status(Data):
    """A status effect: how it stacks, when it counts down, and its rules."""

    name: Name
    debuff: bool = False
    debuff_if_lost: bool = False
    stacking: StackingName = "add"
    decay: Annotated[Decay, BeforeValidator(read_decay, json_schema_input_type=str | Decay)] | None = None
    grace: bool = False
    lasting: bool = False
    rules: Annotated[tuple[Rule, ...], Field(max_length=8)] = ()
    text: Text | None = None

    @model_validator(mode="after")
    def _counts_nothing(self) -> Status:
        if any(rule.every is not None for rule in self.rules):
            raise ValueError("only a relic has rules with 'every', because only relics have counters")
        return self

    def describe(self, content: Content | None = None) -> str:
        """Return the status and what it does, by its rules if it has no text."""
        text = self.says(content)
        return f"{self.name}: {text}" if text else self.name

    def says(self, content: Content | None = None) -> str:
        """Return what the status does: its text, or else sentences made from its rules."""
        from .owners import on_enemies
        from .status_text import status_text  # which is made from statuses itself

        if self.text:
            return self.text
        others = self.debuff if content is None else self.name in on_enemies(content)
        return status_text(self, single_in(content), others)


def single_in(content: Content | None) -> list[str]:
    """Return the statuses of some content that nobody has more than once."""
    return [] if content is None else [name for name, each in content.statuses.items() if each.stacking == "keep"]
