"""Numbers as people read them, in the terminal and in reports."""

from __future__ import annotations

import math
from typing import Any

from .paths import is_number


def number(value: Any) -> str:
    """Return a number as people read it, and anything else as text.

    >>> number(0.00651), number(12), number(71.25), number(0.5)
    ('0.00651', '12', '71.25', '0.5')
    """
    if not is_number(value):
        return str(value)
    if not math.isfinite(value) or float(value).is_integer():
        return f"{value:g}"
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 10 else f"{value:.3g}"


def percent(share: float) -> str:
    """Return a share in per cent.

    >>> percent(0.808)
    '80.8 %'
    """
    return f"{100 * share:.1f} %"
