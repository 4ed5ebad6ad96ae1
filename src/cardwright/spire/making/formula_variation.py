"""Formulas for new cards: those of existing cards with other words of the same kind and other numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence

from cardwright.core.making.grower import varied_number

from ..notation.vocabulary import PILES
from .counts import TYPES

_KINDS: tuple[tuple[str, ...], ...] = (  # words that can stand for each other
    tuple(PILES),
    TYPES,
    ("played", "hurt", "enemies", "energy", "turn"),
)
_WORD = re.compile(r"[A-Za-z_]+|\d+")


def varied_formula(formula: str, statuses: Sequence[str], rng: random.Random, chance: float = 0.4) -> str:
    """Return a formula in which each word and number is replaced, with some chance, by another of its kind.

    `statuses` are the names that may stand where a status stands. A word that stands twice is replaced alike, so that
    "hand == hand.attack" stays about one pile. A number above 1 stays above it: once something is no multiple.
    """
    new: dict[str, str] = {}

    def replaced(found: re.Match[str]) -> str:
        return new.setdefault(found[0], other(found[0]))

    def other(word: str) -> str:
        if rng.random() >= chance:
            return word
        if word.isdigit():
            return str(max(2, varied_number(int(word), rng))) if int(word) > 1 else word
        if word.replace("_", " ") in statuses:
            return rng.choice(statuses).replace(" ", "_")
        kind = next((each for each in _KINDS if word in each), (word,))
        return rng.choice(kind)

    return _WORD.sub(replaced, formula)
