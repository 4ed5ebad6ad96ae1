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
    ("hp", "block"),
)
_WORD = re.compile(r"[A-Za-z_]+|\d+")


def varied_formula(formula: str, statuses: Sequence[str], rng: random.Random, chance: float = 0.4) -> str:
    """Return a formula in which each word and number is replaced, with some chance, by another of its kind.

    `statuses` are the names that may stand where a status stands.
    """

    def replaced(found: re.Match[str]) -> str:
        word = found[0]
        if rng.random() >= chance:
            return word
        if word.isdigit():
            return str(varied_number(int(word), rng)) if int(word) > 1 else word
        if word.replace("_", " ") in statuses:
            return rng.choice(statuses).replace(" ", "_")
        kind = next((each for each in _KINDS if word in each), (word,))
        return rng.choice(kind)

    return _WORD.sub(replaced, formula)
