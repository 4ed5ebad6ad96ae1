"""The compiler passes that make a kernel of a function: they simplify it first, and mark the code generated for it.

Like `numba_hooks.py`, this module relies on private parts of the tested versions.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from numba.core import ir
    from numba.core.compiler import Compiler, DefaultPassBuilder
    from numba.core.compiler_machinery import FunctionPass, register_pass
    from numba.core.ir_utils import build_definitions
    from numba.core.lowering import Lower
    from numba.core.typed_passes import BaseNativeLowering, NativeLowering
    from numba.core.untyped_passes import IRProcessing

_NUMBA = str(Path(numba.__file__).parent)
NO_CODE: list[Any] = []  # functions whose calls kernels leave out
SETTLED: list[tuple[Any, Callable[[Any], bool]]] = []  # functions whose answer follows from the type of an argument


@register_pass(mutates_CFG=False, analysis_only=False)
class Simplify(FunctionPass):
    """Leaves out of a kernel what needs no code, before its types are worked out.

    Calls of functions in `NO_CODE` go, and their arguments are not evaluated. A member of an enumeration of integers
    becomes that integer, and a call of a function in `SETTLED` its answer, so that a later pass of Numba leaves out the
    branches that are never taken.
    """

    _name = "cardwright_simplify"

    def __init__(self) -> None:
        FunctionPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Simplify a function, and return whether it changed."""
        blocks = state.func_ir.blocks.values()
        assignments = [each for block in blocks for each in block.find_insts(ir.Assign)]
        known = {each.target.name: each.value.value for each in assignments if isinstance(each.value, _CONSTANTS)}
        uses = Counter(name for block in blocks for each in block.body for name in _names_read(each))
        done = 0
        arguments = {each.target.name: each.value.index for each in assignments if isinstance(each.value, ir.Arg)}
        for each in assignments:
            answer = _answer(each.value, known, {name: state.args[index] for name, index in arguments.items()})
            if answer is not None:
                uses.subtract(_names_read(each))
                each.value = ir.Const(answer, each.value.loc)
                done += 1
        for each in assignments:
            member = _member(each.value, known)
            if member is not None:
                uses[each.value.value.name] -= 1
                known[each.target.name] = member
                each.value = ir.Const(int(member), each.value.loc)
                done += 1
        for block in blocks:
            done += _drop_unused(block, known, uses)
        if done:
            state.func_ir._definitions = build_definitions(state.func_ir.blocks)
        return done > 0


_CONSTANTS = (ir.Global, ir.FreeVar)


def _member(value: Any, known: dict[str, Any]) -> Any:
    """Return the member of an enumeration of integers that an expression names, also with `.value`; otherwise None."""
    owner = known.get(value.value.name) if isinstance(value, ir.Expr) and value.op == "getattr" else None
    if isinstance(owner, enum.Enum) and isinstance(owner, int) and value.attr == "value":
        return owner
    if isinstance(owner, enum.EnumType) and issubclass(owner, int):
        return owner.__members__.get(value.attr)  # type: ignore[attr-defined]
    return None


def _answer(value: Any, known: dict[str, Any], arguments: dict[str, Any]) -> bool | None:
    """Return the answer of a settled function that is called with an argument of the kernel; otherwise None."""
    if not isinstance(value, ir.Expr) or value.op != "call" or not value.args or value.args[0].name not in arguments:
        return None
    called = known.get(value.func.name)
    return next((decide(arguments[value.args[0].name]) for each, decide in SETTLED if called is each), None)


def _names_read(statement: Any) -> list[str]:
    value = statement.value if isinstance(statement, ir.Assign) else statement
    return [each.name for each in value.list_vars()] if isinstance(value, ir.Inst) else [getattr(value, "name", "")]


def _drop_unused(block: Any, known: dict[str, Any], uses: Counter[str]) -> int:
    """Drop calls that need no code, what only their arguments needed, and enumerations that nothing needs any more."""
    dropped = []
    freed: set[str] = set()
    for each in reversed(block.body):
        if isinstance(each, ir.Assign) and not uses[each.target.name]:
            name = each.target.name
            if name in freed or _needs_no_code(each.value, known) or isinstance(known.get(name), enum.EnumType):
                names = _names_read(each)
                uses.subtract(names)
                freed.update(each for each in names if each.startswith("$"))
                dropped.append(each)
    gone = set(map(id, dropped))
    block.body = [each for each in block.body if id(each) not in gone]
    return len(dropped)


def _needs_no_code(value: Any, known: dict[str, Any]) -> bool:
    called = known.get(value.func.name) if isinstance(value, ir.Expr) and value.op == "call" else None
    return any(called is each for each in NO_CODE)


class KernelLower(Lower):
    """Generates the code of a kernel, and marks the context so that array indices count from the start in it.

    Functions that Numba adds to many kernels are compiled once and kept in the context. Those that a kernel was
    compiled with stay apart, because they may not count references. Relies on: the context is a copy for this function.
    """

    def init(self) -> None:
        """Mark the context before any code is generated."""
        super().init()
        self.context.kernel = self.fndesc
        self.context.cached_internal_func = _internal_functions[bool(self.flags.nrt)]
        self.context.statement = self.func_ir.loc

    def lower_inst(self, inst: Any) -> None:
        """Note where a statement stands, for the errors of bounds checks."""
        if not inst.loc.filename.startswith(_NUMBA):  # else it is a part of a statement of the kernel
            self.context.statement = inst.loc
        super().lower_inst(inst)


_internal_functions: dict[bool, dict[Any, Any]] = {True: {}, False: {}}


def is_kernel(context: Any) -> bool:
    """Return whether the function that code is generated for is a kernel, rather than one that it calls."""
    kernel = getattr(context, "kernel", None)
    return kernel is not None and kernel is context.fndesc


@register_pass(mutates_CFG=True, analysis_only=False)
class KernelLowering(BaseNativeLowering):
    """Numba's pass that generates code, with `KernelLower`."""

    _name = "cardwright_lowering"  # type: ignore[assignment]

    @property
    def lowering_class(self) -> type[KernelLower]:
        """Return what generates the code."""
        return KernelLower


class KernelCompiler(Compiler):
    """Numba's compiler with the passes of this module."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(Simplify, IRProcessing)
        passes.passes = [(KernelLowering if each is NativeLowering else each, about) for each, about in passes.passes]
        passes.finalize()
        return [passes]
