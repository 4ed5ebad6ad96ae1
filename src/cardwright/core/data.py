"""Plain data: reading it safely from files, validating it, and writing it as text.

Files come from anybody, so they are limited in size, and nothing in them is executed (see parsing.py). Every error
names the file, the line and the field.
"""

from __future__ import annotations

import contextlib
import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Self, TypeVar

import pydantic
import yaml

from . import files
from .errors import BadData, CardwrightError, UnknownName, nearest, unknown
from .parsing import FLOAT, INTEGER, Lines, Location, check_memory, parse_text
from .showing.text import printable

LARGEST_FILE = 4 * 1024 * 1024
LARGEST_CHECKPOINT = 64 * 1024 * 1024  # of what a run writes to be resumed or watched
MOST_ERRORS = 1000  # that are looked at
MOST_LISTED = 24  # keys in an error message
LONGEST_NAME = 60  # that an error message says in full
_UNKNOWN_KEY = ("extra_forbidden", "unexpected_keyword_argument")
_NOT_A_MAPPING = ("model_type", "dict_type")  # kinds of errors, whose own message names the model

Model = TypeVar("Model")


def _checked_name(name: str) -> str:
    if any(each in "\n\t" or (each != "?" and printable(each) == "?") for each in name):
        raise ValueError("a name must not contain control characters")
    return name


Name = Annotated[str, pydantic.Field(min_length=1, max_length=60), pydantic.AfterValidator(_checked_name)]


@dataclass
class Document:
    """A value read from a file, and the line of each of its parts."""

    value: Any
    name: str = "data"
    lines: Lines = field(default_factory=dict)
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
    """Read a JSON or YAML file of at most `largest` bytes, which must hold something."""
    return _with_something(parse(read_text(path, largest), str(path), largest))


def _with_something(document: Document) -> Document:
    if document.value is None:
        raise BadData(f"{document.name}: the file is empty, or has nothing but comments")
    return document


def read_and_check(path: str | Path, find: Callable[[Document], list[str]]) -> tuple[Document, list[str]]:
    """Return a file and a sentence for each mistake in it: those that `find` returns, and numbers too large to read."""
    unreadable: list[str] = []
    value, lines = parse_text(read_text(path), str(path), unreadable)
    document = _with_something(Document(value, str(path), lines))
    said = tuple(each[: each.index(": '") + 1] for each in unreadable)  # one mistake a line is enough
    return document, [*unreadable, *(each for each in find(document) if not each.startswith(said))]


def read_text(path: str | Path, largest: int = LARGEST_FILE) -> str:
    """Return the text of a file of at most `largest` bytes."""
    try:
        return files.read_bytes(path, largest).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadData(f"{path}: not a text file in UTF-8") from None


def parse(text: str, name: str = "data", largest: int = LARGEST_FILE) -> Document:
    """Read JSON or YAML from a string.

    >>> parse('{"cards": [1, 2]}').value
    {'cards': [1, 2]}
    """
    if len(text) > largest:
        raise BadData(f"{name}: {len(text):,} characters; at most {largest:,} are read")
    value, lines = parse_text(text, name)
    return Document(value, name, lines)


def validate(model: type[Model], value: Any, document: Document | None = None) -> Model:
    """Return the value as a `model`, or raise an error that names the wrong field and the allowed values."""
    document = document or Document(value, "")
    adapter = pydantic.TypeAdapter(model)
    try:
        return adapter.validate_python(value)
    except pydantic.ValidationError as errors:
        raise BadData(_sentence(_some_errors(errors), document, adapter)) from None


def _some_errors(errors: pydantic.ValidationError) -> list[Any]:
    """Return the errors; of a great many only the first, because all of them would take minutes and gigabytes."""
    if errors.error_count() <= MOST_ERRORS:
        return list(errors.errors(include_url=False))
    text = errors.json(include_url=False, include_context=False, include_input=False)
    first, _ = json.JSONDecoder().raw_decode(text, 1)
    return [{**first, "loc": tuple(first["loc"])}]


def wrong_parts(model: type[Model], document: Document, depth: int) -> dict[Location, Callable[[], str]]:
    """Map the location of each invalid part to a function that explains the error.

    What stands in the document tells parts apart. Down to a depth, other names count too: fields that are missing.

    >>> wrong_parts(dict[str, int], parse("{a: x, b: 1, c: y}", "x.yaml"), 1)[("c",)]()
    "x.yaml, line 1: c: input should be a valid integer, unable to parse string as an integer, not 'y'"
    """
    adapter = pydantic.TypeAdapter(model)
    parts: dict[Location, list[Any]] = {}
    try:
        adapter.validate_python(document.value)
    except pydantic.ValidationError as errors:
        for each in errors.errors(include_url=False):
            parts.setdefault(_written(document.value, each["loc"], depth), []).append(each)
    inner = {location[:k] for location in parts for k in range(depth, len(location))}
    return {
        location: functools.partial(_sentence, errors, document, adapter)
        for location, errors in parts.items()
        if location not in inner  # another reading of a part got further
    }


def _written(value: Any, location: Location, depth: int) -> Location:
    """Return the part of a location that stands in a value, and what is above a depth in any case."""
    found: list[str | int] = []
    for k, key in enumerate(location):
        there = key in value if isinstance(value, dict) else isinstance(value, list) and key in range(len(value))
        value = value[key] if there else value
        found += [key] if there or k < depth else []
    return tuple(found)


