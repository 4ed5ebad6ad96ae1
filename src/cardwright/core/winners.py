"""Who wins a finished game, from the scores of its players."""

from __future__ import annotations

import numpy as np


def winners(scores: np.ndarray) -> np.ndarray:
    """Return which players win, from the scores of some games: those with the highest score, if it is above 0.

    >>> winners(np.array([[1, 1 / 3, -1 / 3, -1], [0.5, 0.5, -0.5, -0.5], [0, 0, 0, 0]])).tolist()
    [[True, False, False, False], [True, True, False, False], [False, False, False, False]]
    """
    best = scores.max(axis=-1, keepdims=True)
    return np.asarray((scores == best) & (best > 0))
