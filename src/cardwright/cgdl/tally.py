"""How many plays of a game ended in which way: the columns of a table of experiments."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Tally:
    """Wins of each seat, draws, crashes, and the mean number of turns of the plays that did not crash."""

    wins: tuple[int, ...]
    draws: int
    crashes: int
    turns: float  # nan if all crashed

    @property
    def games(self) -> int:
        """The number of plays."""
        return sum(self.wins) + self.draws + self.crashes

    def to_dict(self) -> dict[str, Any]:
        """Return the tally as plain data."""
        turns = None if math.isnan(self.turns) else round(self.turns, 3)
        return {**asdict(self), "wins": list(self.wins), "turns": turns}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tally:
        """Return the tally that `to_dict` described."""
        turns = math.nan if data["turns"] is None else data["turns"]
        return cls(tuple(data["wins"]), data["draws"], data["crashes"], turns)


def tally(columns: Mapping[str, np.ndarray], players: int) -> Tally:
    """Count how plays ended, from the columns of the arena: win_1 and so on, drawn, crashed, turns.

    >>> columns = {"win_1": [1, 0, 0], "win_2": [0, 0, 0], "drawn": [0, 1, 0], "crashed": [0, 0, 1], "turns": [9, 5, 8]}
    >>> tally({name: np.array(column) for name, column in columns.items()}, players=2)
    Tally(wins=(1, 0), draws=1, crashes=1, turns=7.0)
    """
    wins = tuple(int(np.count_nonzero(columns[f"win_{seat + 1}"])) for seat in range(players))
    crashed = columns["crashed"].astype(bool)
    turns = float(columns["turns"][~crashed].mean()) if not crashed.all() else math.nan
    return Tally(wins, int(np.count_nonzero(columns["drawn"])), int(np.count_nonzero(crashed)), turns)
