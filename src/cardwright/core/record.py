"""A game in progress is one record: a fixed-size NumPy structured scalar. Copying a game is copying bytes."""

from __future__ import annotations

import functools
import math
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.core.cpu import CPUContext
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype

from .jit import PACKAGE, rooms_reached, source_hash

LARGEST = 4096
STREAMS = 4  # of random numbers, in every record
WORDS = 8  # of a record that are copied at a time

HEAD: list[tuple[Any, ...]] = [
    ("rng", np.uint64, (STREAMS,)),  # the streams of random numbers, see random.py
    ("turn", np.int32),  # the turn being played, from 1
    ("fault", np.int32),  # 0, or why the rules could not go on (a `Fault`)
]


def struct(fields: list[tuple[Any, ...]]) -> np.dtype:
    """Return a record type whose fields are read as attributes, compiled or not.

    >>> point = struct([("x", np.int32), ("y", np.int32)])
    >>> points = np.zeros(2, point)
    >>> points[0].x = 3
    >>> int(points["x"].sum())
    3
    """
    taken = [name for name, *_ in fields if hasattr(np.record, name)]
    if taken:
        raise ValueError(f"a NumPy record already has an attribute {taken[0]!r}; choose another name for the field")
    return np.dtype((np.record, np.dtype(fields, align=True)))


NO_RULES = np.zeros(1, np.dtype([("none", np.uint8)]))  # for games whose rules are all in their verbs


def game_record(name: str, fields: list[tuple[Any, ...]], module: str) -> np.dtype:
    """Return the record type of a game: the common fields, its own `fields`, and a marker.

    Pass `__name__` as `module`. The marker is a field named after the game and a hash of its sources. It makes the type
    unique, so that verbs can be found by it, and it invalidates code compiled for an older version of the game.
    """
    dtype = struct([*HEAD, *fields, (f"{name}_{_sources_of(module)}", np.uint8)])
    if dtype.itemsize > LARGEST:
        raise ValueError(f"the record of {name} has {dtype.itemsize} bytes; at most {LARGEST} are allowed")
    return dtype


def _sources_of(module: str) -> str:
    """Return a hash of a game's sources: its room and what that imports, or the whole package it comes from."""
    package = sys.modules[module.partition(".")[0]]
    folder = Path(next(iter(getattr(package, "__path__", None) or [package.__file__ or __file__]))).resolve()
    if folder == PACKAGE:
        return source_hash(*rooms_reached(PACKAGE / module.split(".")[1]))
    return source_hash.__wrapped__(folder)  # not cached: a user's file can be edited and loaded again


def copied(records: np.ndarray) -> np.ndarray:
    """Return a copy byte for byte; NumPy skips the padding between fields, where equal games would then differ."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def copier(first: str | None = None, before: str | None = None) -> Callable[[Any, Any], None]:
    """A function for kernels, `copy(target, source)`, that makes one record equal to another of its type byte for byte.

    It can begin with one field and stop before another, for records with long parts that need no copying.
    """

    def copy(target: Any, source: Any) -> None:
        names = source.dtype.names
        for name in names[names.index(first) if first else 0 : names.index(before) if before else None]:
            target[name] = source[name]

    @intrinsic
    def copy_bytes(typing_context, target, source):
        dtype: Any = as_dtype(source)
        start = dtype.fields[first][1] if first else 0
        stop = dtype.fields[before][1] if before else dtype.itemsize
        return types.void(target, source), functools.partial(_copy_bytes, start, stop, dtype.alignment)

    @overload(copy)
    def compiled(target, source):
        if isinstance(target, types.Record) and target == source:
            return lambda target, source: copy_bytes(target, source)  # type: ignore[call-arg]
        return None

    return copy


def _copy_bytes(start: int, stop: int, alignment: int, context: Any, builder: Any, signature: Any, values: Any) -> Any:
    there, here = (cgutils.pointer_add(builder, each, start) for each in values)
    size = stop - start
    if isinstance(context, CPUContext):
        cgutils.raw_memcpy(builder, there, here, context.get_constant(types.intp, size), 1)
    else:  # a GPU would do that byte by byte
        length = math.gcd(alignment, start)
        words, left = divmod(size, length)
        _copy_words(builder, 8 * length, there, here, 0, words)
        _copy_words(builder, 8, there, here, words * length, left)
    return context.get_dummy_value()


def _copy_words(builder: Any, bits: int, there: Any, here: Any, first: int, count: int) -> None:
    """Copy words of so many bits, several at a time so that none waits for the one before."""
    there, here = (builder.bitcast(each, ir.IntType(bits).as_pointer()) for each in (there, here))
    rounds, rest = divmod(count, WORDS)

    def copy(start: Any, count: int) -> None:
        places = [builder.add(start, start.type(k)) for k in range(count)]
        words = [builder.load(builder.gep(here, [place])) for place in places]
        for place, word in zip(places, words, strict=True):
            builder.store(word, builder.gep(there, [place]))

    place = ir.IntType(64)
    with cgutils.for_range(builder, place(rounds)) as loop:
        copy(builder.add(place(first), builder.mul(loop.index, place(WORDS))), WORDS)
    copy(place(first + rounds * WORDS), rest)


copy_record = copier()
