"""The facade: what people use. Classes instead of records, names instead of numbers, errors instead of crashes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

import numpy as np

from . import calls, data, jit
from .errors import BadData, IllegalAction, RunawayRules
from .random import as_seed, fresh_seed, whole_seed
from .record import copied
from .verbs import HOST, OVER

FORMAT = "cardwright game 1"
LONGEST_GAME = 1_000_000


class Action(NamedTuple):
    """One legal thing to do: its number, what kind of thing it is, and what with."""

    id: int
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name}".strip()


class CardName(str):
    """The name of a card in a view that also knows which of several cards it is, so that viewers can follow it.

    >>> CardName("Strike", 3) == CardName("Strike", 4) == "Strike"
    True
    """

    __slots__ = ("number",)
    number: int

    def __new__(cls, name: str, number: int) -> CardName:  # noqa: D102
        result = super().__new__(cls, name)
        result.number = number
        return result

    def __reduce__(self) -> tuple[Any, ...]:
        return CardName, (str(self), self.number)


class Face(NamedTuple):
    """What is printed on a card beside its name."""

    kind: str = ""
    cost: str = ""
    text: str = ""


class Game:
    """The rules of one game and the position it starts from; makes new games in progress.

    A game's own facade derives from this and says how numbers read as words.
    """

    family: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int] = 1
    dtype: ClassVar[np.dtype]
    max_actions: ClassVar[int]
    measures: ClassVar[tuple[str, ...]] = ()  # what `measure` gives that is worth a column in a table
    details: tuple[str, ...] = ()  # what else it gives, for logs only
    unordered: ClassVar[tuple[str, ...]] = ()  # the zones of `view` whose order does not matter
    piles: ClassVar[tuple[str, ...]] = ()  # the zones of `view` that viewers show as a closed pile
    more_names: ClassVar[tuple[str, ...]] = ()  # what choices can be called that is no word of `view`
    repeats: ClassVar[tuple[str, ...]] = ()  # the keys of `view` that say again what others say; viewers leave them out
    narrated_keys: ClassVar[tuple[str, ...]] = ()  # the keys of `view` whose changes are told by `deeds`
    weights: tuple[float, ...] = ()  # what the verb `advise` is given where nobody chose other weights

    def __init__(self, name: str, start: Mapping[str, Any], rules: np.ndarray, setup: np.ndarray, players: int):
        self.name = name
        self.start = start
        self.rules = rules
        self.setup = setup
        self.players = players
        self._words: dict[int, tuple[str, str]] = {}

    def new(self, seed: int | None = None) -> State:
        """A new game in progress; the same seed gives the same game."""
        return State(self, fresh_seed() if seed is None else seed)

    def words(self, label: int) -> tuple[str, str]:
        """The kind and name of an action, from the number the verb `label` gives it."""
        raise TypeError(f"{type(self).__name__} must say what its actions are called")

    def resolve_name(self, words: str) -> str:
        """The full name that somebody means who writes it short in a scenario; other words as they are."""
        return words

    def player_name(self, player: int) -> str:
        """What a player is called."""
        return f"P{player + 1}"

    def view(self, state: State) -> dict[str, Any]:
        """The whole position as plain data, in the words of this game's scenario files."""
        raise TypeError(f"{type(self).__name__} must say how its positions are shown")

    def seen(self, state: State, player: int) -> dict[str, Any]:
        """The view as a player sees it, with None for every card it does not know.

        A game of several players says this itself; until it does, nothing is shown.
        """
        return self.view(state) if self.players == 1 else {}

    def face(self, card: str) -> Face | None:
        """What a viewer prints on a card of this name; None if no card is called so."""
        return None

    def public_text(self, state: State, action: Action, player: int) -> str:
        """What a player hears of an action that another one is about to do; nothing if it is secret."""
        return str(action)

    def events(self, before: State, after: State) -> list[str]:
        """What was done between two positions by nobody's decision, as enemies do, in short sentences."""
        return []

    def text(self, state: State) -> str:
        """The position as a person reads it."""
        raise TypeError(f"{type(self).__name__} must say how its positions are shown")

    def describe(self, state: State, action: Action) -> str:
        """An action with all that a person wants to know before choosing it."""
        return str(action)

    def measure(self, states: np.ndarray) -> dict[str, np.ndarray]:
        """The numbers named in `measures` and `details`, for an array of finished games."""
        return {}

    def fault_text(self, fault: int) -> str:
        """Why the rules could not go on, from the number in the record's field `fault`."""
        return "the rules set themselves off without end"

    def answer_host(self, state: State) -> None:
        """Call the Python function the rules have stopped for."""
        raise TypeError(f"{type(self).__name__} has no host actions")

    def __repr__(self) -> str:
        return f"<{self.title}: {self.name}>"


