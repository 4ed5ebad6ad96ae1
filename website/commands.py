"""The reference of commands and options, from the parsers of the program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cardwright.cli.commands import program

from .python_api import escaped

_TOP = """\
# All commands

    cardwright arena spire:jaw-worm --seats first --seats random --seats mcts:200 --games 1000 --seed 1

This page is made from the program, and says what `--help` says. Bad input ends a command with exit code 2 and one
sentence, Ctrl-C with 130.
"""


def page() -> str:
    """Return the page."""
    found = list(_leaves(program(), "cardwright"))
    index = "".join(f"| [`{name}`](#{_anchor(name)}) | {_first_line(each)} |\n" for name, each in found)
    table = "| command | what it does |\n| --- | --- |\n" + index
    return "\n".join([_TOP, table, *(_section(*each) for each in found)])


def _leaves(command: Any, name: str) -> Iterator[tuple[str, Any]]:
    """Yield the commands that do something, with their full names; a group may itself be one."""
    inner = getattr(command, "commands", {})
    if not inner or (getattr(command, "invoke_without_command", False) and _given(command)):
        yield name, command
    for word, each in inner.items():
        yield from _leaves(each, f"{name} {word}")


def _section(name: str, command: Any) -> str:
    text = "\n\n".join(_paragraph(each) for each in (command.help or "").split("\n\n"))
    rows = "".join(f"| {_names(each)} | {_cell(each.help or '')} | {_default(each)} |\n" for each in _given(command))
    table = f"\n\n| option | meaning | default |\n| --- | --- | --- |\n{rows}" if rows else "\n"
    return f"## `{name}` {{ #{_anchor(name)} }}\n\n{text}{table}"


def _given(command: Any) -> list[Any]:
    return [each for each in command.params if not each.hidden and each.name not in ("help", "version")]


def _paragraph(text: str) -> str:
    """Return a paragraph of a help text; an example becomes code."""
    before, found, example = text.partition(": cardwright ")
    return f"{before}:\n\n    cardwright {example}" if found else escaped(text)


def _names(option: Any) -> str:
    if option.param_type_name == "argument":
        return f"`{option.name.upper()}`"
    return ", ".join(f"`{each}`" for each in [*option.opts, *option.secondary_opts])


def _default(option: Any) -> str:
    if option.required:
        return "needed"
    value = option.default
    return "" if value in (None, False, "", (), []) or callable(value) else f"`{getattr(value, 'value', value)}`"


def _first_line(command: Any) -> str:
    return _cell((command.help or "").partition("\n\n")[0].partition(". ")[0].rstrip("."))


def _cell(text: str) -> str:
    return escaped(" ".join(text.split())).replace("|", "\\|")


def _anchor(name: str) -> str:
    return name.removeprefix("cardwright ").replace(" ", "-")
