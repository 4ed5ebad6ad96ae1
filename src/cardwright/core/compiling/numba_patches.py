"""How Cardwright replaces parts of Numba: only while one of its own kernels compiles, and never for other code."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import numba

from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from numba.core.compiler_lock import global_compiler_lock

Patch = Callable[[], AbstractContextManager[None]]


@contextlib.contextmanager
def replaced(owner: Any, name: str, value: Any) -> Iterator[None]:
    """Set an attribute of a module, class or object for a while, and restore the very same object afterwards."""
    own = name in vars(owner)
    before = vars(owner)[name] if own else None
    setattr(owner, name, value)
    try:
        yield
    finally:
        if own:
            setattr(owner, name, before)
        else:
            delattr(owner, name)


class Patches:
    """Context managers that replace parts of Numba while a kernel for one target compiles.

    Compiling a kernel compiles the kernels it calls, thousands of times. Only the outermost `with` replaces anything,
    and its end restores everything, after an error too. The global compiler lock must be held. A thread that does not
    compile can still call what is replaced, so a replacement must return what Numba's own code returns.
    """

    def __init__(self, *patches: Patch):
        self.patches = [*patches]
        self._depth = 0
        self._in_force = contextlib.ExitStack()

    def __enter__(self) -> None:
        if not self._depth:
            with contextlib.ExitStack() as stack:
                for patch in self.patches:
                    stack.enter_context(patch())
                self._in_force = stack.pop_all()
        self._depth += 1

    def __exit__(self, *error: object) -> None:
        self._depth -= 1
        if not self._depth:
            self._in_force.close()

    def in_force(self) -> bool:
        """Return whether this thread compiles a kernel with these patches."""
        return self._depth > 0 and global_compiler_lock.is_locked()
