"""Kernels on an NVIDIA GPU: the functions made for the CPU, compiled once more by numba-cuda (see cuda_hooks.py)."""

from __future__ import annotations

from typing import Any

import numba.cuda

from ..errors import CardwrightError
from .jit import COMPILED, keep_compiled

cuda: Any = numba.cuda

REGISTERS = 64  # of each thread, by default: with more, fewer threads fit on the GPU at a time


def multiprocessors() -> int:
    """Return how many multiprocessors the GPU has; each runs one or several blocks at a time. The simulator has one."""
    return getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 1)


def launcher(function: Any, fractions: bool = False, in_step: bool = False, registers: int = REGISTERS) -> Any:
    """Compile `function` to run on many threads of the GPU: `launcher(function)[blocks, threads](...)`.

    With `fractions`, results of floating point are those of the CPU; the linker's optimiser does not promise that, so
    it is left out. With `in_step`, the threads of a block do the same thing at the same time.
    """
    if not COMPILED:
        return cuda.jit(function)
    if numba.config.ENABLE_CUDASIM:  # type: ignore[attr-defined]
        raise CardwrightError("the GPU simulator runs uncompiled kernels only: set NUMBA_DISABLE_JIT=1 as well")
    from . import cuda_hooks

    made = cuda_hooks.launcher(function, fractions, in_step, registers)
    keep_compiled(made, function)
    return made
