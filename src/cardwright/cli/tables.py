"""Tables in the terminal; cell text is never read as markup."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.core.showing.text import group_columns, longest_word, share_width

if TYPE_CHECKING:
    from rich.table import Table

    from cardwright.arena.table import Shown

WITHOUT_LINES: dict[str, Any] = {"box": None, "padding": (0, 1, 0, 0)}  # a style that fits many columns
WIDEST_WORD = 40  # a longer word, such as a path, may be broken


def table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", **style: Any) -> Table:
    """Return a table; `style` holds further arguments of `rich.table.Table`."""
    from rich.table import Table
    from rich.text import Text

    made = Table(title=Text(title) if title else None, **style)
    rows = [list(row) for row in rows]
    for index, column in enumerate(columns):
        made.add_column(Text(column), min_width=_narrowest(column, [row[index] for row in rows]))
    for row in rows:
        made.add_row(*map(Text, row))
    return made


def _narrowest(column: str, cells: Iterable[str]) -> int:
    return min(longest_word([column, *cells]), WIDEST_WORD)


def print_result(result: Shown, as_json: bool) -> None:
    """Print a result as JSON, or as tables, which are in colour only in a terminal."""
    from cardwright.core.showing.terminal import Console

    if as_json:
        print(json.dumps(result.to_dict(), indent=2))
    else:
        Console().print(result)


def print_wrapped(text: str) -> None:
    """Print sentences in lines that fit the terminal, or 80 columns of a pipe."""
    from cardwright.core.showing.terminal import Console

    Console().print(text)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[str]], title: str = "", **style: Any) -> None:
    """Print a table; one that is too wide for the terminal in parts, which repeat the first column."""
    from cardwright.core.showing.terminal import Console

    console = Console()
    rows = [list(row) for row in rows]
    gap, edges = (1, 0) if style.get("box", True) is None else (3, 1)  # between columns, and beside them
    narrowest = [_narrowest(column, [row[index] for row in rows]) for index, column in enumerate(columns)]
    for number, group in enumerate(group_columns(narrowest, 1, console.width - edges - gap, gap)):
        part = [0, *group]
        names, *cells = ([row[index] for index in part] for row in (columns, *rows))
        shown = table(names, cells, "" if number else title, **style)
        widest = [max(map(_width, column)) for column in zip(names, *cells, strict=True)]
        room = console.width - edges - gap * len(part)
        widths = share_width([narrowest[index] for index in part], widest, room)
        for column, width in zip(shown.columns, widths, strict=True):
            column.width = width  # Rich itself would shrink columns below their longest word
        console.print(shown)


def _width(cell: str) -> int:
    """Return the width of the longest line of a cell."""
    from rich.cells import cell_len

    return max(map(cell_len, cell.split("\n")))
