"""Games in which language models decide: played by threads, which spend nearly all their time waiting for replies."""

from __future__ import annotations

import threading

import numpy as np

from cardwright.agents import Answer, Halted
from cardwright.core.state import State

from .columns import (
    Columns,
    Finished,
    as_columns,
    decisions_of,
    none_played,
    play_alone,
    player_column,
    usage_types,
    with_ends,
)
from .plan import Plan
from .replays import Replays
from .searches import Searches
from .transcript import Transcript
from .usage import counts_of

MAX_CHUNK = 1  # games; each is a worker's whole task, to be logged as soon as it is finished


def read_chunk(
    plan: Plan,
    series: int,
    indices: np.ndarray,
    replays: Replays | None = None,
    transcript: Transcript | None = None,
    halt: threading.Event | None = None,
    actions: bool = False,
    searches: bool = False,
) -> Finished:
    """Play the games with these numbers; once `halt` is set, those in progress are abandoned.

    A game that fails sets `halt`, so that others do not wait for a server that is gone.
    """
    halt = halt or threading.Event()
    numbers: list[int] = []
    ends: list[State] = []
    counts: list[dict[str, float]] = []
    noted: Searches | None = {} if searches else None
    try:
        for index in indices.tolist():
            game = _Game(plan, series, index)
            ends.append(game.play(replays, noted, halt))
            numbers.append(index)
            counts.append(game.counts())
            if transcript is not None:
                transcript.add(series, index, game.answers)
    except Halted:
        pass
    except BaseException:
        halt.set()
        raise
    played, indices = with_ends(ends, none_played(plan.game)), np.array(numbers, np.int64)
    columns = {**as_columns(plan.game, indices, played), **_joined_counts(plan, counts)}
    return Finished(columns, decisions_of(plan, series, indices, played, noted, compiled=False) if actions else None)


class _Game:
    """A game, and the answers of the language models in it."""

    def __init__(self, plan: Plan, series: int, index: int):
        self.plan, self.series, self.index = plan, series, index
        self.agents = plan.seatings[series].agents
        self.answers: dict[int, tuple[int, str, Answer]] = {}  # by decision

    def play(self, replays: Replays | None, searches: Searches | None, halt: threading.Event) -> State:
        """Play the game and return its end."""
        index = np.array([self.index])
        seeds = [int(self.plan.seeds(use, index)[0]) for use in ("game", "agent")]
        hooks = {"on_answer": self.note, "halt": halt}
        return play_alone(self.plan, self.series, self.index, seeds[0], seeds[1], replays, searches, **hooks)

    def note(self, decision: int, player: int, answer: Answer) -> None:
        """Remember an answer."""
        self.answers[decision] = player, self.agents[player].name, answer

    def counts(self) -> dict[str, float]:
        """Return what was used, by column."""
        columns: dict[str, float] = {}
        for seat in self.plan.reading_seats:
            own = counts_of(answer for player, _, answer in self.answers.values() if player == seat)
            columns |= {player_column(name, seat, self.plan.game.players): value for name, value in own.items()}
        return columns


def _joined_counts(plan: Plan, counts: list[dict[str, float]]) -> Columns:
    types = usage_types(plan.game, plan.reading_seats)
    return {name: np.array([each[name] for each in counts], kind) for name, kind in types.items()}
