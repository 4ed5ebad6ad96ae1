"""A recorded game, decision by decision: who chose what, from which options, and what happened then.

story = load_story("replay.json")   # a replay of the arena, or a game saved by `cardwright play`
print(story.line(0))                # 1. turn 1, player: play Bash
print(story.states[0])              # the position in which this was decided
print(story.events(0))              # what happened then
"""

from __future__ import annotations

import functools
import json
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import pydantic

from cardwright.agents import Exchange
from cardwright.core import data, saved_games
from cardwright.core.errors import BadData
from cardwright.core.game import LONGEST_GAME, Game
from cardwright.core.presentation import Action
from cardwright.core.showing import html
from cardwright.core.showing.choices import brief
from cardwright.core.state import FORMAT as SAVED
from cardwright.core.state import State, Step

from .replays import FORMAT as REPLAY

MAX_DECISIONS = 20_000
MOST_SHOWN = 60  # decisions in a notebook
PERSON = "a person"  # who played in a seat
REDRAWN = "cards that this player cannot know are redrawn"


@dataclass(frozen=True)
class Decision:
    """A player's choice; `action` is None where hidden cards were redrawn instead."""

    player: int
    options: tuple[Action, ...]
    action: Action | None
    about: str = ""  # the action in more detail, as `Game.describe` returns it

    def __str__(self) -> str:
        """Return the action in short, as players say it; one without a name, such as yes or no, in detail."""
        return REDRAWN if self.action is None else in_words(self.action, self.about)


def in_words(action: Action, about: str) -> str:
    """Return an action as players say it, given how the game describes it.

    >>> in_words(Action(1, "play", "Bash"), "play Bash (2): Deal 8 damage."), in_words(Action(0, "done", ""), "check")
    ('play Bash', 'check')
    """
    short = str(action)
    if not about or (action.name and about.startswith(short)):
        return short
    return brief(about) if action.name else about


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
    name: str  # of the start
    seats: tuple[str, ...]  # the agent of each player; empty if unknown
    decisions: tuple[Decision, ...]
    states: tuple[State, ...]  # one more than decisions: the last is the final position
    exchanges: Mapping[int, Sequence[Exchange]] = field(default_factory=dict)  # with language models, by decision

    @classmethod
    def of(cls, end: State, seats: tuple[str, ...] = (), name: str = "") -> Story:
        """Return the story of the game that led to a position."""
        recorder = _Recorder()
        end = saved_games.replay(end.game, end.seed, end.history(), logged=True, watch=recorder)
        return recorder.story(end, seats, name)

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

    def events(self, number: int, player: int | None = None) -> list[str]:
        """Return what happened after a decision, as a player noticed it, or all of it."""
        return self.states[number + 1].narrate(player)

    def shown(self, number: int, player: int | None = None) -> dict[str, Any]:
        """Return the position of a decision as plain data, as a player saw it or all of it, without redundant keys."""
        return self._shown(number, player)

    @functools.cached_property
    def _shown(self) -> Callable[[int, int | None], dict[str, Any]]:
        """`shown` with a small cache, because viewers ask for the same few positions repeatedly."""
        return functools.lru_cache(4)(self._position)

    def _position(self, number: int, player: int | None) -> dict[str, Any]:
        state = self.states[number]
        view = state.view() if player is None else state.seen(player)
        plain: dict[str, Any] = _without(view, self.game.presentation.redundant)
        return plain

    def hidden(self, number: int) -> dict[str, Any]:
        """Return what the player who decides does not see of a position, as plain data."""
        state = self.states[number]
        if state.over:
            return {}
        seen = self.shown(number, state.decider)
        return {key: value for key, value in self.shown(number).items() if value != seen.get(key)}

    def result(self) -> str:
        """Return the result of the game as one line."""
        end = self.states[-1]
        return self.game.ending(end) if end.over else "the game is not over"

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

    def _repr_html_(self) -> str:
        rows = [
            [number + 1, self.states[number].turn, self.who(each.player), each, "; ".join(self.events(number))]
            for number, each in enumerate(self.decisions[:MOST_SHOWN])
        ]
        more = len(self.decisions) - len(rows)
        return html.notebook(
            html.heading(f"{self.game.title}: {self.name}", f"seed {self.states[0].seed}, {self.result()}"),
            html.table(["", "turn", "player", "decision", "then"], rows, left=(2, 3, 4)),
            html.paragraph(f"and {more:,} more decisions") if more else "",
        )

    def to_dict(self) -> dict[str, Any]:
        """Return everything as plain data: each decision with its position and what happened then."""
        return {
            "title": self.game.title,
            "name": self.name,
            "seed": self.states[0].seed,
            "result": self.result(),
            "players": self.summary(),
            "decisions": [self.told(number) for number in range(len(self.decisions))],
            "end": self.shown(len(self.decisions)),
        }

    def told(self, number: int, player: int | None = None) -> dict[str, Any]:
        """Return a decision as plain data: all of it, or what a player saw and noticed.

        Of the decisions of others, a player does not know what they chose, from which options, and why.
        """
        decision = self.decisions[number]
        known = player is None or decision.player == player
        return {
            "turn": self.states[number].turn,
            "player": decision.player,
            "choice": str(decision.action or decision) if known else "",
            "words": str(decision) if known else "",
            "about": (decision.about or str(decision)) if known else "",
            "options": list(map(str, decision.options)) if known else [],
            "said": self._said(number) if known else {},
            "events": self.events(number, player),
            "exchanges": [each.to_dict() for each in self.exchanges.get(number, ())] if known else [],
            "state": self.shown(number, player),
        }

    def _said(self, number: int) -> dict[str, str]:
        """Return the options of a decision that players call otherwise than scenarios do, with these words."""
        state = self.states[number]
        words = {str(each): in_words(each, self.game.describe(state, each)) for each in self.decisions[number].options}
        return {own: said for own, said in words.items() if own != said}


