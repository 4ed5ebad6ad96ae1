"""How many plays of a game ended in which way: the columns of a table of experiments."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np


@dataclass(frozen=True)
class Tally:
    """Wins of each seat, draws, crashes, and the mean number of turns of the plays that did not crash."""

    wins: tuple[int, ...]
    draws: int
    crashes: int
    turns: float  # nan if all crashed
    shared: int = field(default=0, repr=False)  # wins besides the first of a play that several players win
    lost: int = field(default=0, repr=False)  # by the only player

    @property
    def games(self) -> int:
        """The number of plays."""
        return sum(self.wins) - self.shared + self.draws + self.crashes + self.lost

    def to_dict(self) -> dict[str, Any]:
        """Return the tally as plain data."""
        turns = None if math.isnan(self.turns) else round(self.turns, 3)
        found = {**asdict(self), "wins": list(self.wins), "turns": turns}
        unused = {name for name in ("shared", "lost") if not found[name]}
        return {name: value for name, value in found.items() if name not in unused}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Tally:
        """Return the tally that `to_dict` described."""
        turns = math.nan if data["turns"] is None else data["turns"]
        return cls(
            tuple(data["wins"]), data["draws"], data["crashes"], turns, data.get("shared", 0), data.get("lost", 0)
        )


def tally(columns: Mapping[str, np.ndarray], players: int) -> Tally:
    """Count how plays ended, from the columns of the arena: win_1 and so on, drawn, crashed, turns.

    >>> columns = {"win_1": [1, 0, 0], "win_2": [0, 0, 0], "drawn": [0, 1, 0], "crashed": [0, 0, 1], "turns": [9, 5, 8]}
    >>> tally({name: np.array(column) for name, column in columns.items()}, players=2)
    Tally(wins=(1, 0), draws=1, crashes=1, turns=7.0)
    """
    names = ["win"] if players == 1 else [f"win_{seat + 1}" for seat in range(players)]
    won = np.array([columns[name] != 0 for name in names])
    wins = tuple(map(int, won.sum(axis=1)))
    crashed = columns["crashed"].astype(bool)
    turns = float(columns["turns"][~crashed].mean()) if not crashed.all() else math.nan
    shared = int(np.maximum(won.sum(axis=0) - 1, 0).sum())
    drawn = np.asarray(columns["drawn"]).astype(bool)
    lost = int(np.count_nonzero(~won[0] & ~drawn & ~crashed)) if players == 1 else 0
    return Tally(wins, int(np.count_nonzero(drawn)), int(np.count_nonzero(crashed)), turns, shared, lost)
