# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The random numbers of the original game: xorshift128+ (Vigna, 2017), seeded through the finaliser of MurmurHash3.

Kernels draw from `words`, an array of two 64-bit numbers; people use `GameRandom`. Bounds and offsets are `np.uint64`
throughout, because NumPy turns arithmetic of unsigned with signed integers into floats. Some shuffles of the game use
Java's own generator instead: `JavaRandom`.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any

import numpy as np

from cardwright.core.compiling.jit import kernel, wrapping
from cardwright.core.random import as_seed

_FIRST = as_seed(-49064778989728563)
_SECOND = as_seed(-4265267296055464877)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_11, _17, _23, _26, _33, _40 = (np.uint64(n) for n in (11, 17, 23, 26, 33, 40))
_LARGEST = np.uint64(2**63 - 1)
_INSTEAD_OF_ZERO = np.uint64(2**63)


@kernel
@wrapping
def murmur(x):
    """Return a 64-bit number that depends on every bit of `x`."""
    x = (x ^ (x >> _33)) * _FIRST
    x = (x ^ (x >> _33)) * _SECOND
    return x ^ (x >> _33)


@kernel
def sow(words, seed):
    """Seed the generator with a 64-bit number."""
    words[0] = murmur(_INSTEAD_OF_ZERO if seed == _ZERO else seed)
    words[1] = murmur(words[0])


@kernel
@wrapping
def draw(words):
    """Return the next 64 random bits."""
    p = words[0]
    q = words[1]
    p ^= p << _23
    words[0] = q
    words[1] = p ^ q ^ (p >> _17) ^ (q >> _26)
    return words[1] + q


@kernel
def below(words, n):
    """Return a random integer from 0 to n - 1; `n` and the result are `np.uint64`."""
    while True:
        value = draw(words) >> _ONE
        rest = value % n
        if value - rest + (n - _ONE) <= _LARGEST:
            return rest


@kernel
def between(words, low, high):
    """Return a random integer from `low` to `high`."""
    return low + np.int64(below(words, np.uint64(high - low + 1)))


@kernel
def shuffle(words, items, count):
    """Shuffle the first `count` items in place."""
    for n in range(count, 1, -1):
        other = np.int64(below(words, np.uint64(n)))
        items[n - 1], items[other] = items[other], items[n - 1]


def _signed(word: int, bits: int) -> int:
    return word - (1 << bits) if word >> (bits - 1) else word


class GameRandom:
    """The game's generator, draw by draw.

    >>> random = GameRandom(1)
    >>> random.next_long()
    3787875997830008111
    >>> [random.between(1, 6) for _ in range(5)]
    [2, 5, 1, 4, 4]
    """

    def __init__(self, seed: int):
        self.words = np.zeros(2, np.uint64)
        sow(self.words, as_seed(seed))

    def _bits(self) -> np.uint64:
        return np.uint64(draw(self.words))

    def next_long(self) -> int:
        """Return any signed 64-bit integer."""
        return _signed(int(self._bits()), 64)

    def next_int(self) -> int:
        """Return any signed 32-bit integer."""
        return _signed(int(self._bits()) & 0xFFFFFFFF, 32)

    def between(self, low: int, high: int) -> int:
        """Return a random integer from `low` to `high`."""
        return int(between(self.words, low, high))

    def next_float(self) -> float:
        """Return a number from 0 up to, but not including, 1, with 24 random bits."""
        return int(self._bits() >> _40) / 2**24

    def next_double(self) -> float:
        """Return a number from 0 up to, but not including, 1, with 53 random bits."""
        return int(self._bits() >> _11) / 2**53

    def chance(self, probability: float | None = None) -> bool:
        """Return True with a probability, by default one half."""
        if probability is None:
            return bool(self._bits() & _ONE)
        return bool(self.next_float() < np.float32(probability))

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place."""
        shuffle(self.words, order := np.arange(len(items)), len(items))
        items[:] = [items[index] for index in order.tolist()]


class JavaRandom:
    """`java.util.Random`, a 48-bit linear congruential generator, which the game uses to shuffle its piles.

    >>> random = JavaRandom(1)
    >>> random.next_int(), random.below(10)
    (-1155869325, 8)
    """

    def __init__(self, seed: int):
        self.state = (seed ^ 0x5DEECE66D) & (2**48 - 1)

    def _bits(self, count: int) -> int:
        self.state = (self.state * 0x5DEECE66D + 11) & (2**48 - 1)
        return self.state >> (48 - count)

    def next_int(self) -> int:
        """Return any signed 32-bit integer."""
        return _signed(self._bits(32), 32)

    def below(self, n: int) -> int:
        """Return a random integer from 0 to n - 1."""
        if n & (n - 1) == 0:
            return (n * self._bits(31)) >> 31
        while True:
            value = self._bits(31)
            if value - value % n + (n - 1) < 2**31:
                return value % n

    def shuffle(self, items: MutableSequence[Any]) -> None:
        """Shuffle in place."""
        for n in range(len(items), 1, -1):
            other = self.below(n)
            items[n - 1], items[other] = items[other], items[n - 1]
