"""How often an agent plays a card that it may leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from cardwright.agents import Agent, play_games
from cardwright.arena.decisions import retrace
from cardwright.arena.statistics import Estimate, rate
from cardwright.core.game import Game
from cardwright.core.making.maker import Card, CardMaker
from cardwright.core.random import seeds_for

MOST_DECISIONS = 300  # of a game that is watched


class Use(NamedTuple):
    """Decisions in which a card could be played, and those in which it was."""

    available: int
    played: int

    @property
    def rate(self) -> Estimate:
        """How often it was played, of the times it could be."""
        return rate(self.played, self.available)


def count_use(maker: CardMaker, card: Card, games: Sequence[Game], agent: Agent, seed: int, count: int) -> Use:
    """Watch an agent in `count` plays of each game, and count its plays of a card."""
    available = played = 0
    seeds, agent_seeds = (seeds_for(seed, use, np.arange(count)) for use in ("game", "agent"))
    for game in games:
        found = play_games(game, [agent] * game.players, seeds, agent_seeds, MOST_DECISIONS, actions=True)
        assert found.actions is not None
        tally = retrace(game, seeds, found.decisions, found.actions).tally()
        for label, (could, did) in tally.items():
            if maker.is_play(*game.words(label), card):
                available, played = available + could, played + did
    return Use(available, played)
