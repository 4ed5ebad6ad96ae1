"""A recorded game, decision by decision: who chose what, from which options, and what it changed.

story = load_story("replay.json")   # a replay of the arena, or a game saved by `cardwright play`
print(story.line(0))                # 1. turn 1, player: play Bash
print(story.states[0])              # the position in which this was decided
print(story.changes(0))             # what it changed
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pydantic

from cardwright.core import data, registry
from cardwright.core.errors import BadData
from cardwright.core.game import FORMAT as SAVED
from cardwright.core.game import Game, State
from cardwright.core.presentation import Action

from .changes import changes, without
from .replays import FORMAT as REPLAY
from .replays import MAX_BYTES

MAX_DECISIONS = 20_000
REDRAWN = "cards that this player cannot know are redrawn"


@dataclass(frozen=True)
class Decision:
    """A player's choice; `action` is None where hidden cards were redrawn instead."""

    player: int
    options: tuple[Action, ...]
    action: Action | None
    about: str = ""  # the action in more detail, as `Game.describe` returns it

    def __str__(self) -> str:
        """Return the action in short; one without a name, such as yes or no, in detail."""
        if self.action is None:
            return REDRAWN
        return str(self.action) if self.action.name else self.about or str(self.action)


@dataclass(frozen=True)
class Story:
    """All decisions of a game and the positions in which they were made.

    >>> import cardwright
    >>> state = cardwright.game("spire:jaw-worm").new(seed=7).play("end turn")
    >>> story = Story.of(state)
    >>> story.line(0), len(story.states)
    ('1. turn 1, player: end turn', 2)
    """

    game: Game
    name: str  # of the scenario
    seats: tuple[str, ...]  # the agent of each player; empty if unknown
    decisions: tuple[Decision, ...]
    states: tuple[State, ...]  # one more than decisions: the last is the final position

    @classmethod
    def of(cls, end: State, seats: tuple[str, ...] = (), name: str = "") -> Story:
        """Return the story of the game that led to a position."""
        history = end.history()
        if len(history) > MAX_DECISIONS:
            raise BadData(f"{len(history):,} decisions are too many for a story; the limit is {MAX_DECISIONS:,}")
        state = end.game.new(end.seed)
        states, decisions = [state], []
        for step in history:
            options = tuple(state.legal()) if not state.over else ()
            if isinstance(step, tuple):
                decisions.append(Decision(step[0], options, None))
                state = state.copy(hidden_from=step[0], seed=step[1])
            else:
                action = next(each for each in options if each.id == step)
                decisions.append(Decision(state.decider, options, action, end.game.describe(state, action)))
                state = state.copy().play(step)
            states.append(state)
        return cls(end.game, name or end.game.name, seats, tuple(decisions), tuple(states))

    @property
    def players(self) -> list[str]:
        """The names of the players."""
        return [self.game.player_name(player) for player in range(self.game.players)]

    def who(self, player: int) -> str:
        """Return a player's name, with the agent in brackets if it is known."""
        name = self.game.player_name(player)
        return f"{name} ({self.seats[player]})" if self.seats else name

    def line(self, number: int) -> str:
        """Return a decision as one line."""
        decision = self.decisions[number]
        return f"{number + 1}. turn {self.states[number].turn}, {self.who(decision.player)}: {decision}"

    def changes(self, number: int) -> list[str]:
        """Return what a decision changed, including what is hidden from players."""
        events = self.game.events(self.states[number], self.states[number + 1])
        before, after = (
            without(self.shown(each), self.game.presentation.narrated_keys) for each in (number, number + 1)
        )
        return [*events, *changes(before, after, self.players)]

    def shown(self, number: int) -> dict[str, Any]:
        """Return the position of a decision as plain data, without redundant keys."""
        return self._shown(number)

    @functools.cached_property
    def _shown(self) -> Callable[[int], dict[str, Any]]:
        """`shown` with a small cache, because viewers ask for the same few positions repeatedly."""
        return functools.lru_cache(4)(
            lambda number: without(self.states[number].view(), self.game.presentation.redundant)
        )

    def result(self) -> str:
        """Return the result of the game as one line."""
        end = self.states[-1]
        if not end.over:
            return "the game is not over"
        names = [self.who(player) for player in end.winners]
        measured = self.game.measure(end.records)
        measures = [f"{name.replace('_', ' ')} {measured[name][0]}" for name in self.game.measures]
        return ", ".join([f"{' and '.join(names)} won" if names else "nobody won", *measures])

    def summary(self) -> list[dict[str, Any]]:
        """Return for each player the name, the agent, the number of decisions, the score, and whether it won."""
        end = self.states[-1]
        counts = Counter(decision.player for decision in self.decisions)
        return [
            {
                "name": name,
                "agent": self.seats[player] if self.seats else None,
                "decisions": counts[player],
                "score": end.score(player) if end.over else None,
                "won": player in end.winners,
            }
            for player, name in enumerate(self.players)
        ]

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: each decision with its position and what it changed."""
        return {
            "title": self.game.title,
            "name": self.name,
            "seed": self.states[0].seed,
            "result": self.result(),
            "players": self.summary(),
            "decisions": [
                {
                    "turn": self.states[number].turn,
                    "player": decision.player,
                    "choice": str(decision.action or decision),
                    "words": str(decision),
                    "about": decision.about or str(decision),
                    "options": list(map(str, decision.options)),
                    "changes": self.changes(number),
                    "state": self.shown(number),
                }
                for number, decision in enumerate(self.decisions)
            ],
            "end": self.shown(len(self.decisions)),
        }


class _Replay(pydantic.BaseModel):
    """The part of a replay that playing it again does not reproduce."""

    format: str
    scenario: str = "custom"
    seats: list[str] = pydantic.Field(default_factory=list, max_length=1000)
    saved: dict[str, Any]


def load_story(path: str | Path) -> Story:
    """Return the story in a file: a replay of the arena, or a game saved by `State.save` or `cardwright play`.

    The game is replayed and checked. Everything else in the file is ignored, except the names of scenario and agents.
    """
    document = data.read(path, MAX_BYTES)
    found = document.value.get("format") if isinstance(document.value, dict) else None
    if found == SAVED:
        return Story.of(registry.state_from_json(json.dumps(document.value), str(path)))
    if found != REPLAY:
        raise BadData(f"{path}: not a saved game ({SAVED!r}) or a replay ({REPLAY!r})")
    replay = data.validate(_Replay, document.value, document)
    end = registry.state_from_json(json.dumps(replay.saved), str(path))
    if replay.seats and len(replay.seats) != end.game.players:
        raise BadData(f"{path}: {len(replay.seats)} seats for {end.game.players} players")
    return Story.of(end, tuple(replay.seats), replay.scenario)
