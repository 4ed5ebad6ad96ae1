"""What stands in the rooms to come: exactly, if the seed is known, else with the chances of the game's rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.errors import BadData
from cardwright.core.interpreted import plain
from cardwright.spire.maps.generation import BUFFS, ROWS
from cardwright.spire.maps.generation import Room as MapRoom
from cardwright.spire.run.events import roll_place
from cardwright.spire.run.recording import new_run
from cardwright.spire.run.relic_effects import RelicEffect
from cardwright.spire.run.state import NONE, Place
from cardwright.spire.run.tables import names, tables

from ..encounters import ENCOUNTERS
from ..map import Room, RouteMap
from .risks import Risks
from .survival import Option
from .visits import EARLY, LATE, Content, Level, Position, weights

LAST_EARLY = 6  # the last floor without late events
MONSTER_STEP = 0.1  # by which the chance of a fight in a ? room grows with each one that is none
KINDS = {Place.MONSTER: MapRoom.MONSTER, Place.SHOP: MapRoom.SHOP, Place.TREASURE: MapRoom.TREASURE,
         Place.EVENT: MapRoom.EVENT}  # fmt: skip

MOST_UPGRADES = 3  # that are told apart


class Past(NamedTuple):
    """How many rooms of each kind have been visited; upgrades are rest sites that upgraded a card."""

    fights: int = 0
    elites: int = 0
    unknowns: int = 0
    treasures: int = 0
    shops: int = 0
    upgrades: int = 0


@dataclass(frozen=True)
class Forecast:
    """What the rooms to come hold: for each kind, the chances of what the first one holds, the second, and so on.

    The last entry of a list is also for all later rooms.
    """

    encounters: Sequence[Mapping[str, float]]
    elites: Sequence[Mapping[str, float]]
    bosses: Mapping[str, float]
    unknowns: Sequence[Mapping[MapRoom, float]]
    buffs: Mapping[int, float]  # of burning elites

    def after(self, past: Past) -> Forecast:
        """Return the forecast for a player who has visited some rooms."""
        return Forecast(
            _rest(self.encounters, past.fights),
            _rest(self.elites, past.elites),
            self.bosses,
            _rest(self.unknowns, past.unknowns),
            self.buffs,
        )

    def contents(self, route_map: RouteMap) -> set[Content]:
        """Return everything that a room of a map can hold and that is worth playing."""
        kinds = {room.kind for room in route_map.rooms()}
        found = {Content(None, name) for name in self.bosses}
        found |= {Content(MapRoom.MONSTER, name) for each in self.encounters for name in each}
        if kinds & {"E", "EX"}:
            found |= {Content(MapRoom.ELITE, name) for each in self.elites for name in each}
        if "EX" in kinds:
            found |= {
                Content(MapRoom.ELITE, name, buff) for each in self.elites for name in each for buff in self.buffs
            }
        return found | ({Content(MapRoom.EVENT, floor=floor) for floor in (EARLY, LATE)} if "U" in kinds else set())


def _rest(entries: Sequence[Any], gone: int) -> Sequence[Any]:
    return entries[min(gone, len(entries) - 1) :]


def possible(position: Position, boss: str | None = None, buff: int | None = None) -> Forecast:
    """Return what rooms can hold if only the map is known, and perhaps the boss and the buff of the burning elite."""
    bosses = weights("bosses")
    if boss is not None and boss not in bosses:
        raise BadData(f"unknown boss {boss[:40]!r}; act 1 has {', '.join(bosses)}")
    weak = int(tables().weak_count[0])
    buffs = dict.fromkeys(range(len(BUFFS)), 1 / len(BUFFS)) if buff is None else {buff: 1.0}
    return Forecast(
        [weights("weak")] * weak + [weights("strong")],
        [weights("elites")],
        bosses if boss is None else {boss: 1.0},
        [{MapRoom.MONSTER: chance, MapRoom.EVENT: 1 - chance} for chance in _monster_chances(position)],
        buffs,
    )


def _monster_chances(position: Position) -> list[float]:
    """Return the chance that the first ? room is a fight, the second, and so on.

    It grows until one is a fight, and begins anew then.
    """
    if position.given.does[RelicEffect.NO_MONSTERS]:
        return [0.0]
    since = np.zeros(ROWS)  # the chances of so many ? rooms since the last fight
    since[0] = 1.0
    steps = np.minimum(1.0, MONSTER_STEP * np.arange(1, ROWS + 1))
    found = []
    for _ in range(ROWS):
        chance = float(since @ steps)
        found.append(chance)
        since = np.concatenate(([chance], (since * (1 - steps))[:-1]))
    return found


def known(position: Position, seed: int | str) -> Forecast:
    """Return what the rooms of act 1 hold for a seed.

    A ? room that comes right after a shop, which cannot be another one, is regarded as any other.
    """
    start = new_run(seed, int(position.given.ascension))[0]
    listed = names().encounters
    places = []
    start.does[:] = position.given.does
    start.relic_count = position.given.relic_count
    start.relic_list[:] = position.given.relic_list
    start.charge[:] = position.given.charge
    fights = [{listed[each]: 1.0} for each in start.encounters[: start.encounter_count]]
    elites = [{listed[each]: 1.0} for each in start.elites]
    for _ in range(ROWS):
        places.append({KINDS[Place(int(plain(roll_place)(start, tables(), False)))]: 1.0})
    return Forecast(fights, elites, {listed[start.bosses[0]]: 1.0}, places, {int(start.buff): 1.0})


def visited(rooms: Iterable[Room], forecast: Forecast) -> Past:
    """Return what a player has visited who went through some rooms; a ? room is what it most probably was."""
    past = Past()
    for room in rooms:
        kind = room.kind
        if kind == "U":
            was = _likeliest(forecast.after(past).unknowns[0])
            past = past._replace(unknowns=past.unknowns + 1)
            kind = {MapRoom.MONSTER: "N"}.get(was, "")
        if kind == "N":
            past = past._replace(fights=past.fights + 1)
        elif kind in ("E", "EX"):
            past = past._replace(elites=past.elites + 1)
    return past


def _likeliest(chances: Mapping[MapRoom, float]) -> MapRoom:
    return max(chances, key=lambda each: chances[each])


class Outlook:
    """What each room of a map does to the player: its options, with the chances of HP and progress after it.

    A rest site offers to rest and to upgrade a card. With `rests_below`, there is no choice: whoever has fewer HP
    rests.
    """

    def __init__(
        self,
        position: Position,
        forecast: Forecast,
        risks: Risks,
        grows: bool = True,
        rests_below: int | None = None,
    ):
        self.position, self.forecast, self.risks, self.grows = position, forecast, risks, grows
        self.rests_below = rests_below
        self.max_hp = risks.max_hp
        self._same = np.eye(self.max_hp + 1)
        self._rested = _healing(position, self.max_hp)

    def with_risks(self, risks: Risks) -> Outlook:
        """Return the same outlook with other risks."""
        return Outlook(self.position, self.forecast, risks, self.grows, self.rests_below)

    def options(self, room: Room, past: Past) -> list[Option]:
        """Return what the player can do in a room, and what comes of it."""
        if room.kind == "R":
            return self._rest_options(past)
        if room.kind == "U":
            chances = self.forecast.after(past).unknowns[0]
            then = past._replace(unknowns=past.unknowns + 1)
            event = "late event" if room.floor > LAST_EARLY else "event"
            kinds = {MapRoom.MONSTER: "N", MapRoom.SHOP: "M", MapRoom.TREASURE: "T", MapRoom.EVENT: event}
            return [
                Option("", [(chance, *self._enter(kinds[kind], then)) for kind, chance in chances.items() if chance])
            ]
        return [Option("", [(1.0, *self._enter(room.kind, past))])]

    def _rest_options(self, past: Past) -> list[Option]:
        if self.rests_below is not None:
            tired = (np.arange(self.max_hp + 1) < self.rests_below)[:, None]
            smithed = self._smithed(past)
            return [Option("", [(1.0, self._rested * tired, past), (1.0, self._same * ~tired, smithed)])]
        found = []
        if not self.position.given.does[RelicEffect.NO_REST]:
            found.append(Option("rest", [(1.0, self._rested, past)]))
        if not self.position.given.does[RelicEffect.NO_SMITH]:
            found.append(Option("smith", [(1.0, self._same, self._smithed(past))]))
        return found or [Option("", [(1.0, self._same, past)])]

    def _smithed(self, past: Past) -> Past:
        return past._replace(upgrades=min(past.upgrades + 1, MOST_UPGRADES))

    def _enter(self, kind: str, past: Past) -> tuple[np.ndarray, Past]:
        """Return the chances of HP after a room of a kind, and what has been visited then."""
        if kind == "M":
            return self._same, past._replace(shops=1)  # a second one brings little: the gold is gone
        if kind == "T":
            return self._same, past._replace(treasures=past.treasures + 1)
        then = past
        if kind == "N":
            then = past._replace(fights=past.fights + 1)
        elif kind in ("E", "EX"):
            then = past._replace(elites=past.elites + 1)
        return self._fight(kind, past), then

    def _fight(self, kind: str, past: Past) -> np.ndarray:
        """Return the chances of HP after a fight or an event, over all that it can be."""
        return self.risks.mixed(tuple(self.contents(kind, past)), self.level(past))

    def holds(self, room: Room, past: Past) -> dict[str, float]:
        """Return what a room can hold, in words, with chances."""
        if room.kind in ("N", "E", "EX", "B"):
            return {content.text: chance for chance, content in self.contents(room.kind, past)}
        if room.kind == "U":
            chances = self.forecast.after(past).unknowns[0]
            return {kind.name.lower(): chance for kind, chance in chances.items() if chance}
        return {ENCOUNTERS[room.kind].name: 1.0}

    def level(self, past: Past) -> tuple[float, ...]:
        """Return how far the deck has grown, rounded to save time; each ? room counts as an event."""
        if not self.grows:
            return Level(upgrades=past.upgrades)
        growth = self.risks.growth
        cards = past.fights + past.elites + growth.cards * past.unknowns
        relics = past.elites + past.treasures + growth.relics * past.unknowns
        upgrades = past.upgrades + growth.upgrades * past.unknowns
        return round(cards), round(2 * relics) / 2, round(2 * upgrades) / 2, past.shops

    def contents(self, kind: str, past: Past) -> list[tuple[float, Content]]:
        """Return what a room with a fight or an event can hold, with chances."""
        ahead = self.forecast.after(past)
        if kind.endswith("event"):
            return [(1.0, Content(MapRoom.EVENT, floor=LATE if kind.startswith("late") else EARLY))]
        if kind == "B":
            return [(chance, Content(None, name)) for name, chance in ahead.bosses.items()]
        if kind == "N":
            return [(chance, Content(MapRoom.MONSTER, name)) for name, chance in ahead.encounters[0].items()]
        buffs = ahead.buffs if kind == "EX" else {NONE: 1.0}
        return [
            (chance * share, Content(MapRoom.ELITE, name, buff))
            for name, chance in ahead.elites[0].items()
            for buff, share in buffs.items()
        ]


def _healing(position: Position, max_hp: int) -> np.ndarray:
    """Return the chances of the HP after a rest, by the HP before it: healing is no matter of chance."""
    heal = int(np.float32(max_hp) * np.float32(0.3)) + int(position.given.does[RelicEffect.REST_HEAL])
    matrix = np.zeros((max_hp + 1, max_hp + 1))
    before = np.arange(max_hp + 1)
    matrix[before, np.where(before == 0, 0, np.minimum(before + heal, max_hp))] = 1.0
    return matrix
