"""Near-duplicates among cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from cardwright.core.making.maker import Card, CardMaker, Likeness

TOLERANCE = 0.15  # numbers are close if they differ by at most this share of the larger


def alike(first: Likeness, second: Likeness) -> bool:
    """Return whether two cards are near-duplicates.

    >>> alike(Likeness("attack #", (9.0,)), Likeness("attack #", (10.0,)))
    True
    >>> alike(Likeness("attack #", (6.0,)), Likeness("attack #", (9.0,)))
    False
    """
    if first.shape != second.shape or len(first.numbers) != len(second.numbers):
        return False
    pairs = zip(first.numbers, second.numbers, strict=True)
    return all(abs(a - b) <= TOLERANCE * max(abs(a), abs(b)) for a, b in pairs)


class Cards:
    """Cards by what they do, to find those that are like another."""

    def __init__(self, maker: CardMaker, cards: Iterable[Card] = ()):
        self.maker = maker
        self._shapes: dict[str, list[tuple[Likeness, str]]] = defaultdict(list)
        for card in cards:
            self.add(card)

    def add(self, card: Card) -> None:
        """Add a card."""
        own = self.maker.likeness(card)
        self._shapes[own.shape].append((own, self.maker.name(card)))

    def like(self, card: Card) -> str | None:
        """Return the name of a card that is like this one, itself apart; None if there is none."""
        own, name = self.maker.likeness(card), self.maker.name(card)
        found = (other for likeness, other in self._shapes.get(own.shape, ()) if alike(own, likeness))
        return next((other for other in found if other != name), None)
