"""Kernels on an NVIDIA GPU: the functions made for the processor, compiled once more by numba-cuda.

numba-cuda takes a kernel of ours as a device function when a GPU kernel calls it. What it does not know is told to it
here: integers are widened at calls, verbs are found by the type of the record, members of enums are whole numbers, and
large functions called in several places stay functions (inlined everywhere they make the code so long that the
GPU waits for instructions rather than for data). Kernels whose threads go in step, so that they share the instructions
they wait for, may be longer, and are compiled in a way of their own.
"""

from __future__ import annotations

import collections
import contextlib
import functools
import graphlib
import itertools
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from typing import Any
from unittest import mock

import numba.cuda
from llvmlite import ir

from .jit import COMPILED, _Switchboard, _widened, keep_compiled

cuda: Any = numba.cuda

LONGEST_COPY = 800  # instructions that inlining may add for one function
LONGEST_IN_STEP = 40_000  # the same where threads go in step, with all that is inlined into the function
REGISTERS = 64  # for each thread, as a rule: with more, fewer threads fit on the GPU at a time

Sizes = dict[str, int]  # the instructions of functions
Calls = dict[str, list[str]]  # which functions each calls, as often as it does

_in_step: ContextVar[bool] = ContextVar("in_step", default=False)
OPTIONS = {"device": True, "debug": False, "opt": True}

if COMPILED:
    from numba.core import types
    from numba.core.compiler_lock import global_compiler_lock
    from numba.cuda import codegen
    from numba.cuda.cudadrv import driver, nvvm
    from numba.cuda.dispatcher import CUDADispatcher
    from numba.cuda.np import arrayobj
    from numba.cuda.typing import enumdecl
    from numba.cuda.typing.templates import AttributeTemplate

    _python_place = arrayobj.fix_integer_index
    _HAS_LINKER: bool = driver._have_nvjitlink()  # type: ignore[attr-defined]

    class _DeviceFunction(CUDADispatcher):
        """A kernel as a function on the GPU."""

        def get_call_template(self, args: Any, kws: Any) -> Any:
            widened = {name: _widened(each) for name, each in kws.items()}
            return super().get_call_template(tuple(map(_widened, args)), widened)

        def compile_device(self, args: Any, return_type: Any = None) -> Any:
            new = args not in self.overloads
            result = super().compile_device(args, return_type)
            if new and not _in_step.get():
                keep_calls(result.library.modules, large)
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

        in_step = False

        def compile(self, sig: Any) -> Any:
            as_here = mock.patch.object(nvvm, "compile_ir", functools.partial(nvvm.compile_ir, fma=False))
            with global_compiler_lock, as_here, compiling_in_step() if self.in_step else contextlib.nullcontext():
                return super().compile(sig)

    @enumdecl.infer_getattr
    class _WholeNumbers(AttributeTemplate):
        """Members of an enum of whole numbers, as whole numbers: so they can be places in arrays."""

        key = types.IntEnumClass

        def generic_resolve(self, kind: Any, name: str) -> Any:
            return kind.dtype if name in kind.instance_class.__members__ else None


@contextlib.contextmanager
def compiling_in_step() -> Iterator[None]:
    """Compile for threads that go in step: long code, short places."""
    finalize = codegen.CUDACodeLibrary.finalize

    def finalize_library(library: Any) -> None:
        keep_calls(library.modules, large_with_all)
        finalize(library)

    token = _in_step.set(True)
    short = mock.patch.object(arrayobj, "fix_integer_index", _short_place)
    try:
        with short, mock.patch.object(codegen.CUDACodeLibrary, "finalize", finalize_library):
            yield
    finally:
        _in_step.reset(token)


def _short_place(context: Any, builder: Any, kind: Any, place: Any, size: Any) -> Any:
    """A place in an array as a number of 32 bits, counted from its start.

    Without Python's rule for negative places, and with half the bits, reading `s.cards[j].kind` takes the GPU a third
    of the instructions.
    """
    if isinstance(place, ir.Constant) and place.constant < 0:
        return _python_place(context, builder, kind, place, size)
    short = context.cast(builder, place, kind, types.int32)
    return builder.sext(short, context.get_value_type(types.intp))


