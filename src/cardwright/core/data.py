"""Reading untrusted files: JSON or YAML as plain data, limited in size, with the line of every value.

Nothing is executed. Numbers are those of YAML 1.2: `1:30` is text and `010` is ten. `yes`, `no`, `on` and `off` are
booleans, but words where they are keys. Anchors are refused, because a kilobyte of them can expand to a gigabyte, and
so are tags, directives and a second document. A key must not appear twice, and every error names the file, the line
and the field.
"""

from __future__ import annotations

import contextlib
import functools
import json
import math
import os
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import pydantic
import yaml

from .errors import BadData, CardwrightError, UnknownName, unknown
from .text import printable

LARGEST_FILE = 4 * 1024 * 1024
DEEPEST = 60
MOST_VALUES = 50_000  # in a YAML file, whose parser takes some 20 microseconds for each
LONGEST_INTEGER, LONGEST_FLOAT = 40, 400  # characters
LONGEST_FILE_NAME = 200  # bytes, which leaves room for a suffix
_NOT_IN_FILE_NAMES = set('/\\:*?"<>|')

Model = TypeVar("Model")


def _checked_name(name: str) -> str:
    if any(each in "\n\t" or (each != "?" and printable(each) == "?") for each in name):
        raise ValueError("a name must not contain control characters")
    return name


Name = Annotated[str, pydantic.Field(min_length=1, max_length=60), pydantic.AfterValidator(_checked_name)]
Location = tuple[str | int, ...]


@dataclass
class Document:
    """A value read from a file, and the line of each of its parts."""

    value: Any
    name: str = "data"
    lines: dict[Location, int] = field(default_factory=dict)
    location: Location = ()  # of the value in its file

    def part(self, *location: str | int) -> Document:
        """Return a part of the value; errors about it name the same file and lines.

        >>> parse("a:\\n  b: 1\\n", "x.yaml").part("a").at(("b",))
        'x.yaml, line 2'
        """
        value = functools.reduce(lambda whole, key: whole[key], location, self.value)
        return replace(self, value=value, location=(*self.location, *location))

    def at(self, location: Location) -> str:
        """Return where a part is, as "file, line 3", as precisely as is known.

        >>> parse("a:\\n  b: 1\\n", "x.yaml").at(("a", "b"))
        'x.yaml, line 2'
        """
        line = self.line(location)
        return self.name if line is None else f"{self.name}, line {line}"

    @contextlib.contextmanager
    def error_context(self, *location: str | int) -> Iterator[None]:
        """Prefix errors raised inside with the part of the file they are about.

        >>> with parse("a:\\n  b: 1\\n", "x.yaml").error_context("a", "b"):
        ...     raise BadData("must be 0")
        Traceback (most recent call last):
        ...
        cardwright.core.errors.BadData: x.yaml, line 2: must be 0
        """
        try:
            yield
        except CardwrightError as error:
            if str(error).startswith((f"{self.name}:", f"{self.name},")):
                raise
            kind = UnknownName if isinstance(error, UnknownName) else BadData
            raise kind(f"{self.at(location)}: {error}") from None

    def line(self, location: Location) -> int | None:
        """Return the line of a part or of the nearest part around it; None for JSON, which keeps no lines."""
        full = (*self.location, *location)
        return next((self.lines[full[:n]] for n in range(len(full), -1, -1) if full[:n] in self.lines), None)


