"""Rooms played by themselves: runs that enter one room, one by one, with any HP, and decks that grow between them.

Everything is done by editing the records of runs that wait at the map: the only way on leads into the room in question,
and the run ends when the player leaves it (`ends: room`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from cardwright.agents import make, seats_of, share_kernel
from cardwright.agents.compiled import Compiled
from cardwright.agents.kernel import Players
from cardwright.core.errors import BadData
from cardwright.core.random import seeds_for
from cardwright.core.working.workers import Workers
from cardwright.spire import run
from cardwright.spire.maps.generation import BUFFS, ROWS
from cardwright.spire.maps.generation import Room as MapRoom
from cardwright.spire.run.state import NONE, Frame, Outcome, Place, Select
from cardwright.spire.run.tables import Type, names, tables

EARLY, LATE = 5, 9  # floors of rooms that are played by themselves; some events come up only late
MOST_DECISIONS = 100_000
NOWHERE = -9  # the row of a burning elite that is not met


class Content(NamedTuple):
    """What a room holds: an encounter with its name, or a kind of room; a burning elite has a buff.

    Encounters are the same on every floor, events are not.
    """

    kind: MapRoom | None  # None for the boss
    name: str = ""
    buff: int = NONE
    floor: int = EARLY

    @property
    def text(self) -> str:
        """The content in words."""
        burning = f", burning ({BUFFS[self.buff]})" if self.buff != NONE else ""
        late = "late " if self.floor == LATE else ""
        return late + (self.name or (self.kind.name.lower() if self.kind else "boss")) + burning


class Level(NamedTuple):
    """How far a deck has grown: rewards of fights, relics, upgrades at rest sites, and shops."""

    cards: int = 0
    relics: int = 0
    upgrades: int = 0
    shops: int = 0


class Position:
    """What a player has, in the words of a run's start, and the agent that plays on."""

    def __init__(self, start: Mapping[str, Any], agent: str):
        self.start = {key: value for key, value in start.items() if value is not None}
        for key in ("seed", "room", "floor", "ends"):
            if key in self.start:
                raise BadData(f"a position has no {key}; it has a deck, relics, potions, gold, HP and an ascension")
        self.game = run.game(**self.start, room="map", ends="room")
        self.agent = make(agent)
        if not isinstance(self.agent, Compiled):
            raise BadData(f"agent {agent}: only compiled agents can measure rooms, such as rules or mcts:100")
        self.agent.check_game(self.game)
        self.given = self.game.setup[0].run  # what the player has

    @property
    def hp(self) -> int:
        """The player's HP."""
        return int(self.given.hp)

    @property
    def max_hp(self) -> int:
        """The player's max HP."""
        return int(self.given.max_hp)

    def key(self) -> dict[str, Any]:
        """Return what plays depend on, but for the rules and the HP, which are set for each play."""
        run = self.given
        cards = zip(run.deck_card, run.deck_up, run.deck_bottled, strict=True)
        deck = sorted([int(each) for each in card] for card in list(cards)[: run.deck_size])
        relics = [int(relic) for relic in run.relic_list[: run.relic_count]]
        return {
            "deck": deck,
            "relics": [[relic, int(run.charge[relic])] for relic in relics],
            "potions": [int(each) for each in run.potions[: run.potion_slots]],
            "gold": int(run.gold),
            "max_hp": self.max_hp,
            "ascension": int(run.ascension),
            "agent": self.agent.name,
        }


