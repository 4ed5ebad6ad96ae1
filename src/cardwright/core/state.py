"""A game in progress: what people play, copy and save. Names instead of numbers, errors instead of crashes."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from . import array_verbs, files
from .compiling import jit
from .errors import IllegalAction, RunawayRules
from .event_log import LoggedEvent, listening
from .interpreted import plain
from .presentation import Action
from .random import as_seed, branch, checked_seed, one_way
from .record import copied
from .showing import html
from .showing.board import Board
from .verbs import HOST, OVER
from .winners import winners

if TYPE_CHECKING:
    from .game import Game

FORMAT = "cardwright game 1"  # of what `State.to_json` returns
Step = int | tuple[int, int]  # an action, or the player and the seed with which hidden cards were redrawn


class State:
    """A game in progress.

    >>> import cardwright
    >>> state = cardwright.game("spire:jaw-worm").new(seed=7)
    >>> state.play("end turn").turn
    2
    """

    __slots__ = ("_past", "_source", "_uses", "events", "game", "logged", "records", "seed")

    def __init__(
        self,
        game: Game,
        seed: int,
        records: np.ndarray | None = None,
        past: Any = None,
        *,
        logged: bool = False,
        source: int | None = None,
    ):
        self.game = game
        self.seed = checked_seed(seed)
        self.logged = logged
        self.events: tuple[LoggedEvent, ...] = ()  # what happened in the last step, if `logged`
        self._past = past
        self._source = self.seed if source is None else source  # of the seeds of copies
        self._uses = 0  # of the source
        if records is not None:
            self.records = records
            return
        jit.compiling(f"the rules of {game.title}")
        self.records = np.zeros(1, game.dtype)
        with listening() as events:
            self.run(array_verbs.reset, self.records, 0, game.rules, game.setup, as_seed(seed))
            self._settle()
        self.events = tuple(events)

    def run(self, kernel: Callable[..., Any], *arguments: Any) -> Any:
        """Call a kernel: compiled, or as plain Python if this game is logged."""
        return (plain(kernel) if self.logged else kernel)(*arguments)

    @property
    def record(self) -> Any:
        """The record itself, with its fields as attributes."""
        return self.records[0]

    @property
    def decider(self) -> int:
        """The player who decides now, or -1 when the game is over."""
        return int(self.run(array_verbs.decider, self.records, 0))

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
        """The players with the highest score, if it is above 0; empty while the game is in progress."""
        if not self.over:
            return []
        return np.flatnonzero(winners(np.array([self.score(player) for player in range(self.game.players)]))).tolist()

    def score(self, player: int = 0) -> float:
        """Return the result for a player, from -1 to 1; the highest one wins if it is above 0."""
        return float(self.run(array_verbs.score, self.records, 0, self._checked_player(player)))

    def legal(self) -> list[Action]:
        """Return the legal actions, in a fixed order."""
        actions, labels = self._for_actions(), self._for_actions()
        n = self.run(array_verbs.options, self.records, 0, self.game.rules, actions, labels)
        known, words = self.game._words, self.game.words
        result = []
        for number, label in zip(actions[:n].tolist(), labels[:n].tolist(), strict=True):
            pair = known.get(label)
            if pair is None:
                pair = known[label] = words(label)
            result.append(Action(number, *pair))
        return result

    def observe(self, player: int | None = None) -> np.ndarray:
        """Return the observation of a player, by default the decider: `game.features` as numbers from -1 to 1."""
        features = np.zeros(len(self.game.features), np.float32)
        self.run(array_verbs.observe, self.records, 0, self.game.rules, self._observer(player), features)
        return features

    def tokens(self, player: int | None = None) -> np.ndarray:
        """Return the observation of a player, by default the decider, as a row of integers for each card.

        `game.token_fields` names the columns.
        """
        rows = np.zeros((self.game.max_tokens, len(self.game.token_fields)), np.int16)
        n = self.run(array_verbs.tokenise, self.records, 0, self.game.rules, self._observer(player), rows)
        return rows[:n]

    def _observer(self, player: int | None) -> int:
        return max(0, self.decider) if player is None else self._checked_player(player)

    def mask(self) -> np.ndarray:
        """Return which actions of `game.action_space` are legal; none once the game is over."""
        mask = np.zeros(len(self.game.action_space), np.int8)
        mask[list(self.indexed())] = 1
        return mask

    def action_at(self, index: int) -> Action:
        """Return the legal action with this index in `game.action_space`."""
        found = self.indexed().get(int(index))
        if found is None:
            space = self.game.action_space
            raise self._illegal(space[index] if 0 <= index < len(space) else f"action {index}")
        return next(each for each in self.legal() if each.id == found)

    def indexed(self) -> dict[int, int]:
        """Return the number of a legal action for each index in `game.action_space` that can be chosen.

        Actions that do the same share an index; the first of them is returned.
        """
        actions, indices = self._for_actions(), self._for_actions()
        n = self.run(array_verbs.indexed, self.records, 0, self.game.rules, actions, indices)
        return dict(zip(indices[:n][::-1].tolist(), actions[:n][::-1].tolist(), strict=True))

    def play(self, action: Action | int | str) -> State:
        """Take an action, given as one of `legal()`, its number or its words, and return this state."""
        number = self._number(action)
        if self.logged:
            with listening() as events:
                self._take(number, action)
            self.events = tuple(events)
        else:
            self._take(number, action)
        return self

    def _take(self, number: int, action: object) -> None:
        who = self.run(array_verbs.try_apply, self.records, 0, self.game.rules, number, self._for_actions())
        if who == array_verbs.ILLEGAL:
            raise self._illegal(action)
        self._past = (self._past, number)
        if who < 0:
            self._settle()

    def _for_actions(self) -> np.ndarray:
        """Return memory for a kernel that writes actions; games keep many positions, so no position keeps its own."""
        return np.empty(self.game.max_actions, np.int64)

    def _number(self, action: Action | int | str) -> int:
        """Return the number of an action, legal or not; -1 if no action has it."""
        if isinstance(action, str):
            return self._named(action).id
        number = action.id if isinstance(action, Action) else action
        if not isinstance(number, int | np.integer) or isinstance(number, bool):
            raise IllegalAction(f"an action is one of legal(), a number or words, not {type(action).__name__}")
        return int(number) if 0 <= number < self.game.max_actions else -1

    def _named(self, words: str) -> Action:
        wanted = words.strip().casefold()
        options = self.legal()
        for match in (str, lambda each: each.name):
            for action in options:
                if wanted and match(action).casefold() == wanted:
                    return action
        raise self._illegal(words)

    def find(self, action: Action | int | str) -> Action:
        """Return the legal action that is given, as for `play`."""
        number = self._number(action)
        for option in self.legal():
            if option.id == number:
                return option
        raise self._illegal(action)

    def _illegal(self, action: object) -> IllegalAction:
        given = str(action)[:80] if not isinstance(action, int) or abs(action) < 1 << 64 else "this number"
        if self.over:
            return IllegalAction(f"{given!r} cannot be played: the game is over")
        options = list(dict.fromkeys(str(each) for each in self.legal()))
        return IllegalAction(f"{given!r} cannot be played now; legal: {', '.join(options)}")

    def _settle(self) -> None:
        """Run the Python functions that the rules ask for, and raise an error if the rules have stopped."""
        while self.decider == HOST:
            self.game.answer_host(self)
        if self.records["fault"][0]:
            why = self.game.fault_text(int(self.records["fault"][0]))
            last = self.game.fault_part(self)
            raise RunawayRules(f"{self.game.name}: {why}{f' (last: {last})' if last else ''}; the game was stopped")

    def copy(self, hidden_from: int | None = None, seed: int | None = None, *, logged: bool | None = None) -> State:
        """Return an independent copy; with `hidden_from`, redraw at random all that this player cannot know.

        `seed` decides what is redrawn, in this copy and in copies of it. Without one it is `next_seed()`, so that every
        copy of a state is another guess, and a program that runs again gets the same ones. The copy is logged if this
        state is, unless `logged` says otherwise.
        """
        logged = self.logged if logged is None else logged
        if seed is None:
            seed = self._next_source() if hidden_from is None else self.next_seed()
        seed = checked_seed(seed)
        twin = State(self.game, self.seed, copied(self.records), self._past, logged=logged, source=seed)
        if hidden_from is not None:
            hidden_from = self._checked_player(hidden_from)
            twin.run(array_verbs.hide, twin.records, 0, self.game.rules, hidden_from, as_seed(seed))
            twin._past = (self._past, (hidden_from, seed))
        return twin

    def next_seed(self) -> int:
        """Return a seed for anything to be drawn: another one each time, and the same ones when a program runs again.

        It follows from this state's own seed and the copies and seeds taken from it before. It cannot be traced back,
        so it says nothing about what is hidden in the game.

        >>> import cardwright
        >>> one, two = (cardwright.game("spire:jaw-worm").new(seed=7) for _ in range(2))
        >>> first = one.next_seed()
        >>> first == two.next_seed() != one.next_seed()
        True
        """
        return one_way(self._next_source())

    def _next_source(self) -> int:
        self._uses += 1
        return branch(self._source, self._uses)

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def view(self) -> dict[str, Any]:
        """Return the whole position as plain data."""
        return self.game.view(self)

    def seen(self, player: int) -> dict[str, Any]:
        """Return the position as a player sees it, with None for every card that player does not know."""
        return self.game.seen(self, self._checked_player(player))

    def describe(self, action: Action | int | str) -> str:
        """Return a legal action with all that a person wants to know before choosing it."""
        return self.game.describe(self, self.find(action))

    def narrate(self, player: int | None = None) -> list[str]:
        """Return what happened in the last step of a logged game, as a player noticed it, or all of it."""
        if player is not None:
            player = self._checked_player(player)
        return [text for text in self.game.event_texts(self.events, player) if text]

    def _checked_player(self, player: int) -> int:
        if isinstance(player, bool) or not isinstance(player, int | np.integer) or not 0 <= player < self.game.players:
            last = self.game.players - 1
            raise IllegalAction(f"player must be {f'0 to {last}' if last else 0}, not {repr(player)[:60]}")
        return int(player)

    def history(self) -> list[Step]:
        """Return every step since the start: action numbers, and (player, seed) where the position was hidden."""
        return list(_unroll(self._past))[::-1]

    def to_json(
        self, seats: Sequence[str] = (), exchanges: Mapping[int, Any] | None = None, joint: Sequence[int] = ()
    ) -> str:
        """Return the game so far as JSON: its start, its seed and its steps, and who plays in each seat if given.

        Who played and how it ended come first, so that a list of files need not read all of them.
        `exchanges` is what language models were asked and replied, as plain data, by the number of the decision.
        `joint` are the steps that a person took together with the one before.
        """
        about = {"seats": list(seats), "result": self.game.ending(self) if self.over else ""}
        saved: dict[str, Any] = {
            "format": FORMAT,
            "game": self.game.family,
            "name": self.game.name,
            **{name: value for name, value in about.items() if value},
            "version": self.game.version,
            "start": self.game.start,
            "seed": int(as_seed(self.seed)),  # files hold integers of 64 bits; larger seeds make the same games
            "history": [step if isinstance(step, int) else (step[0], int(as_seed(step[1]))) for step in self.history()],
            "check": self.check(),
        }
        more = {"exchanges": exchanges, "joint": list(joint)}
        return json.dumps({**saved, **{name: value for name, value in more.items() if value}})

    def check(self) -> int:
        """Return a checksum of the position."""
        return zlib.crc32(self.records.tobytes())

    def save(
        self,
        path: str | Path,
        seats: Sequence[str] = (),
        exchanges: Mapping[int, Any] | None = None,
        joint: Sequence[int] = (),
    ) -> None:
        """Write the game so far to a JSON file, as `to_json` returns it; one with exchanges is private."""
        files.write(path, self.to_json(seats, exchanges, joint) + "\n", private=bool(exchanges))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.records.tobytes() == other.records.tobytes()

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return self.game.text(self)

    def _repr_html_(self) -> str:
        """The position as the player who decides sees it; all of it when the game is over."""
        players = [self.game.player_name(player) for player in range(self.game.players)]
        board = Board(players, self.game.face, self.game.presentation)
        if self.over:
            about, drawn = self.game.ending(self), board.draw(self.view())
        else:
            decider = max(0, self.decider)
            about, drawn = f"{players[decider]} decides", board.draw(self.seen(decider), players[decider])
        return html.notebook(html.heading(repr(self)[1:-1], about), drawn)

    def __repr__(self) -> str:
        return f"<{self.game.title}: {self.game.name}, turn {self.turn}{', over' if self.over else ''}>"


def _unroll(past: Any) -> Iterator[Any]:
    while past is not None:
        past, step = past
        yield step