def plain(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a copy of `value` that consists of plain data, to be saved with a game.

    >>> plain({"deck": ("Strike", "Bash")})
    {'deck': ['Strike', 'Bash']}
    """
    try:
        return dict(json.loads(json.dumps(value)))
    except (TypeError, ValueError, RecursionError):
        raise BadData("a start must be plain data: strings, numbers, lists and mappings") from None


def in_words(value: Any) -> str:
    """Return plain data as a short line of text, with a question mark for None.

    >>> in_words({"P1": "King", "P2": None})
    'P1 King, P2 ?'
    """
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {in_words(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(in_words, value)) or "none"
    return "?" if value is None else str(value)


class Data(pydantic.BaseModel):
    """The base of models for files: immutable, and unknown keys are refused."""

    model_config = pydantic.ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def read(cls, value: Any) -> Self:
        """Return plain data as an instance, or raise one sentence that says what is wrong.

        >>> class Point(Data):
        ...     x: int
        >>> Point.read({"x": 3}).x
        3
        """
        return validate(cls, value)


def read(path: str | Path, largest: int = LARGEST_FILE) -> Document:
    """Read a JSON or YAML file of at most `largest` bytes."""
    return parse(read_text(path, largest), str(path), largest)


def read_text(path: str | Path, largest: int = LARGEST_FILE) -> str:
    """Return the text of a file of at most `largest` bytes."""
    try:
        return read_bytes(path, largest).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadData(f"{path}: not a text file in UTF-8") from None


def read_bytes(path: str | Path, largest: int = LARGEST_FILE) -> bytes:
    """Return the content of a file of at most `largest` bytes."""
    try:
        with open(path, "rb") as file:
            content = file.read(largest + 1)
        if len(content) > largest:
            raise BadData(f"{path}: the file is too large; at most {largest:,} bytes are read")
        return content
    except OSError as error:
        raise BadData(f"{path}: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:  # a path that no file can have
        raise BadData(f"{path}: {error}") from None


def parse(text: str, name: str = "data", largest: int = LARGEST_FILE) -> Document:
    """Read JSON or YAML from a string.

    >>> parse('{"cards": [1, 2]}').value
    {'cards': [1, 2]}
    """
    if len(text) > largest:
        raise BadData(f"{name}: {len(text):,} characters; at most {largest:,} are read")
    try:
        return _read_json(text, name) if text.lstrip()[:1] in ("{", "[") else _read_yaml(text, name)
    except RecursionError:
        raise _too_deep(name) from None


def _too_deep(name: str) -> BadData:
    return BadData(f"{name}: nested too deeply; at most {DEEPEST} levels are read")


def _read_json(text: str, name: str) -> Document:
    try:
        value = json.loads(
            text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite, parse_int=_integer
        )
    except json.JSONDecodeError as error:
        if text.lstrip()[:1] in ("{", "[") and not name.endswith(".json"):
            return _read_yaml(text, name)
        raise BadData(f"{name}, line {error.lineno}: {error.msg.lower()}") from None
    except ValueError as error:
        raise BadData(f"{name}: {error}") from None
    _check_depth(value, name)
    return Document(value, name)


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
    return int(digits, 0 if digits.startswith(("0x", "0o")) else 10)


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


def _read_yaml(text: str, name: str) -> Document:
    directive = re.search(r"^%", text, re.MULTILINE)
    if directive:
        line = text.count("\n", 0, directive.start()) + 1
        raise BadData(f"{name}, line {line}: directives, lines that begin with '%', are not read")
    try:
        return _YamlReader(text, name).read()
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line + 1) if error.problem_mark else 1
        raise BadData(f"{name}, line {line}: {error.problem or 'not YAML'}") from None
    except yaml.YAMLError as error:
        raise BadData(f"{name}: {' '.join(str(error).split())}") from None
    except ValueError as error:
        raise BadData(f"{name}: {error}") from None


class _YamlReader:
    """Builds plain data from the events of a YAML parser, and stops at the first that is not allowed."""

    def __init__(self, text: str, name: str):
        self.document = Document(None, name)
        self.events = yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        self.count = 0

    def read(self) -> Document:
        """Return the only document of the text; an empty text is None."""
        next(self.events)
        if isinstance(next(self.events), yaml.DocumentStartEvent):
            self.document.value = self.value(next(self.events), ())
            next(self.events)
            following = next(self.events)
            if not isinstance(following, yaml.StreamEndEvent):
                raise self.error(following, "a second document begins; a file holds one")
        return self.document

    def value(self, event: Any, location: Location) -> Any:
        """Return the value that begins with an event."""
        self.check(event, location)
        self.document.lines.setdefault(location, event.start_mark.line + 1)
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
            self.document.lines[*location, key] = event.start_mark.line + 1
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
            raise _too_deep(self.document.name)

    def scalar(self, event: Any) -> str | int | float | bool | None:
        """Return a string, a number, a boolean or None."""
        if not event.implicit[0]:  # in quotes, or a block of text
            return str(event.value)
        try:
            return _plain_value(event.value)
        except ValueError:
            raise self.error(event, f"{event.value[:60]!r} is not a number that can be read") from None

    def error(self, event: Any, message: str) -> BadData:
        """Return the error for an event."""
        return BadData(f"{self.document.name}, line {event.start_mark.line + 1}: {message}")


_CONSTANTS: dict[str, bool | None] = {
    form: value
    for words, value in (("null ~", None), ("true yes on", True), ("false no off", False))
    for word in words.split()
    for form in (word, word.capitalize(), word.upper())
} | {"": None}
_INTEGER = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


def _plain_value(text: str) -> str | int | float | bool | None:
    """Return what YAML means without quotes: numbers as in YAML 1.2, but `yes` and `on` are true as in YAML 1.1.

    >>> [_plain_value(text) for text in ("12", "0x1F", "1e3", "1:30", "yes", "~", "2001-01-01")]
    [12, 31, 1000.0, '1:30', True, None, '2001-01-01']
    """
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        return _integer(text)
    return _finite(text) if _FLOAT.fullmatch(text) else text


def validate(model: type[Model], value: Any, document: Document | None = None) -> Model:
    """Return the value as a `model`, or raise one sentence that names the wrong field and what is allowed."""
    document = document or Document(value, "")
    adapter = pydantic.TypeAdapter(model)
    try:
        return adapter.validate_python(value)
    except pydantic.ValidationError as errors:
        raise BadData(_sentence(errors.errors(include_url=False), document, adapter)) from None


def wrong_parts(model: type[Model], document: Document, depth: int) -> dict[Location, str]:
    """Return a sentence for each wrong part of a document, by its location down to a depth.

    >>> wrong_parts(dict[str, int], parse("{a: x, b: 1, c: y}", "x.yaml"), 1)[("c",)]
    "x.yaml, line 1: c: input should be a valid integer, unable to parse string as an integer, not 'y'"
    """
    adapter = pydantic.TypeAdapter(model)
    parts: dict[Location, list[Any]] = {}
    try:
        adapter.validate_python(document.value)
    except pydantic.ValidationError as errors:
        for each in errors.errors(include_url=False):
            parts.setdefault(each["loc"][:depth], []).append(each)
    return {location: str(BadData(_sentence(errors, document, adapter))) for location, errors in parts.items()}


def _sentence(errors: list[Any], document: Document, adapter: Any) -> str:
    # Of the alternatives of a union, the one that got furthest is most likely the one the author wanted.
    error = max(errors, key=lambda each: len(each["loc"]))
    parts = [part for part in error["loc"] if not (isinstance(part, str) and ("[" in part or "-" in part))]
    where = ".".join(str(part) for part in (*document.location, *parts)) or "the document"
    message = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    given = error.get("input")
    quoted = repr(str(given)[:60])
    said = isinstance(given, dict | list) or error["type"] == "missing" or quoted in message
    shown = "" if said else f", not {quoted}"
    if error["type"] == "extra_forbidden":
        message, shown = str(unknown("key", error["loc"][-1], _keys(adapter.json_schema(), len(parts)))), ""
    file = document.at(tuple(parts))
    return f"{file}{': ' if file else ''}{where}: {message[:1].lower()}{message[1:]}{shown}"


def _keys(schema: dict[str, Any], depth: int) -> set[str]:
    """Return the keys that the schema allows: at its top level if that is where the error is, else anywhere."""
    homes = [schema] if depth == 1 and "properties" in schema else [schema, *schema.get("$defs", {}).values()]
    return {key for home in homes for key in home.get("properties", {})}


class _Dumper(yaml.SafeDumper):
    """Writes a string of several lines as a block."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)
# Quote strings that would be read as numbers, such as 1e5, which older versions of YAML do not know.
for _tag, _pattern in (("int", _INTEGER), ("float", _FLOAT)):
    _Dumper.add_implicit_resolver(
        f"tag:yaml.org,2002:{_tag}", re.compile(rf"(?:{_pattern.pattern})\Z"), list("-+.0123456789")
    )


def to_yaml(value: Any) -> str:
    """Return plain data as readable YAML.

    >>> print(to_yaml({"game": "cgdl", "text": "first line\\nsecond line\\n"}), end="")
    game: cgdl
    text: |
      first line
      second line
    """
    return yaml.dump(value, Dumper=_Dumper, sort_keys=False, allow_unicode=True)


def write(path: str | Path, content: str | bytes) -> None:
    """Write a file whole or not at all; text is written as UTF-8."""
    path = Path(path)
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        try:
            with open(temporary, "xb") as file:
                file.write(content.encode() if isinstance(content, str) else content)
            os.replace(temporary, path)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise
    except OSError as error:
        raise BadData(f"{path}: {(error.strerror or str(error)).lower()}") from None


def file_name(name: str) -> str:
    """Return a name that came from a file, if a file in any folder can safely have it; else raise `BadData`.

    >>> file_name("silver-heron-17")
    'silver-heron-17'
    >>> file_name("../elsewhere")
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: '../elsewhere' cannot be the name of a file
    """
    odd = any(each in _NOT_IN_FILE_NAMES or not each.isprintable() for each in name)
    if odd or not name.strip() or name.startswith(".") or len(name.encode(errors="replace")) > LONGEST_FILE_NAME:
        raise BadData(f"{name[:60]!r} cannot be the name of a file")
    return name


def make_folder(path: str | Path) -> Path:
    """Create a folder and its parents if needed, and return its path."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return Path(path)
