"""Kernels for the CPU and for a GPU compile in one process, in any order; code for a GPU is generated without one."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

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

AGENTS = """
sys.path.insert(0, sys.argv[1])
from climb_game import Climb
from cardwright.agents import gpu, make, seats_of

with open(sys.argv[2], "w") as file:
    file.write('''
from cardwright.agents import Instant
from cardwright.core import inlined

@inlined
def last(actions, n, settings, agent_seed, player, decision, dice):
    return actions[n - 1]

class Last(Instant):
    kernel = staticmethod(last)
''')
game = Climb(players=2)
seats = seats_of(game, [make(f"{sys.argv[2]}:Last"), make("random")])
tables = map(numba.typeof, (np.zeros(1, game.dtype), game.rules, game.setup, seats.settings, seats.weights))
seeds, begun = types.uint64[::1], types.int64[::1]
decisions, stops, trails = types.int32[::1], types.int8[::1], types.int32[:, ::1]
states = numba.typeof(np.zeros(1, game.dtype))
arguments = (states, *tables, seeds, seeds, begun, decisions, stops, types.int64, trails)
with cuda_hooks.PATCHES, cuda_hooks.compiling_in_step():
    made = compile_cuda(gpu._voting(game.dtype, game.max_actions).py_func, types.void, arguments, cc=(9, 0))
print(made.library.get_llvm_str().count("define") > 0)
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


def test_the_kernel_that_votes_compiles_with_an_agent_of_a_user(tmp_path):
    assert printed(AGENTS, str(Path(__file__).parents[1] / "agents"), str(tmp_path / "own.py")) == ["True"]
