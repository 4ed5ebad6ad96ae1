"""Any of our agents as a policy of OpenSpiel: `AgentPolicy(game, "mcts:50")`."""

from __future__ import annotations

from typing import Any

from open_spiel.python import policy

from cardwright.agents import Chances
from cardwright.agents.chances import SAMPLES
from cardwright.core.errors import CardwrightError

from .openspiel_game import SpielGame
from .openspiel_memory import action_indices, known


class AgentPolicy(policy.Policy):  # type: ignore[misc]
    """How an agent, given as a text or an object, plays a game of `openspiel_game`.

    The probabilities of `cfr` and `random`, and of agents with a method `probabilities(state)`, are exact. Those of all
    others are counted over `samples` decisions, each from a seed of its own, and kept for each information set.
    """

    def __init__(self, game: SpielGame, agent: Any, samples: int = SAMPLES, seed: int = 1):
        if not isinstance(game, SpielGame):
            raise CardwrightError("agents play games that `openspiel_game.make` made")
        super().__init__(game, list(range(game.num_players())))
        self.chances = Chances(agent, game.cardwright, samples, seed)
        self._known: dict[tuple[int, bytes], dict[int, float]] = {}

    def action_probabilities(self, state: Any, player_id: int | None = None) -> dict[int, float]:
        """Return the probability of each legal action."""
        if state.is_chance_node() or state.is_terminal():
            raise CardwrightError("an agent decides only where it is a player's turn")
        position = state.cardwright
        key = position.decider, known(position, position.decider)
        if key not in self._known:
            self._known[key] = self._asked(position)
        return dict(self._known[key])

    def _asked(self, position: Any) -> dict[int, float]:
        found, indices = self.chances.of(position), action_indices(position)
        chances = dict.fromkeys(sorted(indices.values()), 0.0)
        for number, chance in found.items():
            chances[indices[number]] += chance
        return chances
