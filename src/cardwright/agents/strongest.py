"""The strongest player of a game, by the name `strongest`: each game says which agent that is."""

from __future__ import annotations

import functools
from collections.abc import Callable

from cardwright.core.game import Game, State
from cardwright.core.presentation import Action

from .agent import Agent

WORD = "strongest"


class Strongest(Agent):
    """Plays as the agent that the game names in `Game.strongest`.

    >>> import cardwright
    >>> cardwright.game("unicorns").strongest
    'mcts:1s+rules=evolved'
    """

    def __init__(self, make: Callable[[str], Agent]):
        self._make = functools.cache(make)

    @property
    def name(self) -> str:
        """The text that `make` reads back as this agent."""
        return WORD

    def __reduce__(self) -> tuple[type[Strongest], tuple[Callable[[str], Agent]]]:
        return Strongest, (self._make.__wrapped__,)

    def identity(self, game: Game) -> str:
        """Return the name and which agent that is."""
        return f"{WORD} {self._make(game.strongest).identity(game)}"

    def choose(self, state: State) -> Action | int:
        """Return what the game's strongest agent chooses."""
        return self._make(state.game.strongest).choose(state)
