"""Collections of cards, statuses, enemies, relics and potions: read from and written to JSON or YAML."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, model_validator

from cardwright.core import data, files
from cardwright.core.data import Data
from cardwright.core.errors import BadData, unknown

from .cards import Card
from .enemies import Enemy
from .own_actions import NewAction, using
from .own_rules import Loop, NewEvent, Resource, write_loop
from .relics import Potion, Relic
from .schema import with_effects
from .statuses import Status
from .writer import (
    write_card,
    write_enemy,
    write_event,
    write_new_action,
    write_potion,
    write_relic,
    write_resource,
    write_status,
)

FILES = (
    "statuses.yaml",
    "ironclad_common.yaml",
    "ironclad_uncommon.yaml",
    "ironclad_rare.yaml",
    "colorless_cards.yaml",
    "other_cards.yaml",
    "status_cards.yaml",
    "curses.yaml",
    "enemies.yaml",
    "carried_statuses.yaml",
    "relics.yaml",
    "potions.yaml",
)
MAX_LISTED = 10_000  # entries of a pile; a limit for memory, far above the rules' own limits


def spelled_out(value: Any) -> Any:
    """Return the cards of a pile that is given as how many of each.

    >>> spelled_out({"Strike": 2, "Bash": 1})
    ['Strike', 'Strike', 'Bash']
    """
    if not isinstance(value, Mapping):
        return value
    counts = list(value.values())
    for name, count in value.items():
        if isinstance(count, bool) or not isinstance(count, int) or count < 0:
            least = f"a count of at least 0 for {name!s:.80}, not {count!s:.80}"
            raise ValueError(f"a pile is a list of cards, or how many of each, as in {{Strike: 5}}; {least}")
    if sum(counts) > MAX_LISTED:
        raise ValueError(f"a pile holds at most {MAX_LISTED:,} cards")
    return [name for name, count in value.items() for _ in range(count)]


Deck = Annotated[list[str], BeforeValidator(spelled_out, json_schema_input_type=dict[str, int] | list[str])]


class Content(Data):
    """A collection of cards, statuses, enemies, relics and potions by name.

    >>> standard().cards["Bash"].cost
    2
    """

    cards: dict[str, Card] = Field(default_factory=dict)
    statuses: dict[str, Status] = Field(default_factory=dict)
    enemies: dict[str, Enemy] = Field(default_factory=dict)
    relics: dict[str, Relic] = Field(default_factory=dict)
    potions: dict[str, Potion] = Field(default_factory=dict)
    events: dict[str, NewEvent] = Field(default_factory=dict)
    actions: dict[str, NewAction] = Field(default_factory=dict)
    resources: dict[str, Resource] = Field(default_factory=dict)
    loop: Loop | None = None
    decks: dict[str, Deck] = Field(default_factory=dict)
    figures: dict[str, Any] = Field(default_factory=dict)  # what was measured of cards, by name; battles ignore it

    @model_validator(mode="wrap")
    @classmethod
    def _read(cls, value: Any, validate: Callable[[Any], Content]) -> Content:
        if not isinstance(value, dict):
            return validate(value)
        parts = {key: _with_names(part) if key in _SECTIONS else part for key, part in without_defaults(value).items()}
        with using(parts.get("actions")):
            return _with_upgrades(validate(parts))

    @model_validator(mode="after")
    def _names_are_keys(self) -> Content:
        for section in _SECTIONS:
            for key, each in getattr(self, section).items():
                if each.name != key:
                    raise ValueError(f"{each.name!r} stands under the name {key!r}; leave one of them out")
        return self

    def card(self, name: str) -> Card:
        """Return a card by name."""
        if name not in self.cards:
            raise unknown("card", name, self.cards)
        return self.cards[name]

    def status(self, name: str) -> Status:
        """Return a status by name."""
        if name not in self.statuses:
            raise unknown("status", name, self.statuses)
        return self.statuses[name]

    def enemy(self, name: str) -> Enemy:
        """Return a kind of enemy by name."""
        if name not in self.enemies:
            raise unknown("enemy", name, self.enemies)
        return self.enemies[name]

    def relic(self, name: str) -> Relic:
        """Return a relic by name."""
        if name not in self.relics:
            raise unknown("relic", name, self.relics)
        return self.relics[name]

    def potion(self, name: str) -> Potion:
        """Return a potion by name."""
        if name not in self.potions:
            raise unknown("potion", name, self.potions)
        return self.potions[name]

    def resource(self, name: str) -> Resource:
        """Return a resource by name."""
        if name not in self.resources:
            raise unknown("resource", name, self.resources)
        return self.resources[name]

    def deck(self, name: str) -> list[str]:
        """Return a deck by name, as the names of its cards."""
        if name not in self.decks:
            raise unknown("deck", name, self.decks)
        return self.decks[name]

    def with_more(self, *more: Content | Entry) -> Content:
        """Return this content and more, which replaces entries of the same name, and the loop."""
        parts: dict[str, dict[str, Any]] = {part: dict(getattr(self, part)) for part in _SECTIONS}
        decks, loop = dict(self.decks), self.loop
        for each in more:
            if isinstance(each, Content):
                for name, part in parts.items():
                    part.update(getattr(each, name))
                decks.update(each.decks)
                loop = each.loop or loop
            elif type(each) not in _PARTS:
                *kinds, last = _SECTIONS
                raise BadData(f"content is made of {', '.join(kinds)} and {last}, not of {type(each).__name__}")
            else:
                parts[_PARTS[type(each)]][each.name] = each
                if isinstance(each, Card):
                    _remove_upgrades(each.name, parts["cards"])
        return _with_upgrades(Content.model_construct(None, decks=decks, loop=loop, **parts))

    def own_cards(self) -> list[Card]:
        """Return the cards without those that are upgrades of others."""
        made = {card.upgraded_name for card in self.cards.values()}
        return [card for card in self.cards.values() if card.name not in made]

    def to_dict(self) -> dict[str, Any]:
        """Return the collection in structured form, as plain data that `from_dict` reads back."""
        try:
            dumped = self.model_dump(mode="json", exclude_unset=True)
        except ValueError:
            raise BadData("the content cannot be written down: its effects are nested too deeply") from None
        if "cards" in dumped:
            dumped["cards"] = {card.name: dumped["cards"][card.name] for card in self.own_cards()}
        return dumped

    def to_words(self) -> dict[str, Any]:
        """Return the collection as designers write it, as plain data that `from_dict` reads back."""
        parts: dict[str, Any] = {
            "events": {name: write_event(event) for name, event in self.events.items()},
            "actions": {name: write_new_action(action) for name, action in self.actions.items()},
            "resources": {name: write_resource(resource) for name, resource in self.resources.items()},
            "loop": None if self.loop is None else write_loop(self.loop),
            "cards": {card.name: write_card(card) for card in self.own_cards()},
            "statuses": {name: write_status(status) for name, status in self.statuses.items()},
            "enemies": {name: write_enemy(enemy) for name, enemy in self.enemies.items()},
            "relics": {name: write_relic(relic) for name, relic in self.relics.items()},
            "potions": {name: write_potion(potion) for name, potion in self.potions.items()},
            "decks": {name: _counts(deck) for name, deck in self.decks.items()},
        }
        return {name: part for name, part in parts.items() if part}

    def save(self, path: str | Path) -> None:
        """Write the collection: as designers write it to a .yaml file, in structured form to a .json file."""
        if str(path).endswith(".json"):
            files.write(path, json.dumps(self.to_dict(), indent=1) + "\n")
        else:
            files.write(path, data.to_yaml(self.to_words()))


Entry = Card | Status | Enemy | Relic | Potion | NewEvent | NewAction | Resource
_PARTS: dict[type, str] = {
    Card: "cards", Status: "statuses", Enemy: "enemies", Relic: "relics", Potion: "potions",
    NewEvent: "events", NewAction: "actions", Resource: "resources",
}  # fmt: skip
_SECTIONS = tuple(_PARTS.values())


def _remove_upgrades(name: str, cards: dict[str, Card]) -> None:
    """Remove the upgrades of a card, which go with the card they belong to."""
    level = 1
    while cards.pop(f"{name}+" if level == 1 else f"{name}+{level}", None) is not None:
        level += 1


def _with_upgrades(content: Content) -> Content:
    for card in list(content.cards.values()):
        if card.upgraded_name is None or card.upgraded_name in content.cards:
            continue  # joining content leaves most cards as they are: upgrade none twice
        content.cards.update({better.name: better for better in card.versions()})
    return content


def without_defaults(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return content with its `defaults` copied into every card.

    >>> without_defaults({"defaults": {"color": "red"}, "cards": {"Jab": {"type": "attack"}}})
    {'cards': {'Jab': {'color': 'red', 'type': 'attack'}}}
    """
    defaults, cards = value.get("defaults"), value.get("cards")
    rest = {key: part for key, part in value.items() if key != "defaults"}
    if defaults is None or not isinstance(cards, Mapping):
        return rest
    if not isinstance(defaults, Mapping) or "name" in defaults:
        raise ValueError("'defaults' holds fields that all cards share, as in {color: red}")
    given = {
        name: {**defaults, **(card or {})} if card is None or isinstance(card, Mapping) else card
        for name, card in cards.items()
    }
    return {**rest, "cards": given}


