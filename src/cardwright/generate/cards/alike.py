"""Near-duplicates among cards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator

from cardwright.core.making.maker import Card, CardMaker, Likeness

from .figures import COPY, DUPLICATE, TWICE

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
        self._rules: dict[str, str] = {}
        self._kin: dict[str, str] = {}
        self._ideas: dict[str, str] = {}
        for card in cards:
            self.add(card)

    def add(self, card: Card) -> None:
        """Add a card."""
        own = self.maker.likeness(card)
        self._shapes[own.shape].append((own, self.maker.name(card)))
        for name, rule in self.maker.brings(card).items():
            self._rules.setdefault(rule, name)
        self._kin.setdefault(self.maker.kin(card), self.maker.name(card))
        for idea in self.maker.ideas(card):
            self._ideas.setdefault(idea, self.maker.name(card))

    def like(self, card: Card) -> str | None:
        """Return the name of a card that is like this one, itself apart; None if there is none."""
        own = self.maker.likeness(card)
        return next((name for other, name in self._same_shape(card) if alike(own, other)), None)

    def kin(self, card: Card) -> str | None:
        """Return the name of a card that does the same in another form; None if there is none."""
        key, own = self.maker.kin(card), self.maker.name(card)
        found = self._kin.get(key) if key else None
        return found if found != own else None

    def shares_an_idea(self, card: Card) -> bool:
        """Return whether another card has a part that makes this one memorable."""
        own = self.maker.name(card)
        return any(self._ideas.get(idea, own) != own for idea in self.maker.ideas(card))

    def flags(self, card: Card) -> tuple[str, ...]:
        """Return what is wrong with adding a card: a twin, a copy in other numbers, a rule under a second name."""
        twin, copied = self.like(card), next(self._same_shape(card), None)
        found = []
        if twin is not None:
            found.append(f"{DUPLICATE} {twin}")
        elif copied is not None and not self.maker.counts_numbers:
            found.append(f"{COPY}: {copied[1]}")
        pairs = ((self._rules.get(rule, name), name) for name, rule in self.maker.brings(card).items())
        return (*found, *(f"{TWICE}: {old}, {new}" for old, new in pairs if old != new))

    def _same_shape(self, card: Card) -> Iterator[tuple[Likeness, str]]:
        shape, own = self.maker.likeness(card).shape, self.maker.name(card)
        return (each for each in self._shapes.get(shape, ()) if each[1] != own)
