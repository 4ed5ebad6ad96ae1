"""Records that plain Python reads fast: NumPy finds each field of its own ones by a search that fails first.

A record is seen through a type of the same bytes, whose fields are properties. Nobody else meets this type: it has no
name by which other processes could find it.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from .compiling.numba_wide import WIDE, read, written


def quick(value: Any) -> Any:
    """Return arrays of records, records, and tuples with them, as quick ones that share their memory.

    >>> points = np.zeros(2, np.dtype((np.record, [("x", np.int32)])))
    >>> quick(points)[1].x = 3
    >>> int(points[1].x)
    3
    """
    if isinstance(value, np.ndarray | np.void):
        return value.view(_quick_type(value.dtype)) if value.dtype.names else value
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(map(quick, value))
    return value


@functools.cache
def _quick_type(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a type with the same fields at the same places, those of records in it included."""
    if dtype.subdtype is not None:
        kind, shape = dtype.subdtype
        return np.dtype((_quick_type(kind), shape))
    if dtype.fields is None:
        return dtype
    fields = {name: (_quick_type(kind), offset) for name, (kind, offset, *_) in dtype.fields.items()}
    formats, offsets = zip(*fields.values(), strict=True)
    same = np.dtype(
        {"names": list(fields), "formats": formats, "offsets": offsets, "itemsize": dtype.itemsize},
        align=dtype.isalignedstruct,  # Numba tells types apart by it, although NumPy takes them for equal
    )
    properties = {name: _property(name, kind) for name, (kind, *_) in fields.items()}
    return np.dtype((type("record", (np.void,), properties), same))


def with_properties(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a record type whose wide integers are read as Python's; other types are returned as they are.

    >>> from .compiling.numba_wide import WIDE
    >>> sets = np.zeros(1, with_properties(np.dtype((np.record, [("one", WIDE), ("two", WIDE, (2,))]))))
    >>> sets[0].two[1] |= 1 << 100
    >>> sets[0].one, sets[0].two[1] == 1 << 100
    (0, True)
    """
    kinds = {name: kind for name, (kind, *_) in (dtype.fields or {}).items()}
    if not any(has_wide(kind) for kind in kinds.values()):
        return dtype
    properties = {name: _property(name, kind) for name, kind in kinds.items()}
    return np.dtype((type("record", (np.record,), {**properties, "__setattr__": object.__setattr__}), dtype))


def has_wide(kind: np.dtype[Any]) -> bool:
    """Return whether a type is that of wide integers, or a record with some."""
    return kind.base == WIDE or any(has_wide(each) for each, *_ in (kind.base.fields or {}).values())


def _property(name: str, kind: np.dtype[Any]) -> property:
    if kind.base != WIDE:
        return property(operator.itemgetter(name), _writer(name))
    if kind.shape:
        return property(lambda record: _WideArray(record[name]))
    return property(lambda record: read(record[name]), _writer(name, written))


class _WideArray:
    """An array of wide integers in a record, whose items are Python's integers."""

    def __init__(self, items: np.ndarray):
        self.items = items

    def __getitem__(self, index: Any) -> Any:
        item = self.items[index]
        return _WideArray(item) if isinstance(item, np.ndarray) else read(item)

    def __setitem__(self, index: Any, number: int) -> None:
        self.items[index] = written(number)

    def __len__(self) -> int:
        return len(self.items)


def _writer(name: str, convert: Callable[[Any], Any] | None = None) -> Callable[[Any, Any], None]:
    def write(record: Any, value: Any) -> None:
        record[name] = convert(value) if convert else value

    return write
