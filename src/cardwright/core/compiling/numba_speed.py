"""What makes Numba compile faster: its own Python code takes three quarters of the time that people wait.

Each function changes how Numba works something out, never the result. Like `numba_hooks.py`, which calls them, this
module relies on private parts of the tested versions.
"""

from __future__ import annotations

import contextlib
import enum
import gc
from collections import Counter
from collections.abc import Iterator
from typing import Any

from llvmlite.binding import ffi
from numba.core import ir
from numba.core.compiler import Compiler, DefaultPassBuilder
from numba.core.compiler_machinery import FunctionPass, register_pass
from numba.core.ir_utils import build_definitions
from numba.core.postproc import PostProcessor, VariableLifetime
from numba.core.targetconfig import ConfigStack, TargetConfig
from numba.core.transforms import canonicalize_cfg
from numba.core.types.functions import BaseFunction
from numba.core.untyped_passes import IRProcessing


def _patch(owner: Any, **methods: Any) -> None:
    for name, method in methods.items():
        setattr(owner, name, method)


@contextlib.contextmanager
def no_garbage_collection() -> Iterator[None]:
    """Let Python collect no garbage for a while: compiling makes many objects that live on, and few cycles."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def remember_text(kind: Any) -> None:
    """Let objects of a class whose text never changes work it out only once.

    The text of a record type lists all its fields, and compiling asks for it again and again: an eighth of the time.
    """
    text_of = kind.__repr__

    def remembered(self: Any) -> str:
        if "_text" not in vars(self):
            vars(self)["_text"] = text_of(self)
        return str(vars(self)["_text"])

    _patch(kind, __repr__=remembered)


def remember_signatures() -> None:
    """Let functions of Numba's own, such as operators, remember the signature for arguments of certain types.

    Numba tries dozens of candidates for every `+`: a fifth of the time. What is remembered holds for the options of
    the last search only, because candidates are compiled with them. Relies on: a function that gets more candidates
    is replaced by a new object.
    """
    search = BaseFunction.get_call_type

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        known = vars(self).setdefault("_known_signatures", {})
        options, key = ConfigStack.top_or_none(), (context, args, tuple(kws.items()))
        before, signature = known.get(key, (None, None))
        if signature is None or before != options:
            signature = search(self, context, args, kws)
            known[key] = options and options.copy(), signature
        return signature

    _patch(BaseFunction, get_call_type=remembered)


def compare_options_quickly() -> None:
    """Compare compiler options by the values that were set, then by the defaults; all share one hash."""
    compare = TargetConfig.__eq__

    def equal(self: Any, other: Any) -> Any:
        same = self is other or (isinstance(other, TargetConfig) and self._values == other._values)
        return same or compare(self, other)

    _patch(TargetConfig, __eq__=equal, __hash__=lambda self: hash(type(self)))


def list_variables_quickly() -> None:
    """List the variables of an instruction without asking about every word and number whether it is one."""
    plain = (str, int, bool, type(None), ir.Loc, ir.Scope)
    containers = (list, tuple)

    def variables_in(self: Any, value: Any) -> list[Any]:
        found: list[Any] = []
        collect(value, found)
        return found

    def collect(value: Any, found: list[Any]) -> None:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind in plain:
            pass
        elif kind is dict:
            for each in value.values():
                collect(each, found)
        elif kind in containers:
            for each in value:
                collect(each, found)
        elif isinstance(value, ir.Inst):
            found.extend(value.list_vars())

    _patch(ir.Inst, _rec_list_vars=variables_in)


def share_variables() -> None:
    """Let copies of a function that is inlined share its variables and source lines, which never change.

    Copying a variable copies its scope and with it every other variable, again for each block.
    """

    def itself(self: Any, memo: dict[int, Any]) -> Any:
        return self

    for kind in (ir.Var, ir.Loc):
        _patch(kind, __deepcopy__=itself)


def find_live_variables_once() -> None:
    """Find out which variables are live at the start of each block only when code is about to be generated.

    Numba does so after each of ten passes, but only generators and object mode need to know. Relies on: the last pass
    before code is generated is the one that marks where variables end.
    """
    process = PostProcessor.run

    def quickly(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator:
            process(self, emit_dels, extend_lifetimes)
            return
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)
        function.generator_info = None

    _patch(PostProcessor, run=quickly)


def announce_no_calls() -> None:
    """Call LLVM without telling Numba's listeners about each of fifty thousand calls."""
    ffi.lib._lock._cblist.clear()


NO_CODE: list[Any] = []  # functions whose calls kernels leave out


@register_pass(mutates_CFG=False, analysis_only=False)
class Simplify(FunctionPass):
    """Leaves out of a kernel what needs no code, before its types are worked out.

    Calls of functions in `NO_CODE` go, and their arguments are not evaluated. A member of an enumeration of integers
    becomes that integer.
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


def _names_read(statement: Any) -> list[str]:
    value = statement.value if isinstance(statement, ir.Assign) else statement
    return [each.name for each in value.list_vars()] if isinstance(value, ir.Inst) else [getattr(value, "name", "")]


def _drop_unused(block: Any, known: dict[str, Any], uses: Counter[str]) -> int:
    """Drop calls that need no code, the values that only these calls use, and unused enumerations."""
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


class QuickCompiler(Compiler):
    """Numba's compiler with the pass `Simplify`."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(Simplify, IRProcessing)
        passes.finalize()
        return [passes]
