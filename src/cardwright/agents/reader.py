"""Agents that read: they follow a game in words, and explain their choices in words."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from cardwright.core.presentation import Action
from cardwright.core.showing.narration import joined, noticed
from cardwright.core.state import State

from .agent import Agent

OWN = "You: "  # begins the player's own decisions
MOST_LINES = 200  # of what a player noticed; older lines are forgotten


class Halted(Exception):
    """A game was abandoned while an agent that reads was waiting."""


class Exchange(NamedTuple):
    """A request to a language model and its reply."""

    messages: list[dict[str, str]]
    reply: str
    problem: str  # why the reply could not be used; empty if it could
    tokens_in: int
    tokens_out: int
    cached: bool  # whether the reply came from the disk

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data."""
        return self._asdict()


class Answer(NamedTuple):
    """What a reader chose, and what led to the choice."""

    action: int
    note: str = ""  # what it wants to read again at its next decision, such as a plan
    exchanges: tuple[Exchange, ...] = ()
    fallback: bool = False  # whether no reply could be used, so that another agent chose
    cost: float = 0.0


@dataclass
class Past:
    """What a player noticed of a game so far, and what it wrote down for itself."""

    player: int
    halt: threading.Event = field(default_factory=threading.Event)  # set when the game is abandoned
    lines: list[str] = field(default_factory=list)
    note: str = ""
    _turn: int | None = None  # of its last decision
    _starts: list[int] = field(default_factory=list)  # the first line of each turn in which it decided

    def begin(self, turn: int) -> None:
        """Note that the player is about to decide in a turn."""
        if turn != self._turn:
            self._turn = turn
            self._starts.append(len(self.lines))

    def decide(self, turn: int, action: Action, note: str) -> None:
        """Add the player's own decision."""
        self.begin(turn)
        self.lines.append(f"{OWN}{action}")
        self.note = note

    def notice(self, events: Iterable[str]) -> None:
        """Add what the player noticed after a decision; an event that says the same and more replaces the decision.

        >>> past = Past(0, lines=["You: buy Medic"])
        >>> past.notice(["You buy Medic for 3 gold", "P2 goes shopping"])
        >>> past.lines
        ['You buy Medic for 3 gold', 'P2 goes shopping']
        """
        events = list(events)
        own = self.lines[-1] if self.lines else ""
        said = own.replace(":", "", 1).casefold()
        if own.startswith(OWN) and events and events[0].casefold().startswith(said):
            self.lines.pop()
        self.lines.extend(events)

    def recent(self, turns: int) -> list[str]:
        """Return what happened in this turn and the last few turns in which the player decided; nothing for 0 turns.

        >>> past = Past(0, lines=["a", "b", "c"], _starts=[0, 1, 2])
        >>> past.recent(1), past.recent(9), past.recent(0)
        (['b', 'c'], ['a', 'b', 'c'], [])
        """
        if not turns:
            return []
        start = self._starts[-turns - 1] if len(self._starts) > turns else 0
        return list(joined(self.lines[start:]))[-MOST_LINES:]


class Reader(Agent):
    """An agent that is told what its player notices, and keeps a note from one decision to the next."""

    quick: ClassVar[bool] = True  # it needs no compiled code

    def read(self, state: State, past: Past) -> Answer:
        """Return a choice; `state` is a position of a logged game as the player sees it."""
        raise TypeError(f"{type(self).__name__} needs a method `read`")

    def choose(self, state: State) -> int:
        """Return the number of the action that it takes without knowing the past."""
        return self.read(state, Past(state.decider)).action


OnAnswer = Callable[[int, int, Answer], None]  # with the number of the decision, and the player


class Readers:
    """The readers at a table, and what each of them has noticed."""

    def __init__(self, agents: Sequence[Agent], halt: threading.Event | None = None):
        halt = halt or threading.Event()
        self._pasts = {seat: Past(seat, halt) for seat, each in enumerate(agents) if isinstance(each, Reader)}

    def __bool__(self) -> bool:
        return bool(self._pasts)

    def past(self, player: int) -> Past:
        """Return what a reader has noticed."""
        return self._pasts[player]

    def notice(self, state: State) -> None:
        """Tell every reader what it notices of the last step."""
        for player, past in self._pasts.items():
            past.notice(noticed(state, player))
