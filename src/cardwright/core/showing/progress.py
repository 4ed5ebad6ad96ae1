"""Progress bars: on the error stream of a terminal, or below the cell of a notebook."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from . import html

REDRAW_SECONDS = 0.2  # between two drawings in a notebook; each is a message to the browser

Move = Callable[[int, str, int, int | None], None]
Report = Callable[..., None]


@contextmanager
def shown(
    progress: Report | bool | None, what: str, step: Callable[..., tuple[Any, ...]] = lambda *found: found
) -> Iterator[Report | None]:
    """Yield the function that a long call reports to: the caller's own, a bar if `progress` is True, or None.

    `step` turns a report into what the bar shows: how much is done, the total, and optionally a few words. Without it,
    reports are just that.
    """
    if progress is not True:
        yield progress or None
        return
    with bar(what) as move:
        yield lambda *found: move(*step(*found))


@contextmanager
def bar(what: str) -> Iterator[Report]:
    """Show a bar and yield a function that moves it: `move(done, total)`, with a few words as an optional third."""
    with bars() as move_one:
        move_one(0, what, 0, None)

        def move(done: int, total: int | None, words: str = "") -> None:
            move_one(0, f"{what} {words}".strip(), done, total)

        yield move


@contextmanager
def bars() -> Iterator[Move]:
    """Yield a function that moves one of several bars: `move(key, what, done, total)`."""
    with _notebook_bars() if in_notebook() else _terminal_bars() as move:
        yield move


def in_notebook() -> bool:
    """Return whether this runs in the kernel of a notebook, whose output is HTML."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    return hasattr(shell, "kernel")


@contextmanager
def _terminal_bars() -> Iterator[Move]:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from .terminal import Console

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    tasks: dict[int, Any] = {}
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:

        def move(key: int, what: str, done: int, total: int | None) -> None:
            if key not in tasks:
                tasks[key] = progress.add_task(what, total=total)
            progress.update(tasks[key], completed=done, total=total, description=what)

        yield move


@contextmanager
def _notebook_bars() -> Iterator[Move]:
    """Rich draws in notebooks only with the help of ipywidgets; a display that is updated needs nothing else."""
    from IPython.display import HTML, display

    lines: dict[int, str] = {}
    handle = display(HTML(""), display_id=True)
    drawn = 0.0

    def move(key: int, what: str, done: int, total: int | None) -> None:
        nonlocal drawn
        lines[key] = f"<div>{html.bar(what, done, total)}</div>"
        if time.monotonic() - drawn >= REDRAW_SECONDS:
            handle.update(HTML(html.notebook(*lines.values())))
            drawn = time.monotonic()

    try:
        yield move
    finally:
        handle.update(HTML(""))
