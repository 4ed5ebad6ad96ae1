"""Bounds checks in kernels: what a violation raises, and that the error names the line.

Like `numba_hooks.py`, which uses this while a kernel compiles, this module relies on private parts of the tested
versions: code generation calls `cgutils.do_boundscheck`.
"""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any

import numba

from ..errors import IndexOutOfBounds
from .numba_passes import is_kernel
from .numba_patches import replaced
from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from numba.core import cgutils


def name_violations() -> AbstractContextManager[None]:
    """Let the bounds checks of kernels name the function and the line; other functions keep Numba's own checks."""
    check = cgutils.do_boundscheck

    def named(context: Any, builder: Any, index: Any, size: Any, axis: Any = None) -> None:
        if not is_kernel(context):
            check(context, builder, index, size, axis)
            return
        where = f"{context.statement.filename}, line {context.statement.line}, in {context.fndesc.qualname}"
        outside = builder.icmp_unsigned(">=", index, size)  # as an unsigned number, one below zero is too large as well
        with cgutils.if_unlikely(builder, outside):
            message = f"{where}: an index is below 0 or beyond the end of an array"
            context.call_conv.return_user_exc(builder, IndexOutOfBounds, (message,))

    return replaced(cgutils, "do_boundscheck", named)
