"""JSON and YAML from anybody as plain data, with the line of every value.

Nothing is executed. Numbers are those of YAML 1.2: `1:30` is text and `010` is ten. `yes`, `no`, `on` and `off` are
booleans, but words where they are keys. Anchors are refused, because a kilobyte of them can expand to a gigabyte, and
so are tags, directives and a second document. A key must not appear twice.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

import yaml

from .errors import BadData

DEEPEST = 60
MOST_VALUES = 50_000  # in a YAML file, whose parser takes some 20 microseconds for each
MOST_MEMORY = 512 * 1024 * 1024  # bytes that the values of a JSON text may take, as `check_memory` estimates them
LONGEST_INTEGER, LONGEST_FLOAT = 40, 400  # characters
# Python hashes an integer by its remainder modulo 2**61 - 1. Of integers without a limit, any number can have the same
# hash, and a mapping of n such keys takes a time that grows with the square of n.
LARGEST_INTEGER = 2**64
LARGEST_KEY = 1_000_000

_DIRECTIVE = re.compile("(?:^|[\n\r\x85\u2028\u2029])\ufeff?%")  # after anything that ends a line in YAML
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")

Location = tuple[str | int, ...]  # of a part: the keys and indices that lead to it
Lines = dict[Location, int]
Parsed = tuple[Any, Lines]  # JSON keeps no lines


def parse_text(text: str, name: str, unreadable: list[str] | None = None) -> Parsed:
    """Return the value in a text and the line of each of its parts; errors say that the text is called `name`.

    With a list `unreadable`, YAML numbers that are too large to read are 0, and the list gets a sentence for each.

    >>> parse_text("a:\\n  b: 1\\n", "x.yaml")
    ({'a': {'b': 1}}, {(): 1, ('a',): 1, ('a', 'b'): 2})
    """
    try:
        begins_as_json = text.lstrip()[:1] in ("{", "[")
        return (
            _read_json(text, name, name.endswith(".json"), unreadable)
            if begins_as_json
            else _read_yaml(text, name, unreadable)
        )
    except RecursionError:
        raise _too_deep(name) from None


def parse_json(text: str, name: str) -> Any:
    """Return the value in a text that must be JSON.

    >>> parse_json('{"a": 1}', "reply")
    {'a': 1}
    """
    try:
        return _read_json(text, name, strictly=True)[0]
    except RecursionError:
        raise _too_deep(name) from None


def _too_deep(name: str) -> BadData:
    return BadData(f"{name}: nested too deeply; at most {DEEPEST} levels are read")


def _read_json(text: str, name: str, strictly: bool, unreadable: list[str] | None = None) -> Parsed:
    """Return what JSON says; unless it must be JSON, a text that is not can be YAML."""
    check_memory(text, name)
    try:
        value = json.loads(
            text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        if not strictly:
            return _read_yaml(text, name, unreadable)
        message = error.msg.lower().removesuffix(" at").removesuffix(" starting")  # the library adds a column
        cut = error.pos >= len(text.rstrip()) or message.startswith("unterminated")
        raise BadData(
            f"{name}, line {error.lineno}: {message}{'; the file seems to be cut off' if cut else ''}"
        ) from None
    except ValueError as error:
        raise BadData(f"{name}: {error}") from None
    _check_depth(value, name)
    if _SURROGATE.search(text):
        _check_characters(value, name)
    return value, {}


def check_memory(text: str, name: str) -> None:
    """Refuse JSON with so many lists, objects and keys that they take far more memory than the text.

    The estimate counts marks inside strings, too. Measured with tracemalloc, values take half of it or less.
    """
    needed = 100 * sum(map(text.count, "[,:")) + 250 * text.count("{")
    if needed > MOST_MEMORY:
        raise BadData(
            f"{name}: too many values; they would take up to {needed >> 20:,} MB, and {MOST_MEMORY >> 20} are used"
        )


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise ValueError(f"the key {key[:60]!r} appears twice")
        result[key] = value
    return result


def _no_constant(constant: str) -> float:
    raise ValueError(f"{constant} is not a number here")


def _finite(digits: str) -> float:
    number = math.inf if len(digits) > LONGEST_FLOAT or digits.lower().endswith(("inf", "nan")) else float(digits)
    return number if math.isfinite(number) else _no_constant(digits[:60])


def _integer(digits: str) -> int:
    if len(digits) > LONGEST_INTEGER:
        raise ValueError(f"{digits[:60]}... has too many digits")
    number = int(digits, 0 if digits.startswith(("0x", "0o")) else 10)
    if abs(number) > LARGEST_INTEGER:
        raise ValueError(f"{digits} is not an integer from -2**64 to 2**64")
    return number


def _check_characters(value: Any, name: str) -> None:
    """Refuse half a surrogate pair, which JSON can write but no file can hold."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError as error:
        raise BadData(f"{name}: {error.object[error.start]!a} is not a character") from None


def _check_depth(value: Any, name: str) -> None:
    level = [value]
    for _ in range(DEEPEST):
        level = [
            child
            for each in level
            if isinstance(each, dict | list)
            for child in (each.values() if isinstance(each, dict) else each)
        ]
        if not level:
            return
    raise _too_deep(name)