def _with_names(part: Any) -> Any:
    """Entries of a mapping, named by their keys unless they name themselves; an empty entry is all defaults."""
    if not isinstance(part, Mapping):
        return part
    return {
        key: {"name": str(key), **(value or {})} if value is None or isinstance(value, Mapping) else value
        for key, value in part.items()
    }


def _counts(deck: list[str]) -> dict[str, int] | list[str]:
    counts = {name: deck.count(name) for name in dict.fromkeys(deck)}
    return counts if spelled_out(counts) == deck else deck


def from_dict(value: Any) -> Content:
    """Return a collection from plain data."""
    return data.validate(Content, value)


def load(path: str | Path) -> Content:
    """Read a collection from a .json or .yaml file; errors name the file, the line and the field."""
    document = data.read(path)
    return data.validate(Content, document.value, document)


@functools.cache
def standard() -> Content:
    """Return the cards, statuses, enemies, relics and potions that come with the package."""
    folder = resources.files("cardwright.spire") / "data"
    documents = [data.parse((folder / name).read_text(encoding="utf-8"), name) for name in FILES]
    parts = [data.validate(Content, document.value, document) for document in documents]
    cards = [card for part in parts for card in part.own_cards()]  # so that the upgrades follow all of them
    rest = [part.model_copy(update={"cards": {}}) for part in parts]
    return Content().with_more(*rest, *cards)


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a collection, in words and in structured form."""
    return with_effects(Content.model_json_schema())
