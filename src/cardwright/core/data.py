"""Reading untrusted files: JSON or YAML as plain data, limited in size, with the line of every value.

Nothing is executed. YAML anchors are refused, because a kilobyte of them can expand to a gigabyte. A key must not
appear twice, and every error names the file, the line and the field.
"""

from __future__ import annotations

import contextlib
import datetime
import functools
import json
import math
import os
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
LARGEST_NUMBER_BITS = 4096

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
        with open(path, "rb") as file:
            content = file.read(largest + 1)
        if len(content) > largest:
            raise BadData(f"{path}: the file is too large; at most {largest:,} bytes are read")
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadData(f"{path}: not a text file in UTF-8") from None
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
        value = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant, parse_float=_finite)
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
    number = float(digits)
    return number if math.isfinite(number) else _no_constant(digits[:60])


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


_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def _read_yaml(text: str, name: str) -> Document:
    document = Document(None, name)
    try:
        loader = _Loader(text)
        try:
            _refuse_bombs(text, name)
            node = loader.get_single_node()
            if node is not None:
                document.value = _build(loader, node, (), document)
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        line = (error.problem_mark.line + 1) if error.problem_mark else 1
        raise BadData(f"{name}, line {line}: {error.problem or 'not YAML'}") from None
    except yaml.YAMLError as error:
        raise BadData(f"{name}: {' '.join(str(error).split())}") from None
    except ValueError as error:
        raise BadData(f"{name}: {error}") from None
    return document


def _refuse_bombs(text: str, name: str) -> None:
    """Refuse anchors, and nesting too deep to build."""
    depth = 0
    for event in yaml.parse(text, Loader=_Loader):
        if getattr(event, "anchor", None):
            raise BadData(f"{name}, line {event.start_mark.line + 1}: anchors and aliases are not read")
        depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
        if depth > DEEPEST:
            raise _too_deep(name)


def _build(loader: Any, node: yaml.Node, location: Location, document: Document) -> Any:
    document.lines.setdefault(location, node.start_mark.line + 1)
    if isinstance(node, yaml.SequenceNode):
        return [_build(loader, child, (*location, index), document) for index, child in enumerate(node.value)]
    if not isinstance(node, yaml.MappingNode):
        return _scalar(loader, node, document)
    result: dict[Any, Any] = {}
    for key_node, child in node.value:
        line = key_node.start_mark.line + 1
        key = _scalar(loader, key_node, document) if isinstance(key_node, yaml.ScalarNode) else None
        if not isinstance(key, str | int):
            raise BadData(f"{document.name}, line {line}: a key must be a string or a number")
        if key in result:
            raise BadData(f"{document.name}, line {line}: the key {key!r} appears twice")
        document.lines[*location, key] = line
        result[key] = _build(loader, child, (*location, key), document)
    return result


def _scalar(loader: Any, node: yaml.Node, document: Document) -> Any:
    """Return a string, a number, a boolean or None; a date stays a string."""
    line = node.start_mark.line + 1
    try:
        value = loader.construct_object(node)
    except (ValueError, LookupError, TypeError, AttributeError):
        raise BadData(f"{document.name}, line {line}: {node.value[:60]!r} is not {node.tag[-20:]}") from None
    if isinstance(value, datetime.date):
        value = node.value
    plain = isinstance(value, str | bool | None) or (isinstance(value, float) and math.isfinite(value))
    if not plain and not (isinstance(value, int) and value.bit_length() <= LARGEST_NUMBER_BITS):
        raise BadData(f"{document.name}, line {line}: {node.value[:60]!r} is not a plain string or number")
    return value


def validate(model: type[Model], value: Any, document: Document | None = None) -> Model:
    """Return the value as a `model`, or raise one sentence that names the wrong field and what is allowed."""
    document = document or Document(value, "")
    adapter = pydantic.TypeAdapter(model)
    try:
        return adapter.validate_python(value)
    except pydantic.ValidationError as errors:
        raise BadData(_sentence(errors, document, adapter)) from None


def _sentence(errors: pydantic.ValidationError, document: Document, adapter: Any) -> str:
    # Of the alternatives of a union, the one that got furthest is most likely the one the author wanted.
    error = max(errors.errors(include_url=False), key=lambda each: len(each["loc"]))
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


def make_folder(path: str | Path) -> Path:
    """Create a folder and its parents if needed, and return its path."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadData(f"{path}: {(error.strerror or str(error)).lower()}") from None
    return Path(path)
