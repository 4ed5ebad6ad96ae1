"""The agents that run inside kernels, as people name and make them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import MISSING, dataclass, field, fields
from typing import ClassVar

import numpy as np

from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game, State
from cardwright.core.random import as_seed, fresh_seed
from cardwright.core.verbs import provides

from .agent import Agent
from .choose import Players
from .scratch import Kind, Settings

MOST_WEIGHTS = 10_000


def _setting(default: float | None, low: float, high: float) -> int:
    limits = {"low": low, "high": high}
    return field(metadata=limits) if default is None else field(default=default, metadata=limits)  # type: ignore


@dataclass(frozen=True, repr=False)
class Compiled(Agent):
    """An agent made of kernels; its settings are numbers."""

    word: ClassVar[str]
    kind: ClassVar[Kind]
    compiled: ClassVar[bool] = True

    def __post_init__(self) -> None:
        for each in fields(self):
            self._check(each.name, getattr(self, each.name), **each.metadata, whole=each.type == "int")

    def _check(self, what: str, value: float, low: float, high: float, whole: bool) -> None:
        is_number = isinstance(value, int | np.integer if whole else int | float | np.number)
        if not is_number or isinstance(value, bool) or not low <= value <= high:
            kind = "a whole number" if whole else "a number"
            raise CardwrightError(f"{what} of agent '{self.word}' is {kind} from {low:,} to {high:,}, not {value!r}")

    @property
    def name(self) -> str:
        """The text that `make` reads back as this agent."""
        settings = self._settings()
        return f"{self.word}:{'+'.join(settings)}" if settings else self.word

    def _settings(self) -> list[str]:
        """What is always given as a bare number, the rest by name where it is not the usual."""
        settings = []
        for each in fields(self):
            value = getattr(self, each.name)
            if each.default is MISSING:
                settings.append(f"{value}")
            elif value != each.default:
                settings.append(f"{each.name}={value}")
        return settings

    def choose(self, state: State, seed: int | None = None) -> int:
        """The number of the action it takes; the same seed gives the same choice."""
        game = state.game
        if state.decider < 0:
            raise CardwrightError(f"{self.name} has nothing to choose: the game is over")
        own = as_seed(fresh_seed() if seed is None else seed)
        return Players(game, *settings_of(game, [self] * game.players)).choose(state.records, own, 0)


@dataclass(frozen=True, repr=False)
class First(Compiled):
    """Takes the first legal action."""

    word: ClassVar[str] = "first"
    kind: ClassVar[Kind] = Kind.FIRST


@dataclass(frozen=True, repr=False)
class Random(Compiled):
    """Takes any legal action, all equally likely."""

    word: ClassVar[str] = "random"
    kind: ClassVar[Kind] = Kind.RANDOM


@dataclass(frozen=True, repr=False)
class Rules(Compiled):
    """Follows the game's own rules of thumb, with the game's weights or others.

    >>> Rules((1.0, 0.5)).name
    'rules:1.0+0.5'
    """

    word: ClassVar[str] = "rules"
    kind: ClassVar[Kind] = Kind.RULES
    weights: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        if len(self.weights) > MOST_WEIGHTS or not all(math.isfinite(each) for each in self.weights):
            raise CardwrightError(f"the weights of agent 'rules' are at most {MOST_WEIGHTS:,} ordinary numbers")
        object.__setattr__(self, "weights", tuple(float(each) for each in self.weights))

    def _settings(self) -> list[str]:
        return [repr(each).replace("e+", "e") for each in self.weights]  # a plus stands between settings


@dataclass(frozen=True, repr=False)
class Lookahead(Compiled):
    """Searches `depth` decisions of its own ahead, and at most as many of each other player's.

    Each decision further ahead counts less by the factor `discount`; with 1 only the last estimate counts.

    >>> Lookahead(2).name
    'lookahead:2'
    """

    word: ClassVar[str] = "lookahead"
    kind: ClassVar[Kind] = Kind.LOOKAHEAD
    depth: int = _setting(None, 1, 20)
    discount: float = _setting(0.7, 0, 1)


@dataclass(frozen=True, repr=False)
class Mcts(Compiled):
    """Tree search by playouts.

    `c` is how much it explores, in units of the range of results. In a playout the players follow the game's rules of
    thumb, where it has some, for the share `trust` of their decisions; for the rest they take the best at first sight,
    by the game's estimate, of `look` actions drawn by chance. After `cap` decisions the estimate judges the playout.

    >>> Mcts(200, c=1.5).name
    'mcts:200+c=1.5'
    """

    word: ClassVar[str] = "mcts"
    kind: ClassVar[Kind] = Kind.MCTS
    playouts: int = _setting(None, 1, 1_000_000)
    c: float = _setting(0.5, 0, 1000)
    look: int = _setting(3, 1, 1000)
    cap: int = _setting(200, 0, 1_000_000)
    trust: float = _setting(0.7, 0, 1)


COMPILED: dict[str, type[Compiled]] = {each.word: each for each in (First, Random, Rules, Lookahead, Mcts)}


def settings_of(game: Game, seats: Sequence[Agent]) -> tuple[np.ndarray, np.ndarray]:
    """The settings and the weights of these seats as kernels read them; other agents' places stay empty."""
    settings = np.zeros(len(seats), Settings)
    for place, agent in zip(settings, seats, strict=True):
        if isinstance(agent, Compiled):
            place.kind = agent.kind
            for each in fields(agent):
                if each.metadata:
                    place[each.name] = getattr(agent, each.name)
    if not provides("advise", game.dtype):
        settings["trust"] = 0
    if not provides("evaluate", game.dtype):
        settings["look"] = 1
    rows = [_weights_for(game, agent) for agent in seats]
    weights = np.zeros((len(seats), max(map(len, rows))), np.float64)
    for place, row in zip(weights, rows, strict=True):
        place[: len(row)] = row
    return settings, weights


def _weights_for(game: Game, agent: Agent) -> tuple[float, ...]:
    if not isinstance(agent, Rules):
        return game.weights
    if not provides("advise", game.dtype):
        raise CardwrightError(f"{game.title} has no rules of thumb for the agent 'rules'")
    if agent.weights and len(agent.weights) != len(game.weights):
        raise CardwrightError(f"'rules' takes {len(game.weights)} weights in {game.title}, not {len(agent.weights)}")
    return agent.weights or game.weights
