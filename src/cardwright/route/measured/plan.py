"""A plan by measured risk: the path with the best chance, what to do on it, and the risk of every room of the map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from cardwright.arena.statistics import Estimate, Z, rate
from cardwright.core.errors import BadData
from cardwright.core.showing import html

from ..encounters import ENCOUNTERS
from ..map import Room, RouteMap
from .outlook import Outlook, Past
from .survival import BEAT, REACH, Goal, Players, Survival

RESAMPLES = 50
QUANTILES = (0.1, 0.5, 0.9)
SHOWN_CHANCE = 0.005
SMALLEST_SPREAD = 1e-9  # below it, all plays of a path end alike


class RoomRisk(NamedTuple):
    """What a room costs whoever enters it with the HP of the plan, on average over the ways that lead to it."""

    name: str
    kind: str  # the letter of its encounter
    holds: dict[str, float]  # what it can hold, with chances
    hp_lost: Estimate  # death costs all HP
    quantiles: tuple[int, ...]  # of the HP lost, those of `QUANTILES`
    death: Estimate


class PlanStep(NamedTuple):
    """A room of the planned path."""

    name: str
    kind: str
    hp: float  # on entering, on average over those who live
    death: float  # the chance to die in it, of whoever enters it
    alive: float  # the chance to leave it alive, from the start
    rest_below: int | None  # at a rest site: whoever has fewer HP rests, others upgrade a card


@dataclass(frozen=True)
class Plan:
    """The path with the best chance to beat or to reach the boss; chances have 95 % intervals."""

    path: tuple[str, ...]
    hp: int
    max_hp: int
    beats: Estimate
    reaches: Estimate
    adaptive: float  # the chance to beat the boss for those who choose each room with the HP they really have
    steps: tuple[PlanStep, ...]
    rooms: tuple[RoomRisk, ...]
    route_map: RouteMap = field(repr=False, compare=False)

    def to_data(self) -> dict[str, Any]:
        """Return the plan as plain data."""
        rooms = [
            {
                **risk._asdict(),
                "quantiles": list(risk.quantiles),
                "hp_lost": risk.hp_lost.to_list(),
                "death": risk.death.to_list(),
            }
            for risk in self.rooms
        ]
        return {
            "path": list(self.path),
            "hp": self.hp,
            "beats_boss": self.beats.to_list(),
            "reaches_boss": self.reaches.to_list(),
            "beats_boss_if_adaptive": round(self.adaptive, 6),
            "steps": [step._asdict() for step in self.steps],
            "rooms": rooms,
        }

    def _repr_html_(self) -> str:
        chances = f"reaches the boss {self.reaches.text(2)}, beats it {self.beats.text(2)}"
        rows = [[step.name, f"{step.hp:.0f}", f"{step.death:.3f}", f"{step.alive:.2f}"] for step in self.steps]
        parts = [self.route_map.draw_svg(self.path), html.table(["room", "HP", "death", "alive after"], rows)]
        return html.notebook(html.heading(f"{self.path[0]} to {self.path[-1]}", chances), html.row(parts))


def plan(
    route_map: RouteMap,
    outlook: Outlook,
    *,
    start: str | None = None,
    hp: int | None = None,
    path: Sequence[str] | None = None,
    goal: Goal = "beat",
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> Plan:
    """Find the path with the best chance from a room to beat the boss (or to reach it), or judge a given path.

    The forecast of the outlook is for what lies ahead of `start`. Intervals of the path's chances come from the
    bootstrap: all plays are drawn again `resamples` times, and the path is judged anew.
    """
    here = route_map.start if start is None else route_map.room(start).name
    hp = outlook.position.hp if hp is None else hp
    if not 1 <= hp <= outlook.max_hp:
        raise BadData(f"hp must be from 1 to the max HP, {outlook.max_hp}, not {hp}")
    free = Survival(route_map, outlook, goal=goal)
    if path is None:
        path = _best_path(free, here, hp)
    check_judged(route_map, here, path)
    fixed = Survival(route_map, outlook, path, goal)
    chances = fixed.leave(here, Past())[hp]
    dice, plays = np.random.default_rng(seed), outlook.risks.plays
    again = [_again(route_map, outlook, path, goal, hp, dice) for _ in range(resamples)]
    beats, reaches = (
        _interval(float(chances[column]), [each[column] for each in again], plays) for column in (BEAT, REACH)
    )
    return Plan(
        tuple(path),
        hp,
        outlook.max_hp,
        beats,
        reaches,
        float(free.leave(here, Past())[hp, BEAT]),
        tuple(_steps(fixed, path, hp)),
        tuple(_room_risks(route_map, outlook, here, hp)),
        route_map,
    )


def check_judged(route_map: RouteMap, start: str, path: Sequence[str]) -> None:
    """Raise an error for a path that does not lead from a room to the boss."""
    if len(path) < 2 or path[0] != start or path[-1] != route_map.boss:
        raise BadData(f"a path to judge leads from {start} to the boss, {route_map.boss}")
    route_map.check_path(path)


def _again(
    route_map: RouteMap, outlook: Outlook, path: Sequence[str], goal: Goal, hp: int, dice: np.random.Generator
) -> np.ndarray:
    """Return the chances of a path with plays that are drawn again."""
    resampled = outlook.with_risks(outlook.risks.resampled(dice))
    chances: np.ndarray = Survival(route_map, resampled, path, goal).leave(path[0], Past())[hp]
    return chances


def _interval(value: float, again: list[float], plays: int) -> Estimate:
    """Return a chance with an interval as wide as the spread of its resamples says; without any, with Wilson's."""
    half = Z * float(np.std(again)) if again else 0.0
    if half < SMALLEST_SPREAD:
        return rate(value * plays, plays)
    return Estimate(value, max(0.0, value - half), min(1.0, value + half))


