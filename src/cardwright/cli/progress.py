"""Progress bars on the terminal's error stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.progress import Progress


@contextmanager
def bar(what: str) -> Iterator[Callable[..., None]]:
    """Show a bar and yield a function that moves it: `move(done, total)`, with a few words as an optional third."""
    with _new_progress() as progress:
        task = progress.add_task(what, total=None)

        def move(done: int, total: int, words: str = "") -> None:
            progress.update(task, completed=done, total=total, description=f"{what} {words}".strip())

        yield move


@contextmanager
def bars() -> Iterator[Callable[[int, str, int, int], None]]:
    """Yield a function that moves one of several bars: `move(key, what, done, total)`."""
    tasks: dict[int, Any] = {}
    with _new_progress() as progress:

        def move(key: int, what: str, done: int, total: int) -> None:
            if key not in tasks:
                tasks[key] = progress.add_task(what, total=total)
            progress.update(tasks[key], completed=done)

        yield move


def _new_progress() -> Progress:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from cardwright.core.terminal import Console

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
