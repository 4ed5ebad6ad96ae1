"""How likely an agent takes each action in a position: as it says itself, or counted over many seeds."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import seed_for, seeds_for
from cardwright.core.state import State

from .agent import Agent, as_agent
from .compiled import Compiled, seats_of
from .kernel import Players
from .play import decide
from .reader import Reader
from .spec import make

SAMPLES = 100
MOST_SAMPLES = 1_000_000


class Chances:
    """Asks an agent, given as a text or an object, how it plays a game.

    An agent that has a method `probabilities(state)` answers at once: it returns the probability of each action by its
    number. Any other agent takes a decision from each of `samples` seeds.

    >>> import cardwright
    >>> game = cardwright.game("spire:jaw-worm")
    >>> list(Chances("first", game).of(game.new(seed=7)).values())
    [1.0]
    """

    def __init__(self, agent: Any, game: Game, samples: int = SAMPLES, seed: int = 1):
        if not isinstance(samples, int) or not 1 <= samples <= MOST_SAMPLES:
            raise CardwrightError(f"the number of samples must be from 1 to {MOST_SAMPLES:,}, not {samples!r}")
        self.agent: Agent = make(agent) if isinstance(agent, str) else as_agent(agent)
        if self.agent.sees_everything or isinstance(self.agent, Reader):
            why = "sees what is hidden" if self.agent.sees_everything else "is a language model"
            raise CardwrightError(f"agent {self.agent.name} {why}; its probabilities cannot be measured")
        self.agent.check_game(game)
        self.game, self.samples, self.seed = game, samples, seed
        self._players: Players | None = None
        if isinstance(self.agent, Compiled):
            self._players = Players(game, seats_of(game, [self.agent] * game.players))

    def of(self, state: State) -> dict[int, float]:
        """Return the probability of each action that it may take, by the number of the action."""
        hidden = state.copy(hidden_from=state.decider, seed=self.seed)
        said = self.agent.probabilities(State(self.game, self.seed, hidden.records))
        if said is None:
            counts = Counter(self._sampled(state))
            return {action: count / self.samples for action, count in counts.items()}
        total = sum(said.values())
        if not set(said) <= {action.id for action in state.legal()} or not math.isclose(total, 1, abs_tol=1e-6):
            raise CardwrightError(f"the probabilities of agent {self.agent.name} are not those of the legal actions")
        return {int(action): chance / total for action, chance in said.items()}

    def _sampled(self, state: State) -> list[int]:
        if self._players is None:
            seeds = (seed_for(self.seed, "chances", k) for k in range(self.samples))
            return [int(decide(self.agent, state, seed)) for seed in seeds]
        own = seeds_for(self.seed, "chances", np.arange(self.samples))
        states = np.frombuffer(bytearray(state.records.tobytes() * self.samples), state.records.dtype)
        taken, trails = np.zeros(self.samples, np.int64), np.zeros((self.samples, 1), np.int32)
        self._players.play(states, own, own, most=1, taken=taken, trails=trails)
        actions: list[int] = trails[:, 0].tolist()
        return actions
