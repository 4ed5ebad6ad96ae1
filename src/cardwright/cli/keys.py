"""Single keys from a terminal, as viewers read them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import typer


@contextmanager
def pressed_keys() -> Iterator[Iterator[str]]:
    """Return the keys that a person presses, one at a time, until Ctrl-C or the end of the input.

    The terminal passes on each key at once for as long as the block runs. `typer.getchar`, which serves Windows,
    elsewhere switches the terminal for each key and discards what was pressed in between.
    """
    if os.name == "nt":
        yield _keys(typer.getchar)
        return
    import termios
    import tty

    terminal = sys.stdin.fileno()
    before = termios.tcgetattr(terminal)
    try:
        tty.setcbreak(terminal, termios.TCSADRAIN)
        yield _keys(lambda: os.read(terminal, 1024).decode(errors="replace"))
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)


def _keys(read: Callable[[], str]) -> Iterator[str]:
    try:
        while typed := read():
            yield from split_keys(typed)
    except (EOFError, KeyboardInterrupt):
        return


def split_keys(typed: str) -> list[str]:
    """Return what a terminal sent as single keys; several can arrive together.

    >>> split_keys("nn\\x1b[Cq")
    ['n', 'n', '\\x1b[C', 'q']
    """
    return re.findall(r"\x1b\[[0-9;]*[A-Za-z~]|\x1bO[A-Z]|.", typed, re.DOTALL)
