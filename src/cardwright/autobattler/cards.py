"""Cards and card sets: data that can be read, written, and changed one number at a time."""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping, Sequence
from dataclasses import field
from importlib import resources
from pathlib import Path
from typing import Annotated, Any

from pydantic import ConfigDict, Field, field_validator, model_validator
from pydantic.dataclasses import dataclass

from cardwright.core import data, files
from cardwright.core.data import Name
from cardwright.core.errors import BadData, unknown
from cardwright.core.presentation import Face, PrintedCard
from cardwright.core.showing import html

from .mechanics import PERCENT, Mechanic, mechanics
from .profiles import PROFILES, Profile, switches
from .state import MAX_CARDS

MAX_STAT = 1000
MAX_PRICE = 100
NUMBERS = ("attack", "health", "price")  # the numbers every card has
Parameter = Annotated[int, Field(strict=True, ge=1, le=PERCENT)]
_strict = ConfigDict(extra="forbid")


@dataclass(frozen=True, repr=False, config=_strict)
class Card:
    """A card: its name, attack, health and price, and its mechanics, each with its parameter.

    >>> Card("Grenade", 2, 1, {"explode_on_death": 3})
    Card('Grenade', 2, 1, {'explode_on_death': 3})
    >>> print(Card("Turtle", 1, 4, {"ignore_first_damage": 2, "survivalist": None}))
    Turtle 1/4 ignore_first_damage 2 survivalist
    """

    name: Name
    attack: Annotated[int, Field(strict=True, ge=0, le=MAX_STAT)]
    health: Annotated[int, Field(strict=True, ge=1, le=MAX_STAT)]
    mechanics: dict[Name, Parameter | None] = field(default_factory=dict)
    price: Annotated[int, Field(strict=True, ge=0, le=MAX_PRICE)] = 3

    @field_validator(
        "mechanics", mode="before", json_schema_input_type=Name | list[Name] | dict[Name, Parameter | None]
    )
    @classmethod
    def _listed(cls, value: Any) -> Any:
        """Accept a name or a list of names for mechanics without a parameter."""
        names = [value] if isinstance(value, str) else value
        if not isinstance(names, list | tuple):
            return value
        for each in names:
            if not isinstance(each, str):
                raise ValueError("a list of mechanics contains only names; with parameters, write a mapping")
        return dict.fromkeys(names)

    def check(self, known: Mapping[str, Mechanic]) -> None:
        """Raise ValueError for unknown mechanics and for missing or superfluous parameters."""
        for name, parameter in self.mechanics.items():
            if name not in known:
                raise ValueError(f"card {self.name!r}: {unknown('mechanic', name, known)}")
            expected = known[name].parameter
            if (parameter is None) != (expected is None):
                problem = "takes no parameter" if expected is None else f"needs a parameter, its {expected}"
                raise ValueError(f"card {self.name!r}: {name} {problem}")
            if parameter is not None and parameter > known[name].highest:
                highest = known[name].highest
                raise ValueError(f"card {self.name!r}: {name} must be less than or equal to {highest}, not {parameter}")

    def to_dict(self) -> dict[str, Any]:
        """Return the card as plain data, without default values."""
        defaults = {"mechanics": {}, "price": 3}
        fields = {name: getattr(self, name) for name in ("name", "attack", "health", "mechanics", "price")}
        return {name: value for name, value in fields.items() if value != defaults.get(name)}

    def __repr__(self) -> str:
        more = f", {self.mechanics}" if self.mechanics else ""
        return f"Card({self.name!r}, {self.attack}, {self.health}{more})"

    def __str__(self) -> str:
        more = "".join(f" {name}" + (f" {p}" if p is not None else "") for name, p in self.mechanics.items())
        return f"{self.name} {self.attack}/{self.health}{more}"

    def printed(
        self, known: Mapping[str, Mechanic], switches: Mapping[str, bool] = PROFILES["corrected"]
    ) -> PrintedCard:
        """Return the card as it is printed: attack and health, price, and what its mechanics do."""
        texts = [
            known[name].describe(p, switches) if name in known else f"{name}." for name, p in self.mechanics.items()
        ]
        return PrintedCard(self.name, Face(f"{self.attack}/{self.health}", str(self.price), " ".join(texts)))

    def _repr_html_(self) -> str:
        return self.printed(mechanics())._repr_html_()


