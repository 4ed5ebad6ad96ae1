"""Array indices: how kernels count them, and that other people's functions are not affected."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
from pathlib import Path

import numba
import numpy as np
import pytest

from cardwright.core.array_verbs import score_all
from cardwright.core.compiling.jit import COMPILED, inner, kernel, unchecked
from cardwright.core.errors import IndexOutOfBounds

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


@inner
def at(array, index):
    return array[index]


@kernel
def checked(array, index):
    return at(array, index)


@kernel
@unchecked
def free(array, index):
    return array[index]


@needs_compiler
@pytest.mark.parametrize("index", [-1, 3])
def test_kernels_outside_the_package_check_their_indices(index):
    array = np.arange(5)[1:4]
    assert checked(array, 2) == 3
    line = at.py_func.__code__.co_firstlineno + 2
    with pytest.raises(IndexOutOfBounds, match=f"test_indexing.py, line {line}, in at: an index is below 0 or beyond"):
        checked(array, index)


@needs_compiler
def test_a_kernel_can_do_without_checks():
    """The array is a part of another one, so there is something to read behind its end."""
    array = np.arange(5)
    assert free(array[1:4], 3) == 4
    assert free(array[1:4], -1) == 0


@needs_compiler
def test_the_packages_own_kernels_check_nothing_by_default():
    assert not score_all.targetoptions["boundscheck"]
    assert not free.targetoptions["boundscheck"]
    assert checked.targetoptions["boundscheck"]


@needs_compiler
def test_checks_can_be_switched_off_for_all():
    program = """
        import sys
        import numpy as np
        sys.path.insert(0, sys.argv[1])
        from test_indexing import checked
        print(checked(np.arange(5)[1:4], 3))
    """
    assert printed(program, str(Path(__file__).parent), NUMBA_BOUNDSCHECK="0") == "4\n"


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
