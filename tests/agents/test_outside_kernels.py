"""Kernels of users' agents: they may make arrays, and what cannot be compiled is said in one sentence."""

from __future__ import annotations

import pytest
from climb_game import Climb

from cardwright.agents import make
from cardwright.core.compiling import numba_hooks
from cardwright.core.compiling.jit import COMPILED
from cardwright.core.compiling.kernel_errors import explain
from cardwright.core.errors import CardwrightError, IndexOutOfBounds

AGENT = """
import numpy as np
from cardwright.agents import Compiled
from cardwright.core.compiling.jit import inlined, inner

@inner
def middle(n):
    {helper}

@inlined
def choose(s, rules, weights, player, n, settings, seed, scratch):
    {body}

class Own(Compiled):
    kernel = staticmethod(choose)
"""
NO_HELP = "return n // 2"

pytestmark = pytest.mark.skipif(not COMPILED, reason="needs compiled kernels")


def choose(tmp_path, body, helper=NO_HELP):
    path = tmp_path / "own.py"
    path.write_text(AGENT.format(body=body, helper=helper))
    state = Climb().new(seed=1)
    return make(f"{path}:Own").choose(state, seed=1), state


@pytest.mark.parametrize(
    ("body", "helper"),
    [
        ("order = np.zeros(n); order[n - 1] = 1.0; return scratch.actions[0][order.argmax()]", NO_HELP),
        ("scratch.actions[0][:n] = scratch.actions[0][:n][::-1]; return scratch.actions[0][0]", NO_HELP),
        ("return scratch.actions[0][middle(n)]", "return len([k for k in range(n) if k > 0])"),
    ],
    ids=["an array", "a copy of a part", "a list"],
)
def test_a_kernel_may_make_arrays_and_lists(tmp_path, body, helper):
    action, state = choose(tmp_path, body, helper)
    assert action == state.legal()[-1].id


@pytest.mark.parametrize(
    ("body", "helper", "line", "reason"),
    [
        ("return scratch.foo[0]", NO_HELP, 12, "Unknown attribute 'foo' of type Scratch"),
        ('return "x" + 3', NO_HELP, 12, "No implementation of function"),
        ("return scratch.actions[0][middle(n)]", "return n.hp", 8, "Unknown attribute 'hp' of type int64"),
    ],
)
def test_what_cannot_be_compiled_is_said_in_one_sentence(tmp_path, body, helper, line, reason):
    with pytest.raises(CardwrightError) as caught:
        choose(tmp_path, body, helper)
    assert str(caught.value).startswith(f"{tmp_path}/own.py, line {line}, cannot be compiled: {reason}")
    assert len(str(caught.value)) < len(str(tmp_path)) + 240


@pytest.mark.parametrize(
    ("body", "helper", "line", "function"),
    [
        ("scratch.numbers[100_000] = 1.0; return scratch.actions[0][0]", NO_HELP, 12, "choose"),
        ("return scratch.actions[0][n - 3]", NO_HELP, 12, "choose"),
        ("return middle(n)", "return np.zeros(2)[n * n]", 8, "middle"),
    ],
    ids=["beyond the end", "below zero", "in a helper"],
)
def test_an_index_out_of_bounds_is_an_error_that_names_the_line(tmp_path, body, helper, line, function):
    with pytest.raises(IndexOutOfBounds, match=f"{tmp_path}/own.py, line {line}, in {function}: an index is below 0"):
        choose(tmp_path, body, helper)


def test_a_kernel_that_needs_a_number_for_each_action_need_not_say_so(tmp_path):
    body = "scratch.numbers[n - 1] = 1.0; return scratch.actions[0][int(scratch.numbers[n - 1])]"
    action, state = choose(tmp_path, body)
    assert action == state.legal()[1].id


def test_an_unknown_name_is_named(tmp_path):
    with pytest.raises(CardwrightError, match="a kernel cannot be compiled: name 'nonsense' is not defined"):
        choose(tmp_path, "return nonsense[0]")


def test_a_fault_of_the_package_is_not_blamed_on_the_user():
    inside = numba_hooks.__file__
    assert explain(ValueError(f"Failed in\nUnknown attribute\nDuring: typing of call at {inside} (124)\n")) is None
