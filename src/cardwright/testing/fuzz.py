"""Random games of one set of rules, checked by kernels: thousands a second, with bounds checking if Numba has it on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from cardwright.core.compiling import jit
from cardwright.core.game import LONGEST_GAME, Game
from cardwright.core.state import State

from .contract import SENTENCES, Violation
from .invariants import violation_name
from .kernels import CODE, DECISIONS, HIDDEN_COPIES, PLAYER, REAL, make_memory, play_checked

MOST_DECISIONS = 20_000


@dataclass(frozen=True)
class Finding:
    """What a game did wrong."""

    violation: Violation | None  # None where an index was out of bounds or a number overflowed
    what: str
    seed: int
    decision: int

    def __str__(self) -> str:
        return f"{self.what} (seed {self.seed}, decision {self.decision})"


class Fuzzer:
    """Plays checked games of one set of rules, and counts them.

    `most` is how many decisions a game may take that declares no bound. Hidden copies are checked at every
    `hide_every`-th decision.
    """

    def __init__(self, game: Game, most: int = MOST_DECISIONS, hide_every: int = 1):
        self.game = game
        self.hide_every = hide_every
        self.memory = make_memory(game, min(game.max_decisions or most, LONGEST_GAME))
        self.games = 0
        self.decisions = 0
        self.longest = 0
        self.hidden_copies = 0

    def play(self, seed: int) -> Finding | None:
        """Play one game at random; return what it did wrong, or None."""
        jit.compiling(f"the checks of {self.game.title}")
        game, found = self.game, None
        sizes = (game.players, game.max_actions, len(game.action_space), self.hide_every)
        try:
            found = Violation(play_checked(self.memory, game.rules, game.setup, np.uint64(seed), *sizes))
            what = self._sentence(found) if found else ""
        except (IndexError, OverflowError, ZeroDivisionError) as error:
            what = f"{type(error).__name__}: {error}"
        self._count()
        return Finding(found, what, seed, int(self.memory.counts[DECISIONS])) if what else None

    @property
    def player(self) -> int:
        """The player from whom something was hidden last."""
        return int(self.memory.counts[PLAYER])

    def position(self, seed: int) -> State:
        """Return the last position of the last game, which began with this seed."""
        state = self.game.new(seed)
        for action in self.memory.history[: self.memory.counts[DECISIONS]].tolist():
            state.play(action)
        return state

    @property
    def record(self) -> Any:
        """The last position of the last game."""
        return self.memory.states[REAL]

    def _sentence(self, found: Violation) -> str:
        if found == Violation.INVARIANT:
            return f"its own invariant is broken: {violation_name(self.game.dtype, int(self.memory.counts[CODE]))}"
        if found == Violation.FAULT:
            return f"the rules stop: {self.game.fault_text(int(self.memory.states['fault'].max()))}"
        return SENTENCES[found]

    def _count(self) -> None:
        decisions = int(self.memory.counts[DECISIONS])
        self.games += 1
        self.decisions += decisions
        self.longest = max(self.longest, decisions)
        self.hidden_copies += int(self.memory.counts[HIDDEN_COPIES])
