# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Records in kernels: copied as bytes and read as words, which Numba does field by field.

Like `numba_hooks.py`, this module relies on private parts of the tested versions.
"""

from __future__ import annotations

import functools
import hashlib
import math
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import numba
from numba import types
from numba.extending import intrinsic, overload

from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from llvmlite import ir
    from numba.core import cgutils
    from numba.core.cpu import CPUContext

    from .numba_patches import replaced

WORDS = 8  # of a record that a GPU copies at a time


def name_records_by_content() -> AbstractContextManager[None]:
    """Let the names of compiled functions tell record types apart by what is in them.

    Numba numbers the types of each process. Functions from the cache that two processes compiled for different records
    can then have the same name, and the one that is loaded first is called in place of the other. Relies on: the name
    of a function is made of `mangling_args` of its arguments.
    """
    known: dict[int, tuple[Any, int]] = {}  # with the type, which keeps its id from being used again

    def mangling_args(self: Any) -> tuple[str, tuple[int]]:
        if id(self) not in known:
            digest = hashlib.blake2b(repr(self).encode(), digest_size=8).digest()
            known[id(self)] = self, int.from_bytes(digest)
        return "Record", (known[id(self)][1],)

    return replaced(types.Record, "mangling_args", property(mangling_args))


def copy_bytes_in_kernels(copy: Callable[[Any, Any], None], span: Callable[[Any], tuple[int, int]]) -> None:
    """Compile `copy(target, source)`, for two records of one type, as a copy of the bytes in `span(type)`.

    Numba copies field by field, element by element. Relies on: a record is a pointer to its bytes; `cgutils`.
    """

    @intrinsic
    def copy_bytes(typing_context, target, source):
        return types.void(target, source), functools.partial(_copy_bytes, *span(source), _alignment(source))

    @overload(copy)
    def compiled(target, source):
        if isinstance(target, types.Record) and target == source:
            return lambda target, source: copy_bytes(target, source)  # type: ignore[call-arg]
        return None


def read_words_in_kernels(word: Callable[[Any, int], Any]) -> None:
    """Compile `word(record, k)` as reading the 64 bits that begin at byte 8 k of a record.

    Relies on: a record is a pointer to its bytes; `cgutils`.
    """

    @intrinsic
    def load(typing_context, record, k):
        return types.uint64(record, types.int64), _load_word

    @overload(word)
    def compiled(record, k):
        return (lambda record, k: load(record, k)) if isinstance(record, types.Record) else None  # type: ignore[call-arg]


def _alignment(kind: Any) -> int:
    """Return how a type is aligned in a record."""
    if isinstance(kind, types.Record):
        return max(_alignment(field.type) for field in kind.fields.values()) if kind.aligned else 1
    if isinstance(kind, types.NestedArray):
        return _alignment(kind.dtype)
    return 1 if isinstance(kind, types.Boolean) else min(WORDS, int(kind.bitwidth) // 8)


def _load_word(context: Any, builder: Any, signature: Any, values: Any) -> Any:
    record, k = values
    words = builder.bitcast(record, ir.IntType(64).as_pointer())
    return builder.load(builder.gep(words, [k]))


def _copy_bytes(start: int, stop: int, alignment: int, context: Any, builder: Any, signature: Any, values: Any) -> Any:
    there, here = (cgutils.pointer_add(builder, each, start) for each in values)
    size = stop - start
    if isinstance(context, CPUContext):
        cgutils.raw_memcpy(builder, there, here, context.get_constant(types.intp, size), 1)
    else:  # a GPU would copy byte by byte
        length = math.gcd(alignment, start)
        words, left = divmod(size, length)
        _copy_words(builder, 8 * length, there, here, 0, words)
        _copy_words(builder, 8, there, here, words * length, left)
    return context.get_dummy_value()


def _copy_words(builder: Any, bits: int, there: Any, here: Any, first: int, count: int) -> None:
    """Copy words of `bits` bits, several at a time to let their loads overlap."""
    there, here = (builder.bitcast(each, ir.IntType(bits).as_pointer()) for each in (there, here))
    rounds, rest = divmod(count, WORDS)

    def copy(start: Any, count: int) -> None:
        indices = [builder.add(start, start.type(k)) for k in range(count)]
        words = [builder.load(builder.gep(here, [index])) for index in indices]
        for index, word in zip(indices, words, strict=True):
            builder.store(word, builder.gep(there, [index]))

    integer = ir.IntType(64)
    with cgutils.for_range(builder, integer(rounds)) as loop:
        copy(builder.add(integer(first), builder.mul(loop.index, integer(WORDS))), WORDS)
    copy(integer(first + rounds * WORDS), rest)
