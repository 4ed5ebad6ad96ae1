"""Cards, statuses and enemies as data, and the collections they come in: read from and written to JSON or YAML."""

from __future__ import annotations

import functools
import json
from collections.abc import Iterable, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from cardwright.core import data
from cardwright.core.data import Name
from cardwright.core.errors import BadData, unknown

from .effects import Amount, AnyEffect, TypeName

EventName = Literal[
    "attack damage", "damage", "card block", "cost", "playable", "exhausts", "draws", "debuff", "block lost",
    "turn energy", "turn draws", "card played", "card drawn", "card exhausted", "card discarded", "attacked", "wounded",
    "hp lost", "block gained", "turn start", "after draw", "turn end", "round end", "died", "faded", "shuffled",
    "debuffed",
]  # fmt: skip
HookName = Literal["turn end", "drawn", "exhausted", "discarded", "other played"]
HIGHEST_COST = 99


class Data(BaseModel):
    """Data that is not changed and has no fields but its own."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Card(Data):
    """A card: what it costs and what it does.

    `upgrade` names the fields that differ once it is upgraded; the upgraded card is called by its name and a plus.
    `when` says what the card does without being played: at the end of the turn in hand, when drawn, exhausted,
    discarded, or when another card is played while it is in hand.

    >>> from cardwright.spire import Attack, Card, Choose
    >>> Card(name="Jab", type="attack", cost=0, effect=Attack(4).To(Choose("enemies"))).upgraded() is None
    True
    """

    name: Name
    type: TypeName
    cost: Annotated[Amount, BeforeValidator(lambda value: _in_range(value))] = 1
    effect: AnyEffect | None = None
    rarity: Literal["basic", "common", "uncommon", "rare", "special", "curse"] = "special"
    color: Name = "colorless"
    exhaust: bool = False
    ethereal: bool = False
    innate: bool = False
    retain: bool = False
    unplayable: bool = False
    playable: Amount | None = None
    when: dict[HookName, AnyEffect] = Field(default_factory=dict)
    text: Annotated[str, Field(max_length=400)] | None = None
    upgrade: dict[str, Any] | None = None

    @model_validator(mode="after")
    def _upgrade_fits(self) -> Card:
        if self.upgrade is not None:
            wrong = set(self.upgrade) - (set(type(self).model_fields) - {"name", "upgrade", "type"})
            if wrong:
                raise ValueError(f"upgrade cannot change {', '.join(sorted(wrong))}")
            self.upgraded()
        return self

    @property
    def upgraded_name(self) -> str | None:
        """What the card is called once upgraded, None if it cannot be."""
        return None if self.upgrade is None else f"{self.name}+"

    def upgraded(self) -> Card | None:
        """The card once upgraded, None if it cannot be."""
        if self.upgrade is None:
            return None
        changed = {**self.model_dump(exclude_unset=True), **self.upgrade, "name": self.upgraded_name}
        return Card(**{**changed, "upgrade": None})


def _in_range(value: Any) -> Any:
    if isinstance(value, int) and not 0 <= value <= HIGHEST_COST:
        raise ValueError(f"a cost is a number from 0 to {HIGHEST_COST}, X, or a formula")
    return value


class Rule(Data):
    """What a status does: change a value (`modify`), or act `before` or `after` an event.

    `role` says who its owner must be in the event: the one who does it (source), the one it is done to (target), or
    anyone. Rules for the same event apply in their `order`, smaller first.
    """

    modify: EventName | None = None
    before: EventName | None = None
    after: EventName | None = None
    role: Literal["source", "target", "anyone"] = "source"
    when: Amount | None = None
    types: tuple[TypeName, ...] = ()
    order: Annotated[int, Field(ge=-1000, le=1000)] = 0
    add: Amount | None = None
    times: Annotated[float, Field(ge=0, le=100)] | None = None
    per_stack: Annotated[float, Field(ge=-100, le=100)] = 0.0
    set: Amount | None = None
    cap: Amount | None = None
    do: AnyEffect | None = None
    front: bool = False
    spend: Annotated[int, Field(ge=0, le=999)] | Literal["all"] = 0

    @model_validator(mode="after")
    def _one_of_each(self) -> Rule:
        if sum(each is not None for each in (self.modify, self.before, self.after)) != 1:
            raise ValueError("a rule has exactly one of modify, before and after")
        changes = sum(each is not None for each in (self.add, self.times, self.set, self.cap))
        if self.modify is not None and (changes != 1 or self.do is not None):
            raise ValueError("a rule that modifies has exactly one of add, times, set and cap, and no do")
        if self.modify is None and (changes or (self.do is None and not self.spend)):
            raise ValueError("a rule before or after an event has a do (or only spends), and no add, times, set or cap")
        if self.spend and self.modify in ("attack damage", "cost", "playable"):
            raise ValueError(
                f"a rule that modifies {self.modify} is also asked without consequence, so it cannot spend"
            )
        return self


class Decay(Data):
    """When a status goes down."""

    at: Literal["round end", "turn end", "turn start"]
    by: Literal[1, "all"] = 1


class Status(Data):
    """A status effect: how it stacks, when it decays, and its rules."""

    name: Name
    debuff: bool = False
    stacking: Literal["add", "keep", "set", "max"] = "add"
    decay: Decay | None = None
    grace: bool = False
    rules: Annotated[tuple[Rule, ...], Field(max_length=8)] = ()
    text: Annotated[str, Field(max_length=400)] | None = None


class Choice(Data):
    """One of the moves an enemy draws from: its weight, how often in a row, and what it does instead."""

    weight: Annotated[float, Field(gt=0, le=1000)]
    most: Annotated[int, Field(ge=0, le=2)] = 0
    otherwise: dict[str, Annotated[float, Field(gt=0, le=1000)]] = Field(default_factory=dict)


def _read_choice(value: Any) -> Any:
    return {"weight": value} if isinstance(value, int | float) and not isinstance(value, bool) else value


class Plan(Data):
    """How an enemy chooses: first the opening in order, then the loop again and again, or else by weight.

    Of an enemy's plans the first whose `when` holds is followed.
    """

    when: Amount | None = None
    opening: tuple[str, ...] = ()
    loop: tuple[str, ...] = ()
    weights: dict[str, Annotated[Choice, BeforeValidator(_read_choice)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _has_an_end(self) -> Plan:
        if bool(self.loop) == bool(self.weights):
            raise ValueError("a plan has either a loop or weights")
        return self


class EnemyMove(Data):
    """Something an enemy does on its turn; `then` names the move that always follows."""

    do: AnyEffect | None = None
    then: str | None = None


class Enemy(Data):
    """A kind of enemy: its HP, its moves and how it chooses among them."""

    name: Name
    hp: tuple[Amount, Amount]
    moves: Annotated[dict[str, EnemyMove], Field(min_length=1, max_length=16)]
    plan: Annotated[tuple[Plan, ...], Field(min_length=1, max_length=6)]
    roll: tuple[Amount, Amount] | None = None
    start: AnyEffect | None = None


class Content(Data):
    """A collection of cards, statuses and enemies by name.

    >>> standard().cards["Bash"].cost
    2
    """

    cards: dict[str, Card] = Field(default_factory=dict)
    statuses: dict[str, Status] = Field(default_factory=dict)
    enemies: dict[str, Enemy] = Field(default_factory=dict)
    decks: dict[str, list[str]] = Field(default_factory=dict)

    @model_validator(mode="before")
    @classmethod
    def _name_by_key(cls, value: Any) -> Any:
        if not isinstance(value, dict):
            return value
        return {key: _with_names(part) if key != "decks" else part for key, part in value.items()}

    @model_validator(mode="after")
    def _names_are_keys(self) -> Content:
        for part in (self.cards, self.statuses, self.enemies):
            for key, each in part.items():
                if each.name != key:
                    raise ValueError(f"{each.name!r} stands under the name {key!r}; leave one of them out")
        return self

    @model_validator(mode="after")
    def _add_upgrades(self) -> Content:
        return _with_upgrades(self)

    def card(self, name: str) -> Card:
        """A card by name."""
        if name not in self.cards:
            raise unknown("card", name, self.cards)
        return self.cards[name]

    def status(self, name: str) -> Status:
        """A status by name."""
        if name not in self.statuses:
            raise unknown("status", name, self.statuses)
        return self.statuses[name]

    def enemy(self, name: str) -> Enemy:
        """A kind of enemy by name."""
        if name not in self.enemies:
            raise unknown("enemy", name, self.enemies)
        return self.enemies[name]

    def deck(self, name: str) -> list[str]:
        """A deck by name, as the names of its cards."""
        if name not in self.decks:
            raise unknown("deck", name, self.decks)
        return self.decks[name]

    def with_more(self, *more: Content | Card | Status | Enemy) -> Content:
        """This content and more, which replaces what has the same name."""
        parts: dict[str, dict[str, Any]] = {
            "cards": dict(self.cards), "statuses": dict(self.statuses), "enemies": dict(self.enemies),
        }  # fmt: skip
        decks = dict(self.decks)
        for each in more:
            if isinstance(each, Content):
                for name, part in parts.items():
                    part.update(getattr(each, name))
                decks.update(each.decks)
            elif type(each) not in _PARTS:
                raise BadData(f"content is made of cards, statuses and enemies, not of {type(each).__name__}")
            else:
                parts[_PARTS[type(each)]][each.name] = each
                if isinstance(each, Card):
                    parts["cards"].pop(f"{each.name}+", None)  # what it becomes is its own affair
        return _with_upgrades(Content.model_construct(None, decks=decks, **parts))

    def to_dict(self) -> dict[str, Any]:
        """The collection as plain data that `from_dict` reads back."""
        try:
            dumped = self.model_dump(mode="json", exclude_unset=True)
        except ValueError:
            raise BadData("the content cannot be written down: its effects are nested too deeply") from None
        cards = dumped.get("cards", {})
        for name, card in self.cards.items():
            if card.upgrade is not None:
                cards.pop(f"{name}+", None)
        return dumped

    def save(self, path: str | Path) -> None:
        """Write the collection to a .json or .yaml file."""
        if str(path).endswith(".json"):
            data.write(path, json.dumps(self.to_dict(), indent=1) + "\n")
        else:
            data.write(path, data.to_yaml(self.to_dict()))


_PARTS: dict[type, str] = {Card: "cards", Status: "statuses", Enemy: "enemies"}


def _with_upgrades(content: Content) -> Content:
    for card in list(content.cards.values()):
        if card.upgrade is None or card.upgraded_name in content.cards:
            continue  # a change of content leaves most as they are: upgrade nothing twice
        better = card.upgraded()
        assert better is not None
        content.cards[better.name] = better
    return content


def _with_names(part: Any) -> Any:
    """Entries of a mapping may leave their name to their key."""
    if not isinstance(part, Mapping):
        return part
    return {
        key: {"name": key, **value} if isinstance(value, Mapping) and isinstance(key, str) else value
        for key, value in part.items()
    }


def from_dict(value: Any) -> Content:
    """A collection from plain data."""
    return data.validate(Content, value)


def load(path: str | Path) -> Content:
    """Read a collection from a .json or .yaml file; errors name the file, the line and the field."""
    document = data.read(path)
    return data.validate(Content, document.value or {}, document)


@functools.cache
def standard() -> Content:
    """The cards, statuses and enemies that come with the package."""
    folder = resources.files(__package__) / "data"
    parts: Iterable[Content] = (
        data.validate(Content, document.value, document)
        for name in ("statuses.yaml", "cards.yaml", "enemies.yaml")
        for document in [data.parse((folder / name).read_text(encoding="utf-8"), name)]
    )
    return Content().with_more(*parts)


def schema() -> dict[str, Any]:
    """The JSON Schema of a collection."""
    return Content.model_json_schema()
