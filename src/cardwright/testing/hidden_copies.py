"""How often the hidden copies of a position show each value, now and a few decisions later.

Copies of two positions that a player cannot tell apart may differ as records: which of two equal cards is which is no
secret. They may not differ in what a view shows, and how often. A card that `hide` does not redraw shows in this way
even if no view contains it: no other card of the copies is ever the same one, or it is drawn later.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from cardwright.core.state import State

from .differences import leaves
from .readings import normal

FEW, MANY = 64, 1024  # copies to find what may differ, and other copies to be certain
SUSPICIOUS, CERTAIN = 4.0, 7.0  # standard deviations between the numbers of copies that show a value
AHEAD = 4  # decisions that are played in each copy

Shown = tuple[int, str, Any]  # how many decisions later, where in a view, and the value there


class HiddenCopies:
    """The hidden copies of a position for one player."""

    def __init__(self, state: State, player: int):
        self.state = state
        self.player = player

    def drawn(self, seed: int) -> State:
        """Return one of the copies."""
        return self.state.copy(hidden_from=self.player, seed=seed)

    def difference(self, other: HiddenCopies, now: bool = False) -> str | None:
        """Return in words what these copies and others show in different shares, or None; with `now`, not later."""
        for shown in self._suspects(other):
            if now and shown[0]:
                break
            one, two = self._many[shown], other._many[shown]
            if _deviations(one, two) > CERTAIN:
                later, where, value = shown
                when = f"{later} decisions later, " if later else ""
                share = f"{one / MANY:.0%} of the hidden copies of one and in {two / MANY:.0%} of those of the other"
                return f"{when}{where} is {value} in {share}"
        return None

    def _suspects(self, other: HiddenCopies) -> list[Shown]:
        """Return what a few copies show in different shares: first what they show now, most different first."""
        apart = {each: _deviations(self._few[each], other._few[each]) for each in self._few.keys() | other._few.keys()}
        found = (each for each, deviations in apart.items() if deviations > SUSPICIOUS)
        return sorted(found, key=lambda each: (each[0], -apart[each], repr(each)))

    @functools.cached_property
    def _few(self) -> Counter[Shown]:
        return self._count(range(FEW))

    @functools.cached_property
    def _many(self) -> Counter[Shown]:
        return self._count(range(FEW, FEW + MANY))

    def _count(self, seeds: Iterable[int]) -> Counter[Shown]:
        """Return how many copies show each value."""
        return Counter(shown for seed in seeds for shown in self._shown(seed))

    def _shown(self, seed: int) -> Iterator[Shown]:
        """Return what one copy shows, now and later."""
        copy, random = self.drawn(seed), Random(seed)
        yield from _read(copy, 0)
        for _ in range(AHEAD):
            if not copy.over:
                copy.play(random.choice(sorted(copy.legal(), key=str)))
        yield from _read(copy, AHEAD)


def _read(state: State, later: int) -> Iterator[Shown]:
    for where, value in leaves(normal(state.view(), state.game.presentation.unordered)):
        yield later, where, value


def _deviations(one: int, other: int) -> float:
    """Return how many standard deviations lie between two counts of the same event, or fewer if it is frequent."""
    return abs(one - other) / (one + other) ** 0.5 if one != other else 0.0
