"""Places in arrays: how kernels count them, and that nobody else's functions are touched by it."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading

import numba
import numpy as np

from cardwright.core.jit import kernel


def test_a_place_written_as_a_negative_number_counts_from_the_end():
    @kernel
    def last(array):
        return array[-1]

    assert last(np.arange(5)) == 4


def test_a_place_that_comes_out_negative_is_out_of_bounds():
    program = """
        import numpy as np
        from cardwright.core.jit import kernel

        @kernel
        def at(array, place):
            return array[place]

        assert at(np.arange(5), 3) == 3
        try:
            at(np.arange(5), -2)
        except IndexError:
            print("out of bounds")
    """
    checked = {**os.environ, "NUMBA_BOUNDSCHECK": "1"}
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], env=checked, capture_output=True, text=True, check=True
    )
    assert done.stdout == "out of bounds\n"


def test_functions_that_are_not_ours_count_as_python_does():
    kernels = [kernel(lambda array, place, k=k: array[place] + k) for k in range(4)]
    threads = [threading.Thread(target=each, args=(np.arange(5), 1)) for each in kernels]
    for each in threads:
        each.start()
    for each in threads:
        each.join()

    @numba.njit
    def at(array, place):
        return array[place]

    assert at(np.arange(5), -2) == 3