def _alone(max_hp: int, hp: int) -> Players:
    chances = np.zeros(max_hp + 1)
    chances[hp] = 1.0
    return {Past(): chances}


def _best_path(survival: Survival, start: str, hp: int) -> list[str]:
    """Return the path of the best next room after each room, on average over the HP that may be left."""
    players, path = _alone(survival.rooms.max_hp, hp), [start]
    while path[-1] != survival.map.boss:
        path.append(survival.likely_next(path[-1], players))
        players = survival.through(path[-1], players)
    return path


def _steps(survival: Survival, path: Sequence[str], hp: int) -> list[PlanStep]:
    players, steps = _alone(survival.rooms.max_hp, hp), []
    points = np.arange(survival.rooms.max_hp + 1)
    for name in path[1:]:
        entering = np.add.reduce(list(players.values()))
        alive = float(entering[1:].sum())
        below = _rest_below(survival, name, max(players, key=lambda past: players[past].sum()))
        players = survival.through(name, players)
        left = float(np.add.reduce(list(players.values()))[1:].sum())
        mean = float(entering @ points) / alive if alive else 0.0
        death = max(0.0, 1 - left / alive) if alive else 1.0  # rounding can leave a little more than entered
        steps.append(
            PlanStep(name, survival.map.room(name).kind, round(mean, 1), round(death, 6), round(left, 6), below)
        )
    return steps


def _rest_below(survival: Survival, name: str, past: Past) -> int | None:
    """Return from how many HP on it is better to upgrade a card than to rest."""
    if survival.map.room(name).kind != "R":
        return None
    resting = [hp for hp in range(1, survival.rooms.max_hp + 1) if survival.do(name, past, hp) == "rest"]
    return max(resting, default=0) + 1


def _room_risks(route_map: RouteMap, outlook: Outlook, start: str, hp: int) -> list[RoomRisk]:
    """Return the risk of every room ahead; at each fork on the way there, all ways count the same."""
    pasts: dict[str, dict[Past, float]] = {start: {Past(): 1.0}}
    found = []
    for room in route_map.rooms():
        here = pasts.get(room.name)
        if here is None:
            continue
        then: dict[Past, float] = here
        if room.name != start:
            risk, then = _room_risk(room, outlook, here, hp)
            found.append(risk)
        ways = route_map.after(room.name)
        for there in ways:
            into = pasts.setdefault(there, {})
            for past, weight in then.items():
                into[past] = into.get(past, 0.0) + weight / len(ways)
    return found


def _room_risk(room: Room, outlook: Outlook, pasts: dict[Past, float], hp: int) -> tuple[RoomRisk, dict[Past, float]]:
    """Return the risk of a room, and what has been visited after it."""
    total = sum(pasts.values())
    left = np.zeros(outlook.max_hp + 1)
    then: dict[Past, float] = {}
    holds: dict[str, float] = {}
    for past, weight in pasts.items():
        for chance, matrix, after in outlook.options(room, past)[0].branches:
            left += weight / total * chance * matrix[hp]
            then[after] = then.get(after, 0.0) + weight * chance
        for text, chance in outlook.holds(room, past).items():
            holds[text] = holds.get(text, 0.0) + weight / total * chance
    lost = hp - np.arange(outlook.max_hp + 1)
    mean = float(left @ lost)
    spread = math.sqrt(max(0.0, float(left @ (lost - mean) ** 2)))
    half = Z * spread / math.sqrt(outlook.risks.plays)
    sums = np.cumsum(left[::-1])
    quantiles = tuple(int(lost[::-1][min(int(np.searchsorted(sums, each)), len(lost) - 1)]) for each in QUANTILES)
    death = float(left[0])
    plays = outlook.risks.plays
    risky = ENCOUNTERS[room.kind].letter in ("N", "E", "EX", "B", "U")
    chance_of_death = rate(death * plays, plays) if risky else Estimate(death, death, death)
    shown = {text: round(chance, 4) for text, chance in sorted(holds.items(), key=lambda each: -each[1])}
    risk = RoomRisk(room.name, room.kind, {text: chance for text, chance in shown.items() if chance >= SHOWN_CHANCE},
                    Estimate(mean, mean - half, mean + half), quantiles, chance_of_death)  # fmt: skip
    return risk, then
