"""Compiling ahead: everything that playing a game needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from cardwright.core.game import Game

from .agent import Agent
from .compiled import seats_of
from .kernel import Players
from .spec import make

USUAL = ("lookahead:1", "mcts:1")  # besides the quick agents


def warm(game: Game, agents: Sequence[Agent] = ()) -> None:
    """Compile what the facade and agents need to play a game, unless it is in the cache already.

    These are the quick agents and the given ones, or else those that most people use.
    """
    compile_agents(game, [each.at(game) for each in agents] or [make(each) for each in USUAL])
    play_a_move(game)


def play_a_move(game: Game) -> None:
    """Compile what the facade needs to play a game."""
    state = game.new(0)
    state.play(state.legal()[0])
    state.copy(hidden_from=0, seed=0).score(0)
    str(state)


def compile_agents(game: Game, agents: Sequence[Agent]) -> None:
    """Compile the kernel that plays for these agents, and in which agents driven from Python search."""
    no_seeds = np.zeros(0, np.uint64)
    Players(game, seats_of(game, agents)).play(np.zeros(0, game.dtype), no_seeds, no_seeds, 0)
