# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The random streams of a run: who draws from which stream, and what a draw is.

All streams share one generator (maps/rng.py) and mostly the same seed; they only advance separately. `s.words[k]` is
the generator of stream `k` and `s.draws[k]` the number of draws made from it. A draw that repeats internally counts
once.
"""

from __future__ import annotations

from enum import IntEnum

import numpy as np

from cardwright.core.compiling.jit import inner, wrapping
from cardwright.spire.maps import rng


class Stream(IntEnum):
    """A stream of random numbers. Those from MISC on start again on every floor."""

    MONSTER = 0  # lists of encounters, elites and bosses
    RELIC = 1  # shuffles of the relic pools, tiers of relics
    CARD = 2  # card rewards, shop cards, colorless cards, curses
    POTION = 3
    TREASURE = 4  # gold of fights, chests
    EVENT = 5  # what a ? room holds
    MERCHANT = 6  # prices and relic tiers of shops
    NEOW = 7
    MISC = 8  # outcomes of events, gold of bosses, who is in an encounter
    SHUFFLE = 9
    CARD_RANDOM = 10  # Pandora's Box
    MAP = 11
    EVENT_COPY = 12  # an event is chosen with a copy of the event stream, which is thrown away


STREAMS = len(Stream)
_JAVA_FACTOR, _JAVA_MASK = np.uint64(0x5DEECE66D), np.uint64(2**48 - 1)
_JAVA_STEP, _JAVA_SHIFT, _31 = np.uint64(11), np.uint64(17), np.uint64(31)
_JAVA_LIMIT = np.uint64(2**31)
_ONE, _40 = np.uint64(1), np.uint64(40)
_FLOAT_STEP = np.float32(2.0**-24)


@inner
def start_stream(s, k, seed):
    """Seed a stream with a 64-bit number."""
    rng.sow(s.words[k], seed)
    s.draws[k] = 0


@inner
@wrapping
def start_floor_streams(s):
    """Seed the streams that start again on every floor."""
    for k in range(Stream.MISC, Stream.MAP):
        start_stream(s, k, s.seed + np.uint64(s.floor))


@inner
def below(s, k, n):
    """Draw an integer from 0 to n - 1."""
    s.draws[k] += 1
    return np.int64(rng.below(s.words[k], np.uint64(n)))


@inner
def between(s, k, low, high):
    """Draw an integer from `low` to `high`."""
    return low + below(s, k, high - low + 1)


@inner
def uniform(s, k):
    """Draw a 32-bit float from 0 up to, but not including, 1."""
    s.draws[k] += 1
    return np.float32(rng.draw(s.words[k]) >> _40) * _FLOAT_STEP


@inner
def spread(s, k, low, high):
    """Draw a 32-bit float between two others."""
    return low + uniform(s, k) * (high - low)


@inner
def coin(s, k):
    """Toss a coin."""
    s.draws[k] += 1
    return rng.draw(s.words[k]) & _ONE == _ONE


@inner
@wrapping
def java_shuffle(s, k, items, n):
    """Shuffle the first `n` items with `java.util.Random`, seeded by one draw of a stream."""
    s.draws[k] += 1
    state = (rng.draw(s.words[k]) ^ _JAVA_FACTOR) & _JAVA_MASK
    for m in range(n, 1, -1):
        size = np.uint64(m)
        while True:
            state = (state * _JAVA_FACTOR + _JAVA_STEP) & _JAVA_MASK
            value = state >> _JAVA_SHIFT
            other = value % size
            if m & (m - 1) == 0:
                other = (size * value) >> _31
                break
            if value - other + (size - _ONE) < _JAVA_LIMIT:
                break
        j = np.int64(other)
        items[m - 1], items[j] = items[j], items[m - 1]
