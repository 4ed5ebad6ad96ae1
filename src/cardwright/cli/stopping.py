"""How commands handle Ctrl-C."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Stopped(Exception):
    """A person stopped a command; the arguments say what to do next.

    This is not a KeyboardInterrupt, which the command-line library would turn into an exit code without a message.
    """


@contextmanager
def stoppable(*advice: str) -> Iterator[None]:
    """Turn Ctrl-C in this block into a `Stopped` with this advice."""
    try:
        yield
    except KeyboardInterrupt:
        raise Stopped(*advice) from None