def _read_yaml(text: str, name: str, unreadable: list[str] | None) -> Parsed:
    directive = _DIRECTIVE.search(text)
    if directive:
        line = len(text[: directive.end()].splitlines())
        raise BadData(f"{name}, line {line}: directives, lines that begin with '%', are not read")
    try:
        return _YamlReader(text, name, unreadable).read()
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line + 1) if error.problem_mark else 1
        problem = error.problem or "not YAML"
        if problem.endswith("cannot start any token") and "\t" in "".join(text.splitlines()[line - 1 : line]):
            problem = "a tab stands where YAML wants spaces"
        raise BadData(f"{name}, line {line}: {problem}") from None
    except yaml.YAMLError as error:
        raise BadData(f"{name}: {' '.join(str(error).split())}") from None
    except ValueError as error:
        raise BadData(f"{name}: {error}") from None


class _YamlReader:
    """Builds plain data from the events of a YAML parser, and stops at the first that is not allowed."""

    def __init__(self, text: str, name: str, unreadable: list[str] | None):
        self.name = name
        self.unreadable = unreadable
        self.lines: Lines = {}
        self.events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        self.count = 0

    def read(self) -> Parsed:
        """Return the only document of the text; an empty text is None."""
        next(self.events)
        if not isinstance(next(self.events), yaml.DocumentStartEvent):
            return None, {}
        value = self.value(next(self.events), ())
        next(self.events)
        following = next(self.events)
        if not isinstance(following, yaml.StreamEndEvent):
            raise self.error(following, "a second document begins; a file holds one")
        return value, self.lines

    def value(self, event: Any, location: Location) -> Any:
        """Return the value that begins with an event."""
        self.check(event, location)
        self.lines.setdefault(location, event.start_mark.line + 1)
        if isinstance(event, yaml.SequenceStartEvent):
            return [self.value(each, (*location, index)) for index, each in enumerate(self.inside())]
        if isinstance(event, yaml.MappingStartEvent):
            return self.mapping(location)
        return self.scalar(event)

    def mapping(self, location: Location) -> dict[str | int, Any]:
        """Return the mapping that has just begun."""
        result: dict[str | int, Any] = {}
        for event in self.inside():
            key = self.key(event, location)
            if key in result:
                raise self.error(event, f"the key {key!r} appears twice")
            self.lines[*location, key] = event.start_mark.line + 1
            result[key] = self.value(next(self.events), (*location, key))
        return result

    def inside(self) -> Iterator[Any]:
        """Yield the events of a collection: of those that come next, the ones that nobody else takes."""
        for event in self.events:
            if isinstance(event, yaml.CollectionEndEvent):
                return
            yield event

    def key(self, event: Any, location: Location) -> str | int:
        """Return a key: an integer, or text as it is written, so that `on` stays a word."""
        self.check(event, location)
        key = self.scalar(event) if isinstance(event, yaml.ScalarEvent) else None
        if isinstance(key, bool):
            key = event.value
        if not isinstance(key, str | int):
            raise self.error(event, "a key must be a string or an integer")
        if isinstance(key, int) and abs(key) > LARGEST_KEY:
            raise self.error(
                event, f"a key that is an integer must be from -{LARGEST_KEY:,} to {LARGEST_KEY:,}, not {key}"
            )
        return key

    def check(self, event: Any, location: Location) -> None:
        """Refuse what no file needs and what would take too long."""
        self.count += 1
        if isinstance(event, yaml.AliasEvent) or event.anchor:
            raise self.error(event, "anchors and aliases are not read")
        if event.tag is not None:
            raise self.error(event, f"tags such as {event.tag[:60]!r} are not read")
        if self.count > MOST_VALUES:
            raise self.error(event, f"more than {MOST_VALUES:,} keys and values are not read")
        if len(location) >= DEEPEST and isinstance(event, yaml.CollectionStartEvent):
            raise _too_deep(self.name)

    def scalar(self, event: Any) -> str | int | float | bool | None:
        """Return a string, a number, a boolean or None."""
        if not event.implicit[0]:  # in quotes, or a block of text
            return str(event.value)
        try:
            return _plain_value(event.value)
        except ValueError:
            mistake = self.error(event, f"{event.value[:60]!r} is not a number that can be read")
            if self.unreadable is None:
                raise mistake from None
            self.unreadable.append(str(mistake))
            return 0

    def error(self, event: Any, message: str) -> BadData:
        """Return the error for an event."""
        return BadData(f"{self.name}, line {event.start_mark.line + 1}: {message}")


_CONSTANTS: dict[str, bool | None] = {
    form: value
    for words, value in (("null ~", None), ("true yes on", True), ("false no off", False))
    for word in words.split()
    for form in (word, word.capitalize(), word.upper())
} | {"": None}
INTEGER = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


def _plain_value(text: str) -> str | int | float | bool | None:
    """Return what YAML means without quotes: numbers as in YAML 1.2, but `yes` and `on` are true as in YAML 1.1.

    >>> [_plain_value(text) for text in ("12", "0x1F", "1e3", "1:30", "yes", "~", "2001-01-01")]
    [12, 31, 1000.0, '1:30', True, None, '2001-01-01']
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if INTEGER.fullmatch(text):
        return _integer(text)
    return _finite(text) if FLOAT.fullmatch(text) else text
