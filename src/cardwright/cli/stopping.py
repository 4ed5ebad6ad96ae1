"""Ctrl-C, as the commands hand it on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Stopped(Exception):
    """A person stopped a command; its words, if any, say what can be done now.

    No KeyboardInterrupt, since the command-line library would turn that into an exit code without a word.
    """


@contextmanager
def stoppable(*advice: str) -> Iterator[None]:
    """Make Ctrl-C in this block a `Stopped` with this advice."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(*advice) from None
