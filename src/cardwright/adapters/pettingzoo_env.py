"""A game as a PettingZoo environment: every seat is an agent, and they act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.core.errors import CardwrightError, IllegalAction, RunawayRules
from cardwright.core.game import Game, State
from cardwright.core.random import fresh_seed, seed_for

from . import spaces
from .stepping import FEATURES, checked_observation

try:
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv
except ImportError:
    raise CardwrightError("this environment needs the library pettingzoo: pip install 'cardwright[rl]'") from None

MODES = [*spaces.RENDER_MODES, "human"]

Observation = dict[str, np.ndarray]


def env(game: str | Game, **options: Any) -> CardwrightAECEnv:
    """Return the environment of any game, by its name, from a file or as an object.

    >>> env("cgdl:uno").possible_agents
    ['player_0', 'player_1', 'player_2']
    """
    return CardwrightAECEnv(game, **options)


class CardwrightAECEnv(AECEnv[str, Observation, int | None]):  # type: ignore[misc]  # PettingZoo has no types
    """A game for all its players. Rewards are the scores at the end, from -1 to 1; see docs/environments.md."""

    def __init__(
        self,
        game: str | Game,
        *,
        players: int | None = None,
        observation: str = FEATURES,
        max_cycles: int | None = None,
        render_mode: str | None = None,
    ):
        super().__init__()
        self.game = spaces.as_game(game, players)
        self.render_mode = spaces.checked_mode(render_mode, MODES)
        name = f"{self.game.family}_{self.game.name}_v0"
        self.metadata = {"render_modes": MODES, "name": name, "is_parallelizable": False}
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self.agents: list[str] = []
        self._longest = None if max_cycles is None else max_cycles * self.game.players
        self._observation = checked_observation(self.game, observation)
        self._spaces = {agent: self._space() for agent in self.possible_agents}
        self._action_spaces = {agent: spaces.action_space(self.game) for agent in self.possible_agents}
        self._seed, self._episodes = fresh_seed(), 0

    def _space(self) -> Dict:
        mask = Box(0, 1, (len(self.game.action_space),), np.int8)
        return Dict({"observation": spaces.observation_space(self.game, self._observation), "action_mask": mask})

    def observation_space(self, agent: str) -> Dict:
        """Return the space of an agent's observations: `observation` and `action_mask`."""
        return self._spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        """Return the space of an agent's actions, whose meanings are `game.action_space`."""
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game: that of `Game.new(seed)`, or the next one of the same series."""
        if seed is not None:
            self._seed, self._episodes = seed, 0
        own = self._seed if self._episodes == 0 else seed_for(self._seed, "episode", self._episodes)
        self._episodes += 1
        self.position: State = self.game.new(own)
        self._decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._turn_to_the_next()

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose game is over."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{self.agent_selection} must choose an action: its game is not over")
        sound = self._play(int(action))
        self._decisions += 1
        self._cumulative_rewards[self.agent_selection] = 0.0
        if sound and self.position.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {agent: self.position.score(player) for player, agent in enumerate(self.agents)}
        elif not sound or self._decisions == self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to_the_next()
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> bool:
        """Play an index of the action space; return False if the rules trigger themselves without end."""
        try:
            self.position.play(self.position.action_at(action))
        except RunawayRules:
            return False
        return True

    def _turn_to_the_next(self) -> None:
        """Select the agent who decides, and tell the agents what they can do."""
        decider = self.position.decider
        if decider >= 0:
            self.agent_selection = self.possible_agents[decider]
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> np.ndarray:
        """Return what an agent can do: nothing if it is not its turn."""
        ended = self.terminations[agent] or self.truncations[agent]
        if agent == self.agent_selection and not ended:
            return self.position.mask()
        return np.zeros(len(self.game.action_space), np.int8)

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and which actions it can take now."""
        player = self.possible_agents.index(agent)
        features = self._observation == FEATURES
        seen = self.position.observe(player) if features else spaces.padded_tokens(self.position, player)
        return {"observation": seen, "action_mask": self.infos[agent]["action_mask"].copy()}

    def render(self) -> str | None:
        """Return the position as text or as HTML, as the player who decides sees it; print it in mode `human`."""
        return spaces.rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window."""
