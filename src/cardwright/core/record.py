"""A game in progress is one record: a fixed-size NumPy structured scalar. Copying a game is copying bytes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from .compiling.jit import module_hash
from .compiling.numba_records import copy_bytes_in_kernels, read_words_in_kernels
from .quick_records import with_properties

LARGEST = 8192
STREAMS = 4  # of random numbers, in every record

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
    booleans = [name for name, kind, *shape in fields if shape and np.dtype(kind) == np.bool_]
    if booleans:
        raise ValueError(f"Numba cannot compile the field {booleans[0]!r}, an array of booleans; use np.int8")
    return with_properties(np.dtype((np.record, np.dtype(fields, align=True))))


def marked_struct(mark: str, fields: list[tuple[Any, ...]]) -> np.dtype:
    """Return a record type with the same fields as another, which kernels tell from it by a field named `mark`.

    The mark comes first: Numba takes a record that begins with all fields of another for a subtype of it, and warns.

    >>> marked_struct("open", [("x", np.int32)]).names
    ('open', 'x')
    """
    return struct([(mark, np.int64), *fields])


NO_RULES = np.zeros(1, np.dtype([("none", np.uint8)]))  # for games whose rules are all in their verbs


def game_record(name: str, fields: list[tuple[Any, ...]], module: str) -> np.dtype:
    """Return the record type of a game: the common fields, its own `fields`, and a marker.

    Pass `__name__` as `module`. The marker is a field named after the game and a hash of its sources. It makes the type
    unique, so that verbs can be found by it, and it invalidates code compiled for an older version of the game.
    """
    dtype = struct([*HEAD, *fields, (f"{name}_{module_hash(module)}", np.uint8)])
    if dtype.itemsize > LARGEST:
        raise ValueError(f"the record of {name} has {dtype.itemsize} bytes; at most {LARGEST} are allowed")
    return dtype


def copied(records: np.ndarray) -> np.ndarray:
    """Return a copy byte for byte; NumPy skips the padding between fields, where equal games would then differ."""
    return np.frombuffer(bytearray(records.tobytes()), records.dtype)


def in_one_layout(records: np.ndarray) -> np.ndarray:
    """Return records in the layout that all games share, because kernels are compiled anew for each; a copy if need be.

    They are contiguous, aligned and can be written.
    """
    flags = records.flags
    return records if flags.c_contiguous and flags.aligned and flags.writeable else copied(records)


def copier(first: str | None = None, before: str | None = None) -> Callable[[Any, Any], None]:
    """Return a function for kernels, `copy(target, source)`, that copies a record byte for byte to one of its type.

    It copies from the field `first` up to the field `before`, for records with long parts that need no copying.
    """

    def copy(target: Any, source: Any) -> None:
        """Copy a record to another one of its type."""
        names = source.dtype.names
        for name in names[names.index(first) if first else 0 : names.index(before) if before else None]:
            target[name] = source[name]

    def span(kind: Any) -> tuple[int, int]:
        return kind.fields[first].offset if first else 0, kind.fields[before].offset if before else kind.size

    copy_bytes_in_kernels(copy, span)
    return copy


copy_record = copier()


def word(record: Any, k: int) -> Any:
    """Return the k-th 64 bits of a record; the first `STREAMS` of them are its random streams."""
    return np.frombuffer(record.tobytes(), np.uint64, 1, 8 * k)[0]


read_words_in_kernels(word)
