"""The streams of commands: each is there, takes any character, and shows no text that controls the terminal."""

from __future__ import annotations

import codecs
import contextlib
import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any, TextIO, cast

from cardwright.core.showing.text import printable

SPELLED = "cardwright.spelled"  # how characters are written that an encoding lacks
SPELLINGS = str.maketrans(
    {
        **dict(zip("♣♦♥♠", "CDHS", strict=True)),  # a card is found by its letter too, as in 7D
        **dict.fromkeys("─━═", "-"),
        **dict.fromkeys("│┃║", "|"),
        **dict.fromkeys("┌┐└┘├┤┬┴┼╭╮╰╯", "+"),
        **{"±": "+-", "≤": "<=", "≥": ">=", "·": "-", "…": "..."},
    }
)


def _spelled(error: UnicodeError) -> tuple[str, int]:
    """Return other characters for those that an encoding lacks, and where to go on."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    text = error.object[error.start : error.end].translate(SPELLINGS)
    return text.encode("ascii", "replace").decode("ascii"), error.end


codecs.register_error(SPELLED, _spelled)


def prepare_streams() -> None:
    """Make all three streams usable, whatever the shell and the locale did to them.

    A closed stream, as after `>&-`, would be None; the next file that is opened would even get its number. It becomes
    the null device. Where the locale knows nothing but ASCII, text is UTF-8, as Python itself decides by default.
    Other encodings, such as those of Windows, show the suits of cards as letters.
    """
    streams = (("stdin", "r", "strict"), ("stdout", "w", SPELLED), ("stderr", "w", "backslashreplace"))
    for number, (name, mode, errors) in enumerate(streams):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, _null_device(number, mode))
        elif hasattr(stream, "reconfigure"):
            ascii_only = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding="utf-8" if ascii_only else None, errors=errors)


def _null_device(number: int, mode: str) -> TextIO:
    """Open the null device, under this number if it is free."""
    descriptor = os.open(os.devnull, os.O_RDWR)
    with contextlib.suppress(OSError):
        if descriptor != number and not _is_open(number):
            os.dup2(descriptor, number)
            os.close(descriptor)
            descriptor = number
    return cast("TextIO", open(descriptor, mode, encoding="utf-8"))


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


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
