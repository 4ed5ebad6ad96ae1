"""Integers of 192 bits in records: compiled code computes what plain Python does."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from cardwright.core.compiling.jit import kernel
from cardwright.core.compiling.numba_wide import BITS, WIDE, read, written
from cardwright.core.interpreted import plain
from cardwright.core.record import struct

Numbers = struct(
    [("mark", np.int64), ("one", WIDE), ("others", WIDE, (3,)), ("results", WIDE, (2, 5)), ("truth", np.int8)]
)


@kernel
def calculate(s, k):
    """Do with wide integers all that kernels can do."""
    every = 0
    for i in range(3):
        every |= s.others[i]
    left = s.one
    left &= left - 1
    s.results[0, 0] = every & s.one
    s.results[0, 1] = every ^ s.one
    s.results[0, 2] = ~every
    s.results[0, 3] = s.one - s.others[0]
    s.results[0, 4] = -s.one
    s.results[1, 0] = s.one >> k
    s.results[1, 1] = s.one << k
    s.results[1, 2] = left
    s.results[1, 3] = s.one & -s.one
    s.results[1, 4] = -7
    s.truth = 1 if s.one >> k & 1 else 0
    if not left:
        s.truth += 2
    if s.one == s.others[0] or s.others[1] != 0:
        s.truth += 4


def random_number(rng: Random) -> int:
    number = rng.getrandbits(rng.choice([1, 10, 64, 130, 190])) << rng.choice([0, 60, 100])
    return (number & (1 << BITS - 1) - 1) * rng.choice([1, 1, -1])


@pytest.mark.parametrize("seed", range(50))
def test_compiled_code_computes_what_python_does(seed):
    rng = Random(seed)
    compiled, interpreted = np.zeros(1, Numbers), np.zeros(1, Numbers)
    numbers = [random_number(rng) for _ in range(4)]
    numbers[1] = rng.choice(numbers)
    for record in (compiled[0], interpreted[0]):
        record.one = numbers[0]
        for i in range(3):
            record.others[i] = numbers[i + 1]
    k = rng.randrange(BITS)
    calculate(compiled[0], k)
    plain(calculate)(interpreted[0], k)
    assert compiled["results"].tolist() == interpreted["results"].tolist()
    assert compiled["truth"] == interpreted["truth"]


@pytest.mark.parametrize("number", [0, 1, -1, 1 << 190, -(1 << 191)])
def test_numbers_survive_in_a_field(number):
    assert read(written(number)) == number
