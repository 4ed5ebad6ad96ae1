"""Records and the agenda inside them."""

from __future__ import annotations

from collections import deque

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as some

from cardwright.core.compiling.jit import kernel
from cardwright.core.record import LARGEST, copy_record, game_record, struct
from cardwright.spire.engine.agenda import agenda_fields, agenda_full, front, pop_front, push_back, push_front

Inner = struct([("small", np.int8), ("wide", np.float64)])
Sample = game_record("sample", [("inners", Inner, (3,)), ("grid", np.int16, (2, 5)), ("flag", np.uint8)], __name__)
Entry = struct([("what", np.int16)])
CAPACITY = 4
Queue = game_record("queue", agenda_fields(Entry, CAPACITY), __name__)


@kernel
def copy_first(states):
    copy_record(states[1], states[0])


@kernel
def do(states, verb, value):
    s = states[0]
    if verb == 0:
        push_back(s).what = value
    elif verb == 1:
        push_front(s).what = value
    else:
        value = front(s).what
        pop_front(s)
    return value


@kernel
def is_full(states):
    return agenda_full(states[0])


@given(some.arrays(np.uint8, Sample.itemsize))
def test_a_copy_is_equal_and_apart(content):
    states = np.zeros(2, Sample)
    states[:1] = content.view(Sample)
    copy_first(states)
    assert states[1].tobytes() == states[0].tobytes()
    states[0].flag ^= 1
    assert states[1].flag != states[0].flag


def test_a_copy_uncompiled_is_equal():
    states = np.zeros(2, Sample)
    states[0].grid[:] = 7
    states[0].inners[1].wide = 2.5
    copy_record(states[1], states[0])
    assert states[1].tobytes() == states[0].tobytes()


@pytest.mark.parametrize("name", ["copy", "tobytes", "size", "dtype"])
def test_a_field_may_not_hide_an_attribute_of_records(name):
    with pytest.raises(ValueError, match=name):
        struct([(name, np.int32)])


def test_an_array_of_booleans_is_refused_because_numba_cannot_compile_it():
    with pytest.raises(ValueError, match="the field 'swapped', an array of booleans"):
        struct([("flag", np.bool_), ("swapped", np.bool_, (2,))])


def test_a_record_may_not_be_too_large():
    game_record("fits", [("space", np.uint8, (LARGEST - 100,))], __name__)
    with pytest.raises(ValueError, match="at most 8192"):
        game_record("large", [("space", np.uint8, (LARGEST,))], __name__)


def test_records_of_different_games_have_different_types():
    assert game_record("one", [("x", np.int8)], __name__) != game_record("two", [("x", np.int8)], __name__)


@pytest.mark.parametrize("capacity", [3, 12])
def test_the_capacity_of_an_agenda_is_a_power_of_two(capacity):
    with pytest.raises(ValueError, match="power of two"):
        agenda_fields(Entry, capacity)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(-999, 999)), max_size=40))
def test_an_agenda_is_a_queue_with_two_ends(steps):
    states = np.zeros(1, Queue)
    model: deque[int] = deque()
    for verb, value in steps:
        assert is_full(states) == (len(model) == CAPACITY)
        if verb == 2 and model:
            assert do(states, verb, 0) == model.popleft()
        elif verb < 2 and len(model) < CAPACITY:
            do(states, verb, value)
            (model.append if verb == 0 else model.appendleft)(value)
        assert states[0].agenda_count == len(model)
    assert [do(states, 2, 0) for _ in range(len(model))] == list(model)
