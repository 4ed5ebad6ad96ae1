"""What the tests of every maker of cards share."""

from __future__ import annotations

import json
import random

from hypothesis import strategies as st

from cardwright.core.making.maker import Card, CardMaker

SEEDS = st.integers(0, 2**32)


def grown(maker: CardMaker, seed: int, steps: int = 0) -> Card:
    """Return a card that was grown and then varied or crossed some times."""
    rng = random.Random(seed)
    card = maker.grow(rng)
    for _ in range(steps):
        card = maker.vary(card, rng) if rng.random() < 0.7 else maker.cross(card, maker.grow(rng), rng)
    return card


def check_is_sound(maker: CardMaker, card: Card) -> None:
    """Check what holds for the cards of every game: they can be played and saved, and have names of their own."""
    maker.check(card)
    assert json.loads(json.dumps(card)) == card
    assert maker.name(card) not in [maker.name(each) for each in maker.known()]
