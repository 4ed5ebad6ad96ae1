"""Random numbers inside the record: same seed, same game, on any machine.

A record holds a few independent streams (`s.rng[stream]`), so that drawing a card does not change what an
enemy does next. A stream is one 64-bit number advanced by SplitMix64 (Steele, Lea and Flood, "Fast splittable
pseudorandom number generators", 2014). New streams are derived from (seed, purpose, index), never by adding
small numbers to a seed.
"""

from __future__ import annotations

import hashlib
import operator
import secrets

import numpy as np

from .errors import CardwrightError
from .jit import inner, kernel, wrapping

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_27 = np.uint64(27)
_30 = np.uint64(30)
_31 = np.uint64(31)
_32 = np.uint64(32)
_UNIT = 1.0 / 4294967296.0


@kernel
@wrapping
def mix(x):
    """A 64-bit number that depends on every bit of `x`."""
    x = (x ^ (x >> _30)) * _FIRST
    x = (x ^ (x >> _27)) * _SECOND
    return x ^ (x >> _31)


@kernel
@wrapping
def derive(seed, purpose, index):
    """An independent seed for (seed, purpose, index); all of them 64-bit numbers."""
    return mix(mix(mix(seed + _STEP) ^ (purpose + _STEP)) ^ (index * _SECOND + _STEP))


@inner
@wrapping
def draw(s, stream):
    """The next 32 random bits of a stream."""
    s.rng[stream] += _STEP
    return mix(s.rng[stream]) >> _32


@inner
def below(s, stream, n):
    """A whole number from 0 to n - 1, all equally likely (bias below n / 2**32)."""
    return np.int64((draw(s, stream) * np.uint64(n)) >> _32)


@inner
def unit(s, stream):
    """A number from 0 up to but not including 1."""
    return np.float64(draw(s, stream)) * _UNIT


@inner
@wrapping
def shuffle(s, stream, items, start, stop):
    """Shuffle `items[start:stop]` in place, with the numbers that `below` would give."""
    state = s.rng[stream]  # kept out of memory, which `items` might share
    for last in range(stop - 1, start, -1):
        state += _STEP
        other = start + np.int64(((mix(state) >> _32) * np.uint64(last - start + 1)) >> _32)
        items[last], items[other] = items[other], items[last]
    s.rng[stream] = state


def purpose(name: str) -> np.uint64:
    """The number of a purpose, for `derive`.

    >>> int(purpose("deal")) == int(purpose("deal")), int(purpose("deal")) == int(purpose("draw"))
    (True, False)
    """
    return np.uint64(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little"))


def seed_for(seed: int, use: str, index: int = 0) -> int:
    """A seed derived from `seed` for one use and index, in plain Python.

    >>> seed_for(7, "game", 0) != seed_for(7, "game", 1) != seed_for(7, "agent", 0)
    True
    """
    return int(derive(as_seed(seed), purpose(use), np.uint64(index)))


def seeds_for(seed: int, use: str, indices: np.ndarray) -> np.ndarray:
    """What `seed_for` gives for each of many indices, as an array.

    >>> seeds_for(7, "game", np.array([0, 5])).tolist() == [seed_for(7, "game", 0), seed_for(7, "game", 5)]
    True
    """
    seeds = np.asarray(indices).astype(np.uint64)
    _derive_all(as_seed(seed), purpose(use), seeds)
    return seeds


@kernel
def _derive_all(seed, use, numbers):
    """Replace each number by the seed derived for it."""
    for k in range(numbers.size):
        numbers[k] = derive(seed, use, numbers[k])


def as_seed(seed: int) -> np.uint64:
    """Any whole number as 64 bits."""
    return np.uint64(whole_seed(seed) & 0xFFFFFFFFFFFFFFFF)


def whole_seed(seed: int) -> int:
    """The seed itself, if it is a whole number of any kind."""
    try:
        return operator.index(seed)
    except TypeError:
        raise CardwrightError(f"a seed is a whole number, not {str(seed)[:60]!r}") from None


def fresh_seed() -> int:
    """A seed nobody asked for, from the operating system."""
    return secrets.randbits(63)
