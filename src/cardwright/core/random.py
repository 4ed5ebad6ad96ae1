# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
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

from .compiling.jit import inner, kernel, wrapping
from .errors import CardwrightError
from .interpreted import plain
from .record import STREAMS

_STEP = np.uint64(0x9E3779B97F4A7C15)
_FIRST = np.uint64(0xBF58476D1CE4E5B9)
_SECOND = np.uint64(0x94D049BB133111EB)
_27 = np.uint64(27)
_30 = np.uint64(30)
_31 = np.uint64(31)
_32 = np.uint64(32)
_ODD = int(_SECOND)
_64_BITS = (1 << 64) - 1
_UNIT = 1.0 / 4294967296.0


@kernel
@wrapping
def mix(x):
    """Return a 64-bit number that depends on every bit of `x`."""
    x = (x ^ (x >> _30)) * _FIRST
    x = (x ^ (x >> _27)) * _SECOND
    return x ^ (x >> _31)


@kernel
@wrapping
def derive(seed, purpose, index):
    """Return an independent seed for (seed, purpose, index), all unsigned 64-bit integers."""
    return mix(mix(mix(seed + _STEP) ^ (purpose + _STEP)) ^ (index * _SECOND + _STEP))


@inner
def seed_streams(s, seed, use):
    """Seed all streams of a record for one use, such as a new game."""
    for stream in range(STREAMS):
        s.rng[stream] = derive(seed, use, np.uint64(stream))


@inner
@wrapping
def draw(s, stream):
    """Return the next 32 random bits of a stream."""
    s.rng[stream] += _STEP
    return mix(s.rng[stream]) >> _32


@inner
def below(s, stream, n):
    """Return a random integer from 0 to n - 1, all equally likely (bias below n / 2**32)."""
    return np.int64((draw(s, stream) * np.uint64(n)) >> _32)


@inner
def unit(s, stream):
    """Return a random number from 0 up to, but not including, 1."""
    return np.float64(draw(s, stream)) * _UNIT


@inner
@wrapping
def shuffle(s, stream, items, start, stop):
    """Shuffle `items[start:stop]` in place, drawing the same numbers as `below`."""
    state = s.rng[stream]  # a local copy: the compiler cannot rule out that `items` overlaps the record
    for last in range(stop - 1, start, -1):
        state += _STEP
        other = start + np.int64(((mix(state) >> _32) * np.uint64(last - start + 1)) >> _32)
        items[last], items[other] = items[other], items[last]
    s.rng[stream] = state


def purpose(name: str) -> np.uint64:
    """Return the number of a purpose, for `derive`.

    >>> int(purpose("deal")) == int(purpose("deal")), int(purpose("deal")) == int(purpose("draw"))
    (True, False)
    """
    return np.uint64(int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), "little"))


def seed_for(seed: int, use: str, index: int = 0) -> int:
    """Return a seed derived from `seed` for one use and index; nothing is compiled for it.

    >>> seed_for(7, "game", 0) != seed_for(7, "game", 1) != seed_for(7, "agent", 0)
    True
    """
    return int(plain(derive)(as_seed(seed), purpose(use), np.uint64(index)))


def branch(source: int, index: int) -> int:
    """Return a number for each path through a tree of sources; quick, and not random itself."""
    return (source * _ODD + index) & _64_BITS


def one_way(source: int) -> int:
    """Return a seed derived from another number, which cannot be computed from it.

    `derive` can be inverted. This is for seeds that are seen where `source` decides what is hidden.

    >>> one_way(branch(7, 1)) == one_way(branch(7, 1)) != one_way(branch(7, 2))
    True
    """
    return int.from_bytes(hashlib.blake2b(source.to_bytes(8, "little"), digest_size=8).digest(), "little")


def seeds_for(seed: int, use: str, indices: np.ndarray) -> np.ndarray:
    """Return `seed_for` of each of many indices, as an array.

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
    """Return any integer as an unsigned 64-bit seed."""
    return np.uint64(checked_seed(seed) & _64_BITS)


def checked_seed(seed: int) -> int:
    """Return the seed as an int if it is an integer of any type."""
    try:
        return operator.index(seed)
    except TypeError:
        raise CardwrightError(f"a seed is an integer, not {str(seed)[:60]!r}") from None


def fresh_seed() -> int:
    """Return a fresh seed from the operating system."""
    return secrets.randbits(63)