class _Recorder:
    """Records every decision of a game that is replayed."""

    def __init__(self) -> None:
        self.states: list[State] = []
        self.decisions: list[Decision] = []

    def __call__(self, state: State, step: Step) -> None:
        """Record a step and the position in which it is taken."""
        if len(self.states) >= MAX_DECISIONS:
            raise BadData(f"a game of more than {MAX_DECISIONS:,} decisions is too long for a story")
        options = tuple(state.legal()) if not state.over else ()
        self.states.append(state)
        if isinstance(step, tuple):
            self.decisions.append(Decision(step[0], options, None))
            return
        action = next((each for each in options if each.id == step), None)
        about = "" if action is None else state.game.describe(state, action)
        self.decisions.append(Decision(state.decider, options, action, about))

    def story(
        self, end: State, seats: tuple[str, ...], name: str, exchanges: Mapping[int, Sequence[Exchange]] | None = None
    ) -> Story:
        """Return the story of a game that has been replayed to its end."""
        states = (*self.states, end)
        who = tuple(PERSON if each == "you" else each for each in seats)  # whoever reads this may be somebody else
        return Story(end.game, name or end.game.name, who, tuple(self.decisions), states, exchanges or {})


def _without(view: Any, keys: Collection[str]) -> Any:
    """Return a position without some keys, at every level."""
    if isinstance(view, Mapping):
        return {key: _without(value, keys) for key, value in view.items() if key not in keys}
    return view


class _Exchanges(pydantic.BaseModel):
    """What language models were asked and replied."""

    exchanges: dict[Annotated[int, pydantic.Field(ge=0, le=LONGEST_GAME)], list[Exchange]] = {}  # copied by pydantic


class _Replay(_Exchanges):
    """The part of a replay that playing it again does not reproduce."""

    format: str
    game: str = "custom"
    seats: list[str] = pydantic.Field(default_factory=list, max_length=1000)
    saved: dict[str, Any]


def load_story(path: str | Path) -> Story:
    """Return the story in a file: a replay of the arena, or a game saved by `State.save` or `cardwright play`.

    The game is replayed and checked. Everything else in the file is ignored, except the names of game and agents,
    and what language models were asked and replied.
    """
    return story_in(data.read(path, data.LARGEST_CHECKPOINT))


def story_in(document: data.Document) -> Story:
    """Return the story in a document, as `load_story` does."""
    name = document.name
    found = saved_games.check_format(document, {SAVED: "a saved game", REPLAY: "a replay"})
    recorder = _Recorder()
    if found == SAVED:
        end, seats, _ = saved_games.saved_from_json(json.dumps(document.value), name, logged=True, watch=recorder)
        asked = data.validate(_Exchanges, document.value, document).exchanges
        return recorder.story(end, seats, "", asked)
    about = data.validate(_Replay, document.value, document)
    end = saved_games.state_from_json(json.dumps(about.saved), name, logged=True, watch=recorder)
    if about.seats and len(about.seats) != end.game.players:
        raise BadData(f"{name}: {len(about.seats)} seats for {end.game.players} players")
    return recorder.story(end, tuple(about.seats), about.game, about.exchanges)
