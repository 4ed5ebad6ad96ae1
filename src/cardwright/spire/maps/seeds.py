"""Seeds as people write them: a number, or the game's own notation in base 35."""

from __future__ import annotations

import re
from numbers import Integral

from cardwright.core.errors import BadData

DIGITS = "0123456789ABCDEFGHIJKLMNPQRSTUVWXYZ"  # without the letter O, which is read as a zero
_WORD = 2**64


def parse_seed(seed: int | str) -> int:
    """Return a seed as a signed 64-bit integer; digits alone are a number, anything else is the game's notation.

    >>> parse_seed("-1"), parse_seed("5G24A25UXKXFF"), parse_seed(42)
    (-1, -1, 42)
    """
    if isinstance(seed, str):
        seed = _read(seed.strip())
    if isinstance(seed, bool) or not isinstance(seed, Integral):
        raise BadData(f"seed {str(seed)[:40]}: a seed is an integer, or text made of the characters 0-9 and A-Z")
    if not -_WORD // 2 <= seed < _WORD:
        raise BadData(f"seed {str(seed)[:40]}: a seed has 64 bits, from {-_WORD // 2} to {_WORD - 1}")
    return (seed + _WORD // 2) % _WORD - _WORD // 2


def _read(text: str) -> int:
    if len(text) > 40:
        raise BadData(f"seed {text[:40]!r}...: a seed has at most 20 digits or 13 characters")
    if re.fullmatch("-?[0-9]+", text):
        return int(text)
    letters = text.upper().replace("O", "0")
    if not letters or any(letter not in DIGITS for letter in letters):
        raise BadData(f"seed {text!r}: a seed is an integer, or text made of the characters 0-9 and A-Z")
    value = 0
    for letter in letters:
        value = value * len(DIGITS) + DIGITS.index(letter)
    return value


def seed_text(seed: int) -> str:
    """Return the game's notation for a seed.

    >>> seed_text(42), seed_text(-1)
    ('17', '5G24A25UXKXFF')
    """
    value = seed % _WORD
    text = ""
    while value or not text:
        value, digit = divmod(value, len(DIGITS))
        text = DIGITS[digit] + text
    return text
