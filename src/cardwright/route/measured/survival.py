"""Dynamic programming over HP: the chances of reaching the boss and of beating it, from any room with any HP.

The chances of a room with some progress (what has been visited) are vectors over HP. They follow from those of the
rooms that come after it, so each is computed once, from the boss down.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from itertools import pairwise
from typing import Any, Literal, NamedTuple, Protocol

import numpy as np

from ..map import Room, RouteMap

Goal = Literal["beat", "reach"]
BEAT, REACH = 0, 1  # columns of chances
TIE = 1e-6  # what the other goal counts, so that it decides between equals


class Option(NamedTuple):
    """Something to do in a room: its name, and chances of HP (a matrix) and progress after it."""

    name: str
    branches: Sequence[tuple[float, np.ndarray, Any]]


class Rooms(Protocol):
    """What rooms do to the player."""

    max_hp: int

    def options(self, room: Room, past: Any) -> Sequence[Option]:
        """Return what the player can do in a room after some progress, and what comes of it."""


class Survival:
    """The best choices on a map, and the chances that follow from them.

    A choice may depend on the HP: it is the best one with those that are left. With `path`, rooms are given and only
    what is done in them is chosen.
    """

    def __init__(self, route_map: RouteMap, rooms: Rooms, path: Sequence[str] | None = None, goal: Goal = "beat"):
        self.map, self.rooms = route_map, rooms
        self.goal = BEAT if goal == "beat" else REACH
        self._next: Mapping[str, list[str]] = {name: route_map.after(name) for name in route_map.graph}
        if path is not None:
            route_map.check_path(path)
            self._next = {here: [there] for here, there in pairwise(path)}
        self._rooms = {room.name: room for room in route_map.rooms()}
        self._entered: dict[tuple[str, Hashable], np.ndarray] = {}
        self._left: dict[tuple[str, Hashable], np.ndarray] = {}

    def enter(self, name: str, past: Any) -> np.ndarray:
        """Return the chances of whoever enters a room, by HP: of beating the boss and of reaching it."""
        key = name, past
        if key not in self._entered:
            self._entered[key] = self._best([self._value(name, option) for option in self._options(name, past)])
        return self._entered[key]

    def leave(self, name: str, past: Any) -> np.ndarray:
        """Return the chances of whoever leaves a room, by HP."""
        key = name, past
        if key not in self._left:
            self._left[key] = self._best([self.enter(there, past) for there in self._next[name]])
        return self._left[key]

    def next_room(self, name: str, past: Any, hp: int) -> str:
        """Return the best room to go to next."""
        return max(self._next[name], key=lambda there: self._worth(self.enter(there, past))[hp])

    def do(self, name: str, past: Any, hp: int) -> str:
        """Return what is best done in a room, such as "rest"."""
        options = self._options(name, past)
        return max(options, key=lambda option: self._worth(self._value(name, option))[hp]).name

    def likely_next(self, name: str, players: Players) -> str:
        """Return the room that is best on average over what may have become of the player."""
        return max(
            self._next[name],
            key=lambda there: sum(
                float(chances @ self._worth(self.enter(there, past))) for past, chances in players.items()
            ),
        )

    def through(self, name: str, players: Players) -> Players:
        """Return what becomes of the player in a room, by progress: the chances of each HP; HP 0 is death."""
        found: Players = {}
        for past, chances in players.items():
            options = self._options(name, past)
            worths = np.stack([self._worth(self._value(name, option)) for option in options])
            chosen = worths.argmax(axis=0)
            for k, option in enumerate(options):
                part = np.where(chosen == k, chances, 0.0)
                for chance, matrix, then in option.branches:
                    found[then] = found.get(then, 0.0) + chance * (part @ matrix)
        return found

    def _options(self, name: str, past: Any) -> Sequence[Option]:
        return self.rooms.options(self._rooms[name], past)

    def _value(self, name: str, option: Option) -> np.ndarray:
        """Return the chances that an option leaves, by the HP before it."""
        total = np.zeros((self.rooms.max_hp + 1, 2))
        if name == self.map.boss:
            total[1:, REACH] = 1
            total[:, BEAT] = sum(chance * (1 - matrix[:, 0]) for chance, matrix, _ in option.branches)
            return total
        for chance, matrix, then in option.branches:
            total += chance * (matrix @ self.leave(name, then))
        return total

    def _worth(self, chances: np.ndarray) -> np.ndarray:
        return chances[:, self.goal] + TIE * chances[:, 1 - self.goal]

    def _best(self, found: list[np.ndarray]) -> np.ndarray:
        """Return for each HP the chances of the best alternative."""
        if len(found) == 1:
            return found[0]
        every = np.stack(found)
        chosen = np.stack([self._worth(each) for each in found]).argmax(axis=0)
        best: np.ndarray = every[chosen, np.arange(every.shape[1])]
        return best


Players = dict[Any, np.ndarray]  # what may have become of the player: by progress, the chances of each HP
