"""Compiling ahead: everything that playing a game needs."""

from __future__ import annotations

import numpy as np

from cardwright.core.game import Game

from .play import play_games
from .spec import make


def warm(game: Game) -> None:
    """Compile what the facade and the built-in agents need to play a game, unless it is in the cache already."""
    seeds = np.zeros(1, np.uint64)
    play_games(game, [make("first")] * game.players, seeds, seeds)
    state = game.new(0)
    state.play(state.legal()[0])
    state.copy(hidden_from=0, seed=0).score(0)
    str(state)
