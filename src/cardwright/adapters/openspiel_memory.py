"""What a player of one of OpenSpiel's games remembers: all that the player has seen and done, as a hash and in rows."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np

from cardwright.core import array_verbs
from cardwright.core.game import Game
from cardwright.core.state import State

HIDING = 1  # the seed of all hidden copies: they are equal where a player knows the same
LARGEST = 100_000  # numbers in a tensor of all that a player has seen and done


def tensor_shape(game: Game) -> tuple[int, int] | None:
    """Return the shape of all that a player can remember: a row for each moment, with own actions and features.

    None if the game has no features, or if that would be too large or without bound.
    """
    rows, columns = (game.max_decisions or 0) + 1, len(game.action_space) + len(game.features)
    return (rows, columns) if game.features and 1 < rows <= LARGEST // columns else None


def known(state: State, player: int) -> bytes:
    """Return a hash of what a player knows now."""
    return hashlib.blake2b(state.copy(hidden_from=player, seed=HIDING).records.tobytes(), digest_size=8).digest()


def action_indices(state: State) -> dict[int, int]:
    """Return the index in the action space of each legal action, by its number."""
    numbers, indices = np.zeros((2, state.game.max_actions), np.int64)
    n = array_verbs.indexed(state.records, 0, state.game.rules, numbers, indices)
    return dict(zip(numbers[:n].tolist(), indices[:n].tolist(), strict=True))


class Memory:
    """What a player knew at each moment at which that changed, and the player's own actions, up to some step.

    Where a position was redrawn for one player, the others remember nothing from before: for them it is another game.
    """

    def __init__(self, start: State, player: int):
        self.player = player
        self.steps = 0
        self._past = start
        self._known = known(start, player)
        self._hash = hashlib.blake2b(self._known, digest_size=8)
        self._rows: list[np.ndarray] = []
        self._note(None)

    def text(self) -> str:
        """Return the hash."""
        return self._hash.hexdigest()

    def rows(self) -> np.ndarray:
        """Return a row for each of these moments: the own action that led there, and the features after it."""
        return np.array(self._rows, np.float32).reshape(len(self._rows), -1)

    def _note(self, action: int | None) -> None:
        """Add a row for this moment, if the game has such tensors."""
        game = self._past.game
        if tensor_shape(game) is not None:
            chosen = np.zeros(len(game.action_space), np.float32)
            if action is not None:
                chosen[action] = 1
            self._rows.append(np.concatenate([chosen, self._past.observe(self.player)]))

    def until(self, state: State) -> Memory:
        """Return the memory of the same game at a later step."""
        later = Memory.__new__(Memory)
        later.player, later.steps, later._known = self.player, self.steps, self._known
        later._past, later._hash, later._rows = self._past.copy(), self._hash.copy(), [*self._rows]
        for step in state.history()[self.steps :]:
            later._add(step)
        return later

    def _add(self, step: Any) -> None:
        self.steps += 1
        own: int | None = None
        if isinstance(step, tuple | list):
            self._past = self._past.copy(hidden_from=step[0], seed=step[1])
            if step[0] != self.player:
                self._hash, self._rows = hashlib.blake2b(digest_size=8), []
        else:
            if self._past.decider == self.player:
                self._hash.update(b"%d;" % step)
                own = action_indices(self._past)[step]
            self._past.play(step)
        before, self._known = self._known, known(self._past, self.player)
        if self._known != before:
            self._hash.update(self._known)
        if self._known != before or own is not None:
            self._note(own)
