"""A subject without a game: rates that are known functions of the numbers, with or without luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.balance.metagame import Metagame
from cardwright.balance.paths import get
from cardwright.core.data import Document


class Landscape:
    """Each card's rate is 0.5 when its number is 5, and ties come with high numbers.

    Luck is the same for all settings that are played from one seed, or each setting's own.
    """

    title = "a landscape"
    synonyms: Mapping[str, str] = {"strength": "power"}

    def __init__(self, cards: int = 4, luck: float = 0.0, names: Sequence[str] = (), own: bool = False):
        self.luck = luck
        self.own = own
        self.noisy = luck > 0
        self.names = list(names) or [f"Card {k}" for k in range(cards)]
        self.rules: dict[str, Any] = {
            "cards": {name: {"power": 1 + 4 * (len(name) + k + 1) % 9, "speed": 1} for k, name in enumerate(self.names)}
        }
        self.played: list[int] = []  # the seed of every setting that was played

    @classmethod
    def read(cls, plan: Document, folder: Path) -> Landscape:
        return cls(**plan.value)

    def play(self, settings, seed, jobs=None, matrix=False):
        return [self._play(values, seed) for values in settings]

    def _play(self, values, seed):
        self.played.append(seed)
        powers = np.array([values.get(("cards", name, "power"), self._power(name)) for name in self.names], float)
        own = [int(value) for value in values.values()] if self.own else []
        chance = np.random.default_rng([seed, *own]).normal(0, self.luck or 1e-300, len(powers))
        rates = 0.5 + 0.05 * (powers - 5) + chance
        return Metagame(self.names, rates, ties=float(np.clip((powers.mean() - 5) / 5, 0, 1)), length=3.0, games=10)

    def _power(self, name):
        return get(self.rules, ("cards", name, "power"))

    def without(self, name):
        return Landscape(names=[each for each in self.names if each != name], luck=self.luck)

    def write(self, values, path):
        path.write_text(repr(dict(values)))


def evenness(metagame):
    """The mean distance of the rates from a half."""
    return float(np.abs(metagame.rates - 0.5).mean())


def fails(metagame):
    """A metric that has no answer."""
    return float("nan")


def first(metagame):
    """The rate of the first card."""
    return float(metagame.rates[0])
