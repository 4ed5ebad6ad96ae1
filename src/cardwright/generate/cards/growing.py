"""Cards from the grammar of a game alone: nobody plays or judges them."""

from __future__ import annotations

import random
from collections.abc import Callable

from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.random import seed_for

from .alike import Cards

TRIES = 50  # cards grown until one is no copy of another


def grow_cards(maker: CardMaker, count: int, seed: int, progress: Callable[[int], None] | None = None) -> list[Card]:
    """Return new cards that the game can play, under different names; more of them begin with the same ones.

    >>> from cardwright import spire
    >>> maker = spire.family.card_maker()
    >>> three = grow_cards(maker, 3, seed=1)
    >>> grow_cards(maker, 2, seed=1) == three[:2], len({maker.name(card) for card in three})
    (True, 3)
    """
    cards: list[Card] = []
    seen, taken = Cards(maker, maker.known()), {maker.name(card) for card in maker.known()}
    for number in range(count):
        rng = random.Random(seed_for(seed, "grown card", number))
        card = maker.renamed(_new_card(maker, seen, rng), taken)
        seen.add(card)
        taken.update([maker.name(card), *maker.terms(card)])
        cards.append(card)
        if progress is not None:
            progress(number + 1)
    return cards


def _new_card(maker: CardMaker, seen: Cards, rng: random.Random) -> Card:
    """Return a card that copies none of those seen; after some tries, whatever grew last."""
    for _ in range(TRIES):
        card = maker.grow(rng)
        if not seen.flags(card):
            break
    return card
