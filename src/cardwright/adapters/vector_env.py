"""Thousands of games as one Gymnasium vector environment, all stepped by one kernel call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardwright.agents import SeatList
from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import checked_seed
from cardwright.core.state import State

from . import spaces
from .seating import DEFAULT_OPPONENTS
from .stepping import FEATURES, Autoreset, Stepper

try:
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ImportError:
    raise CardwrightError("environments need the library gymnasium: pip install 'cardwright[rl]'") from None

_MODES = {
    AutoresetMode.NEXT_STEP: Autoreset.NEXT_STEP,
    AutoresetMode.SAME_STEP: Autoreset.SAME_STEP,
    AutoresetMode.DISABLED: Autoreset.NEVER,
}


class CardwrightVectorEnv(VectorEnv[np.ndarray, np.ndarray, np.ndarray]):
    """Games side by side: one game, or several that a learner observes alike and that environments play in turn.

    The options are those of `CardwrightEnv`. With `copy=False`, the arrays returned are overwritten by the next step.
    """

    def __init__(
        self,
        game: str | Game | Sequence[str | Game],
        num_envs: int = 1,
        *,
        players: int | None = None,
        opponents: SeatList = DEFAULT_OPPONENTS,
        pool: str | None = None,
        seat: int | str = 0,
        observation: str = FEATURES,
        shaping: float = 0.0,
        illegal_action: str = "error",
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        max_episode_steps: int | None = None,
        copy: bool = True,
        render_mode: str | None = None,
    ):
        named = autoreset_mode.value if isinstance(autoreset_mode, AutoresetMode) else autoreset_mode
        mode = AutoresetMode(spaces.one_of("autoreset_mode", named, [each.value for each in AutoresetMode]))
        given: Sequence[Any] = game if isinstance(game, list | tuple) else [game]
        games = [registry.as_game(each, players) for each in given]
        if not games:
            raise CardwrightError("a vector environment needs at least one game")
        self.stepper = Stepper(
            games,
            num_envs,
            opponents=opponents,
            pool=pool,
            seat=seat,
            observation=observation,
            shaping=shaping,
            autoreset=_MODES[mode],
            longest=max_episode_steps,
            lose_if_illegal=spaces.one_of("illegal_action", illegal_action, spaces.ILLEGAL_ACTION) == "lose",
        )
        self.game, self.num_envs, self.copy = games[0], self.stepper.count, copy
        self.metadata = {"autoreset_mode": mode, "render_modes": spaces.RENDER_MODES}
        self.render_mode = spaces.checked_mode(render_mode)
        self.single_observation_space = spaces.observation_space(self.game, observation)
        self.single_action_space = spaces.action_space(self.game)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._all = np.ones(self.num_envs, np.bool_)
        self._nothing = np.zeros_like(self.stepper.results.mask)

    def reset(
        self, *, seed: int | Sequence[int | None] | np.ndarray | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start new games; environment k gets `seed + k`, or its own seed from a list.

        `options["reset_mask"]` names the environments to reset; by default, all. `options["states"]` maps the numbers
        of environments to positions from which they start; without a mask, only these are reset.
        """
        seeds, which, states = self._seeds(seed), self._which(options), (options or {}).get("states")
        super().reset(seed=seeds[0])
        self.stepper.reset(seeds, which, states)
        return self._returned(self.stepper.observations), self._info()

    def _seeds(self, seed: Any) -> list[int | None]:
        """Return the seed of each environment, or None where it goes on with its series."""
        if isinstance(seed, list | tuple | np.ndarray):
            if len(seed) != self.num_envs:
                raise CardwrightError(f"there must be {self.num_envs} seeds, one for each environment, not {len(seed)}")
            return [None if each is None else checked_seed(each) for each in seed]
        return [None if seed is None else checked_seed(seed) + k for k in range(self.num_envs)]

    def _which(self, options: dict[str, Any] | None) -> np.ndarray | None:
        """Return the mask of the environments to reset, or None for all."""
        given, states = (options or {}).get("reset_mask"), (options or {}).get("states")
        if states is not None and not isinstance(states, dict):
            raise CardwrightError("states must be a dictionary, as in {3: state} for environment 3")
        if given is None and states is not None:
            return np.isin(np.arange(self.num_envs), list(states))
        mask = None if given is None else np.asarray(given)
        if mask is not None and (mask.shape != (self.num_envs,) or mask.dtype != np.bool_):
            raise CardwrightError(f"reset_mask must be {self.num_envs} booleans, one for each environment")
        return mask

    def step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        """Take an action in each game, and let the others play until it is the learner's turn again."""
        self.stepper.step(np.asarray(actions))
        results = self.stepper.results
        info = self._info()
        if self.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP:
            info |= self._final_info()
        return (
            self._returned(self.stepper.observations),
            self._returned(results.rewards),
            self._returned(results.terminated),
            self._returned(results.truncated),
            info,
        )

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal in each game, a row each."""
        return self._returned(self.stepper.results.mask.view(np.bool_))

    def sample_actions(self) -> np.ndarray:
        """Return a random legal action for each game; the first seed given to `reset` decides them."""
        return self.stepper.random_actions(self.np_random)

    def set_opponents(self, opponents: SeatList) -> None:
        """Seat other agents, as in self-play against earlier versions; they take over games in progress.

        With a pool, `opponents` is again a list of alternatives.
        """
        self.stepper.set_opponents(opponents)

    def state(self, index: int) -> State:
        """Return a copy of a game in progress, with all that is hidden from the learner."""
        return self.stepper.state(index)

    def render(self) -> tuple[str | None, ...]:  # type: ignore[override]  # as in CardwrightEnv
        """Return all positions as text or as HTML."""
        return tuple(spaces.rendered(self.state(index), self.render_mode) for index in range(self.num_envs))

    def _returned(self, array: np.ndarray) -> np.ndarray:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self._returned(self.stepper.results.mask), "_action_mask": self._returned(self._all)}
        if not self.stepper.fixed:
            info |= {"player": self.stepper.players(), "_player": self._returned(self._all)}
            info |= {"scores": self._returned(self.stepper.results.scores), "_scores": self._returned(self._all)}
        return info

    def _final_info(self) -> dict[str, Any]:
        """Return what Gymnasium asks for if the next game starts in the step in which one ends."""
        ended = self.stepper.results.terminated | self.stepper.results.truncated
        if not ended.any():
            return {}
        last = np.full(self.num_envs, None, object)
        for index in np.flatnonzero(ended).tolist():
            last[index] = self.stepper.final_observations[index].copy()
        nothing = {"action_mask": self._returned(self._nothing), "_action_mask": ended}
        return {"final_obs": last, "_final_obs": ended, "final_info": nothing, "_final_info": ended.copy()}
