"""The parser of the grammar, kept in the cache: to make its tables takes three seconds, to read them a fifth of one."""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Callable
from pathlib import Path

import lark

from cardwright.core import files
from cardwright.core.compiling.cache import subfolder
from cardwright.core.errors import CardwrightError

FILE = "grammar.pickle"
LARGEST = 16 * 1024 * 1024


def kept(make: Callable[[], lark.Lark], *sources: str) -> lark.Lark:
    """Return the parser that `make` makes from these sources, read from the cache if it was made before.

    The cache is a folder that nobody but the user can write, so what is unpickled is the user's own.
    """
    identity = "\0".join((lark.__version__, *sources)).encode()
    folder = subfolder(f"{hashlib.sha256(identity).hexdigest()[:8]}-{lark.__version__}")
    with contextlib.suppress(OSError):
        os.utime(folder)  # folders that nobody has used for long are dropped
    return _read(folder / FILE) or _write(folder / FILE, make())


def _read(path: Path) -> lark.Lark | None:
    """Return the parser in a file; None if there is none, or if the file is damaged."""
    if not path.is_file():
        return None
    try:
        return lark.Lark.load(io.BytesIO(files.read_bytes(path, LARGEST)))
    except Exception:  # noqa: BLE001  # whatever is wrong with the file, the parser can be made again
        return None


def _write(path: Path, parser: lark.Lark) -> lark.Lark:
    """Keep a parser in a file if that can be written, and return it."""
    saved = io.BytesIO()
    parser.save(saved)
    with contextlib.suppress(CardwrightError):
        files.write(path, saved.getvalue(), private=True)
    return parser
