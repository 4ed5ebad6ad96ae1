"""A game as a Gymnasium environment: the learner sits in one seat, and agents play the others."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardwright.agents import SeatList
from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.state import State

from . import spaces
from .registration import ANY_GAME
from .seating import DEFAULT_OPPONENTS
from .stepping import FEATURES, Stepper

try:
    import gymnasium
except ImportError:
    raise CardwrightError("environments need the library gymnasium: pip install 'cardwright[rl]'") from None


def make(game: str | Game, **options: Any) -> gymnasium.Env[np.ndarray, np.int64]:
    """Return the environment of any game, by its name, from a file or as an object.

    >>> env = make("spire:jaw-worm")
    >>> env.action_space
    Discrete(16)
    """
    return gymnasium.make(ANY_GAME, game=game, **options)


class CardwrightEnv(gymnasium.Env[np.ndarray, np.int64]):
    """One game. The reward is the score at the end, from -1 to 1; docs/environments.md explains the options."""

    metadata: dict[str, Any] = {"render_modes": spaces.RENDER_MODES, "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game,
        *,
        players: int | None = None,
        opponents: SeatList = DEFAULT_OPPONENTS,
        pool: str | None = None,
        seat: int | str = 0,
        observation: str = FEATURES,
        shaping: float = 0.0,
        illegal_action: str = "lose",
        render_mode: str | None = None,
    ):
        self.game = registry.as_game(game, players)
        self.render_mode = spaces.checked_mode(render_mode)
        self.stepper = Stepper(
            [self.game],
            1,
            opponents=opponents,
            pool=pool,
            seat=seat,
            observation=observation,
            shaping=shaping,
            lose_if_illegal=spaces.one_of("illegal_action", illegal_action, spaces.ILLEGAL_ACTION) == "lose",
        )
        self.observation_space = spaces.observation_space(self.game, observation)
        self.action_space = spaces.action_space(self.game)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.ndarray, dict[str, Any]]:
        """Start a game: that of `Game.new(seed)`, the next one of the same series, or one at `options["state"]`."""
        super().reset(seed=seed)
        state = (options or {}).get("state")
        self.stepper.reset([seed], states={} if state is None else {0: state})
        return self._observation(), self._info()

    def step(self, action: int | np.integer) -> tuple[np.ndarray, float, bool, bool, dict[str, Any]]:
        """Take an action, and let the others play until it is the learner's turn again."""
        why = self._why_illegal(action)
        self.stepper.step(np.array([action], np.int64))
        results = self.stepper.results
        info, fault = self._info(), self.stepper.fault()
        info |= {"illegal_action": why} if why else {}
        info |= {"fault": fault} if fault else {}
        return (
            self._observation(),
            float(results.rewards[0]),
            bool(results.terminated[0]),
            bool(results.truncated[0]),
            info,
        )

    def _why_illegal(self, action: int | np.integer) -> str:
        """Return in words why an action cannot be taken; empty if it can."""
        index = spaces.checked_action(self.game, action)
        return "" if self.stepper.is_legal(0, index) else self.stepper.why_illegal(0, index)

    def action_masks(self) -> np.ndarray:
        """Return which actions are legal, as MaskablePPO of sb3-contrib asks for it."""
        mask: np.ndarray = self.stepper.results.mask[0].astype(np.bool_)
        return mask

    def state(self) -> State:
        """Return a copy of the game in progress, with all that is hidden from the learner."""
        return self.stepper.state()

    def render(self) -> str | None:
        """Return the position as text or as HTML."""
        return spaces.rendered(self.state(), self.render_mode)

    def _observation(self) -> np.ndarray:
        observation: np.ndarray = self.stepper.observations[0].copy()
        return observation

    def _info(self) -> dict[str, Any]:
        info = {"action_mask": self.stepper.results.mask[0].copy()}
        if not self.stepper.fixed:
            info |= {"player": self.stepper.players()[0], "scores": self.stepper.results.scores[0].copy()}
        return info
