"""Kernels for the CPU and for a GPU compile in one process, in any order; code for a GPU is generated without one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys

import pytest

from cardwright.core.compiling.jit import COMPILED

pytestmark = [
    pytest.mark.skipif(not COMPILED, reason="Numba is switched off"),
    pytest.mark.skipif(importlib.util.find_spec("numba_cuda") is None, reason="numba-cuda is not installed"),
]

PREPARED = """
import sys
from enum import IntEnum
from types import SimpleNamespace
import numba, numba.cuda.dispatcher
import numpy as np
from numba import types
from numba.cuda.compiler import compile_cuda
from cardwright.core.compiling import cuda_hooks
from cardwright.core.compiling.jit import inner, kernel
from cardwright.core.record import copy_record

numba.cuda.dispatcher.get_current_device = lambda: SimpleNamespace(compute_capability=(9, 0))

class Place(IntEnum):
    LAST = 1

pair = np.zeros(2, [("a", np.int64), ("b", np.int32, 5)])
pair[1]["a"] = 7
"""

IN_TURN = """
def kernel_for(number):
    @inner
    def work(target, source):
        copy_record(target, source)
        return target.a + number
    return work

def on_cpu(work):
    @kernel
    def run(pair):
        return work(pair[0], pair[Place.LAST])
    return run(pair)

def on_gpu(work):
    def run(pair):
        pair[0].a = work(pair[0], pair[1])
    return compile_cuda(run, types.void, (numba.typeof(pair),), cc=(9, 0)).library.get_llvm_str().count("define")

for number, target in enumerate(sys.argv[1].split()):
    print({"cpu": on_cpu, "gpu": on_gpu}[target](kernel_for(number)) > 0)
"""

INDICES = """
@inner
def element(numbers):
    return numbers[Place.LAST]

def ours(numbers):
    numbers[0] = element(numbers)

kinds = []
original = numba.cuda.typing.enumdecl.EnumClassAttribute.generic_resolve
def noticed(self, kind, name):
    kinds.append(name)
    return original(self, kind, name)
numba.cuda.typing.enumdecl.EnumClassAttribute.generic_resolve = noticed

def theirs(numbers):
    numbers[0] = Place.LAST.value

for function in (ours, theirs):
    compile_cuda(function, types.void, (types.int64[::1],), cc=(9, 0))
    print(sorted(set(kinds)))
"""


def printed(program: str, *arguments: str) -> list[str]:
    command = [sys.executable, "-c", PREPARED + program, *arguments]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "0", "NUMBA_ENABLE_CUDASIM": "0"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize("order", ["cpu gpu cpu", "gpu cpu gpu cpu"])
def test_kernels_for_both_compile_in_any_order(order):
    assert printed(IN_TURN, order) == ["True"] * len(order.split())


def test_members_of_enumerations_are_integers_in_kernels_only():
    assert printed(INDICES) == ["[]", "['LAST']"]
