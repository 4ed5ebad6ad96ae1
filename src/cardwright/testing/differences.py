"""Where two records or two pieces of plain data differ, for messages."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class Difference(NamedTuple):
    """The first thing in which two values differ, and what it is in each."""

    where: str  # such as "hands.P1[2]"; empty if the values are no collections
    one: Any
    other: Any


def record_data(record: Any) -> Any:
    """Return a record as plain data.

    >>> import numpy as np
    >>> record_data(np.zeros((), [("turn", np.int32), ("bet", np.int8, (2,))])[()])
    {'turn': 0, 'bet': [0, 0]}
    """
    if not record.dtype.names:
        return record.tolist()
    if getattr(record, "shape", ()):
        return [record_data(each) for each in record]
    return {name: record_data(record[name]) for name in record.dtype.names}


def data_difference(one: Any, other: Any) -> Difference | None:
    """Return the first thing in which two pieces of plain data differ, or None.

    >>> data_difference({"hands": [1, None]}, {"hands": [1, 2]})
    Difference(where='hands[1]', one=None, other=2)
    """
    return next(_differences(one, other, ""), None)


def _differences(one: Any, other: Any, where: str) -> Iterator[Difference]:
    if isinstance(one, dict) and isinstance(other, dict) and list(one) == list(other):
        for name in one:
            yield from _differences(one[name], other[name], f"{where}.{name}" if where else str(name))
    elif isinstance(one, list | tuple) and isinstance(other, list | tuple) and len(one) == len(other):
        for index, pair in enumerate(zip(one, other, strict=True)):
            yield from _differences(*pair, f"{where}[{index}]")
    elif one != other and (one == one or other == other):  # two that are no numbers are the same
        yield Difference(where, one, other)


def leaves(data: Any, where: str = "") -> Iterator[tuple[str, Any]]:
    """Return the numbers and texts in a piece of plain data, and how long its lists are, each with its path.

    >>> list(leaves({"hands": [1, None]}))
    [('the length of hands', 2), ('hands[0]', 1), ('hands[1]', None)]
    """
    if isinstance(data, dict):
        for name, each in data.items():
            yield from leaves(each, f"{where}.{name}" if where else str(name))
    elif isinstance(data, list | tuple):
        yield f"the length of {where}", len(data)
        for index, each in enumerate(data):
            yield from leaves(each, f"{where}[{index}]")
    else:
        yield where, data
