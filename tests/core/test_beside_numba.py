"""Cardwright changes nothing in Numba for other code: it patches Numba only while it compiles kernels of its own."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys

import numba
import numpy as np
import pytest

import cardwright
from cardwright.core.compiling.jit import COMPILED, inner, kernel

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is switched off")

X, Y = np.linspace(-1, 1, 40), np.linspace(0, 3, 40)


@numba.njit(parallel=True)
def a_times_x_plus_y(a, x, y):
    return a * x + y


@numba.njit(parallel=True)
def standard_deviation(x):
    return np.sqrt(np.mean((x - np.mean(x)) ** 2))


@numba.njit(parallel=True)
def positive_part(x, y):
    return np.where(x > 0, x, y)


@numba.njit(parallel=True)
def share_in_circle(points):
    inside = 0
    for k in numba.prange(points.shape[0]):
        if points[k, 0] ** 2 + points[k, 1] ** 2 < 1:
            inside += 1
    return inside / points.shape[0]


@numba.njit(parallel=True)
def histogram(x, bins):
    counts = np.zeros((4, bins), np.int64)
    for part in numba.prange(4):
        for k in range(part, x.size, 4):
            counts[part, min(int((x[k] + 1) / 2 * bins), bins - 1)] += 1
    return counts.sum(axis=0)


@numba.njit(parallel=True)
def logistic_regression(y, x, w, iterations):
    for _ in range(iterations):
        w -= np.dot(((1.0 / (1.0 + np.exp(-y * np.dot(x, w))) - 1.0) * y), x)
    return w


@numba.njit(parallel=True)
def row_maxima(x):
    found = np.empty(x.shape[0])
    for row in numba.prange(x.shape[0]):
        found[row] = x[row, -1]
        for column in range(-2, -x.shape[1] - 1, -1):
            found[row] = max(found[row], x[row, column])
    return found


SIGNS, POINTS = np.where(X > 0.1, 1.0, -1.0), np.stack([X, Y], axis=1)
USER_FUNCTIONS = (
    (a_times_x_plus_y, lambda: (2.5, X, Y), 2.5 * X + Y),
    (standard_deviation, lambda: (X,), X.std()),
    (positive_part, lambda: (X, Y), np.where(X > 0, X, Y)),
    (share_in_circle, lambda: (POINTS,), np.mean((POINTS**2).sum(axis=1) < 1)),
    (histogram, lambda: (X, 8), np.histogram(X, 8, (-1, 1))[0]),
    (
        logistic_regression,
        lambda: (SIGNS, POINTS, np.zeros(2), 5),
        logistic_regression.py_func(SIGNS, POINTS, np.zeros(2), 5),
    ),
    (row_maxima, lambda: (POINTS,), POINTS.max(axis=1)),
)


@pytest.fixture(scope="module")
def loaded():
    """A game is loaded, and a kernel was compiled."""
    cardwright.game("spire:jaw-worm")
    assert kernel(lambda x: x[0] + 1)(np.zeros(3)) == 1


@pytest.mark.usefixtures("loaded")
@pytest.mark.parametrize(
    ("function", "arguments", "expected"), USER_FUNCTIONS, ids=[f[0].__name__ for f in USER_FUNCTIONS]
)
def test_parallel_functions_of_a_user_compute_what_numpy_does(function, arguments, expected):
    np.testing.assert_allclose(function(*arguments()), expected)


@numba.njit
def at(array, index):
    return array[index]


@numba.njit(parallel=True)
def total(array):
    return (2 * array).sum()


@kernel
def from_a_kernel(array, index):
    return at(array, index), total(array)


def test_a_users_function_that_a_kernel_calls_keeps_the_rules_of_numba():
    assert from_a_kernel(np.arange(5), -2) == (3, 20)
    assert at(np.arange(5), -2) == 3
    assert total(np.arange(5)) == 20


@inner
def next_number(x):
    return x + 1


@inner
def number_after_next(x):
    return next_number(next_number(x))


@numba.njit
def calls_inner_functions(x):
    return number_after_next(x) * next_number(x)


def test_a_users_function_may_call_functions_that_only_kernels_can():
    assert calls_inner_functions(3) == 20


SNAPSHOTS = """
import gc, sys, types
import numba
from llvmlite.binding import ffi
from numba.core import event, postproc, registry, targetconfig, types as numba_types

