"""A game as a PettingZoo environment: every seat is an agent, and they act one after the other (AEC)."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.agents import MOST_DECISIONS
from cardwright.core import registry
from cardwright.core.errors import CardwrightError, IllegalAction, RunawayRules
from cardwright.core.game import Game
from cardwright.core.random import fresh_seed, seed_for
from cardwright.core.state import State
from cardwright.core.verbs import OVER

from . import spaces
from .stepping import FEATURES, checked_observation, checked_state, whole_number

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
        self.game = registry.as_game(game, players)
        self.render_mode = spaces.checked_mode(render_mode, MODES)
        name = f"{self.game.family}_{self.game.name}_v0"
        self.metadata = {"render_modes": MODES, "name": name, "is_parallelizable": False}
        self.possible_agents = [f"player_{player}" for player in range(self.game.players)]
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        cycles = None if max_cycles is None else whole_number("max_cycles", max_cycles, 1, MOST_DECISIONS)
        self._longest = None if cycles is None else cycles * self.game.players
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
        """Start a game: that of `Game.new(seed)`, the next one of the same series, or one at `options["state"]`."""
        state = (options or {}).get("state")
        given = None if state is None else checked_state(self.game, state).copy()
        if seed is not None:
            self._seed, self._episodes = seed, 0
        own = self._seed if self._episodes == 0 else seed_for(self._seed, "episode", self._episodes)
        self._episodes += 1
        self.position: State = self.game.new(own) if given is None else given
        self._decisions = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.agent_selection = self.agents[0]
        self._turn_to(self.position.decider)

    def step(self, action: int | None) -> None:
        """Take an action for the agent whose turn it is; None for one whose game is over."""
        if not self.agents:
            raise _not_started()
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        if action is None:
            raise IllegalAction(f"{self.agent_selection} must choose an action: its game is not over")
        sound = self._play(spaces.checked_action(self.game, action))
        decider = self.position.decider
        self._decisions += 1
        self._cumulative_rewards[self.agent_selection] = 0.0
        if sound and decider == OVER:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {agent: self.position.score(player) for player, agent in enumerate(self.agents)}
        elif not sound or self._decisions == self._longest:
            self.truncations = dict.fromkeys(self.agents, True)
        self._turn_to(decider)
        self._accumulate_rewards()
        self._deads_step_first()
        if self.render_mode == "human":
            self.render()

    def _play(self, action: int) -> bool:
        """Play an index of the action space; return False if the rules trigger themselves without end."""
        number = self._options.get(action)
        try:
            self.position.play(self.position.action_at(action) if number is None else number)
        except RunawayRules:
            return False
        return True

    def _turn_to(self, decider: int) -> None:
        """Select the agent that acts, and set the action masks; the others can do nothing."""
        self._options: dict[int, int] = {}  # the numbers of its actions by their indices
        size = len(self.game.action_space)
        self.infos = {agent: {"action_mask": np.zeros(size, np.int8)} for agent in self.agents}
        if decider < 0:
            return
        agent = self.agent_selection = self.possible_agents[decider]
        if not (self.terminations[agent] or self.truncations[agent]):
            self._options = self.position.indexed()
            self.infos[agent]["action_mask"][list(self._options)] = 1

    def observe(self, agent: str) -> Observation:
        """Return what an agent sees, and which actions it can take now."""
        if not hasattr(self, "position"):
            raise _not_started()
        player = self.possible_agents.index(agent)
        features = self._observation == FEATURES
        seen = self.position.observe(player) if features else spaces.padded_tokens(self.position, player)
        return {"observation": seen, "action_mask": self.infos[agent]["action_mask"].copy()}

    def render(self) -> str | None:
        """Return the position as text or as HTML, or print it in mode `human`.

        It is shown as the player who decides sees it, and openly when the game is over.
        """
        if not hasattr(self, "position"):
            raise _not_started()
        return spaces.rendered(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing: there is no window."""


def _not_started() -> CardwrightError:
    return CardwrightError("no game is being played: call `reset` first")
