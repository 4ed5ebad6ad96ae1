"""A game in progress is one record: a fixed-size NumPy structured scalar. Copying a game is copying bytes."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic, overload
from numba.np.numpy_support import as_dtype

from .jit import PACKAGE, rooms_reached, source_hash

LARGEST = 4096
STREAMS = 4

HEAD: list[tuple[Any, ...]] = [
    ("rng", np.uint64, (STREAMS,)),  # the streams of random numbers, see random.py
    ("turn", np.int32),  # the turn being played, from 1
    ("fault", np.int32),  # 0, or why the rules could not go on (a `Fault`)
]


def struct(fields: list[tuple[Any, ...]]) -> np.dtype:
    """A record type whose fields are read as attributes, compiled or not.

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


def game_record(name: str, fields: list[tuple[Any, ...]], module: str) -> np.dtype:
    """The record type of a game: the common head, its own `fields`, and a mark.

    The mark is a field named after the game and the sources it is made from. It makes every game's type
    its own, so that verbs are found by it, and makes code compiled for an older version of a game unfindable.
    """
    dtype = struct([*HEAD, *fields, (f"{name}_{_sources_of(module)}", np.uint8)])
    if dtype.itemsize > LARGEST:
        raise ValueError(f"the record of {name} has {dtype.itemsize} bytes; at most {LARGEST} are allowed")
    return dtype


def _sources_of(module: str) -> str:
    """The hash of the sources of a game: of its room and what that imports, or of the whole of another package."""
    package = sys.modules[module.partition(".")[0]]
    folder = Path(next(iter(getattr(package, "__path__", None) or [package.__file__ or __file__]))).resolve()
    if folder == PACKAGE:
        return source_hash(*rooms_reached(PACKAGE / module.split(".")[1]))
    return source_hash(folder)


def copied(records: np.ndarray) -> np.ndarray:
    """A copy byte for byte; NumPy's own leaves out the gaps between fields, and equal games would differ there."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def copy_record(target: Any, source: Any) -> None:
    """Make one record equal to another of its type, byte for byte, inside kernels too."""
    for name in source.dtype.names:
        target[name] = source[name]


@intrinsic
def _copy_bytes(typing_context, target, source):
    def generate(context, builder, signature, values):
        record = signature.args[1]
        size = context.get_constant(types.intp, record.size)
        cgutils.raw_memcpy(builder, values[0], values[1], size, 1, align=as_dtype(record).alignment)
        return context.get_dummy_value()

    return types.void(target, source), generate


@overload(copy_record)
def _copy_record(target, source):
    if isinstance(target, types.Record) and target == source:
        return lambda target, source: _copy_bytes(target, source)  # type: ignore[call-arg]
    return None
