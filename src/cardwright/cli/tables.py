"""Tables in the terminal; what is in their cells, names from files of strangers among it, is shown as it is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.table import Table


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", **style: Any) -> Table:
    """A table; `style` is what rich's tables have besides."""
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
    from rich.console import Console

    Console(highlight=False).print(table(columns, rows, title, **style))
