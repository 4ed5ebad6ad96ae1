"""What kernels are compiled without: names of constants, and reports with all that only they need."""

from __future__ import annotations

from enum import Enum, IntEnum

import numba
import numpy as np
import pytest

from cardwright.core.compiling.jit import COMPILED, inlined, inner, kernel
from cardwright.core.event_log import EVERYBODY, log_event

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is switched off")


class Place(IntEnum):
    """Members that kernels use as integers."""

    HAND = 3
    LAST = 2**40


class Shade(Enum):
    """Not integers, so they stay what they are."""

    DARK = 1
    LIGHT = 2


@inner
def never_compiled(x):
    raise undefined_name  # noqa: F821


@kernel
def reports(numbers):
    log_event(Place.HAND, EVERYBODY, never_compiled(numbers[0]), 2 * numbers[1])
    kept = numbers[0] + 1
    log_event(Place.HAND, EVERYBODY, kept)
    return kept


@kernel
def members(x):
    place = Place.HAND if x else Place.LAST
    return place + Place.LAST, place == Place.HAND.value


@kernel
def shades(x):
    shade = Shade.DARK if x else Shade.LIGHT
    return shade == Shade.DARK


@inlined
def countdown(n):
    total = 0
    while n > 0:
        total += n
        n -= 1
    return total


@kernel
def two_countdowns(n):
    total = countdown(n)
    return total, countdown(n + 1)


@kernel
def add(a, b):
    return a + b


def test_arguments_of_reports_are_not_compiled():
    assert reports(np.array([4, 5])) == 5
    assert not never_compiled.overloads


def test_members_of_enumerations_are_integers():
    assert members(True) == (2**40 + 3, True)
    assert members(False) == (2**41, False)


def test_other_enumerations_stay():
    assert shades(True) is True
    assert shades(False) is False


def test_operators_are_found_again_for_other_types():
    assert add(1, 2) == add(1, 2) == 3
    assert add(0.5, 2) == 2.5
    assert add(1, 2.5) == 3.5
    assert (add(np.arange(3), np.arange(3)) == 2 * np.arange(3)).all()


def test_variables_of_a_function_inlined_twice_stay_apart():
    assert two_countdowns(3) == (6, 10)
    assert two_countdowns(0) == (0, 1)


@numba.njit
def halves(n):
    while n > 1:
        before = n
        n //= 2
        yield before, n


@numba.jit(forceobj=True, looplift=False)
def words(text):
    found = []
    for word in text.split():
        if word:
            found.append(word.upper())
    return found


@numba.njit
def in_both_modes(n):
    total = 0
    for i in range(n):
        with numba.objmode(digits="int64"):
            digits = len(str(10**i))
        total += digits
    return total


def test_generators_and_object_mode_of_others_still_compile():
    assert list(halves(8)) == [(8, 4), (4, 2), (2, 1)]
    assert words("a card game") == ["A", "CARD", "GAME"]
    assert in_both_modes(3) == 6
