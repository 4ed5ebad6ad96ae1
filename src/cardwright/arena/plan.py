"""The plan of a run: which game, which agents in which seats, how many games, and from which seed."""

from __future__ import annotations

import contextlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.agents import Reader, SeatList, class_of, make_seats, told_apart
from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import fresh_seed, seeds_for

FORMAT = "cardwright arena 1"
MAX_GAMES = 10_000_000


class Seating:
    """The agents of one series, one per seat, and the text that names them.

    >>> seating = Seating("mcts:200,2*random")
    >>> seating.names
    ('mcts:200', 'random', 'random')
    """

    def __init__(self, seats: SeatList, game: Game | None = None):
        self._given, self._game = seats, game
        self._named = make_seats(seats)
        self.agents = [agent.at(game) for agent in self._named] if game else self._named
        self.text = seats.strip() if isinstance(seats, str) else ",".join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The name of each seat's agent."""
        return tuple(agent.name for agent in self._named)

    def at(self, game: Game) -> Seating:
        """Return the same seats at a game, which can say who plays under a name such as "strongest"."""
        return Seating(self._given, game)

    def identity(self, game: Game) -> str:
        """Return the text, or the full identity of each agent if a name says too little, as that of a file does."""
        identities = tuple(agent.identity(game) for agent in self._named)
        return self.text if identities == self.names else ",".join(identities)

    @property
    def compiled(self) -> bool:
        """Whether every agent is compiled, so that threads can play without holding the GIL."""
        return all(agent.compiled for agent in self.agents)

    @property
    def reading_seats(self) -> list[int]:
        """The seats of language models."""
        return [seat for seat, agent in enumerate(self.agents) if isinstance(agent, Reader)]

    @property
    def in_main_module(self) -> bool:
        """Whether an agent is defined in the running script or notebook, where other processes cannot import it."""
        return any(class_of(agent).__module__ == "__main__" for agent in self.agents)

    def __reduce__(self) -> tuple[type[Seating], tuple[SeatList, Game | None]]:
        return Seating, (self._given, self._game)


@dataclass(frozen=True)
class Plan:
    """Everything that determines the games: the same plan leads to the same games, row for row."""

    game: Game
    seatings: tuple[Seating, ...]
    games: int
    seed: int

    @property
    def title(self) -> str:
        """The name of the game in the registry, such as "spire:jaw-worm"."""
        return title_of(self.game)

    @property
    def reading_seats(self) -> list[int]:
        """The seats that language models have in some series."""
        return sorted({seat for seating in self.seatings for seat in seating.reading_seats})

    def seeds(self, use: str, indices: np.ndarray) -> np.ndarray:
        """Return the seeds of some games for a use, "game" or "agent"; they are the same in every series."""
        return seeds_for(self.seed, use, indices)

    def identity(self) -> dict[str, Any]:
        """Return what a log must agree on to be resumed: everything but the number of games."""
        identity = {
            "format": FORMAT,
            "game": self.game.family,
            "name": self.game.name,
            "version": self.game.version,
            "start": self.game.start,
            "seats": [seating.identity(self.game) for seating in self.seatings],
            "seed": self.seed,
        }
        if self.game.value_names:
            identity["value_names"] = dict(self.game.value_names)
        return dict(json.loads(json.dumps(identity)))


def title_of(game: Game) -> str:
    """Return the name of a game in the registry."""
    return f"{game.family}:{game.name}"


def make_plan(game: Game | str | Path, series: SeatList, games: int, seed: int | None) -> Plan:
    """Return a plan, or raise a `CardwrightError` that says what is wrong with the arguments."""
    if not isinstance(games, int) or not 1 <= games <= MAX_GAMES:
        raise CardwrightError(f"the number of games must be from 1 to {MAX_GAMES:,}, not {games!r}")
    if isinstance(series, str):
        series = [series]
    if not isinstance(series, list | tuple) or not series:
        raise CardwrightError("no series to play: name the agents of at least one, such as 'random'")
    seatings = _told_apart([Seating(seats) for seats in series])
    chosen = game if isinstance(game, Game) else _game_for(str(game), seatings)
    seatings = tuple(seating.at(chosen) for seating in seatings)
    for seating in seatings:
        if len(seating.agents) != chosen.players:
            seats = "1 seat" if chosen.players == 1 else f"{chosen.players} seats (as in '{chosen.players}*random')"
            raise CardwrightError(f"{title_of(chosen)} has {seats}; {seating.text[:80]!r} fills {len(seating.agents)}")
        for agent in seating.agents:
            agent.check_game(chosen)
    return Plan(chosen, seatings, games, fresh_seed() if seed is None else int(seed))


def _told_apart(seatings: list[Seating]) -> tuple[Seating, ...]:
    """Return the seatings, with different names for different agents."""
    agents = iter(told_apart(agent for seating in seatings for agent in seating.agents))
    renamed = [[next(agents) for _ in seating.agents] for seating in seatings]
    return tuple(
        seating if new == seating.agents else Seating(new) for seating, new in zip(seatings, renamed, strict=True)
    )


def _game_for(name: str, seatings: tuple[Seating, ...]) -> Game:
    """Return a game by name; a family's bare name means a game for as many players as there are seats, if possible."""
    chosen = registry.game(name)
    seats = {len(seating.agents) for seating in seatings}
    if name in registry.names() and len(seats) == 1 and seats != {chosen.players}:
        with contextlib.suppress(CardwrightError):
            return registry.game(name, seats.pop())
    return chosen
