"""How often an agent plays a card that it may leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cardwright.agents import Agent, play_game
from cardwright.arena.statistics import Estimate, rate
from cardwright.core.card_making import Card, CardMaker
from cardwright.core.game import Game, State
from cardwright.core.presentation import Action
from cardwright.core.random import seed_for

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
    """Watch an agent in some games, dealt out to the given ones in turn, and count its plays of a card."""
    available = played = 0

    def watch(state: State, legal: list[Action], action: Action) -> None:
        nonlocal available, played
        if any(maker.is_play(each.kind, each.name, card) for each in legal):
            available += 1
            played += maker.is_play(action.kind, action.name, card)

    for number in range(count):
        game = games[number % len(games)]
        seeds = seed_for(seed, "game", number), seed_for(seed, "agent", number)
        play_game(game, [agent] * game.players, *seeds, watch, MOST_DECISIONS)
    return Use(available, played)
