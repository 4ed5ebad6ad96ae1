"""A subject without a game: rates that are known functions of the numbers, with or without noise."""

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

    Noise is the same for all settings played with one seed, or with `own` each setting has its own.
    """

    title = "a landscape"
    synonyms: Mapping[str, str] = {"strength": "power"}

    def __init__(self, cards: int = 4, noise: float = 0.0, names: Sequence[str] = (), own: bool = False):
        self.noise = noise
        self.own = own
        self.noisy = noise > 0
        self.names = list(names) or [f"Card {k}" for k in range(cards)]
        self.rules: dict[str, Any] = {
            "cards": {name: {"power": 1 + 4 * (len(name) + k + 1) % 9, "speed": 1} for k, name in enumerate(self.names)}
        }
        self.played: list[int] = []  # the seeds of all settings played, in order

    @classmethod
    def read(cls, plan: Document, folder: Path) -> Landscape:
        return cls(**plan.value)

    def play(self, settings, seed, jobs=None, matrix=False):
        return [self._play(values, seed) for values in settings]

    def _play(self, values, seed):
        self.played.append(seed)
        powers = np.array([values.get(("cards", name, "power"), self._power(name)) for name in self.names], float)
        own = [int(value) for value in values.values()] if self.own else []
        noise = np.random.default_rng([seed, *own]).normal(0, self.noise or 1e-300, len(powers))
        rates = 0.5 + 0.05 * (powers - 5) + noise
        return Metagame(self.names, rates, ties=float(np.clip((powers.mean() - 5) / 5, 0, 1)), length=3.0, games=10)

    def _power(self, name):
        return get(self.rules, ("cards", name, "power"))

    def without(self, name):
        return Landscape(names=[each for each in self.names if each != name], noise=self.noise)

    def write(self, values, path):
        path.write_text(repr(dict(values)))


def evenness(metagame):
    """The mean distance of the rates from 0.5."""
    return float(np.abs(metagame.rates - 0.5).mean())


def fails(metagame):
    """A metric without a value."""
    return float("nan")


def first(metagame):
    """The rate of the first card."""
    return float(metagame.rates[0])
