"""A game under examination, with the plays it has had so far."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from cardwright import cgdl
from cardwright.agents import make, make_seats, play_games, share_kernel
from cardwright.arena.columns import Columns, as_columns, joined
from cardwright.cgdl import tree
from cardwright.core.random import seeds_for

RANDOM = "random"
LOOKAHEAD = "lookahead:1"
SEARCH = "mcts:100+look=1"

CHUNKS = 4  # of plays, for each thread

Side = tuple[int, ...]  # the seats of players who win together


class Subject:
    """A game and its plays, which are played on demand and only once.

    >>> from cardwright import cgdl
    >>> subject = Subject(cgdl.load("uno"), seed=1)
    >>> subject.random_plays(50)["turns"].shape
    (50,)
    """

    def __init__(self, described: tree.Game, seed: int = 0, known: Sequence[Counter[str]] = (), jobs: int = 1):
        self.described = described
        self.seed = seed
        self.known = known  # the shapes of games that it should differ from
        self.jobs = jobs  # threads that play, which does not affect the plays
        self._series: dict[str, Columns] = {}

    @property
    def players(self) -> int:
        """The number of players."""
        return self.described.players

    @property
    def sides(self) -> tuple[Side, ...]:
        """The seats of each team; without partners, each seat alone."""
        return tuple(map(tuple, map(sorted, self.described.partners))) or tuple((seat,) for seat in range(self.players))

    @functools.cached_property
    def game(self) -> cgdl.CardGame:
        """The game, ready to be played."""
        game = cgdl.game(self.described)
        share_kernel(game, (make(each) for each in (LOOKAHEAD, SEARCH)))
        return game

    def plays(self, seats: str, games: int) -> Columns:
        """Return the first `games` plays of these agents, as columns; every series has the same seeds."""
        known = self._series.get(seats)
        have = 0 if known is None else len(known["game"])
        if known is None or have < games:
            new = self._play(seats, np.arange(have, games))
            known = self._series[seats] = new if known is None else joined([known, new])
        return {name: column[:games] for name, column in known.items()}

    def self_plays(self, agent: str, games: int) -> Columns:
        """Return plays in which every seat has the same agent."""
        return self.plays(f"{self.players}*{agent}", games)

    def random_plays(self, games: int) -> Columns:
        """Return plays of random players."""
        return self.self_plays(RANDOM, games)

    def plays_against(self, agent: str, others: str, games: int) -> list[Columns]:
        """Return plays of one agent against others: one series per side, in whose seats it sits, of `games` plays."""
        tables = [[agent if seat in side else others for seat in range(self.players)] for side in self.sides]
        return [self.plays(",".join(seats), games) for seats in tables]

    def _play(self, seats: str, indices: np.ndarray) -> Columns:
        if self.jobs == 1:
            return self._played(seats, indices)
        chunks = np.array_split(indices, min(len(indices), CHUNKS * self.jobs))
        with ThreadPoolExecutor(self.jobs) as pool:
            return joined(list(pool.map(functools.partial(self._played, seats), chunks)))

    def _played(self, seats: str, indices: np.ndarray) -> Columns:
        seeds, agent_seeds = (seeds_for(self.seed, use, indices) for use in ("game", "agent"))
        return as_columns(self.game, indices, play_games(self.game, make_seats(seats), seeds, agent_seeds))
