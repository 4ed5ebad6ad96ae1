"""The reference of agents and their settings, from the classes that declare them."""

from __future__ import annotations

import inspect
from dataclasses import MISSING, Field, fields
from typing import Any

import cardwright
from cardwright.agents import strongest
from cardwright.agents.compiled import BUILT_IN, LARGEST_SETTING
from cardwright.agents.llm import WORD, Settings
from cardwright.core import registry

from .python_api import described

_TOP = """\
# Agents and their settings

    cardwright arena spire:lagavulin --seats mcts:200 --seats lookahead:2+discount=1 --games 100 --seed 1

This page is made from the classes of the agents; [agents.md](../agents.md) says how texts name them. A setting without
a default must be given.
"""
FAMILIES = ("autobattler", "cgdl", "spire", "unicorns")


def page() -> str:
    """Return the page."""
    sections = [_section(word, kind) for word, kind in BUILT_IN.items()]
    return "\n".join([_TOP, *sections, _strongest(), _language_models()])


def _section(word: str, kind: type) -> str:
    rows = [_row(each) for each in fields(kind) if each.init]
    table = "\n| setting | default | from | to |\n| --- | --- | --- | --- |\n" + "".join(rows) if rows else ""
    return f"## `{word}`\n\n{described(inspect.getdoc(kind) or '')}{table}"


def _row(each: Field[Any]) -> str:
    """Return a row with the name, the default and the limits of a setting."""
    numeric = each.type in ("int", "float", int, float)
    default = number(each.default) if numeric and each.default is not MISSING else ""
    return f"| `{each.name}` | {default} | {number(each.metadata.get('low'))} | {number(each.metadata.get('high'))} |\n"


def number(value: float | None) -> str:
    """Return a default or a limit; a limit that is none is empty."""
    if value is None or abs(value) == LARGEST_SETTING:
        return ""
    return f"{value:g}" if value < 1e5 else f"{int(value):,}"


def _strongest() -> str:
    games = (cardwright.game(f"{name}:{next(iter(registry.family(name).starts()))}") for name in FAMILIES)
    rows = "".join(f"| `{game.family}` | `{game.strongest}` |\n" for game in games)
    return f"## `{strongest.WORD}`\n\nAnother agent for each game:\n\n| game | agent |\n| --- | --- |\n{rows}"


def _language_models() -> str:
    given = {name: each.default for name, each in Settings.model_fields.items() if name != "model"}
    rows = "".join(f"| `{name}` | {value} |\n" for name, value in given.items())
    words = f"A language model; [llm.md](../llm.md#settings) explains the settings of `{WORD}:MODEL`."
    return f"## `{WORD}`\n\n{words}\n\n| setting | default |\n| --- | --- |\n{rows}"
