"""The reference of the public Python API, from names, signatures and docstrings."""

from __future__ import annotations

import functools
import importlib
import inspect
import re
from typing import Any

from tests import public_names

from . import signatures


def names() -> dict[str, str]:
    """Return the titles and names of the pages: one for each package."""
    titles = [package.removeprefix("cardwright.") for package in public_names.PACKAGES]
    return {title: f"python/{title.replace('.', '_')}.md" for title in titles}


def pages() -> dict[str, str]:
    """Return the pages by name."""
    return {name: _page(package) for name, package in zip(names().values(), public_names.PACKAGES, strict=True)}


def _page(package: str) -> str:
    module = importlib.import_module(package)
    head = f"---\ntitle: {package}\n---\n\n# `{package}`\n\n{described(inspect.getdoc(module) or '')}\n"
    return "\n".join([head, *(_entry(name, getattr(module, name)) for name in sorted(module.__all__))])


def _entry(name: str, value: Any) -> str:
    heading = f"## `{name}` {{ #{name} }}\n"
    if inspect.ismodule(value):
        return f"{heading}\nA module. {described(inspect.getdoc(value) or '')}\n"
    if callable(value):
        members = _members(value) if inspect.isclass(value) else []
        return "\n".join([heading, _signature(name, value), described(inspect.getdoc(value) or ""), *members]) + "\n"
    return f"{heading}\nA value of type `{type(value).__name__}`.\n"


def _members(kind: type) -> list[str]:
    """Return the public methods and properties that a class itself documents."""
    found = []
    for name, value in vars(kind).items():
        inner = getattr(value, "__func__", getattr(value, "fget", getattr(value, "func", value)))
        if name.startswith("_") or not inspect.isfunction(inner) or not inspect.getdoc(inner):
            continue
        shown = name if isinstance(value, (property, functools.cached_property)) else signatures.line(name, inner)
        found.append(f"- **`{shown}`**: {_summary(inner)}")
    return found


def _summary(value: Any) -> str:
    return escaped(" ".join((inspect.getdoc(value) or "").partition("\n\n")[0].split()))


def _signature(name: str, value: Any) -> str:
    try:
        return f"```python\n{signatures.call(name, value)}\n```\n"
    except (TypeError, ValueError):  # it has none that Python knows
        return ""


def described(doc: str) -> str:
    """Return a docstring as Markdown: prose, and examples as code."""
    return "\n\n".join(_paragraph(each) for each in re.split(r"\n\s*\n", doc)) + "\n"


def _paragraph(text: str) -> str:
    if text.lstrip().startswith(">>>"):
        return f"```pycon\n{text}\n```"
    return text if text.startswith("    ") else escaped(text)


def escaped(text: str) -> str:
    """Return prose in which nothing outside code looks like HTML or emphasis."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(each if each.startswith("`") else re.sub(r"([*_<])", r"\\\1", each) for each in parts)
