"""How Numba keeps the code of functions: those that only kernels call stay bitcode until a kernel contains them.

Like `numba_hooks.py`, which compiles functions into these libraries, this module relies on private parts of the tested
versions.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import AbstractContextManager
from typing import Any

import numba

from .numba_patches import replaced
from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from llvmlite.binding import parse_bitcode
    from numba.core.codegen import JITCodeLibrary, JITCPUCodegen

    from .numba_passes import KernelCompiler

INNER = "inner"  # the mark of an `InnerLibrary` in the cache


class InnerLibrary(JITCodeLibrary):
    """The code of a function that only kernels call, as LLVM's bitcode and without the functions it calls.

    Each kernel is linked, optimised and translated into machine code as a whole, together with everything it calls.
    Numba does that for every function on the way too. Relies on: `finalize` is called once; the context asks for a
    pointer only to make an object that names the function.
    """

    has_dynamic_globals = False  # the kernel is asked about those of all functions

    @property
    def codegen(self) -> Any:
        """Where the context registers the function's environment, which has no address before a kernel contains it."""
        return _NoAddresses()

    def finalize(self) -> None:
        """Link nothing."""
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return a null pointer: there is no machine code."""
        return 0

    def alone(self) -> Any:
        """Return the function without those it calls, as a module that can be linked into several others."""
        return super()._get_module_for_linking()

    def _get_module_for_linking(self) -> Any:
        """Return the function with all it calls, for a library that is not ours: that of a user's own function."""
        whole = self.alone().clone()
        for library in _reached(self._linking_libraries):
            whole.link_in(library._get_module_for_linking(), preserve=True)
        return whole

    def serialize_using_object_code(self) -> tuple[str, str, bytes]:
        """Return what the cache keeps: the function with all it calls."""
        return self.name, INNER, self._get_module_for_linking().as_bitcode()


class _NoAddresses:
    def set_env(self, name: str, environment: Any) -> None:
        pass


class _Alone:
    """An `InnerLibrary` as a part of a kernel, which links the functions it calls itself."""

    def __init__(self, library: InnerLibrary):
        self._get_module_for_linking = library.alone
        self._reload_init = library._reload_init


def _reached(libraries: Iterable[Any]) -> list[Any]:
    """Return libraries and the libraries they call, callers first: LLVM links only called functions."""
    seen: set[Any] = set()
    callees_first: list[Any] = []

    def visit(library: Any) -> None:
        if library not in seen:
            seen.add(library)
            for each in library._linking_libraries if isinstance(library, InnerLibrary) else ():
                visit(each)
            callees_first.append(library)

    for each in libraries:
        visit(each)
    return [_Alone(each) if isinstance(each, InnerLibrary) else each for each in reversed(callees_first)]


class CardwrightLibrary(JITCodeLibrary):
    """Numba's library of machine code, which can contain an `InnerLibrary` and read one from the cache."""

    def finalize(self) -> None:
        """Link, optimise and translate."""
        self._linking_libraries = _reached(self._linking_libraries)
        super().finalize()

    @classmethod
    def _unserialize(cls, codegen: Any, state: Any) -> Any:
        name, kind, data = state
        if kind != INNER:
            return super()._unserialize(codegen, state)
        library = InnerLibrary(codegen, name)
        library._final_module = parse_bitcode(data)
        library.finalize()
        return library


def keep_inner_code() -> AbstractContextManager[None]:
    """Let functions that are compiled as parts of a kernel, and those in the cache, use these libraries."""
    return replaced(JITCPUCodegen, "_library_class", CardwrightLibrary)


class InnerCompiler(KernelCompiler):
    """Compiles a function into an `InnerLibrary`. Relies on: lowering makes a library only if there is none yet."""

    def compile_extra(self, func: Any) -> Any:
        """Compile a function from its bytecode."""
        self.state.library = InnerLibrary(self.state.targetctx.codegen(), func.__qualname__)
        return super().compile_extra(func)
