"""What a player of one of OpenSpiel's games remembers: all that the player has seen and done, as a hash."""

from __future__ import annotations

import hashlib
from typing import Any

from cardwright.core.state import State

HIDING = 1  # the seed of all hidden copies: they are equal where a player knows the same


def known(state: State, player: int) -> bytes:
    """Return a hash of what a player knows now."""
    return hashlib.blake2b(state.copy(hidden_from=player, seed=HIDING).records.tobytes(), digest_size=8).digest()


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

    def text(self) -> str:
        """Return the hash."""
        return self._hash.hexdigest()

    def until(self, state: State) -> Memory:
        """Return the memory of the same game at a later step."""
        later = Memory.__new__(Memory)
        later.player, later.steps, later._known = self.player, self.steps, self._known
        later._past, later._hash = self._past.copy(), self._hash.copy()
        for step in state.history()[self.steps :]:
            later._add(step)
        return later

    def _add(self, step: Any) -> None:
        self.steps += 1
        if isinstance(step, tuple | list):
            self._past = self._past.copy(hidden_from=step[0], seed=step[1])
            if step[0] != self.player:
                self._hash = hashlib.blake2b(digest_size=8)
        else:
            if self._past.decider == self.player:
                self._hash.update(b"%d;" % step)
            self._past.play(step)
        before, self._known = self._known, known(self._past, self.player)
        if self._known != before:
            self._hash.update(self._known)
