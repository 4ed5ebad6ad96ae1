# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Positions from played games, as features of one player's observation, with that player's final score."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from cardwright.agents import MOST_DECISIONS, Agent, Players, make, seats_of, share_kernel
from cardwright.agents.value import describe, feature_names
from cardwright.core import array_verbs
from cardwright.core.compiling.jit import kernel
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import seed_for, seeds_for
from cardwright.core.record import copy_record
from cardwright.core.verbs import OVER, hide, provides
from cardwright.core.winners import winners

MOST_GAMES = 1_000_000
MOST_POSITIONS = 1000  # of one game

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Positions:
    """Positions of many games, one row for each."""

    features: np.ndarray
    scores: np.ndarray  # of the player who sees the position, from -1 to 1
    wins: np.ndarray  # whether that player wins
    games: np.ndarray  # the number of the game it is from


def collect(
    game: Game,
    agents: Sequence[str],
    games: int,
    positions: int,
    seed: int,
    progress: Progress | None = None,
) -> Positions:
    """Play games between agents and return some positions of each, as one of the players sees them.

    The agents of each game, the moments and the players are drawn at random from the seed.
    """
    playing = [make(each).at(game) for each in agents or usual_agents(game)]
    for each in playing:
        if not each.compiled:
            raise CardwrightError(f"agents: {each.name} runs in Python; only compiled agents are fast enough")
        each.check_game(game)
    for what, number, most in (("games", games, MOST_GAMES), ("positions of a game", positions, MOST_POSITIONS)):
        if not 1 <= number <= most:
            raise CardwrightError(f"the number of {what} must be from 1 to {most:,}, not {number}")
    share_kernel(game, playing)
    table = _Table(game, playing, seed)
    found = []
    for number in range(games):
        found.append(table.play(number, positions))
        if progress and (number % 20 == 19 or number + 1 == games):
            progress(number + 1, games)
    counts = [len(each.scores) for each in found]
    return Positions(
        np.concatenate([each.features for each in found]),
        np.concatenate([each.scores for each in found]),
        np.concatenate([each.wins for each in found]),
        np.repeat(np.arange(games), counts),
    )


def usual_agents(game: Game) -> list[str]:
    """Return who plays if nobody else is named."""
    return ["random", "rules"] if provides("advise", game.dtype) else ["random"]


class _Table:
    """A table at which one game after the other is played."""

    def __init__(self, game: Game, agents: Sequence[Agent], seed: int):
        self.game = game
        self.agents = agents
        self.seed = seed
        self.size = len(feature_names(game))
        self._players: dict[tuple[int, ...], Players] = {}

    def play(self, number: int, positions: int) -> Positions:
        """Play a game twice, to learn its length and to stop on the way; a game that does not end has no positions."""
        rng = np.random.default_rng(seed_for(self.seed, "fit", number))
        seated = tuple(rng.integers(len(self.agents), size=self.game.players).tolist())
        if seated not in self._players:
            seats = seats_of(self.game, [self.agents[each] for each in seated])
            self._players[seated] = Players(self.game, seats)
        players = self._players[seated]
        game_seeds, agent_seeds = (seeds_for(self.seed, use, np.array([number])) for use in ("game", "agent"))
        state = np.zeros(1, self.game.dtype)
        decisions, stops = players.play(state, game_seeds, agent_seeds, MOST_DECISIONS)
        if stops[0] != OVER or state["fault"][0] or decisions[0] < 2:
            return Positions(np.zeros((0, self.size)), np.zeros(0), np.zeros(0, np.bool_), np.zeros(0, np.int64))
        scores = np.zeros((1, self.game.players))
        array_verbs.score_all(state, scores)
        moments = np.unique(rng.integers(1, decisions[0], size=positions))
        states = np.zeros(len(moments), self.game.dtype)
        taken = None
        for index, moment in enumerate(moments.tolist()):
            taken, _ = players.play(state, game_seeds, agent_seeds, moment, taken)
            states[index] = state[0]
        who = rng.integers(self.game.players, size=len(moments))
        features = np.zeros((len(moments), self.size))
        hiding = seeds_for(self.seed, "fit hiding", np.arange(len(moments)) + number * MOST_POSITIONS)
        _describe(states, self.game.rules, who, hiding, np.zeros(1, self.game.dtype), features)
        return Positions(features, scores[0, who], winners(scores)[0, who], np.zeros(0, np.int64))


@kernel
def _describe(states, rules, who, seeds, copies, features):
    """Write the features of each position as its player sees it: in a copy in which the rest is redrawn."""
    for index in range(states.size):
        copy_record(copies[0], states[index])
        hide(copies[0], rules[0], who[index], seeds[index])
        describe(copies[0], rules[0], who[index], features[index])
