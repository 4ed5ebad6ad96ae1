"""The streams that commands print to: no text from a file can control the terminal."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO, cast

from cardwright.core.showing.text import printable


class _PrintableStream:
    """Passes printable text on to a stream; everything else is the stream's own."""

    def __init__(self, stream: TextIO):
        self.rich_proxied_file = stream  # where Rich writes; core.terminal.Console checks its text

    def write(self, text: str) -> int:
        return self.rich_proxied_file.write(printable(text))

    def writelines(self, lines: Iterable[str]) -> None:
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rich_proxied_file, name)


@contextlib.contextmanager
def printable_streams() -> Iterator[None]:
    """Let `print` show only printable characters in this block."""
    out, err = (cast("TextIO", _PrintableStream(each)) for each in (sys.stdout, sys.stderr))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        yield
