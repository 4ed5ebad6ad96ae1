"""A game: the rules and where they start, with names instead of numbers."""

from __future__ import annotations

import functools
import inspect
import re
import sys
from collections.abc import Mapping, Sequence
from enum import IntEnum
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

import numpy as np

from . import data
from .errors import unknown
from .event_log import LoggedEvent
from .presentation import Action, Face, Presentation, PrintedCard
from .random import fresh_seed
from .record import NO_RULES, in_one_layout
from .state import State

LONGEST_GAME = 1_000_000


class Properties(NamedTuple):
    """What an algorithm can rely on in a game."""

    players: int
    hidden_information: bool  # whether some player cannot see the whole position
    chance: bool  # whether anything is drawn at random
    max_decisions: int | None  # no game takes more decisions; None where the rules set no bound
    max_actions: int  # actions are numbered from 0 to one less
    observation_size: int  # how many features the verb `observe` writes; 0 without it
    action_space: int  # learners number actions from 0 to one less


class TokenField(NamedTuple):
    """A column that the verb `tokenise` writes: integers from 0 to `size` - 1, some of them with names."""

    name: str
    size: int
    values: Sequence[str] = ()


class Weight(NamedTuple):
    """One of the numbers that the verb `advise` plays by: its name, its usual value, and the range it can have."""

    name: str
    value: float
    low: float
    high: float
    group: str = ""  # weights for the same cards but different uses are told apart by their group
    like: str = ""  # the group whose weight of the same name it equals, unless it is given its own
    typical: tuple[str, ...] = ()  # names in its group whose mean it has in a file made before there was such a name


