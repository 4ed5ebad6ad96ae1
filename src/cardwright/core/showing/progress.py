"""Progress bars: on the error stream of a terminal, below the cell of a notebook, or as lines for another program.

A program that runs a command sets `CARDWRIGHT_PROGRESS=json` in its environment. The command then writes its bars to
the error stream as lines of JSON, among other lines that are text for people:

    {"progress": {"bar": 0, "what": "rules", "done": 340, "total": 1000}}
"""

from __future__ import annotations

import functools
import json
import math
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

from . import html

REDRAW_SECONDS = 0.2  # between two drawings in a notebook or as lines; each is a message to the browser
LINES = "CARDWRIGHT_PROGRESS"  # the environment variable that asks for lines
JSON = "json"

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
    with _chosen_bars() as move:
        yield move


def _chosen_bars() -> AbstractContextManager[Move]:
    if os.environ.get(LINES) == JSON:
        return _line_bars()
    return _notebook_bars() if in_notebook() else _terminal_bars()


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


@contextmanager
def _line_bars() -> Iterator[Move]:
    _watch_reader()
    waiting: dict[int, dict[str, Any]] = {}
    written = -math.inf

    def write() -> None:
        nonlocal written
        for each in waiting.values():
            _write_line({"progress": each})
        waiting.clear()
        written = time.monotonic()

    def move(key: int, what: str, done: int, total: int | None) -> None:
        waiting[key] = {"bar": key, "what": what, "done": done, "total": total}
        if time.monotonic() - written >= REDRAW_SECONDS:
            write()

    try:
        yield move
    finally:
        write()


def _write_line(content: dict[str, Any]) -> None:
    try:
        print(json.dumps(content), file=sys.stderr, flush=True)
    except OSError:
        _stop()


@functools.cache
def _watch_reader() -> None:
    """Stop the work when the program that asked for it is gone, even if there is nothing to write for long."""
    if not hasattr(select, "poll"):  # on Windows, the next line that is written finds out
        return
    error_stream = select.poll()
    error_stream.register(_error_stream(), 0)  # reports only that nobody reads it any more

    def wait() -> None:
        error_stream.poll()
        _stop()

    threading.Thread(target=wait, daemon=True).start()


@functools.cache
def _stop() -> None:
    """Do what Ctrl-C does, which keeps what was done; nobody reads what is written from now on."""
    with open(os.devnull, "wb") as nowhere:
        os.dup2(nowhere.fileno(), _error_stream())
    if sys.platform == "win32":
        signal.raise_signal(signal.SIGINT)
    else:  # this wakes the main thread even if it waits for something
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)


def _error_stream() -> int:
    return sys.__stderr__.fileno() if sys.__stderr__ else 2