@dataclass(frozen=True, config=_strict)
class CardSet:
    """The cards of a game, each with a distinct name, and the custom mechanics they use.

    Every number on a card has a path: the card's name, a dot, and `attack`, `health`, `price` or a mechanic's name.

    >>> cards = CardSet([Card("Plain", 3, 2), Card("Grenade", 2, 1, {"explode_on_death": 3})])
    >>> cards.get("Grenade.explode_on_death"), cards.replace({"Plain.attack": 5}).get("Plain.attack")
    (3, 5)
    """

    cards: Annotated[tuple[Card, ...], Field(min_length=1, max_length=MAX_CARDS)]
    mechanics: dict[Name, Mechanic] = field(default_factory=dict)
    figures: dict[str, Any] = field(default_factory=dict)  # what was measured of cards, by name; games ignore it

    @model_validator(mode="after")
    def _fits(self) -> CardSet:
        for name in self.mechanics:
            if name in mechanics():
                raise ValueError(f"{name!r} is a built-in mechanic; choose another name for your own")
            if name in NUMBERS or "." in name:
                raise ValueError(f"a mechanic cannot be called {name!r}: the path Card.{name} would be ambiguous")
        seen: set[str] = set()
        for card in self.cards:
            if card.name in seen:
                raise ValueError(f"two cards are called {card.name[:60]!r}")
            seen.add(card.name)
            card.check(self.known_mechanics)
        return self

    @functools.cached_property
    def known_mechanics(self) -> Mapping[str, Mechanic]:
        """The built-in mechanics and those of this set, by name."""
        return {**mechanics(), **self.mechanics}

    @property
    def names(self) -> list[str]:
        """The names of the cards, in order."""
        return [card.name for card in self.cards]

    def card(self, name: str) -> Card:
        """Return the card with a name."""
        for card in self.cards:
            if card.name == name:
                return card
        raise unknown("card", name, self.names)

    def text(self, name: str, profile: Profile = "corrected") -> str:
        """Return the text of a card: what its mechanics do under a profile.

        >>> CardSet([Card("Grenade", 2, 1, {"explode_on_death": 3})]).text("Grenade")
        'On death: 3 damage to each card of the enemy bench, then to the enemy fighter.'
        """
        return self.printed(name, profile).face.text

    def printed(self, name: str, profile: Profile = "corrected") -> PrintedCard:
        """Return a card as it is printed; a notebook draws it."""
        return self.card(name).printed(self.known_mechanics, switches(profile))

    def _repr_html_(self) -> str:
        shown = map(self.printed, self.names)
        return html.notebook(html.row(html.card(each.name, each.face) for each in shown))

    def parameters(self) -> dict[str, int]:
        """Return every number on every card by its path; the price comes last.

        >>> CardSet([Card("Grenade", 2, 1, {"explode_on_death": 3})]).parameters()
        {'Grenade.attack': 2, 'Grenade.health': 1, 'Grenade.explode_on_death': 3, 'Grenade.price': 3}
        """
        found = {}
        for card in self.cards:
            numbers = {"attack": card.attack, "health": card.health, **card.mechanics, "price": card.price}
            found.update({f"{card.name}.{name}": number for name, number in numbers.items() if number is not None})
        return found

    def get(self, path: str) -> int:
        """Return the number at a path such as "Grenade.attack"."""
        numbers = self.parameters()
        if path not in numbers:
            raise unknown("number of a card", path, numbers)
        return numbers[path]

    def replace(self, changes: Mapping[str, int]) -> CardSet:
        """Return a copy of the set with other numbers at some paths."""
        cards = {card.name: card.to_dict() for card in self.cards}
        for path, number in changes.items():
            self.get(path)
            name, _, number_name = path.rpartition(".")
            if number_name in NUMBERS:
                cards[name][number_name] = int(number)
            else:
                cards[name]["mechanics"] = {**cards[name]["mechanics"], number_name: int(number)}
        return data.validate(CardSet, {"cards": list(cards.values()), "mechanics": self.mechanics})

    @staticmethod
    def read(path: str | Path) -> CardSet:
        """Read a card set from a YAML or JSON file."""
        document = data.read(path)
        return data.validate(CardSet, document.value, document)

    def to_dict(self) -> dict[str, Any]:
        """Return the set as plain data."""
        own = {
            name: mechanic.model_dump(by_alias=True, exclude_defaults=True) for name, mechanic in self.mechanics.items()
        }
        return {"cards": [card.to_dict() for card in self.cards], **({"mechanics": own} if own else {})}

    def write(self, path: str | Path) -> None:
        """Write the set to a file: JSON if its name ends in .json, otherwise YAML."""
        as_json = str(path).endswith(".json")
        files.write(path, self.to_json() if as_json else data.to_yaml(self.to_dict()))

    def to_json(self) -> str:
        """Return the set as JSON text."""
        return json.dumps(self.to_dict(), indent=1) + "\n"


def as_set(cards: CardSet | Sequence[Card]) -> CardSet:
    """Return a CardSet from a CardSet or a list of cards."""
    if isinstance(cards, CardSet):
        return cards
    if not isinstance(cards, list | tuple) or not all(isinstance(card, Card) for card in cards):
        raise BadData("cards must be a CardSet or a list of cards")
    return data.validate(CardSet, {"cards": list(cards)})


def sample_names() -> list[str]:
    """Return the names of the built-in card sets."""
    folder = resources.files(__package__).joinpath("data/sets")
    return sorted(Path(each.name).stem for each in folder.iterdir() if each.name.endswith(".yaml"))


def sample(name: str) -> CardSet:
    """Return a built-in card set.

    >>> len(sample("table-1").cards)
    12
    """
    if name not in sample_names():
        raise unknown("card set", name, sample_names())
    text = resources.files(__package__).joinpath(f"data/sets/{name}.yaml").read_text("utf-8")
    document = data.parse(text, f"{name}.yaml")
    return data.validate(CardSet, document.value, document)