def device_function(kernel: Any) -> Any:
    """The kernel as numba-cuda calls it; made once."""
    made: Any = kernel.__dict__.get("on_device")
    if made is None:
        board = isinstance(kernel, _Switchboard)
        made = (_DeviceSwitchboard if board else _DeviceFunction)(kernel.py_func, dict(OPTIONS))
        made.find = getattr(kernel, "find", None)
        kernel.on_device = made
    return made


def keep_calls(modules: Any, rule: Callable[[Sizes, Calls], set[str]]) -> None:
    """Forbid the compiler to inline what, by a rule, would add too much code."""
    functions: dict[str, list[Any]] = collections.defaultdict(list)
    for module in modules:
        for each in module.functions:
            if not each.is_declaration:
                functions[each.name].append(each)
    bodies = {
        name: [each for block in same[0].blocks for each in block.instructions] for name, same in functions.items()
    }
    called = {
        name: [each.callee.name for each in body if isinstance(each, ir.CallInstr) and each.callee.name in bodies]
        for name, body in bodies.items()
    }
    apart = rule({name: len(body) for name, body in bodies.items()}, called)
    for name, same in functions.items():
        for function in same:
            (function.attributes.add if name in apart else function.attributes.discard)("noinline")
            if _in_step.get():
                function.attributes.add("optsize")  # no loop is written out several times


def large(sizes: Sizes, called: Calls) -> set[str]:
    """The functions whose copies would be too large, each looked at by itself.

    >>> large({"main": 50, "twice": 900, "often": 10}, {"main": ["twice", "twice", "often", "often"]})
    {'twice'}
    """
    calls = collections.Counter(itertools.chain(*called.values()))
    return {name for name, size in sizes.items() if size * (calls[name] - 1) > LONGEST_COPY}


def large_with_all(sizes: Sizes, called: Calls) -> set[str]:
    """The functions whose copies, with all that is inlined into them, would be too large.

    If a function is too large only for what it calls, that stays a function instead: a quick test before something rare
    is worth inlining.

    >>> large_with_all({"main": 50, "test": 10, "rare": 9000}, {"main": ["test"] * 9, "test": ["rare"], "rare": []})
    {'rare'}
    """
    calls = collections.Counter(itertools.chain(*called.values()))
    apart: set[str] = set()
    whole: dict[str, int] = {}
    in_order = {name: called[name] for name in sorted(called)}  # the same every time, as modules come in any order
    for name in graphlib.TopologicalSorter(in_order).static_order():  # what is called comes first
        most = LONGEST_IN_STEP / max(calls[name] - 1, 1e-9)
        inlined = collections.Counter(each for each in called[name] if each not in apart)
        parts = {each: whole[each] * times for each, times in inlined.items()}
        whole[name] = sizes[name] + sum(parts.values())
        if sizes[name] > most:
            apart.add(name)
        for each in sorted(parts, key=parts.__getitem__, reverse=True):
            if whole[name] > most and name not in apart:
                apart.add(each)
                whole[name] -= parts[each]
    return apart


def processors() -> int:
    """How many processors the GPU has, each of which runs one or several blocks at a time; the simulator has one."""
    return getattr(cuda.get_current_device(), "MULTIPROCESSOR_COUNT", 1)


def launcher(function: Any, fractions: bool = False, in_step: bool = False, registers: int = REGISTERS) -> Any:
    """Compile `function` to be started on many threads of the GPU: `launcher(function)[blocks, threads](...)`.

    Where `fractions` matter they must come out as on the processor; the optimiser that runs when all is put together
    does not promise that, so it is used only without. `in_step` says that the threads of a block do the same at a time.
    """
    if not COMPILED:
        return cuda.jit(function)
    options = {**OPTIONS, "device": False, "max_registers": registers}
    made = _Launcher(function, {**options, "lto": not fractions and _HAS_LINKER})
    made.in_step = in_step
    keep_compiled(made, function)
    return made
