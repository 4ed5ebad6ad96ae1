"""Functions between kernels are kept as bitcode, in memory and in the cache."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from cardwright.core.compiling.jit import COMPILED, inner, kernel
from cardwright.core.compiling.numba_libraries import INNER, InnerLibrary

pytestmark = pytest.mark.skipif(not COMPILED, reason="Numba is switched off")

SHARED = """
from cardwright.core.compiling.jit import inner, keep_compiled

@inner
def two():
    return 2

@inner
def twice(x):
    return two() * x

keep_compiled(twice, twice.py_func)
"""
KERNEL = """
from cardwright.core.compiling.jit import kernel
from shared import twice, two

@kernel
def compute(x):
    return twice(x) + {more}

print(compute(20), sum(twice.stats.cache_hits.values()), len(two.overloads))
"""


@inner
def thrice(x):
    return 3 * x


@kernel
def six_times(x):
    return thrice(x) + thrice(x)


def test_only_kernels_have_machine_code():
    assert six_times(7) == 42
    six_times.recompile()  # it may have come from the cache
    (function,) = thrice.overloads.values()
    assert isinstance(function.library, InnerLibrary)
    assert function.library.get_pointer_to_function(function.fndesc.mangled_name) == 0
    assert function.library.serialize_using_object_code()[1] == INNER
    (whole,) = six_times.overloads.values()
    assert not isinstance(whole.library, InnerLibrary)


def test_another_kernel_finds_what_is_kept_in_the_cache_with_all_it_calls(tmp_path):
    (tmp_path / "shared.py").write_text(SHARED)
    printed = []
    for number in (1, 2):
        (tmp_path / f"kernel_{number}.py").write_text(KERNEL.format(more=number))
        environment = {**os.environ, "CARDWRIGHT_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
        command = [sys.executable, str(tmp_path / f"kernel_{number}.py")]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
        printed.append(done.stdout.strip() or done.stderr)
    assert printed == ["41 0 1", "42 1 0"]
