"""Patches that make Numba compile faster, in force while a kernel compiles (`numba_patches.py`).

Each changes how Numba works something out, never the result. `python benchmarks/compile_ablation.py` measures what each
saves; docs/figures.md has the figures. Like `numba_hooks.py`, this module relies on private parts of the tested
versions.
"""

from __future__ import annotations

import contextlib
import copy
import gc
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import Any

import numba
from numba import types

from .numba_patches import replaced
from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from numba.core import ir
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.postproc import PostProcessor, VariableLifetime
    from numba.core.targetconfig import ConfigStack, TargetConfig
    from numba.core.transforms import canonicalize_cfg
    from numba.core.types.functions import BaseFunction


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


def remember_text() -> AbstractContextManager[None]:
    """Work out the text of each record type once: it lists all fields, and compiling asks for it again and again."""
    text_of = types.Record.__repr__
    known: dict[int, tuple[Any, str]] = {}  # with the type, which keeps its id from being used again

    def remembered(self: Any) -> str:
        if id(self) not in known:
            known[id(self)] = self, text_of(self)
        return known[id(self)][1]

    return replaced(types.Record, "__repr__", remembered)


def remember_signatures() -> AbstractContextManager[None]:
    """Let functions of Numba's own, such as operators, remember the signature for arguments of certain types.

    Numba tries dozens of candidates for every `+`. What is remembered holds for the options of the last search only,
    because candidates are compiled with them, and for one target. Relies on: a function that gets more candidates is
    replaced by a new object; a search also notes in `_impl_keys` what to generate code with, and a search for another
    target overwrites that note.
    """
    search: Any = BaseFunction.get_call_type
    known: dict[int, tuple[Any, dict[Any, Any]]] = {}  # with the function, which keeps its id from being used again

    def remembered(self: Any, context: Any, args: Any, kws: Any) -> Any:
        signatures = known.setdefault(id(self), (self, {}))[1]
        options, key = ConfigStack.top_or_none(), (context, tuple(args), tuple(kws.items()))
        try:
            before, signature, implementation = signatures.get(key, (None, None, None))
        except TypeError:  # an argument that cannot be hashed
            return search(self, context, args, kws)
        if signature is None or before != options:
            signature = search(self, context, args, kws)
            signatures[key] = options and options.copy(), signature, self._impl_keys[signature.args]
        else:
            self._impl_keys[signature.args] = implementation
        return signature

    return replaced(BaseFunction, "get_call_type", remembered)


@contextlib.contextmanager
def compare_options_quickly() -> Iterator[None]:
    """Compare two sets of compiler options by what was set, and only then by the defaults too; hash each class once.

    Relies on: a hash depends on the names of the options only, so all sets of one class have the same.
    """
    compare, hash_of = TargetConfig.__eq__, TargetConfig.__hash__
    hashes: dict[type, int] = {}

    def equal(self: Any, other: Any) -> Any:
        return self is other or (type(self) is type(other) and self._values == other._values) or compare(self, other)

    def hashed(self: Any) -> int:
        if type(self) not in hashes:
            hashes[type(self)] = hash_of(self)
        return hashes[type(self)]

    with replaced(TargetConfig, "__eq__", equal), replaced(TargetConfig, "__hash__", hashed):
        yield


def list_variables_quickly() -> AbstractContextManager[None]:
    """List the variables of an instruction without asking about every word and number whether it is one."""
    list_in = ir.Inst._rec_list_vars
    plain = {str, int, bool, type(None), ir.Loc, ir.Scope}

    def variables_in(self: Any, value: Any) -> list[Any]:
        found: list[Any] = []
        collect(self, value, found)
        return found

    def collect(self: Any, value: Any, found: list[Any]) -> None:
        kind = type(value)
        if kind is ir.Var:
            found.append(value)
        elif kind is dict:
            for each in value.values():
                collect(self, each, found)
        elif kind is list or kind is tuple:
            for each in value:
                collect(self, each, found)
        elif kind not in plain:
            found.extend(list_in(self, value))

    return replaced(ir.Inst, "_rec_list_vars", variables_in)


@contextlib.contextmanager
def share_variables() -> Iterator[None]:
    """Let copies of a function that is inlined share its variables and source lines, which never change.

    Numba copies each block by itself, and with it the scope and every variable of the function. That takes seconds for
    a large function.
    """
    copy_of = ir.Var.__deepcopy__

    def shared(self: Any, memo: dict[int, Any]) -> Any:
        return self if global_compiler_lock.is_locked() else copy_of(self, memo)

    def copy_map(self: Any, memo: dict[int, Any]) -> Any:
        memo[id(self)] = copied = ir.VarMap()
        copied._con = self._con.copy() if global_compiler_lock.is_locked() else copy.deepcopy(self._con, memo)
        return copied

    with (
        replaced(ir.Var, "__deepcopy__", shared),
        replaced(ir.VarMap, "__deepcopy__", copy_map),
        replaced(ir.Loc, "__deepcopy__", lambda self, memo: self),
    ):
        yield


def find_live_variables_once() -> AbstractContextManager[None]:
    """Find out which variables are live at the start of each block only when code is about to be generated.

    Numba does so after each of ten passes, but only generators and object mode need to know. Relies on: the last pass
    before code is generated is the one that marks where variables end.
    """
    process = PostProcessor.run

    def quickly(self: Any, emit_dels: bool = False, extend_lifetimes: bool = False) -> None:
        function = self.func_ir
        if emit_dels or function.is_generator or not global_compiler_lock.is_locked():
            process(self, emit_dels, extend_lifetimes)
            return
        function.blocks = canonicalize_cfg(function.blocks)
        function.variable_lifetime = VariableLifetime(function.blocks)
        function.generator_info = None

    return replaced(PostProcessor, "run", quickly)


PATCHES = (
    remember_text,
    remember_signatures,
    compare_options_quickly,
    list_variables_quickly,
    share_variables,
    find_live_variables_once,
    no_garbage_collection,
)
