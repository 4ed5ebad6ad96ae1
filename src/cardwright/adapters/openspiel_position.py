"""A game in progress as OpenSpiel keeps it: copied byte for byte, and pickled as a seed and the steps taken since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardwright.core.game import Game
from cardwright.core.saved_games import replay
from cardwright.core.state import State

from .openspiel_memory import Memory


class Position:
    """Holds a game in progress, or nothing before the deal.

    OpenSpiel copies and pickles all attributes of a state. What is pickled must not contain the rules, and long games
    must not make the pickle deep.
    """

    def __init__(
        self,
        state: State | None = None,
        saved: tuple[int, list[Any], int] | None = None,
        memories: Mapping[int, Memory] | None = None,
    ):
        self._state = state
        self._saved = saved  # the seed, the steps and a checksum, until the game is needed
        self._memories = dict(memories or {})  # of players, up to this position or an earlier one

    def of(self, game: Game) -> State | None:
        """Return the position, which is one of this game."""
        if self._state is None and self._saved is not None:
            self._state = replay(game, *self._saved)
        return self._state

    def remembered(self, state: State, player: int) -> Memory:
        """Return all that a player has seen and done; `state` is this position."""
        memory = self._memories.get(player) or Memory(state.game.new(state.seed), player)
        memory = self._memories[player] = memory.until(state)
        return memory

    def redrawn(self, state: State, player: int, seed: int) -> Position:
        """Return a copy with everything redrawn that a player cannot know; `state` is this position."""
        return Position(state.copy(hidden_from=player, seed=seed), memories=self._memories)

    def __deepcopy__(self, memo: object) -> Position:
        return Position(None if self._state is None else self._state.copy(), self._saved, self._memories)

    def __reduce__(self) -> tuple[Any, ...]:
        state = self._state
        return Position, (None, self._saved if state is None else (state.seed, state.history(), state.check()))
