"""What the growers of cards share, whatever the game: drawing after what exists, numbers, names and likeness."""

from __future__ import annotations

import itertools
import json
import math
import random
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from importlib import resources
from typing import Any

from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError

from .maker import Card, Likeness

SMOOTHING = 0.1  # the count of something that existing cards do not have in this context, but in another
SPREAD = 0.3  # the standard deviation of the logarithm of a number
TRIES = 200  # cards grown until one is sound


class Choices(Counter[str]):
    """Things with their frequencies; `draw` takes one at random, with a small chance for one of `others`."""

    def draw(self, rng: random.Random, others: Iterable[str] = ()) -> str:
        """Return one of them."""
        every = sorted({*self, *others})
        drawn: str = rng.choices(every, [self[each] or SMOOTHING for each in every])[0]
        return drawn


def read_settings(package: str) -> Mapping[str, Any]:
    """Return the settings of a game's maker: the file data/making.yaml of its package."""
    text = (resources.files(package) / "data" / "making.yaml").read_text(encoding="utf-8")
    settings: Mapping[str, Any] = data.parse(text, "making.yaml").value
    return settings


def varied_number(number: int, rng: random.Random, spread: float = SPREAD) -> int:
    """Return a number of about this size, with the same sign; 0 stays 0.

    >>> varied_number(0, random.Random(1)), 3 <= varied_number(8, random.Random(1)) <= 20
    (0, True)
    """
    size = max(1, round(abs(number) * math.exp(rng.gauss(0, spread)))) if number else 0
    return int(math.copysign(size, number))


def first_sound(make: Callable[[], Card], check: Callable[[Card], None]) -> Card:
    """Return the first card that is made and checked without `BadData`."""
    for _ in range(TRIES):
        try:
            card = make()
            check(card)
        except BadData:
            continue
        return card
    raise CardwrightError(f"none of {TRIES} cards that were grown could be played")


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


def likeness_of(value: Any) -> Likeness:
    """Return plain data with its numbers apart.

    >>> likeness_of({"b": [2, "x"], "a": 1})
    Likeness(shape='{"a": "#", "b": ["#", "x"]}', numbers=(1.0, 2.0))
    """
    numbers: list[float] = []
    shape = json.dumps(_without_numbers(value, numbers), sort_keys=True)
    return Likeness(shape, tuple(numbers))


def _without_numbers(value: Any, numbers: list[float]) -> Any:
    """Return data with its numbers replaced by a sign, and collect them; keys are visited in their sorted order."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        numbers.append(float(value))
        return "#"
    if isinstance(value, Mapping):
        return {key: _without_numbers(value[key], numbers) for key in sorted(value)}
    if isinstance(value, list):
        return [_without_numbers(each, numbers) for each in value]
    return value
