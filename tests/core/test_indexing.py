"""Array indices: how kernels count them, and that other people's functions are not affected."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading

import numba
import numpy as np
import pytest

from cardwright.core.compiling.jit import COMPILED, kernel

needs_compiler = pytest.mark.skipif(not COMPILED, reason="nothing is compiled here")


def printed(program: str, *arguments: str, **environment: str) -> str:
    """What a program prints, run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_constant_negative_index_counts_from_the_end():
    @kernel
    def last(array):
        return array[-1]

    assert last(np.arange(5)) == 4


@needs_compiler
def test_a_computed_negative_index_is_out_of_bounds():
    program = """
        import numpy as np
        from cardwright.core.compiling.jit import kernel

        @kernel
        def at(array, index):
            return array[index]

        assert at(np.arange(5), 3) == 3
        try:
            at(np.arange(5), -2)
        except IndexError:
            print("out of bounds")
    """
    assert printed(program, NUMBA_BOUNDSCHECK="1") == "out of bounds\n"


def test_functions_of_other_packages_count_as_python_does():
    kernels = [kernel(lambda array, index, k=k: array[index] + k) for k in range(4)]
    threads = [threading.Thread(target=each, args=(np.arange(5), 1)) for each in kernels]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    @numba.njit
    def at(array, index):
        return array[index]

    assert at(np.arange(5), -2) == 3


GAMES = """
    import sys
    from numba.np import arrayobj

    own_rule = arrayobj.fix_integer_index

    def other_parameters(context, builder, idxty, idx, size, more=None):
        return own_rule(context, builder, idxty, idx, size)

    if sys.argv[1] == "changed":
        arrayobj.fix_integer_index = other_parameters
    sys.path.insert(0, sys.argv[2])

    import kuhn
    import numpy as np
    from cardwright.core.compiling.jit import kernel

    @kernel
    def at(array, index):
        return array[index]

    if sys.argv[1] == "changed":
        assert at(np.arange(5), -2) == 3, "Numba's own indexing counts from the end"
    ends = []
    for seed in range(20):
        state = kuhn.family.game({}).new(seed)
        while not state.over:
            legal = state.legal()
            state.play(legal[seed % len(legal)])
        ends.append(state.check())
    print(ends, [int(at(np.arange(5), index)) for index in range(5)])
"""


@needs_compiler
def test_games_are_the_same_without_the_hook(tmp_path, request):
    examples = str(request.config.rootpath / "examples")
    changed = printed(GAMES, "changed", examples, CARDWRIGHT_CACHE=str(tmp_path))
    assert printed(GAMES, "as it is", examples) == changed
