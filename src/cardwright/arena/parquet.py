"""What Polars raises when a Parquet file is damaged or the disk is full, turned into one sentence."""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from cardwright.core.errors import BadData

_STDERR = 2
_one_at_a_time = threading.RLock()


@contextlib.contextmanager
def parquet_read(complaint: str) -> Iterator[None]:
    """Raise `BadData` with this complaint if Polars cannot read a file in this block."""
    import polars

    try:
        with without_panics():
            yield
    except (polars.exceptions.PolarsError, polars.exceptions.PanicException, OSError):
        raise BadData(complaint) from None


def check_name(path: Path) -> None:
    """Refuse a path that Polars cannot open."""
    try:
        os.fspath(path).encode()
    except UnicodeEncodeError:
        raise BadData(f"{path}: the path of a log of actions must be UTF-8") from None


@contextlib.contextmanager
def parquet_written() -> Iterator[None]:
    """Turn an error of Polars that comes from the system, such as a full disk, into an `OSError`."""
    import polars

    try:
        yield
    except polars.exceptions.PolarsError as error:
        if found := re.search(r"\(os error (\d+)\)", str(error)):
            raise OSError(int(found[1]), os.strerror(int(found[1]))) from None
        raise


@contextlib.contextmanager
def without_panics() -> Iterator[None]:
    """Do not show what Rust prints if a damaged file makes Polars panic in this block.

    Rust writes to the file descriptor of the standard error stream, which no object of Python's can filter. What is
    written there during the block is therefore held back, and dropped if Polars fails.
    """
    import polars

    with contextlib.ExitStack() as stack:
        stack.enter_context(_one_at_a_time)
        try:
            usual = os.dup(_STDERR)
            stack.callback(os.close, usual)
            held = stack.enter_context(tempfile.TemporaryFile())
        except OSError:  # the stream is closed, or there is no room for a temporary file
            yield
            return
        os.dup2(held.fileno(), _STDERR)
        try:
            yield
        except (polars.exceptions.PolarsError, polars.exceptions.PanicException):
            held.truncate(0)
            raise
        finally:
            os.dup2(usual, _STDERR)
            held.seek(0)
            while text := held.read(1 << 16):
                os.write(_STDERR, text)
