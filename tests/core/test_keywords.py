"""Calls between kernels: keywords and defaults work, and all ways to call a kernel share one compiled function."""

from __future__ import annotations

from enum import IntEnum

import numpy as np
import pytest

from cardwright.core.compiling.jit import COMPILED, inner, kernel


class Sign(IntEnum):
    PLUS = 1
    MINUS = -1


@inner
def scaled(x, factor=10, sign=Sign.PLUS, half=False):
    return sign * x * factor // (2 if half else 1)


@kernel
def all_ways(values, out):
    out[0] = scaled(values[0])
    out[1] = scaled(values[0], 3)
    out[2] = scaled(values[0], sign=Sign.MINUS)
    out[3] = scaled(values[0], half=True, factor=values[1])
    out[4] = scaled(x=2, sign=-1, factor=4, half=False)


def test_kernels_take_keywords_and_defaults():
    out = np.zeros(5, np.int64)
    all_ways(np.array([6, 7], np.int8), out)
    assert out.tolist() == [60, 18, -60, 21, -8]


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_all_ways_to_call_a_kernel_share_one_compiled_function():
    all_ways(np.array([6, 7], np.int8), np.zeros(5, np.int64))
    assert len(scaled.overloads) <= 1  # none if the caller came from the cache
