"""What to say about user code that Numba cannot compile: Numba's own account fills a screen."""

from __future__ import annotations

import re
import sysconfig
from pathlib import Path

import numba

from ..errors import CardwrightError

LONGEST_REASON = 160
_LOCATION = re.compile(
    r"^ *(?:During: .* at (?P<file>.+) \((?P<line>\d+)\)|File \"(?P<path>.+)\", line (?P<number>\d+):)$", re.MULTILINE
)
_OURS = tuple(map(str, (Path(__file__).parents[2], Path(numba.__file__).parent, sysconfig.get_path("stdlib"))))


def explain(error: Exception) -> CardwrightError | None:
    """Return the sentence for an error of Numba's; None if the fault is not in user code."""
    text = str(error)
    unknown_name = re.search(r"^NameError: (.+)$", text, re.MULTILINE)
    if unknown_name:  # Numba does not say where
        return CardwrightError(f"a kernel cannot be compiled: {unknown_name[1]}")
    where = _location(text)
    return CardwrightError(f"{where}, cannot be compiled: {_reason(text)}") if where else None


def _location(text: str) -> str | None:
    """Return the innermost location in user code that led to the fault, None if there is none."""
    for found in _LOCATION.finditer(text):
        file = Path(found["file"] or found["path"]).resolve()  # one form names files relative to the current folder
        if not str(file).startswith(_OURS):
            return f"{file}, line {found['line'] or found['number']}"
    return None


def _reason(text: str) -> str:
    """Return the first thing Numba says that is not about its own pipeline."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("Failed in")]
    reason = " ".join(lines[: 2 if lines[0].endswith(":") else 1])
    return reason if len(reason) <= LONGEST_REASON else f"{reason[:LONGEST_REASON]} ..."
