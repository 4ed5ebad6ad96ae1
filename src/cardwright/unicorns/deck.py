"""Decks: cards from a file, from an installed package or from a start, as the profile of the rules changes them."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from pydantic import Field

from cardwright.core import data
from cardwright.core.data import Data, Name
from cardwright.core.errors import BadData, CardwrightError, unknown

from .card_text import card_text
from .content import Card
from .profile import profiles

GROUP = "cardwright.unicorns.decks"
STANDARD = "second-print"
FILES = (".yaml", ".yml", ".json")
_FOLDER = resources.files(__package__).joinpath("data", "decks")


class Deck(Data):
    """The cards in a box; with a `base`, they are added to the cards of another deck or replace them."""

    about: str = ""
    base: str | None = None
    cards: dict[Name, Card]
    figures: dict[str, Any] = Field(default_factory=dict)  # what was measured of cards, by name; games ignore it


def decks() -> list[str]:
    """Return the names of all decks, of this package and of other installed ones."""
    own = [file.name.removesuffix(".yaml") for file in _FOLDER.iterdir() if file.name.endswith(".yaml")]
    return sorted({*own, *(point.name for point in entry_points(group=GROUP))})


def is_file(deck: Any) -> bool:
    """Return whether a deck is given as the name of a file."""
    return isinstance(deck, Path) or (isinstance(deck, str) and deck.lower().endswith(FILES))


def read_deck(path: str | Path) -> dict[str, Any]:
    """Return the deck in a file as data; errors name the file and the line."""
    document = data.read(path)
    data.validate(Deck, document.value, document)
    return dict(document.value)


def cards_of(deck: str | Mapping[str, Any], on: frozenset[str]) -> dict[str, Card]:
    """Return the cards of a deck, given by name or as data, as the switches that are on change them."""
    cards = _validated(Deck, {"cards": raw_cards(deck, on)}, "cards").cards
    return {name: card if card.text else _with_text(card) for name, card in cards.items()}


def _with_text(card: Card) -> Card:
    return card.model_copy(update={"text": card_text(card)})


def raw_cards(deck: str | Mapping[str, Any], on: frozenset[str]) -> dict[str, dict[str, Any]]:
    """Return the same as plain data. Switches change only cards of named decks, not cards given as data."""
    raw = _raw_cards(deck, set())
    own = set() if isinstance(deck, str) else set(deck["cards"])
    for name in sorted(on):
        for card, change in profiles().switches[name].cards.items():
            if card in raw and card not in own:
                raw[card] = {**raw[card], **change}
    return raw


def _raw_cards(deck: str | Mapping[str, Any], seen: set[str]) -> dict[str, Any]:
    """Return the data of each card, with those of the base first."""
    name = deck if isinstance(deck, str) else "cards"
    if name in seen:
        raise BadData(f"the deck {name!r} is its own base")
    raw = _deck_data(deck) if isinstance(deck, str) else deck
    if "cards" not in raw:
        raise BadData("a deck is a mapping with 'cards', such as {base: second-print, cards: {Star: {type: basic}}}")
    checked = _validated(Deck, raw, name)
    base = _raw_cards(checked.base, seen | {name}) if checked.base else {}
    return {**base, **{card: dict(each) for card, each in dict(raw["cards"]).items()}}


def _validated(model: Any, raw: Any, name: str) -> Any:
    return data.validate(model, raw, data.Document(raw, name))


def _deck_data(name: str) -> Any:
    """Return the data of a named deck; an entry point is a mapping, a file, or a function that returns one of them."""
    for point in entry_points(group=GROUP, name=name):
        found = point.load()
        raw = found() if callable(found) else found
        if isinstance(raw, str | Path):
            raw = data.read(raw).value
        if not isinstance(raw, Mapping):
            raise CardwrightError(f"the entry point {name!r} of {GROUP} does not name a deck: a mapping with 'cards'")
        return raw
    if name not in decks():
        raise unknown("deck", name, decks())
    return data.parse((_FOLDER / f"{name}.yaml").read_text(encoding="utf-8"), name).value
