"""Record types for decks of more cards than an integer has bits: sets of cards are integers of 192 bits there.

They have the same fields as the types for smaller decks. What makes rules into tables, or reads positions, works with
sets as Python's integers: `in_numbers` and `in_words` convert between these and the bytes of records.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.core.compiling.numba_wide import WIDE, in_bytes, read
from cardwright.core.record import struct

LARGER = {63: 162, 64: 256}  # sizes of arrays: cards, and slots of the deck
SMALL = {"play_points", "card_worth", "offered"}  # 64 bits that are no sets of cards
CARDS = {
    "deck_start",
    "deck_size",
    "ordered_bottom",
    "ordered_top",
    "top",
    "bottom",
    "shown",
    "cards_to_put",
    "named_card",
    "using",
    "group_first",
    "group_last",
    "fitting",
    "card_count",
    "face_count",
}  # fields with the number of a card, or a number of cards
MARK = ("wide", np.int64)  # by which kernels tell these types from the others; it aligns them, too


def wide_fields(fields: list[tuple[Any, ...]], sets: Any = WIDE, mark: bool = True) -> list[tuple[Any, ...]]:
    """Return fields of a record with room for a large deck, the sets first, where they are aligned."""
    found = [_wide(*field, sets=sets, mark=mark) for field in fields]
    if not mark:
        return found
    return [MARK, *sorted(found, key=lambda field: not _has_sets(np.dtype(field[1])))]


def _wide(name: str, kind: Any, shape: tuple[int, ...] = (), *, sets: Any, mark: bool) -> tuple[Any, ...]:
    dtype = np.dtype(kind)
    larger = tuple(LARGER.get(size, size) for size in shape)
    if dtype.names:
        return name, wide_struct(dtype, sets, mark), larger
    if dtype == np.int64 and name not in SMALL:
        return name, sets, larger
    return name, np.int16 if dtype == np.int8 and (name in CARDS or larger != shape) else kind, larger


def wide_struct(dtype: np.dtype[Any], sets: Any = WIDE, mark: bool = True) -> np.dtype[Any]:
    """Return a record type with room for a large deck; one without sets of cards stays as it is."""
    fields = [(name, kind.base, kind.shape) for name, (kind, *_) in (dtype.fields or {}).items()]
    if not any(_has_sets(np.dtype(each[1])) for each in wide_fields(fields, WIDE)):
        return dtype
    return struct(wide_fields(fields, sets, mark))


def _has_sets(dtype: np.dtype[Any]) -> bool:
    return dtype.base == WIDE or any(_has_sets(kind) for kind, *_ in (dtype.base.fields or {}).values())


def in_numbers(records: np.ndarray) -> np.ndarray:
    """Return records whose sets of cards are Python's integers; records without sets are returned as they are."""
    if not _has_sets(records.dtype):
        return records
    result = np.zeros(records.shape, _with_objects(records.dtype))
    for name in records.dtype.names or ():
        values = records[name]
        if values.dtype == WIDE:
            result[name] = np.array([*map(read, values.ravel()), None], object)[:-1].reshape(values.shape)
        else:
            result[name] = in_numbers(values) if values.dtype.names else values
    return result


def listed(column: Any) -> Any:
    """Return a field of a record as a number or a list of numbers."""
    if column.dtype != WIDE:
        return column.tolist()
    return [read(each) for each in column] if column.shape else read(column)


def _with_objects(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if dtype.base == WIDE:
        return np.dtype((object, dtype.shape))
    if not dtype.base.names:
        return dtype
    fields = [(name, _with_objects(kind)) for name, (kind, *_) in (dtype.base.fields or {}).items()]
    return np.dtype((struct(fields), dtype.shape))


def in_words(records: np.ndarray, dtype: np.dtype[Any]) -> np.ndarray:
    """Return records of a type with large sets, from those with Python's integers in fields of the same names."""
    result = np.zeros(records.shape, dtype)
    _write(result, records)
    return result


def _bytes_of(sets: np.ndarray) -> np.ndarray:
    """Return sets of cards as bytes; most of those in tables are empty."""
    found = np.zeros(sets.size, WIDE)
    places = np.flatnonzero(sets)
    found[places] = np.frombuffer(b"".join(map(in_bytes, sets.ravel()[places])), WIDE)
    return found.reshape(sets.shape)


def _write(target: np.ndarray, source: np.ndarray) -> None:
    for name in source.dtype.names or ():
        values, place = source[name], target[name]
        if place.dtype == WIDE:
            place[...] = _bytes_of(values)
        elif place.dtype.names and place.dtype != values.dtype:
            _write(place, values)
        else:
            place[...] = values
