"""Importing much at once, without the collector: imports leave no garbage, and looking for it takes an eighth of them.

What is imported stays, so the collector does not look at it later either: it would hold up games for a tenth of a
second each time.
"""

from __future__ import annotations

import contextlib
import gc
from collections.abc import Iterator


@contextlib.contextmanager
def importing() -> Iterator[None]:
    """Import in this block, and keep for good all that there is when it ends."""
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        gc.enable()
