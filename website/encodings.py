"""The reference of what learners see of each game, and of the actions they choose from."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.cli.encoding import Group, action_groups, feature_groups
from cardwright.core import Game, registry

_TOP = """\
# Observations and actions

    cardwright games spire:jaw-worm --features

This page shows features, actions and rows of tokens of one start of each family. The command prints the same for any
start, and [observations](../observations.md) explains what they mean. A number in a name is written as N.
"""
SHOWN = ("spire:jaw-worm", "spire:run", "unicorns:3", "autobattler:draft", "cgdl:uno", "cgdl:holdem")


def page() -> str:
    """Return the page."""
    return "\n".join([_TOP, *(_section(name) for name in SHOWN)])


def _section(name: str) -> str:
    game = registry.game(name)
    parts = [_groups("features", feature_groups(game)), _groups("actions", action_groups(game)), _columns(game)]
    return f"## `{name}`\n\n" + "\n\n".join(filter(None, parts)) + "\n"


def _groups(what: str, groups: list[Group]) -> str:
    total = sum(group.size for group in groups)
    rows = ((f"`{group.name}`", str(group.size), _listed(group.examples)) for group in groups)
    return _table((f"{total} {what}", "number", "such as"), rows)


def _columns(game: Game) -> str:
    rows = [(f"`{field.name}`", str(field.size), _listed(field.values[:3])) for field in game.token_fields]
    return _table((f"column, in at most {game.max_tokens} rows", "values", "such as"), rows) if rows else ""


def _listed(examples: Iterable[str]) -> str:
    return ", ".join(f"`{each}`" for each in examples)


def _table(head: tuple[str, str, str], rows: Iterable[tuple[str, str, str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---", "---", "---"), *rows))
