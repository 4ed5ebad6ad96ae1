"""What an agent is: any object with a method `choose`."""

from __future__ import annotations

from typing import Any, ClassVar

from cardwright.core import user_code
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.presentation import Action
from cardwright.core.state import State


class Agent:
    """A player. Your own needs only the method `choose`; deriving from this class is optional.

    `choose` is called for every decision. Its state is a copy in which everything the player cannot know has been
    redrawn at random, so it can be played on freely. The `seed` of that state belongs to the agent: random choices
    made from it are the same when the game is played again.

    >>> class Last(Agent):
    ...     def choose(self, state):
    ...         return state.legal()[-1]
    """

    compiled: ClassVar[bool] = False
    sees_everything: bool = False  # True to see the real position, random streams included

    @property
    def name(self) -> str:
        """The text that `make` reads back as this agent."""
        return _name_of(type(self))

    def identity(self, game: Game) -> str:
        """Return the name and all else that decides how it plays a game; a log is resumed only if it is the same."""
        return self.name

    def check_game(self, game: Game) -> None:
        """Raise a `CardwrightError` if it cannot play a game; it is asked before the first of many games."""

    def choose(self, state: State) -> Action | int:
        """Return one of the legal actions, or its number."""
        raise TypeError(f"{type(self).__name__} needs a method `choose`")

    def __repr__(self) -> str:
        return f"<agent {self.name}>"


class PythonAgent(Agent):
    """Gives any object with a method `choose` a name."""

    def __init__(self, player: Any, name: str):
        self.player = player
        self._name = name
        self.sees_everything = bool(getattr(player, "sees_everything", False))

    @property
    def name(self) -> str:
        """The text that `make` was called with."""
        return self._name

    def choose(self, state: State) -> Action | int:
        """Return what the player chooses."""
        chosen: Action | int = self.player.choose(state)
        return chosen


def ask(agent: Agent, shown: State, state: State) -> Action | int:
    """Return what an agent in Python chooses; an error in its code becomes one sentence that says where it happened.

    `shown` is the position as the agent sees it, and `state` the real one.
    """
    try:
        return agent.choose(shown)
    except CardwrightError:
        raise
    except (Exception, SystemExit) as error:  # user code can fail in any way
        raise CardwrightError(
            f"{user_code.location(error)}: {user_code.failure(error)} (agent {agent.name}, game {state.game.name}, "
            f"seed {state.seed}, decision {len(state.history()) + 1})"
        ) from error


def as_agent(player: Any) -> Agent:
    """Return the player itself if it is an agent, else an agent that asks it.

    >>> class Last:
    ...     def choose(self, state):
    ...         return state.legal()[-1]
    >>> as_agent(Last()).compiled
    False
    """
    if isinstance(player, Agent):
        return player
    if isinstance(player, type) or not callable(getattr(player, "choose", None)):
        raise CardwrightError(f"an agent is an object with a method 'choose', not {str(player)[:80]!r}")
    return PythonAgent(player, _name_of(type(player)))


def _name_of(kind: type) -> str:
    return f"{user_code.home_of(kind.__module__)}:{kind.__qualname__}"