class Game:
    """The rules of one game and the position it starts from; makes new games in progress.

    The class of a particular game derives from this, declares its properties and turns its numbers into words.
    It is made as `MyGame(name, start)`, with a start as plain data.
    """

    family: ClassVar[str]
    title: str
    version: ClassVar[int] = 1
    dtype: np.dtype[Any]  # the record type of a game in progress
    max_actions: int
    hidden_information: ClassVar[bool] = True
    chance: ClassVar[bool] = True
    max_decisions: int | None = None
    max_tokens: int = 0  # the most rows it writes
    summary_names: Sequence[str] = ()  # what the verb `summarise` writes; empty if that is what `observe` writes
    action_names: ClassVar[tuple[str, ...]] = ()  # the names of labels 0, 1, 2 ..., for games without `words`
    event_type: ClassVar[type[IntEnum] | None] = None  # what the rules report, if they report anything
    measures: ClassVar[tuple[str, ...]] = ()  # what `measure` returns that deserves a column in tables
    details: tuple[str, ...] = ()  # what else it returns, for logs only
    value_names: Mapping[str, Sequence[str]] = MappingProxyType({})  # what the values of some of them are called
    status_holders: ClassVar[tuple[str, ...]] = ()  # whose statuses the verb `statuses` returns
    status_names: Sequence[str] = ()  # what these statuses are called, at most 64
    presentation: Presentation = Presentation()
    weights: tuple[float, ...] = ()  # the weights of the verb `advise`, unless an agent brings its own
    points_matter: float = 0.5  # how much people mind by how much they win, in games with the verb `margin`: 0 to 1
    score_words: ClassVar[str] = "from -1 (lost) to 1 (won)"  # what the verb `score` returns
    strongest: ClassVar[str] = "mcts:1s"  # the agent that people get by the name `strongest`
    weight_names: ClassVar[tuple[str, ...]] = ()  # what they are called in files; see `weight_table`

    def __init__(
        self,
        name: str,
        start: Mapping[str, Any],
        setup: np.ndarray,
        *,
        players: int,
        rules: np.ndarray = NO_RULES,
    ):
        self.name = name
        self.start = start
        self.setup = in_one_layout(setup)
        self.players = players
        self.rules = in_one_layout(rules)
        self._words: dict[int, tuple[str, str]] = {}

    @property
    def properties(self) -> Properties:
        """The declared properties of this game."""
        return Properties(
            self.players,
            self.hidden_information,
            self.chance,
            self.max_decisions,
            self.max_actions,
            len(self.features),
            len(self.action_space),
        )

    @functools.cached_property
    def features(self) -> Sequence[str]:
        """What the verb `observe` writes: a name for each number."""
        return ()

    @functools.cached_property
    def token_fields(self) -> Sequence[TokenField]:
        """The columns that the verb `tokenise` writes."""
        return ()

    @functools.cached_property
    def action_space(self) -> Sequence[str]:
        """What each action of a learner means, by its number; see the verb `action_index`."""
        return [f"action {number}" for number in range(self.max_actions)]

    def new(self, seed: int | None = None, *, logged: bool = False) -> State:
        """Return a new game in progress; the same seed makes the same game.

        With `logged`, the rules run as plain Python, which needs no compiling, and report what happens: see
        `State.events`.
        """
        return State(self, fresh_seed() if seed is None else seed, logged=logged)

    def weight_table(self) -> Sequence[Weight]:
        """Return the name and range of each of `weights`, in order; by default up to ten times as large."""
        names = self.weight_names or [f"weight {number + 1}" for number in range(len(self.weights))]
        return [
            Weight(name, value, min(0.0, 10 * value), max(1.0, 10 * value))
            for name, value in zip(names, self.weights, strict=True)
        ]

    def readable_weights(self) -> Sequence[Weight]:
        """Return the weights that a file of weights may name: those of `weight_table`, and those of other cards."""
        return self.weight_table()

    def words(self, label: int) -> tuple[str, str]:
        """Return the kind and the name of an action, from the number that the verb `label` returns for it."""
        if not self.action_names:
            raise TypeError(f"{type(self).__name__} needs `action_names` or a method `words`")
        return self.action_names[label], ""

    def resolve_name(self, words: str) -> str:
        """Return the full name behind a short form used in a scenario; other words are returned unchanged."""
        return words

    def player_name(self, player: int) -> str:
        """Return what a player is called."""
        return f"P{player + 1}"

    def view(self, state: State) -> dict[str, Any]:
        """Return the whole position as plain data, in the words of this game's scenario files."""
        raise TypeError(f"{type(self).__name__} needs a method `view`")

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """Return the view as a player sees it, with None for every card that player does not know.

        A game with hidden information defines this itself; until it does, players are shown nothing.
        """
        return {} if self.hidden_information else self.view(state)

    def face(self, card: str) -> Face | None:
        """Return what a viewer prints on the card of this name, or None if there is no such card."""
        return None

    def card(self, name: str) -> PrintedCard:
        """Return the card of this name as it is printed; a notebook draws it.

        >>> import cardwright
        >>> print(cardwright.game("spire:jaw-worm").card("Bash"))
        Bash (attack, 2): Deal 8 damage. Apply 2 Vulnerable.
        """
        face = self.face(name)
        if face is None:
            raise unknown("card", name, self.card_list())
        return PrintedCard(name, face)

    def event_text(self, event: LoggedEvent, player: int | None) -> str:
        """Return an event as a player notices it, in a short sentence; empty if the player does not notice it at all.

        `player` is None for somebody who sees everything.
        """
        raise TypeError(f"{type(self).__name__} reports events and needs a method `event_text`")

    def event_texts(self, events: Sequence[LoggedEvent], player: int | None) -> list[str]:
        """Return the text of each event of a step; override it where a text depends on the events before."""
        return [self.event_text(event, player) for event in events]

    def text(self, state: State) -> str:
        """Return the position as the player who decides reads it; all of it when the game is over."""
        seen = self.view(state) if state.over else self.seen(state, max(0, state.decider))
        return "\n".join(f"{key}: {data.in_words(value)}" for key, value in seen.items())

    def short_text(self, state: State) -> str:
        """Return what a person at a terminal needs to choose, where `text` would fill the screen."""
        return self.text(state)

    def describe(self, state: State, action: Action) -> str:
        """Return an action with all that a person wants to know before choosing it."""
        return str(action)

    def refusal(self, state: State, words: str) -> str:
        """Return why what somebody asks for is not legal now, in a sentence; empty where the game does not know."""
        return ""

    def ending(self, state: State) -> str:
        """Return how a finished game ended, in a sentence without a full stop: who won, and why."""
        names = [self.player_name(player) for player in state.winners]
        measured = self.measure(state.records)
        measures = [f"{name.replace('_', ' ')} {measured[name][0]}" for name in self.measures]
        won = f"{' and '.join(names)} win{'s' * (len(names) == 1)}" if names else "nobody wins"
        return ", ".join([won, *measures])

    def how_to_play(self) -> str:
        """Return the rules in a few sentences, for somebody who is about to play.

        A game without such a text shows what its file says about itself, the docstring of its module.
        """
        written = inspect.cleandoc(sys.modules[type(self).__module__].__doc__ or "")
        about = re.sub(r"(?<=\S)\n(?=[^\s*-])", " ", written)  # its lines are as long as those of the file
        return about or f"Nobody has written down the rules of {self.title} yet."

    def card_list(self) -> Sequence[str]:
        """Return the names of all cards that `face` knows."""
        return ()

    def playable_cards(self) -> Sequence[str]:
        """Return the names of the cards that players of this game have reason to expect, for reports on cards."""
        return self.card_list()

    def terms(self) -> Mapping[str, str]:
        """Return what the words mean that cards and positions use, such as statuses, each in a sentence."""
        return {}

    def glossary(self) -> Mapping[str, str]:
        """Return all that a person can look up besides cards, each in a sentence: terms, enemies and the like."""
        return self.terms()

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """Return the numbers named in `measures` and `details`, for an array of finished games."""
        return {}

    def fault_text(self, fault: int) -> str:
        """Return why the rules stopped, from the number in the record's field `fault`."""
        return "the rules trigger themselves without end"

    def fault_part(self, state: State) -> str:
        """Return which part of the rules ran last when they stopped, if the game can tell."""
        return ""

    def answer_host(self, state: State) -> None:
        """Call the Python function that the rules are waiting for."""
        raise TypeError(f"{type(self).__name__} has no host actions")

    def __repr__(self) -> str:
        return f"<{self.title}: {self.name}>"