def _sentence(errors: list[Any], document: Document, adapter: Any) -> str:
    # Of the alternatives of a union, the one that got furthest is most likely the one the author wanted.
    error = max(errors, key=lambda each: len(each["loc"]))
    parts = [part for part in error["loc"] if not (isinstance(part, str) and ("[" in part or "-" in part))]
    named = [*map(str, document.location), *_named_parts(parts, document.value)]
    where = ".".join(each if len(each) <= LONGEST_NAME else f"{each[:20]}…" for each in named) or "the document"
    message = error["msg"].removeprefix("Value error, ").removeprefix("Assertion failed, ")
    given = error.get("input")
    quoted = repr(str(given)[:60])
    said = isinstance(given, dict | list) or error["type"] == "missing" or "input" not in error or quoted in message
    shown = "" if said else f", not {quoted}"
    if error["type"] in _UNKNOWN_KEY:
        message, shown = _unknown_key(error["loc"], adapter.json_schema()), ""
    elif error["type"] in ("literal_error", "enum") and isinstance(given, str):
        near = nearest(given, re.findall(r"'([^']*)'", message))
        shown += "" if near is None else f"; did you mean {near!r}?"
    elif error["type"] == "string_too_long":
        shown = f", not {len(given)}"  # what is too long to be a value is too long for a sentence
    elif error["type"] in _NOT_A_MAPPING:
        message = "must be a mapping, with a name for each value"
    file = document.at(tuple(parts))
    what = " is missing" if error["type"] == "missing" else f": {message[:1].lower()}{message[1:]}{shown}"
    return f"{file}{': ' if file else ''}{where}{what}"


def _named_parts(location: Iterable[str | int], value: Any) -> list[str]:
    """Return the parts of a location; an entry of a list that has a name of its own is called by it.

    >>> _named_parts(["cards", 0, "attack"], {"cards": [{"name": "Imp", "attack": -1}]})
    ['cards', 'Imp', 'attack']
    """
    found: list[str] = []
    for part in location:
        there = part in value if isinstance(value, dict) else isinstance(value, list) and part in range(len(value))
        names = [each.get("name") for each in value if isinstance(each, dict)] if isinstance(value, list) else []
        value = value[part] if there else None
        name = value.get("name") if isinstance(part, int) and isinstance(value, dict) else None
        found.append(name if isinstance(name, str) and names.count(name) == 1 else str(part))
    return found


def _unknown_key(location: Location, schema: dict[str, Any]) -> str:
    """Return what to say about a refused key: the nearest key that is allowed there, and all keys if they are few."""
    *above, key = location
    allowed = keys_at(schema, above) - {str(key)}
    message = str(unknown("key", key, allowed))
    listed = not 1 < len(allowed) <= MOST_LISTED or "there are:" in message
    return message if listed else f"{message} There are: {', '.join(sorted(allowed))}"


def keys_at(schema: dict[str, Any], location: Iterable[str | int]) -> set[str]:
    """Return the keys that a JSON schema allows at a location of the data.

    >>> class Point(Data):
    ...     x: int
    ...     y: int
    >>> sorted(keys_at(pydantic.TypeAdapter(list[dict[str, Point]]).json_schema(), [0, "a"]))
    ['x', 'y']
    """
    definitions = schema.get("$defs", {})
    here = _alternatives(schema, definitions)
    for part in location:
        inside = [child for each in here for child in _children(each, part)]
        # Of a union, the location also names the alternative, which is no part of the data.
        here = [found for child in inside for found in _alternatives(child, definitions)] or _named(part, here) or here
    return {key for each in here for key in each.get("properties", {})}


def _alternatives(schema: dict[str, Any], definitions: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the schemas that a schema stands for: what it refers to, or the members of a union."""
    found, waiting, known = [], [schema], set()
    while waiting:
        each = waiting.pop()
        name = each.get("$ref", "").rpartition("/")[2]
        if name and name not in known:
            known.add(name)
            waiting.append(definitions.get(name, {}))
        members = [one for union in ("anyOf", "oneOf", "allOf") for one in each.get(union, [])]
        waiting += members
        if not members and not name:
            found.append(each)
    return found


def _children(schema: dict[str, Any], part: str | int) -> Iterator[dict[str, Any]]:
    """Yield the schemas of a part of what a schema describes."""
    if isinstance(part, str) and part in schema.get("properties", {}):
        yield schema["properties"][part]
        return
    others = (
        [schema.get("items"), *schema.get("prefixItems", [])[part : part + 1]]
        if isinstance(part, int)
        else [schema.get("additionalProperties"), *schema.get("patternProperties", {}).values()]
    )
    yield from (each for each in others if isinstance(each, dict))


def _named(part: str | int, schemas: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in schemas if each.get("title") == part]


class _Dumper(yaml.SafeDumper):
    """Writes a string of several lines as a block."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)
# Quote strings that would be read as numbers, such as 1e5, which older versions of YAML do not know.
for _tag, _pattern in (("int", INTEGER), ("float", FLOAT)):
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


def write_checkpoint(path: str | Path, value: Any, *, private: bool = False) -> None:
    """Write plain data as JSON; what `read` would refuse as too large is refused before it replaces a sound file."""
    text = json.dumps(value) + "\n"
    if len(text) > LARGEST_CHECKPOINT:
        raise BadData(f"{path}: the checkpoint would have {len(text):,} bytes; at most {LARGEST_CHECKPOINT:,} are read")
    check_memory(text, str(path))
    files.write(path, text, private=private)
