"""Every private part of numba-cuda that Cardwright relies on, each with its reason; imported only to compile for a GPU.

numba-cuda compiles a kernel of the CPU as a device function when a GPU kernel calls it. The hooks tell it what it
does not know about Cardwright's kernels.
"""

from __future__ import annotations

import collections
import contextlib
import functools
from collections.abc import Callable, Iterator
from contextvars import ContextVar
from importlib.metadata import version
from typing import Any

from llvmlite import ir
from numba import types
from numba.core.compiler_lock import global_compiler_lock

from . import numba_speed
from .inlining import Calls, Sizes, large, large_with_callees
from .numba_hooks import CardwrightDispatcher, SwitchboardDispatcher, index_rule, widened
from .numba_patches import Patches, replaced
from .numba_versions import private_parts

with private_parts("numba-cuda", version("numba-cuda")):
    from numba.cuda import codegen
    from numba.cuda.cudadrv import driver, nvvm
    from numba.cuda.dispatcher import CUDADispatcher
    from numba.cuda.np import arrayobj
    from numba.cuda.typing import enumdecl
    from numba.cuda.typing.templates import AttributeTemplate

    HAS_LINKER: bool = driver._have_nvjitlink()  # type: ignore[attr-defined]  # needed to optimise while linking

OPTIONS = {"device": True, "debug": False, "opt": True}

_in_step: ContextVar[bool] = ContextVar("in_step", default=False)
# half the bits: `s.cards[j].kind` takes a third of the instructions
_short_indices = index_rule(arrayobj, types.int32, lambda context: True)
PATCHES = Patches(numba_speed.remember_text, numba_speed.remember_signatures)


class DeviceFunction(CUDADispatcher):
    """A kernel as a function on the GPU: compiled once for all widths of integers, with calls where copies are long.

    Relies on: the types of a call pass through `get_call_template`, and `fold_argument_types` puts them into the
    function's order, as on the CPU; `compile_device` returns a library whose `modules` are not compiled further before
    the launcher is.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Resolve a call in another kernel."""
        _, folded = self.fold_argument_types(args, kws)
        return super().get_call_template(tuple(map(widened, folded)), {})

    def compile_device(self, args: Any, return_type: Any = None) -> Any:
        """Compile for one signature."""
        new = args not in self.overloads
        with global_compiler_lock, PATCHES:
            result = super().compile_device(args, return_type)
        if new and not _in_step.get():
            _keep_calls(result.library.modules, large)
        return result


class DeviceSwitchboard(CUDADispatcher):
    """A name that stands for several kernels, on the GPU. Relies on: `get_call_template` and `get_overload`."""

    board: Any  # the `SwitchboardDispatcher` of the CPU

    def _found(self, types: Any) -> Any:
        return device_function(self.board.find(self.py_func.__name__, types[self.board.by]))

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Resolve a call in a kernel."""
        return self._found(args).get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        """Return the compiled code for one signature."""
        return self._found(sig).get_overload(sig)


def device_function(kernel: Any) -> Any:
    """Return a kernel as numba-cuda calls it; made once."""
    made: Any = kernel.__dict__.get("on_device")
    if made is None:
        if isinstance(kernel, SwitchboardDispatcher):
            made = DeviceSwitchboard(kernel.py_func, dict(OPTIONS))
            made.board = kernel
        else:
            made = DeviceFunction(kernel.py_func, dict(OPTIONS))
        kernel.on_device = made
    return made


# numba-cuda looks up `function.__dispatcher` in its class CUDATypingContext, where Python mangles that name
setattr(CardwrightDispatcher, "_CUDATypingContext__dispatcher", property(device_function))  # noqa: B010


class Launcher(CUDADispatcher):
    """A GPU kernel that Python launches.

    A product is rounded before it is added, as on the CPU. Functions that numba-cuda keeps for all kernels may have
    short indices in here, so they are kept apart. Relies on: `nvvm.compile_ir` accepts `fma`; `cached_internal_func`.
    """

    in_step = False

    def compile(self, sig: Any) -> Any:
        """Compile for one signature."""
        in_step = compiling_in_step() if self.in_step else contextlib.nullcontext()
        with global_compiler_lock, PATCHES, in_step:
            as_on_cpu = replaced(nvvm, "compile_ir", functools.partial(nvvm.compile_ir, fma=False))
            apart: Any = replaced(self.targetctx, "cached_internal_func", {})
            with as_on_cpu, apart:
                return super().compile(sig)


def launcher(function: Any, fractions: bool, in_step: bool, registers: int) -> Launcher:
    """Return `function` as a GPU kernel, not yet compiled; see `gpu.launcher`."""
    options = {**OPTIONS, "device": False, "max_registers": registers, "lto": not fractions and HAS_LINKER}
    made = Launcher(function, options)
    made.in_step = in_step
    return made


@enumdecl.infer_getattr
class EnumMembers(AttributeTemplate):  # type: ignore[misc, unused-ignore]
    """Members of an IntEnum, as integers: they can then be array indices. Other code on the GPU keeps its rule.

    Relies on: templates for attributes are registered by `enumdecl.infer_getattr`, and one that returns None leaves the
    attribute to the next.
    """

    key = types.IntEnumClass

    def generic_resolve(self, kind: Any, name: str) -> Any:
        """Return the type of a member."""
        return kind.dtype if PATCHES.in_force() and name in kind.instance_class.__members__ else None


@contextlib.contextmanager
def compiling_in_step() -> Iterator[None]:
    """Compile for threads that run in step: longer code, shorter indices.

    Relies on: `CUDACodeLibrary.finalize` is called once all functions are in `modules`.
    """
    finalize = codegen.CUDACodeLibrary.finalize

    def finalize_library(library: Any) -> None:
        _keep_calls(library.modules, large_with_callees)
        finalize(library)

    token = _in_step.set(True)
    try:
        with _short_indices(), replaced(codegen.CUDACodeLibrary, "finalize", finalize_library):
            yield
    finally:
        _in_step.reset(token)


def _keep_calls(modules: Any, rule: Callable[[Sizes, Calls], set[str]]) -> None:
    """Forbid the compiler to inline the functions that a rule of inlining.py names."""
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
                function.attributes.add("optsize")  # loops are not unrolled
