"""Checking a card set: every mistake in it, each with its line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cardwright.core import data
from cardwright.core.data import Document
from cardwright.core.errors import BadData, CardwrightError, unknown
from cardwright.core.parsing import Location

from .cards import Card, CardSet
from .mechanics import Mechanic, mechanics


def mistakes(document: Document) -> list[str]:
    """Return a sentence for each mistake in the text of a card set.

    Those in how its cards are written come first, then those in what the other cards mean.
    """
    wrong = data.wrong_parts(CardSet, document, depth=3)
    inside = [location for location in wrong if len(location) > 1]
    found = [str(BadData(wrong[location]())) for location in inside]
    found += _wrong_cards(document, {location[:2] for location in inside})
    return found or [str(BadData(says())) for says in wrong.values()]


def _wrong_cards(document: Document, spoilt: set[Location]) -> Iterator[str]:
    """Yield what is wrong with single cards: names that are taken, unknown mechanics, and their parameters.

    Cards and mechanics that are `spoilt` cannot be read.
    """
    try:
        mine = document.value.get("mechanics") or {}
        own = data.validate(
            dict[str, Mechanic], {name: each for name, each in mine.items() if ("mechanics", name) not in spoilt}
        )
        listed = [(k, each) for k, each in enumerate(document.value["cards"]) if ("cards", k) not in spoilt]
        cards = [(index, data.validate(Card, each)) for index, each in listed]
    except (CardwrightError, AttributeError, TypeError, KeyError):
        return  # the set has another form altogether
    known = {*mechanics(), *own, *(str(name) for section, name in spoilt if section == "mechanics")}
    for index, card in enumerate(document.value["cards"]):
        if ("cards", index) in spoilt:
            yield from _unknown_mechanics(document, index, card, known)
    names: set[str] = set()
    for index, card in cards:
        if card.name in names:
            yield f"{document.at(('cards', index))}: two cards are called {card.name!r}"
        names.add(card.name)
        for name in card.mechanics:
            if ("mechanics", name) in spoilt:
                continue
            try:
                Card(card.name, card.attack, card.health, {name: card.mechanics[name]}).check({**mechanics(), **own})
            except ValueError as error:
                yield f"{document.at(('cards', index, 'mechanics', name))}: {error}"


def _unknown_mechanics(document: Document, index: int, card: Any, known: set[str]) -> Iterator[str]:
    """Yield the mechanics of a card that do not exist, although something else is wrong with the card too."""
    listed = card.get("mechanics") if isinstance(card, Mapping) else None
    for name in listed if isinstance(listed, Mapping) else ():
        if str(name) not in known:
            at = document.at(("cards", index, "mechanics", name))
            yield f"{at}: card {card.get('name')!r}: {unknown('mechanic', str(name), known)}"
