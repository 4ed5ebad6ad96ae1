"""What Gymnasium and PettingZoo say about observations and actions, and how they show a position."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cardwright.core.errors import CardwrightError, IllegalAction
from cardwright.core.game import Game
from cardwright.core.state import State

from .stepping import FEATURES

try:
    from gymnasium import spaces
except ImportError:
    raise CardwrightError("environments need the library gymnasium: pip install 'cardwright[rl]'") from None

RENDER_MODES = ["ansi", "html"]
ILLEGAL_ACTION = ("lose", "error")  # what can happen after one


def observation_space(game: Game, observation: str = FEATURES) -> spaces.Box:
    """Return the space of observations: features from -1 to 1, or rows of small integers."""
    if observation == FEATURES:
        return spaces.Box(-1.0, 1.0, (len(game.features),), np.float32)
    highest = np.array([field.size - 1 for field in game.token_fields], np.int16)
    shape = (game.max_tokens, len(game.token_fields))
    return spaces.Box(np.zeros(shape, np.int16), np.broadcast_to(highest, shape), dtype=np.int16)


def action_space(game: Game) -> spaces.Discrete:
    """Return the space of actions, whose meanings are `game.action_space`."""
    return spaces.Discrete(len(game.action_space))


def checked_action(game: Game, action: Any) -> int:
    """Return an action if it is an integer, legal or not."""
    given = np.asarray(action)
    if given.shape != () or given.dtype.kind not in "iu":
        last = len(game.action_space) - 1
        raise IllegalAction(f"an action is an integer from 0 to {last}, not {str(action)[:40]}")
    return int(given)


def checked_mode(mode: str | None, modes: Sequence[str] = RENDER_MODES) -> str | None:
    """Return the mode in which positions are shown, if there is such a mode."""
    return None if mode is None else one_of("render_mode", mode, modes)


def one_of(option: str, value: str, values: Sequence[str]) -> str:
    """Return the value of an option, if it can have this value.

    >>> one_of("illegal_action", "ignore", ["lose", "error"])
    Traceback (most recent call last):
    cardwright.core.errors.CardwrightError: illegal_action must be one of 'lose', 'error', not 'ignore'
    """
    if value not in values:
        raise CardwrightError(f"{option} must be one of {', '.join(map(repr, values))}, not {str(value)[:40]!r}")
    return value


def rendered(state: State, mode: str | None) -> str | None:
    """Return a position as text or as HTML, as the player who decides sees it; print it for people.

    All of it is shown when the game is over.
    """
    if mode is None or mode == "html":
        return state._repr_html_() if mode else None
    text = f"{state}\n{state.game.ending(state)}" if state.over else str(state)
    if mode == "ansi":
        return text
    print(text)
    return None


def padded_tokens(state: State, player: int) -> np.ndarray:
    """Return the tokens that a player sees, with rows of zeroes up to the most there can be."""
    rows = np.zeros((state.game.max_tokens, len(state.game.token_fields)), np.int16)
    tokens = state.tokens(player)
    rows[: len(tokens)] = tokens
    return rows
