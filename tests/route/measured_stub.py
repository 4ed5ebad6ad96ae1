"""Rooms that cost fixed HP, in place of rooms that are played: measuring takes no time and compiles nothing."""

from __future__ import annotations

import numpy as np

from cardwright.route.measured.visits import Content, Level, Visits
from cardwright.spire.run.state import Outcome

BOSS_COST, ELITE_COST, OTHER_COST = 30, 20, 4


class StubVisits(Visits):
    """Visits whose rooms cost HP by their kind, a little more with each play, and less the better the deck."""

    played: list[tuple[str, Level, int]] = []  # noqa: RUF012  one list for all: what was played, and how often
    stop_after: int | None = None  # Ctrl-C after so many cells

    def grown(self, level: Level, plays: int) -> np.ndarray:
        states = np.zeros(plays, self.game.dtype)
        states["run"]["gold"] = sum(level)  # remembers the level
        return states

    def enter(
        self, states: np.ndarray, content: Content, hp: np.ndarray | None, use: str, numbers: np.ndarray
    ) -> np.ndarray:
        if StubVisits.stop_after is not None and len(StubVisits.played) >= StubVisits.stop_after:
            raise KeyboardInterrupt
        StubVisits.played.append((content.text, Level(), len(states)))
        states = states.copy()
        cost = BOSS_COST if content.kind is None else ELITE_COST if content.name in _ELITES else OTHER_COST
        left = hp - cost - numbers % 3 + states["run"]["gold"]
        states["run"]["hp"] = np.maximum(left, 0)
        states["run"]["outcome"] = np.where(left > 0, Outcome.VICTORY, Outcome.DEATH)
        return states


_ELITES = ("Gremlin Nob", "Lagavulin", "3 Sentries")