registry.cpu_target.target_context  # made when first asked for
FIXED = (types.FunctionType, types.BuiltinFunctionType, type, property, classmethod, staticmethod)

def snapshot():
    found = {("gc",): gc.isenabled()}
    for number, callbacks in enumerate(ffi.lib._lock._cblist):
        found["callbacks", number] = callbacks[0]
    modules = [each for name, each in sys.modules.items() if name.partition(".")[0] in ("numba", "llvmlite")]
    for module in modules:
        for name, value in list(vars(module).items()):
            found[module.__name__, name] = value
            if isinstance(value, type) and value.__module__.partition(".")[0] in ("numba", "llvmlite"):
                own = {(value.__module__, value.__qualname__, key): each for key, each in vars(value).items()}
                found.update(own)
    return {key: value for key, value in found.items() if key == ("gc",) or isinstance(value, FIXED)}

def changes(before):
    after = snapshot()
    classes = {key[:2] for key in before if len(key) == 3}
    return [
        key for key in before.keys() | {key for key in after if key[:2] in classes}
        if before.get(key) is not after.get(key)
    ]

before = snapshot()
import numpy as np
import cardwright
from cardwright.core.compiling.jit import kernel
cardwright.game("spire:jaw-worm")
assert not changes(before), changes(before)

during = []
class Listener(event.Listener):
    def on_start(self, event):
        during.extend(changes(before))
    def on_end(self, event):
        pass
listener = Listener()
event.register("numba:compile", listener)
assert kernel(lambda x: x[0].a + 1)(np.zeros(3, [("a", np.int8)])) == 1
assert ("numba.core.types.npytypes", "Record", "__repr__") in during, during
assert not changes(before), changes(before)
try:
    kernel(lambda x: x.nonsense)(1)
except Exception:
    event.unregister("numba:compile", listener)
    assert not changes(before), changes(before)
    print("nothing changed")
"""


def test_numba_is_the_same_before_and_after_kernels_compile_or_fail_to():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run([sys.executable, "-c", SNAPSHOTS], env=environment, capture_output=True, text=True)
    assert done.stdout == "nothing changed\n", done.stderr


NUMBAS_TESTS = """
import sys, unittest
import numpy as np
import cardwright
from cardwright.core.compiling.jit import kernel
cardwright.game("spire:jaw-worm")
assert kernel(lambda x: x[0].a + 1)(np.zeros(3, [("a", np.int8)])) == 1
unittest.main(module=None, argv=["numba's tests", *sys.argv[1:]])
"""
CHOSEN = [
    f"numba.tests.{name}"
    for name in (
        "test_copy_propagate",
        "test_dispatcher.TestSignatureHandling",
        "test_indexing.TestTyping",
        "test_ir_utils",
        "test_parfors_passes.TestConvertNumpyPass",
        "test_parfors_passes.TestConvertSetItemPass",
        "test_recarray_usecases",
        "test_record_dtype.TestRecordDtypeWithStructArrays",
        "test_typeof",
        "test_typingerror",
    )
]


@pytest.mark.skipif(importlib.util.find_spec("numba.tests") is None, reason="Numba's own tests are not installed")
def test_numbas_own_tests_pass_beside_cardwright():
    command = [sys.executable, "-W", "ignore", "-c", NUMBAS_TESTS, *CHOSEN]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    ran = re.search(r"Ran (\d+) tests", done.stderr)
    assert done.returncode == 0, done.stderr[-4000:]
    assert ran is not None
    assert int(ran[1]) > 90