class Visits:
    """Plays rooms for a position, with threads."""

    def __init__(self, position: Position, seed: int, jobs: int = 1):
        self.position, self.seed, self.jobs = position, seed, jobs
        self.game = position.game
        share_kernel(self.game, [position.agent])
        self._seats = seats_of(self.game, [position.agent])
        self._grown: dict[Level, np.ndarray] = {}

    def begin(self, numbers: np.ndarray) -> np.ndarray:
        """Return runs that wait at the map with what the player has; each number is another run."""
        states = np.zeros(len(numbers), self.game.dtype)
        seeds = seeds_for(self.seed, "run to measure", numbers)
        Players(self.game, self._seats).play(states, seeds, seeds, MOST_DECISIONS)
        return states

    def enter(
        self, states: np.ndarray, content: Content, hp: np.ndarray | None, use: str, numbers: np.ndarray
    ) -> np.ndarray:
        """Send runs into a room, with so many HP or all, and return them as they leave it.

        `use` and the numbers of the plays decide about their random numbers.
        """
        states = states.copy()
        _lead_to(states, content)
        states["run"]["hp"] = states["run"]["max_hp"] if hp is None else hp
        return self.play(states, use, numbers)

    def play(self, states: np.ndarray, use: str, numbers: np.ndarray) -> np.ndarray:
        """Play runs on until each leaves its room, with random numbers of their own."""
        states["rng"][:, 0] = seeds_for(self.seed, f"battles {use}", numbers)
        seeds = seeds_for(self.seed, f"agent {use}", numbers)
        states["run"]["outcome"] = Outcome.RUNNING
        task = partial(_play, self, states, seeds)
        with Workers(min(self.jobs, max(1, len(states))), threads=True) as workers:
            for _ in workers.chunks(task, np.arange(len(states)), lambda: False):
                pass
        return states

    def grown(self, level: Level, plays: int) -> np.ndarray:
        """Return runs whose decks have grown to a level, by rooms that the agent has played with full HP."""
        known = self._grown.get(level)
        have = 0 if known is None else len(known)
        if have < plays:
            more = self._grow(level, have, plays)
            known = more if known is None else np.concatenate((known, more))
            self._grown[level] = known
        assert known is not None
        return known[:plays]

    def _grow(self, level: Level, first: int, stop: int) -> np.ndarray:
        if level == Level():
            return self.begin(np.arange(first, stop))
        step = next(name for name in reversed(Level._fields) if getattr(level, name))
        before = self.grown(level._replace(**{step: getattr(level, step) - 1}), stop)[first:]
        grow = {"cards": self._fight, "relics": self._open_chest, "upgrades": self._smith, "shops": self._shop}[step]
        return grow(before, level, np.arange(first, stop))

    def _fight(self, states: np.ndarray, level: Level, numbers: np.ndarray) -> np.ndarray:
        """Win a fight; whoever loses it gets the rewards nevertheless."""
        pool = weights("weak" if level.cards <= int(tables().weak_count[0]) else "strong")
        rolls = seeds_for(self.seed, f"encounter {level}", numbers) / 2.0**64
        drawn = np.searchsorted(np.cumsum(list(pool.values())), rolls).clip(0, len(pool) - 1)
        entered = states.copy()
        _lead_to(entered, Content(MapRoom.MONSTER))
        entered["run"]["encounters"] = np.array([names().encounters.index(name) for name in pool])[drawn, None]
        entered["run"]["hp"] = entered["run"]["max_hp"]
        left = self.play(entered, f"grow {level}", numbers)
        lost = left["run"]["outcome"] != Outcome.VICTORY
        if lost.any():
            won = states[lost]
            won["run"]["place"] = Place.MONSTER
            won["run"]["rewarded"] = 1
            _open(won, Frame.FIGHT)
            left[lost] = self.play(won, f"grow {level} again", numbers[lost])
        return left

    def _open_chest(self, states: np.ndarray, level: Level, numbers: np.ndarray) -> np.ndarray:
        return self.enter(states, Content(MapRoom.TREASURE), None, f"grow {level}", numbers)

    def _shop(self, states: np.ndarray, level: Level, numbers: np.ndarray) -> np.ndarray:
        return self.enter(states, Content(MapRoom.SHOP), None, f"grow {level}", numbers)

    def _smith(self, states: np.ndarray, level: Level, numbers: np.ndarray) -> np.ndarray:
        """Upgrade a card that the agent chooses, if there is one."""
        states = states.copy()
        in_deck = np.arange(states["run"]["deck_card"].shape[1]) < states["run"]["deck_size"][:, None]
        curse = tables().card_type[states["run"]["deck_card"]] == Type.CURSE
        can = (in_deck & ~curse & (states["run"]["deck_up"] == 0)).any(axis=1)
        chosen = states[can]
        for name, value in (("select", Select.UPGRADE), ("select_type", NONE), ("select_left", 1), ("chosen_count", 0)):
            chosen["run"][name] = value
        _open(chosen, Frame.SELECT)
        states[can] = self.play(chosen, f"grow {level}", numbers[can])
        return states


def _play(visits: Visits, states: np.ndarray, seeds: np.ndarray, items: np.ndarray) -> None:
    """Play some of the runs on, in place; each thread has memory of its own."""
    part = states[items[0] : items[-1] + 1]
    players = Players(visits.game, visits._seats)
    players.play(part, seeds[items], seeds[items], MOST_DECISIONS, np.zeros(len(items), np.int64))


def hp_left(states: np.ndarray) -> np.ndarray:
    """Return the HP with which runs left their room; 0 for those who died or did not come to an end."""
    return np.where(states["run"]["outcome"] == Outcome.VICTORY, states["run"]["hp"], 0)


def _open(states: np.ndarray, frame: Frame) -> None:
    """Open a screen above the map."""
    states["run"]["frames"][:, 1] = frame
    states["run"]["depth"] = 2


def _lead_to(states: np.ndarray, content: Content) -> None:
    """Let the runs wait at the map, with one way on, which leads into a room."""
    runs = states["run"]
    runs["frames"][:, 0] = Frame.MAP
    runs["depth"] = 1
    runs["place"] = Place.MONSTER
    row = ROWS if content.kind is None else content.floor - 1  # of the room
    runs["floor"], runs["y"], runs["x"] = row, row - 1, 0
    runs["burning_y"], runs["burning_x"] = NOWHERE, 0
    runs["chances"] = 0  # that a ? room is not an event
    number = names().encounters.index(content.name) if content.name else 0
    if content.kind is None:
        runs["bosses"] = number
        return
    runs["links"][:, row - 1] = 0
    runs["links"][:, row - 1, 0] = 1
    runs["kind"][:, row, 0] = content.kind
    runs["encounters"] = number
    runs["elites"] = number
    if content.buff != NONE:
        runs["burning_y"], runs["buff"] = row, content.buff


def weights(pool: str) -> dict[str, float]:
    """Return the chances of the encounters of act 1 in a pool: weak, strong, elites or bosses."""
    from cardwright.spire.encounters import acts

    act = acts()[1]
    found: Mapping[str, float] = {
        "weak": act.weak,
        "strong": act.strong,
        "elites": dict.fromkeys(act.elites, 1.0),
        "bosses": dict.fromkeys(act.bosses, 1.0),
    }[pool]
    total = sum(found.values())
    return {name: weight / total for name, weight in found.items()}
