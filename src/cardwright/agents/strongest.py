"""The strongest player of a game, by the name `strongest`: each game says which agent that is."""

from __future__ import annotations

from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.state import State

from .agent import Agent
from .compiled import Compiled

WORD = "strongest"


class Strongest(Agent):
    """Plays as the agent that the game names in `Game.strongest`.

    >>> import cardwright
    >>> cardwright.game("unicorns").strongest
    'mcts:1600+cap=10+prior=0.9+hold=400+model=0.8+rules=evolved+value=fitted'
    """

    reads_back = True

    @property
    def name(self) -> str:
        """The text that `make` reads back as this agent."""
        return WORD

    @property
    def description(self) -> str:
        """What it is in words."""
        return "the strongest player of this game"

    def at(self, game: Game) -> Agent:
        """Return the agent that the game names."""
        from .spec import make  # which knows this agent

        return make(game.strongest)

    def identity(self, game: Game) -> str:
        """Return the name and which agent that is."""
        return f"{WORD} {self.at(game).identity(game)}"

    def check_game(self, game: Game) -> None:
        """Raise a `CardwrightError` if the game's strongest agent cannot play it."""
        self.at(game).check_game(game)

    def choose(self, state: State) -> Action | int:
        """Return what the game's strongest agent chooses."""
        agent = self.at(state.game)
        return agent.choose(state, state.seed) if isinstance(agent, Compiled) else agent.choose(state)
