"""Checking a deck: every mistake in it, each with its line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError, unknown

from .content import Type
from .deck import Deck, decks
from .facade import Unicorns


def mistakes(document: data.Document) -> list[str]:
    """Return a sentence for each mistake in the text of a deck.

    Those in how its cards are written come first. Then the deck is compiled, with plain cards in place of these.
    """
    wrong = data.wrong_parts(Deck, document, depth=3)
    found = [str(BadData(says())) for says in wrong.values()]
    base = document.value.get("base") if isinstance(document.value, Mapping) else None
    if isinstance(base, str) and base not in decks():
        found.insert(0, f"{document.at(('base',))}: base: {unknown('deck', base, decks())}")
        return found
    if any(location[:1] != ("cards",) or len(location) < 2 for location in wrong):
        return found
    spoilt = {location[1] for location in wrong}
    cards = {name: _plain(each) if name in spoilt else each for name, each in document.value["cards"].items()}
    try:
        with document.error_context("cards"):
            Unicorns("checked", {"cards": {**document.value, "cards": cards}})
    except CardwrightError as error:
        if not spoilt or not any(name in str(error) for name in (*map(str, spoilt), "players need")):
            found.append(str(error))
    return found


def _plain(card: object) -> dict[str, object]:
    """Return a card of the same type, as far as it has one, without effects."""
    kind = card.get("type") if isinstance(card, Mapping) else None
    return {"type": kind if kind in get_args(Type) else "basic"}
