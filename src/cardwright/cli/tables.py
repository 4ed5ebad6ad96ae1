"""Tables in the terminal; cell text is never read as markup."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", **style: Any) -> Table:
    """Return a table; `style` holds further arguments of `rich.table.Table`."""
    from rich.table import Table
    from rich.text import Text

    made = Table(title=Text(title) if title else None, **style)
    for column in columns:
        made.add_column(Text(column))
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", **style: Any) -> None:
    """Print a table."""
    from cardwright.core.terminal import Console

    Console().print(table(columns, rows, title, **style))
