"""Tables in the terminal; cell text is never read as markup."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.core.text import longest_word

if TYPE_CHECKING:
    from rich.table import Table

    from cardwright.arena.table import Shown

WIDEST_WORD = 40  # a longer word, such as a path, may be broken


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", **style: Any) -> Table:
    """Return a table; `style` holds further arguments of `rich.table.Table`."""
    from rich.table import Table
    from rich.text import Text

    made = Table(title=Text(title) if title else None, **style)
    rows = [list(row) for row in rows]
    for index, column in enumerate(columns):
        width = longest_word([column, *(row[index] for row in rows)])
        made.add_column(Text(column), min_width=min(width, WIDEST_WORD))
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def print_result(result: Shown, as_json: bool) -> None:
    """Print a result as JSON, or as tables, which are in colour only in a terminal."""
    from cardwright.core.terminal import Console

    if as_json:
        print(json.dumps(result.to_dict(), indent=2))
    else:
        Console().print(result)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", **style: Any) -> None:
    """Print a table."""
    from cardwright.core.terminal import Console

    Console().print(table(columns, rows, title, **style))
