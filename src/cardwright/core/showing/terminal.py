"""The console that shows tables and texts in a terminal: no text from a file can control it."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import IO, Any

import rich.console
from rich.segment import Segment

from .text import printable


def _edit_lines() -> bool:
    """Let `input` edit lines and remember them, where the system can."""
    try:
        import readline
    except ImportError:
        return False
    readline.parse_and_bind("set enable-bracketed-paste off")
    return True


class Console(rich.console.Console):
    """Rich's console for text from anywhere: it reads no markup and shows no control characters but Rich's own."""

    def __init__(self, **options: Any):
        super().__init__(**{"highlight": False, "markup": False, "emoji": False, **options})

    @property
    def file(self) -> IO[str]:
        """The stream under all that stand for it; Rich would stop at the first, which a bar puts before ours."""
        file = super().file
        while hasattr(file, "rich_proxied_file"):
            file = file.rich_proxied_file
        return file

    @file.setter
    def file(self, file: IO[str]) -> None:
        self._file = file

    def input(self, prompt: Any = "", **options: Any) -> str:
        """Return a line that a person types; a terminal offers line editing and earlier lines."""
        if not sys.stdin.isatty() or not _edit_lines():
            return super().input(prompt, **options)
        return input(printable(str(prompt)))  # the prompt of Rich would be erased by editing

    def render(self, *args: Any, **options: Any) -> Iterable[Segment]:
        """Render as Rich does, in printable characters."""
        for segment in super().render(*args, **options):
            yield segment if segment.control else Segment(printable(segment.text), segment.style)
