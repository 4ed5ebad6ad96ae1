"""The games of a series as they come in: one array per column, in which every game has its place from the start."""

from __future__ import annotations

import numpy as np

from .columns import Columns


class Collected:
    """Games so far of a series of `games`; `empty` holds its columns without any game.

    >>> collected = Collected({"game": np.zeros(0, np.int64), "score": np.zeros(0)}, games=3)
    >>> collected.add({"game": np.array([2, 0]), "score": np.array([0.5, 1.0])})
    >>> collected.missing().tolist(), collected.columns()["score"].tolist()
    ([1], [1.0, 0.5])
    """

    def __init__(self, empty: Columns, games: int):
        self._columns = {name: np.empty(games, column.dtype) for name, column in empty.items()}
        self._played = np.zeros(games, np.bool_)

    def add(self, columns: Columns) -> None:
        """Add some games, copying their columns: these may be parts of something larger, such as final records."""
        numbers = columns["game"]
        if not len(numbers):
            return
        first, last = int(numbers[0]), int(numbers[-1])
        in_a_row = last - first == len(numbers) - 1 and bool((numbers[1:] > numbers[:-1]).all())
        rows = slice(first, last + 1) if in_a_row else numbers
        for name, mine in self._columns.items():
            needed = np.promote_types(mine.dtype, columns[name].dtype)
            if needed != mine.dtype:
                mine = self._columns[name] = mine.astype(needed)
            mine[rows] = columns[name]
        self._played[rows] = True

    def missing(self) -> np.ndarray:
        """Return the numbers of the games that have not been added."""
        return np.flatnonzero(~self._played)

    def columns(self) -> Columns:
        """Return the games so far, ordered by number."""
        if self._played.all():
            return dict(self._columns)
        return {name: column[self._played] for name, column in self._columns.items()}
