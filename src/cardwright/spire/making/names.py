"""Names of new cards and statuses."""

from __future__ import annotations

import itertools
import random
from collections.abc import Collection, Sequence


def invented_name(words: Sequence[Sequence[str]], taken: Collection[str], rng: random.Random) -> str:
    """Return a name of two words, one from each list.

    >>> invented_name([["Iron"], ["Jab"]], {"Iron Jab"}, random.Random(1))
    'Iron Jab II'
    """
    return free_name(" ".join(map(rng.choice, words)), taken)


def free_name(name: str, taken: Collection[str]) -> str:
    """Return the name, or if it is taken the first free one with a Roman number.

    >>> free_name("Iron Jab II", {"Iron Jab", "Iron Jab II"})
    'Iron Jab III'
    """
    base = name.rstrip("CLXVI").rstrip() if name in taken and " " in name else name
    numbered = (f"{base} {roman(number)}" for number in itertools.count(2))
    return next(each for each in itertools.chain([name], numbered) if each not in taken)


def roman(number: int) -> str:
    """Return a Roman number.

    >>> roman(2), roman(9), roman(14)
    ('II', 'IX', 'XIV')
    """
    text = ""
    for value, letters in _ROMAN:
        text += letters * (number // value)
        number %= value
    return text


_ROMAN = ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"))