class State:
    """A game in progress.

    >>> import cardwright
    >>> state = cardwright.game("spire:jaw-worm").new(seed=7)
    >>> state.play("end turn").turn
    2
    """

    __slots__ = ("_actions", "_labels", "_past", "game", "records", "seed")

    def __init__(self, game: Game, seed: int, records: np.ndarray | None = None, past: Any = None):
        self.game = game
        self.seed = whole_seed(seed)
        self._past = past
        self._actions = np.zeros(game.max_actions, np.int64)
        self._labels = np.zeros(game.max_actions, np.int64)
        if records is not None:
            self.records = records
            return
        jit.compiling(f"the rules of {game.title}")
        self.records = np.zeros(1, game.dtype)
        calls.reset(self.records, 0, game.rules, game.setup, as_seed(seed))
        self._settle()

    @property
    def record(self) -> Any:
        """The record itself, with its fields as attributes."""
        return self.records[0]

    @property
    def decider(self) -> int:
        """The player who must decide now, -1 when the game is over."""
        return int(calls.decider(self.records, 0))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.decider == OVER

    @property
    def turn(self) -> int:
        """The turn being played, from 1."""
        return int(self.records["turn"][0])

    @property
    def winners(self) -> list[int]:
        """The players who have won; empty while the game goes on."""
        return [player for player in range(self.game.players) if self.over and self.score(player) > 0]

    def score(self, player: int = 0) -> float:
        """The result for a player, from -1 to 1; above 0 is a win."""
        return float(calls.score(self.records, 0, player))

    def legal(self) -> list[Action]:
        """The legal actions, in a fixed order."""
        actions, labels = self._actions, self._labels
        n = calls.options(self.records, 0, self.game.rules, actions, labels)
        known, words = self.game._words, self.game.words
        result = []
        for number, label in zip(actions[:n].tolist(), labels[:n].tolist(), strict=True):
            pair = known.get(label)
            if pair is None:
                pair = known[label] = words(label)
            result.append(Action(number, *pair))
        return result

    def play(self, action: Action | int | str) -> State:
        """Do an action, given as one of `legal()`, its number, or its words; gives the state itself back."""
        number = (
            self._find(action).id if isinstance(action, str) else action.id if isinstance(action, Action) else action
        )
        if not isinstance(number, int | np.integer) or isinstance(number, bool):
            raise IllegalAction(f"an action is one of legal(), a number or words, not {type(action).__name__}")
        number = int(number) if 0 <= number < self.game.max_actions else -1
        who = calls.try_apply(self.records, 0, self.game.rules, number, self._actions)
        if who == calls.ILLEGAL:
            raise self._illegal(str(action) if not isinstance(action, int) or abs(action) < 1 << 64 else "this number")
        self._past = (self._past, number)
        if who < 0:
            self._settle()
        return self

    def _find(self, words: str) -> Action:
        wanted = words.strip().casefold()
        options = self.legal()
        for match in (str, lambda each: each.name):
            for action in options:
                if wanted and match(action).casefold() == wanted:
                    return action
        raise self._illegal(words)

    def _illegal(self, action: str) -> IllegalAction:
        if self.over:
            return IllegalAction(f"{action[:80]!r} cannot be played: the game is over")
        options = list(dict.fromkeys(str(each) for each in self.legal()))
        return IllegalAction(f"{action[:80]!r} cannot be played now; legal: {', '.join(options)}")

    def _settle(self) -> None:
        """Answer the rules where they ask for a Python function, and notice rules that could not go on."""
        while self.decider == HOST:
            self.game.answer_host(self)
        if self.records["fault"][0]:
            why = self.game.fault_text(int(self.records["fault"][0]))
            raise RunawayRules(f"{self.game.name}: {why}; the game was stopped")

    def copy(self, hidden_from: int | None = None, seed: int | None = None) -> State:
        """A copy that goes its own way; `hidden_from` a player, all that this one cannot know is redrawn."""
        twin = State(self.game, self.seed, copied(self.records), self._past)
        if hidden_from is not None:
            if not isinstance(hidden_from, int) or not 0 <= hidden_from < self.game.players:
                raise IllegalAction(f"players are 0 to {self.game.players - 1}, not {str(hidden_from)[:60]!r}")
            seed = fresh_seed() if seed is None else whole_seed(seed)
            calls.hide(twin.records, 0, self.game.rules, hidden_from, as_seed(seed))
            twin._past = (self._past, (hidden_from, seed))
        return twin

    def view(self) -> dict[str, Any]:
        """The whole position as plain data."""
        return self.game.view(self)

    def history(self) -> list[int | tuple[int, int]]:
        """All that was done since the start: action numbers, and (player, seed) where the position was hidden."""
        return list(_unroll(self._past))[::-1]

    def to_json(self) -> str:
        """The game so far, small and safe: where it started, its seed, and what was done."""
        saved = {
            "format": FORMAT,
            "game": self.game.family,
            "version": self.game.version,
            "start": self.game.start,
            "seed": self.seed,
            "history": self.history(),
            "check": self.check(),
        }
        return json.dumps(saved)

    def check(self) -> int:
        """A number that two equal positions share."""
        return zlib.crc32(self.records.tobytes())

    def save(self, path: str | Path) -> None:
        """Write the game so far to a JSON file."""
        data.write(path, self.to_json() + "\n")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.records.tobytes() == other.records.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.game.text(self)

    def __repr__(self) -> str:
        return f"<{self.game.title}: {self.game.name}, turn {self.turn}{', over' if self.over else ''}>"


def _unroll(past: Any) -> Iterator[Any]:
    while past is not None:
        past, step = past
        yield step


def replay(game: Game, seed: int, history: list[Any], check: int | None = None) -> State:
    """Play a saved history again, checking every step."""
    state = game.new(seed)
    for number, step in enumerate(history):
        try:
            if isinstance(step, list | tuple):
                player, hidden_seed = step
                state = state.copy(hidden_from=int(player), seed=int(hidden_seed))
            else:
                state.play(step)
        except (IllegalAction, TypeError, ValueError) as error:
            raise BadData(f"step {number + 1} of the saved game does not fit: {error}") from None
    if check is not None and state.check() != check:
        raise BadData("the saved game does not replay to the position it was saved in; was it saved by other rules?")
    return state
