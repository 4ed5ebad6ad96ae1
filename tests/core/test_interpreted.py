"""Kernels as plain Python: the same results, and none of NumPy's slow ways."""

from enum import IntEnum, IntFlag

import numba
import numpy as np

from cardwright.core.compiling.jit import COMPILED, kernel
from cardwright.core.interpreted import plain
from cardwright.core.quick_records import quick
from cardwright.core.record import struct
from cardwright.core.verbs import record_key

Point = struct([("x", np.int16), ("row", np.int8, (3,))])
Shape = struct([("points", Point, (2,)), ("first", Point), ("big", np.uint64)])


class Step(IntEnum):
    LEFT = 3


class Bits(IntFlag):
    HIGH = 4


FAR = Step.LEFT


@kernel
def _walk(shapes, index):
    shape = shapes[index]
    shape.first.x += Step.LEFT
    shape.points[1].row[2] = Step["LEFT"] | Bits.HIGH
    return shape.first.x + FAR


@kernel
def _step(here):
    return Step.LEFT


@kernel
def _worth(here):
    return here + Step.LEFT.value


def test_a_plain_kernel_can_ask_a_member_for_its_value():
    assert plain(_worth)(1) == 4


def test_a_plain_kernel_writes_what_a_compiled_one_writes():
    one, two = np.zeros(2, Shape), np.zeros(2, Shape)
    assert plain(_walk)(one, 1) == _walk(two, 1) == 6
    assert one.tobytes() == two.tobytes() != bytes(one.nbytes)


def test_members_of_enumerations_are_plain_integers():
    """NumPy compares a number of its own with a member hundreds of times as slowly as with an integer."""
    assert type(plain(_step)(0)) is (int if COMPILED else Step)


def test_quick_records_share_memory_at_every_depth():
    shapes = np.zeros(2, Shape)
    found = quick(shapes)[1]
    found.big, found.first.x, found.points[0].x, found.first.row[1] = 2**63, 5, 6, 7
    assert (shapes[1].big, shapes[1].first.x, shapes[1].points[0].x) == (2**63, 5, 6)
    assert shapes[1].first.row.tolist() == [0, 7, 0]


def test_quick_records_find_the_verbs_of_their_type():
    fast = quick(np.zeros(1, Shape)).dtype
    assert fast == Shape
    assert hash(fast) == hash(Shape)
    assert fast.type is not Shape.type
    assert quick(np.zeros(1, fast)).dtype is fast


def test_kernels_have_the_types_that_their_quick_records_have():
    """Rules that were interpreted first must not be compiled as those of another type."""
    shapes = np.zeros(1, Shape)
    assert numba.typeof(quick(shapes)).dtype == numba.typeof(shapes).dtype
    assert record_key(quick(shapes).dtype) == record_key(shapes.dtype)


def test_quick_leaves_other_values_alone():
    numbers = np.arange(3)
    assert quick(numbers) is numbers
    assert quick((1, numbers)) == (1, numbers)
