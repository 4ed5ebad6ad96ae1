"""What is to be played: which game, who sits where, how many games, and from which seed."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from cardwright.agents import Agent, as_agent, make, make_seats
from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import fresh_seed, seeds_for

FORMAT = "cardwright arena 1"
MOST_GAMES = 10_000_000

Seats = str | Agent | Sequence[Any]


class Seating:
    """The agents of one series, one a seat, and the text that names them.

    >>> seating = Seating("mcts:200,2*random")
    >>> seating.names
    ('mcts:200', 'random', 'random')
    """

    def __init__(self, seats: Seats):
        self._given = seats
        if isinstance(seats, str):
            self.agents = make_seats(seats)
            self.text = seats.strip()
        else:
            each = seats if isinstance(seats, list | tuple) else [seats]
            self.agents = [make(one) if isinstance(one, str) else as_agent(one) for one in each]
            self.text = ",".join(self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """What each seat's agent is called."""
        return tuple(agent.name for agent in self.agents)

    @property
    def compiled(self) -> bool:
        """Whether threads can play it: Python is not needed for any decision."""
        return all(agent.compiled for agent in self.agents)

    @property
    def at_home(self) -> bool:
        """Whether an agent's class belongs to the running script or notebook, where other processes cannot find it."""
        return any(name.startswith("__main__:") for name in self.names)

    def __reduce__(self) -> tuple[type[Seating], tuple[Seats]]:
        return Seating, (self._given,)


@dataclass(frozen=True)
class Plan:
    """All that decides how the games go: the same plan gives the same games, row for row."""

    game: Game
    seatings: tuple[Seating, ...]
    games: int
    seed: int

    @property
    def title(self) -> str:
        """The game's name, as the registry knows it."""
        return f"{self.game.family}:{self.game.name}"

    def seeds(self, use: str, indices: np.ndarray) -> np.ndarray:
        """The seeds of some games, for "game" or "agent"; every series has the same ones."""
        return seeds_for(self.seed, use, indices)

    def identity(self) -> dict[str, Any]:
        """What a log must agree on to be gone on with: all but the number of games."""
        identity = {
            "format": FORMAT,
            "game": self.game.family,
            "version": self.game.version,
            "start": self.game.start,
            "seats": [seating.text for seating in self.seatings],
            "seed": self.seed,
        }
        return json.loads(json.dumps(identity))


def make_plan(game: Game | str | Path, series: Seats, games: int, seed: int | None) -> Plan:
    """A plan from what a person says, or a `CardwrightError`."""
    if not isinstance(games, int) or not 1 <= games <= MOST_GAMES:
        raise CardwrightError(f"the number of games is from 1 to {MOST_GAMES:,}, not {games!r}")
    if isinstance(series, str):
        series = [series]
    if not isinstance(series, list | tuple) or not series:
        raise CardwrightError("there is nothing to play: name the agents of at least one series, such as 'random'")
    seatings = tuple(Seating(seats) for seats in series)
    chosen = game if isinstance(game, Game) else _game_for(str(game), seatings)
    for seating in seatings:
        if len(seating.agents) != chosen.players:
            seats = "1 seat" if chosen.players == 1 else f"{chosen.players} seats (as in '{chosen.players}*random')"
            name = f"{chosen.family}:{chosen.name}"
            raise CardwrightError(f"{name} has {seats}; {seating.text[:80]!r} fills {len(seating.agents)}")
    return Plan(chosen, seatings, games, fresh_seed() if seed is None else int(seed))


def _game_for(name: str, seatings: tuple[Seating, ...]) -> Game:
    """A game by name; one that is called by its bare name is for as many players as have seats, if it can be."""
    chosen = registry.game(name)
    seats = {len(seating.agents) for seating in seatings}
    if name in registry.names() and len(seats) == 1 and seats != {chosen.players}:
        with contextlib.suppress(CardwrightError):
            return registry.game(name, seats.pop())
    return chosen
