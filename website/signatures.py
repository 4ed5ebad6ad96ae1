"""Signatures as people read them: types without what checks them, and defaults without addresses in memory."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from enum import Enum
from typing import Annotated, Any, ForwardRef, Literal, Union, get_args, get_origin, get_type_hints

_LONGEST = 88  # of a signature in one line
_LONGEST_DEFAULT = 30
_OWN = ("self", "cls")


def call(name: str, value: Callable[..., Any]) -> str:
    """Return a call of a function or class as code, one parameter in a line if it is long."""
    given, result = list(_parameters(value)), "" if inspect.isclass(value) else _result(value)
    line = f"{name}({', '.join(given)}){result}"
    if len(line) <= _LONGEST or not given:
        return line
    return "\n".join([f"{name}(", *(f"    {each}," for each in given), f"){result}"])


def line(name: str, value: Callable[..., Any]) -> str:
    """Return a call of a method in one line."""
    return f"{name}({', '.join(_parameters(value))}){_result(value)}"


def _parameters(value: Callable[..., Any]) -> Iterator[str]:
    hints, before = _hints(value), None
    for k, each in enumerate(inspect.signature(value).parameters.values()):
        if k == 0 and each.name in _OWN:
            continue
        if before is each.POSITIONAL_ONLY and each.kind is not before:
            yield "/"
        if each.kind is each.KEYWORD_ONLY and before not in (each.KEYWORD_ONLY, each.VAR_POSITIONAL):
            yield "*"
        before = each.kind
        stars = {each.VAR_POSITIONAL: "*", each.VAR_KEYWORD: "**"}.get(each.kind, "")
        text = f"{stars}{each.name}"
        if each.annotation is not each.empty:
            text += f": {_chosen(each.annotation, hints.get(each.name))}"
        yield text if each.default is each.empty else f"{text} = {_default(each.default)}"


def _result(value: Callable[..., Any]) -> str:
    found = inspect.signature(value).return_annotation
    if found in (inspect.Signature.empty, None, "None"):
        return ""
    return f" -> {_chosen(found, _hints(value).get('return'))}"


def _hints(value: Any) -> dict[str, Any]:
    """Return the types of a function or of the fields of a class; none where names are known to type checkers only."""
    try:
        return get_type_hints(value)
    except (NameError, TypeError):
        return {}


def _chosen(written: Any, resolved: Any) -> str:
    """Return a type as it is written, unless what checks it is written there too."""
    if isinstance(written, ForwardRef):
        written = written.__forward_arg__
    if isinstance(written, str) and ("Annotated" not in written or resolved is None):
        return written.strip("'\"")
    return shown(written if resolved is None else resolved)


def shown(kind: Any) -> str:
    """Return a type in words, without annotations.

    >>> shown(dict[Annotated[str, len], int | None])
    'dict[str, int | None]'
    """
    if kind in (None, types.NoneType, ...):
        return "..." if kind is ... else "None"
    origin, inside = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return shown(inside[0])
    if origin in (Union, types.UnionType):
        return " | ".join(shown(each) for each in inside)
    if origin is Literal:
        return f"Literal[{', '.join(map(repr, inside))}]"
    if isinstance(kind, list):  # the parameters of a callable
        return f"[{', '.join(map(shown, kind))}]"
    name = getattr(origin or kind, "__name__", None) or str(kind).removeprefix("typing.")
    return f"{name}[{', '.join(map(shown, inside))}]" if inside else name


def _default(value: Any) -> str:
    """Return a default as code, or dots where its text is long or says nothing."""
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    text = getattr(value, "__name__", repr(value))
    return "..." if len(text) > _LONGEST_DEFAULT or text.startswith("<") else text
