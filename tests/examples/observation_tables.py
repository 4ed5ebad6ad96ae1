"""Write the tables of docs/observations.md that are made from the code: python tests/examples/observation_tables.py"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

from cardwright.cli.encoding import Group, action_groups, feature_groups
from cardwright.core import Game, registry

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"
_TABLES = re.compile(r"<!-- made from (?P<name>\S+) -->\n.*?<!-- end -->", re.DOTALL)


def with_tables(text: str) -> str:
    """Return a page with the tables of each game that it names, as the code has them."""
    return _TABLES.sub(lambda found: _section(found["name"]), text)


def _section(name: str) -> str:
    path = f"{PAGE.parents[1]}/{name}" if name.endswith("family") else name
    game = registry.game(path)
    parts = [_groups("features", feature_groups(game)), _groups("actions", action_groups(game)), _columns(game)]
    return f"<!-- made from {name} -->\n\n" + "\n\n".join(filter(None, parts)) + "\n\n<!-- end -->"


def _groups(what: str, groups: list[Group]) -> str:
    total = sum(group.size for group in groups)
    return _table((f"{total} {what}", "number", "such as"), [_cells(group) for group in groups])


def _cells(group: Group) -> tuple[str, str, str]:
    shown = ", ".join(f"`{each}`" for each in group.examples)
    return f"`{group.name}`", str(group.size), shown


def _columns(game: Game) -> str:
    rows = [
        (f"`{field.name}`", str(field.size), ", ".join(f"`{each}`" for each in field.values[:3]))
        for field in game.token_fields
    ]
    return _table((f"column, in at most {game.max_tokens} rows", "values", "such as"), rows) if rows else ""


def _table(head: tuple[str, str, str], rows: Iterable[tuple[str, str, str]]) -> str:
    return "\n".join(f"| {' | '.join(cells)} |" for cells in (head, ("---", "---", "---"), *rows))


if __name__ == "__main__":
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
