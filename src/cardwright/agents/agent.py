"""What an agent is: any object with a method `choose`."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Iterator, Mapping
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
    made from it are the same when the game is played again. A `name`, of the class or of the object, is what tables and
    logs call it.

    >>> class Last(Agent):
    ...     def choose(self, state):
    ...         return state.legal()[-1]
    """

    compiled: ClassVar[bool] = False
    reads_back: bool = False  # whether `make` reads its name back as an equal agent
    sees_everything: bool = False  # True to see the real position, random streams included

    @functools.cached_property
    def name(self) -> str:
        """What tables and logs call it; of an agent that `make` made, the text that it reads back."""
        return _name_of(type(self))

    @property
    def description(self) -> str:
        """What people who play against it are told that it is."""
        return self.name

    def identity(self, game: Game) -> str:
        """Return the name and all else that decides how it plays a game; a log is resumed only if it is the same."""
        return self.name

    def at(self, game: Game) -> Agent:
        """Return the agent that plays a game under this name: itself, unless games say which one that is."""
        return self

    def kinds(self) -> frozenset[type[Any]]:
        """Return the classes of compiled agents whose kernels it needs."""
        return frozenset()

    def check_game(self, game: Game) -> None:
        """Raise a `CardwrightError` if it cannot play a game; it is asked before the first of many games."""

    def probabilities(self, state: State) -> Mapping[int, float] | None:
        """Return the probability of each action by its number; None if only its choices tell."""
        return None

    def choose(self, state: State) -> Action | int:
        """Return one of the legal actions, or its number."""
        raise TypeError(f"{type(self).__name__} needs a method `choose`")

    def __repr__(self) -> str:
        return f"<agent {self.name}>"


class PythonAgent(Agent):
    """Gives any object with a method `choose` a name."""

    def __init__(self, player: Any, name: str, reads_back: bool = False):
        self.player = player
        self.name = name
        self.reads_back = reads_back
        self.sees_everything = bool(getattr(player, "sees_everything", False))

    def identity(self, game: Game) -> str:
        """Return the name, and the player's own identity if it has one."""
        return f"{self.name} {self.player.identity(game)}" if isinstance(self.player, Agent) else self.name

    def check_game(self, game: Game) -> None:
        """Let the player refuse a game, if it can."""
        if isinstance(self.player, Agent):
            self.player.check_game(game)

    def probabilities(self, state: State) -> Mapping[int, float] | None:
        """Return what the player says, if it can."""
        says = getattr(self.player, "probabilities", None)
        return says(state) if callable(says) else None

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
    if isinstance(player, type) and callable(getattr(player, "choose", None)):
        raise CardwrightError(f"{player.__name__} is a class; an agent is an object of it: pass {player.__name__}()")
    if isinstance(player, Agent):
        _check_name(player.name)
        return player
    if not callable(getattr(player, "choose", None)):
        raise CardwrightError(f"an agent is an object with a method 'choose', not {str(player)[:80]!r}")
    name = getattr(player, "name", None)
    return PythonAgent(player, _check_name(name) if isinstance(name, str) else _name_of(type(player)))


def told_apart(agents: Iterable[Agent]) -> list[Agent]:
    """Return the agents under different names: a second object with the same name is called "careful #2".

    >>> class Careful:
    ...     name = "careful"
    ...     def choose(self, state):
    ...         return state.legal()[0]
    >>> [each.name for each in told_apart([as_agent(Careful()), as_agent(Careful())])]
    ['careful', 'careful #2']
    """
    names: dict[str, object] = {}  # and whose they are
    found = []
    for agent in agents:
        player = agent.player if isinstance(agent, PythonAgent) else agent
        owner = None if agent.reads_back else player
        name = next(name for name in _numbered(agent.name) if names.setdefault(name, owner) is owner)
        found.append(agent if name == agent.name else PythonAgent(player, name))
    return found


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name} #{number}" for number in itertools.count(2))


def class_of(agent: Agent) -> type:
    """Return the class that a user wrote for an agent."""
    return type(agent.player if isinstance(agent, PythonAgent) else agent)


def _check_name(name: Any) -> str:
    if not isinstance(name, str) or not name.isprintable() or not name.strip() or "," in name:
        raise CardwrightError(f"the name of an agent is printable text without commas, not {str(name)[:80]!r}")
    return name


def _name_of(kind: type) -> str:
    return f"{user_code.home_of(kind.__module__)}:{kind.__qualname__}"
