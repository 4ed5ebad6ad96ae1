"""Damages a valid file: its bytes, its words, or its structure."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from cardwright.core.data import to_yaml

ODD: list[Any] = [
    *(None, True, False, 0, -1, 1, 2, 7, 255, 65_536, 2**31, 2**63, -(2**63), 10**30, 0.5, -0.5, 1e308, 1e-300),
    *([], {}, [[]], [None], {"": None}, {1: 2}, {"x": {"x": {}}}, "", " ", "x", "0", "-1", "1e999", "nan", "9" * 50),
    *("not 3", "at least 99999999999", "3 to 1", "P1", "P9", "yes", "*", "1:1:1", "a" * 300, "\x1b[31m", "\u202e"),
    *("{0.__class__}", "f'{x}'", 'f"{1}"', "__import__('os')", "1 + 1", "()", "lambda: 1", "x**99**99", "-" * 99 + "1"),
    *("../../x", "/dev/null", "%s", "[bold]", "$x$", "[x for x in (1,)]", "1 if 2 else 3", "x.y", "x[0]", "'a' 'b'"),
]

Location = tuple[Any, ...]


def damaged(content: str | bytes, value: Any, random: Random, as_json: bool) -> bytes:
    """Return the bytes of a damaged file, made from its content or from the plain data it holds, if it does."""
    if isinstance(content, bytes):
        return _bytes(content, random)
    kinds: list[Callable[[], bytes]] = [lambda: _bytes(content.encode(), random), lambda: _words(content, random)]
    if value is not None:
        structured = lambda: _structure(copy.deepcopy(value), random, as_json)  # noqa: E731
        kinds += [structured] * 3
    return random.choice(kinds)()


def _bytes(content: bytes, random: Random) -> bytes:
    """Flip, insert, remove and repeat bytes, or cut the end off."""
    result = bytearray(content)
    for _ in range(random.choice([1, 1, 2, 5])):
        at = random.randrange(len(result) + 1)
        length = random.choice([1, 1, 3, 20])
        kind = random.randrange(5)
        if kind == 0 and at < len(result):
            result[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            result[at:at] = bytes(random.choice(b"{}[]:,-'\"\n\t %&*!|>#0129.e\\\x00\xff") for _ in range(length))
        elif kind == 2:
            del result[at : at + length]
        elif kind == 3:
            result[at:at] = result[at : at + 10 * length]
        elif random.random() < 0.3:
            del result[at:]
    return bytes(result)


def _words(content: str, random: Random) -> bytes:
    """Replace, remove, repeat and exchange words and lines."""
    parts = re.split(r"(\W+)" if random.random() < 0.7 else r"(\n)", content)
    for _ in range(random.choice([1, 1, 2, 5])):
        one, other = random.randrange(len(parts)), random.randrange(len(parts))
        kind = random.randrange(4)
        if kind == 0:
            odd = random.choice(ODD)
            parts[one] = odd if isinstance(odd, str) else json.dumps(odd)
        elif kind == 1:
            parts[one] = ""
        elif kind == 2:
            parts[one] *= 2
        else:
            parts[one], parts[other] = parts[other], parts[one]
    return "".join(parts).encode("utf-8", "replace")


def _structure(value: Any, random: Random, as_json: bool) -> bytes:
    """Change values, keys and the nesting of plain data."""
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        value = _changed(value, random)
    if as_json:
        return json.dumps(value).encode()
    return to_yaml(value).encode("utf-8", "replace")


def _changed(value: Any, random: Random) -> Any:
    locations = list(_locations(value))
    location = random.choice(locations)
    old = _at(value, location)
    kind = random.randrange(8)
    if kind <= 2 or not location:
        return _with(value, location, copy.deepcopy(random.choice(ODD)))
    if kind == 3:
        return _with(value, location, copy.deepcopy(_at(value, random.choice(locations))))
    if kind == 4:
        return _with(value, location, [old] if random.random() < 0.5 else {"x": old})
    *above, key = location
    parent = _at(value, tuple(above))
    if kind == 5:
        del parent[key]
    elif isinstance(parent, list):
        parent.insert(key, copy.deepcopy(old)) if kind == 6 else random.shuffle(parent)
    else:
        parent[random.choice([1, "", "x", str(key)[:-1], f"{key}s", 10**20])] = parent.pop(key)
    return value


def _locations(value: Any, location: Location = ()) -> Any:
    yield location
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _locations(each, (*location, key))
    elif isinstance(value, list):
        for index, each in enumerate(value):
            yield from _locations(each, (*location, index))


def _at(value: Any, location: Location) -> Any:
    for key in location:
        value = value[key]
    return value


def _with(value: Any, location: Location, new: Any) -> Any:
    if not location:
        return new
    *above, key = location
    _at(value, tuple(above))[key] = new
    return value
