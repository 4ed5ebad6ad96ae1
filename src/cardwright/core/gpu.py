"""Kernels on an NVIDIA GPU: the functions made for the processor, compiled once more by numba-cuda.

numba-cuda takes a kernel of ours as a device function when a GPU kernel calls it. What it does not know is told to it
here: integers are widened at calls, verbs are found by the type of the record, members of enums are whole numbers, and
large functions called in several places stay functions (inlined everywhere they make the code so long that the
GPU waits for instructions rather than for data).
"""

from __future__ import annotations

import collections
import functools
from typing import Any

import numba.cuda
from llvmlite import ir

from .jit import COMPILED, _Switchboard, _widened, keep_compiled

cuda: Any = numba.cuda

LONGEST_COPY = 800  # instructions that inlining may add for one function
REGISTERS = 64  # for each thread: with more, too few threads fit on the GPU at a time
OPTIONS = {"device": True, "debug": False, "opt": True}

if COMPILED:
    from numba.core import types
    from numba.cuda.cudadrv import driver, nvvm
    from numba.cuda.dispatcher import CUDADispatcher
    from numba.cuda.typing import enumdecl
    from numba.cuda.typing.templates import AttributeTemplate

    _HAS_LINKER: bool = driver._have_nvjitlink()  # type: ignore[attr-defined]

    class _DeviceFunction(CUDADispatcher):
        """A kernel as a function on the GPU."""

        def get_call_template(self, args: Any, kws: Any) -> Any:
            widened = {name: _widened(each) for name, each in kws.items()}
            return super().get_call_template(tuple(map(_widened, args)), widened)

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            new = args not in self.overloads
            result = super().compile_device(args, return_type)
            if new:
                keep_calls(result.library.modules)
            return result

    class _DeviceSwitchboard(CUDADispatcher):
        """A name that stands for several kernels, on the GPU."""

        find: Any

        def get_call_template(self, args: Any, kws: Any) -> Any:
            return device_function(self.find(self.py_func.__name__, args[0])).get_call_template(args, kws)

        def get_overload(self, sig: Any) -> Any:
            return device_function(self.find(self.py_func.__name__, sig[0])).get_overload(sig)

    class _Launcher(CUDADispatcher):
        """A GPU kernel whose fractions are those of the processor: a product is rounded before it is added."""

        def compile(self, sig: Any) -> Any:
            before = nvvm.compile_ir
            nvvm.compile_ir = functools.partial(before, fma=False)
            try:
                return super().compile(sig)
            finally:
                nvvm.compile_ir = before

    @enumdecl.infer_getattr
    class _WholeNumbers(AttributeTemplate):
        """Members of an enum of whole numbers, as whole numbers: so they can be places in arrays."""

        key = types.IntEnumClass

        def generic_resolve(self, kind: Any, name: str) -> Any:
            return kind.dtype if name in kind.instance_class.__members__ else None


def device_function(kernel: Any) -> Any:
    """The kernel as numba-cuda calls it; made once."""
    made: Any = kernel.__dict__.get("on_device")
    if made is None:
        board = isinstance(kernel, _Switchboard)
        made = (_DeviceSwitchboard if board else _DeviceFunction)(kernel.py_func, dict(OPTIONS))
        made.find = getattr(kernel, "find", None)
        kernel.on_device = made
    return made


def keep_calls(modules: Any) -> None:
    """Forbid the compiler to inline what would add too much code."""
    sizes: dict[str, int] = {}
    calls: collections.Counter[str] = collections.Counter()
    functions = [each for module in modules for each in module.functions if not each.is_declaration]
    for function in functions:
        if function.name not in sizes:
            instructions = [each for block in function.blocks for each in block.instructions]
            sizes[function.name] = len(instructions)
            calls.update(each.callee.name for each in instructions if isinstance(each, ir.CallInstr))
    for function in functions:
        if sizes[function.name] * (calls[function.name] - 1) > LONGEST_COPY:
            function.attributes.add("noinline")
        else:
            function.attributes.discard("noinline")


def launcher(function: Any, fractions: bool = False) -> Any:
    """Compile `function` to be started on many threads of the GPU: `launcher(function)[blocks, threads](...)`.

    Where `fractions` matter they must come out as on the processor; the optimiser that runs when all is put together
    does not promise that, so it is used only without.
    """
    if not COMPILED:
        return cuda.jit(function)
    options = {**OPTIONS, "device": False, "max_registers": REGISTERS}
    made = _Launcher(function, {**options, "lto": not fractions and _HAS_LINKER})
    keep_compiled(made, function)
    return made
