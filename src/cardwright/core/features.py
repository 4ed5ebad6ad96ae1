# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What the features of several games have in common: how numbers are scaled, and what players are called."""

from __future__ import annotations

import numpy as np

from .compiling.jit import inner


@inner
def squash(number, half):
    """Return a number between -1 and 1 that grows with `number` and is a half at `half`."""
    return np.float32(number) / np.float32(abs(number) + half)


def seat_name(steps: int) -> str:
    """Return what the player is called who comes so many seats after the observer.

    >>> seat_name(0), seat_name(2)
    ('own', 'opponent 2')
    """
    return f"opponent {steps}" if steps else "own"
