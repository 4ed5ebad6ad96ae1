"""Compare paths planned by measured risk with the lowest-risk paths of the paper and with random ones.

python benchmarks/routes_measured.py --seeds 1000 --agent rules --plays 40 --json

All runs begin on floor 0 with the starter deck, without Neow. The agent plays everything but the choice of paths, and
each policy plays the same seeds. The policy "planned" knows the map and the boss; "planned with the seed" knows what
stands in every room, too, as `cardwright route --seed` does. After every room, both choose the next one with the HP
that are really left. The rooms of the random paths also say how far the weights of the paper are from what rooms cost.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple

import numpy as np

from cardwright.agents import seats_of, share_kernel
from cardwright.agents.kernel import Players
from cardwright.arena import statistics
from cardwright.core.random import seeds_for
from cardwright.core.working.workers import Workers, jobs_for
from cardwright.route import ENCOUNTERS, Planner, RouteMap
from cardwright.route.measured.outlook import MOST_UPGRADES, Outlook, Past, known, possible
from cardwright.route.measured.risks import Risks, measure
from cardwright.route.measured.survival import Survival
from cardwright.route.measured.visits import MOST_DECISIONS, Content, Position, Visits, hp_left, weights
from cardwright.spire import maps, run
from cardwright.spire.maps.generation import Room as MapRoom
from cardwright.spire.run.record import ONE_ROOM
from cardwright.spire.run.state import Outcome
from cardwright.spire.run.tables import names

STARTING_GOLD = 99
AT_ONCE = 50  # runs; plans take memory
KINDS = ("N", "E", "EX", "U", "M", "R", "T", "B")
UNIT = "N"  # the kind of room whose weight the others are compared with

Policy = Callable[["Climb", Any], str]  # from a run and its record to the next room


class Visit(NamedTuple):
    """A room that was visited: its kind, and the HP before and after it."""

    kind: str
    before: int
    after: int


class Climb:
    """A run on its way up: its map, where it is, and what it has visited."""

    def __init__(self, record: Any, number: int):
        self.seed = int(record["run"]["seed"].astype(np.int64))
        self.act_map = maps.from_grid(record["run"], self.seed, 1, 0)
        self.map = RouteMap.from_act(self.act_map)
        self.boss = names().encounters[record["run"]["bosses"][0]]
        self.random = Random(number)
        self.here = self.map.start
        self.past = Past()
        self.visits: list[Visit] = []
        self.plan: Any = None  # what a policy remembers

    def go(self, there: str, record: Any) -> None:
        """Leave the record only one way, to the room that was chosen."""
        room = self.map.room(there)
        row = record["run"]["links"]
        if room.kind != "B":
            x = int(room.column)
            kept = row[room.floor - 1, x]
            row[room.floor - 1] = 0
            row[room.floor - 1, x] = kept
            if room.floor > 1:
                row[room.floor - 2, record["run"]["x"]] = 1 << x
        self.here = there

    def note(self, before: int, record: Any) -> None:
        """Write down what became of the run in the room."""
        run_record, kind = record["run"], self.map.room(self.here).kind
        alive = run_record["outcome"] == Outcome.VICTORY
        self.visits.append(Visit(kind, before, int(run_record["hp"]) if alive else 0))
        self.past = Past(
            fights=int(run_record["next_encounter"]),
            elites=int(run_record["next_elite"]),
            unknowns=self.past.unknowns + (kind == "U"),
            treasures=self.past.treasures + (kind == "T"),
            shops=max(self.past.shops, int(kind == "M")),
            upgrades=min(MOST_UPGRADES, int(run_record["deck_up"].sum())),
        )


def at_random(climb: Climb, record: Any) -> str:
    """Choose any room."""
    return climb.random.choice(climb.map.after(climb.here))


def lowest_risk(climb: Climb, record: Any) -> str:
    """Follow the lowest-risk path of the paper."""
    if climb.plan is None:
        path = Planner(climb.map).best().path
        climb.plan = dict(pairwise(path))
    return str(climb.plan[climb.here])


def planned(
    position: Position, risks: Risks, rests_below: int, outlooks: dict[Any, Outlook], climb: Climb, record: Any
) -> str:
    """Choose the room with the best chance to beat the boss."""
    if climb.plan is None:
        key = climb.boss, climb.act_map.burning_buff
        if key not in outlooks:
            outlooks[key] = Outlook(position, possible(position, *key), risks, rests_below=rests_below)
        climb.plan = Survival(climb.map, outlooks[key])
    return best_room(climb, position, record)


def planned_with_seed(position: Position, risks: Risks, rests_below: int, climb: Climb, record: Any) -> str:
    """Choose the room with the best chance to beat the boss, knowing what stands in each."""
    if climb.plan is None:
        forecast = known(position, climb.seed)
        climb.plan = Survival(climb.map, Outlook(position, forecast, risks, rests_below=rests_below))
    return best_room(climb, position, record)


def best_room(climb: Climb, position: Position, record: Any) -> str:
    """Return the next room of a plan, for the HP that are left."""
    hp = min(int(record["run"]["hp"]), position.max_hp)
    return str(climb.plan.next_room(climb.here, climb.past, hp))


def rests_below(position: Position) -> int:
    """Return the HP from which on the agent upgrades a card at a rest site instead of resting."""
    visits, hp = Visits(position, 0), np.arange(1, position.max_hp + 1)
    left = hp_left(visits.enter(visits.begin(hp), Content(MapRoom.REST), hp, "rest", hp))
    return int(hp[left > hp].max(initial=0)) + 1


def climb_all(position: Position, seeds: np.ndarray, policies: dict[str, Policy], jobs: int) -> dict[str, list[Climb]]:
    """Play a run for each seed and policy, some seeds at a time; Ctrl-C ends it with the seeds so far."""
    found: dict[str, list[Climb]] = {name: [] for name in policies}
    try:
        for first in range(0, len(seeds), AT_ONCE):
            part = seeds[first : first + AT_ONCE]
            climbs = {name: climb_some(position, part, policy, jobs) for name, policy in policies.items()}
            for name, each in climbs.items():
                found[name] += each
            print(f"{first + len(part)} of {len(seeds)} seeds", file=sys.stderr, flush=True)
    except KeyboardInterrupt:
        pass
    return found


def climb_some(position: Position, seeds: np.ndarray, policy: Policy, jobs: int) -> list[Climb]:
    """Play a run for each seed, floor by floor."""
    game = run.game(gold=STARTING_GOLD, ascension=int(position.given.ascension))
    game.setup["last_act"] = ONE_ROOM  # it stops at the map after each room
    share_kernel(game, [position.agent])
    seats = seats_of(game, [position.agent])
    states, decisions = np.zeros(len(seeds), game.dtype), np.full(len(seeds), -1, np.int64)

    def play(items: np.ndarray) -> None:
        chosen = alive[items]
        part = states[chosen]
        taken = decisions[chosen] if climbs else None
        counts, _ = Players(game, seats).play(part, seeds[chosen], seeds[chosen], MOST_DECISIONS, taken)
        states[chosen], decisions[chosen] = part, counts

    climbs: list[Climb] = []
    alive = np.arange(len(seeds))
    _work(play, len(alive), jobs)
    climbs += [Climb(state, int(seeds[number])) for number, state in enumerate(states)]
    while len(alive):
        before = states["run"]["hp"].copy()
        for k in alive:
            climbs[k].go(policy(climbs[k], states[k]), states[k])
        states["run"]["outcome"][alive] = Outcome.RUNNING
        _work(play, len(alive), jobs)
        for k in alive:
            climbs[k].note(int(before[k]), states[k])
        alive = np.array([k for k in alive if climbs[k].visits[-1].after and climbs[k].here != climbs[k].map.boss], int)
    for climb in climbs:
        climb.plan = None
    return climbs


def _work(play: Callable[[np.ndarray], None], items: int, jobs: int) -> None:
    with Workers(jobs, threads=True) as workers:
        for _ in workers.chunks(play, np.arange(items), lambda: False):
            pass


def compare(results: dict[str, list[Climb]]) -> dict[str, Any]:
    """Return how many runs of each policy reach the boss and beat it, and how the planned ones differ."""
    rows: dict[str, Any] = {}
    won = {name: np.array([each.visits[-1].kind == "B" and each.visits[-1].after > 0 for each in climbs])
           for name, climbs in results.items()}  # fmt: skip
    for name, climbs in results.items():
        reached = sum(each.visits[-1].kind == "B" for each in climbs)
        rows[name] = {
            "runs": len(climbs),
            "reaches_boss": statistics.rate(reached, len(climbs)).to_list(),
            "beats_boss": statistics.rate(int(won[name].sum()), len(climbs)).to_list(),
            "rooms": {kind: sum(visit.kind == kind for each in climbs for visit in each.visits) / len(climbs)
                      for kind in KINDS},
        }  # fmt: skip
        for plan in ("planned", "planned with the seed"):
            if name in ("random", "paper"):
                rows[name][f"{plan} minus this"] = statistics.rate_difference(won[plan], won[name]).to_list()
    return rows


def room_risks(climbs: list[Climb]) -> dict[str, Any]:
    """Return the HP that rooms of each kind cost and how often they kill, beside the weights of the paper."""
    visits = [visit for climb in climbs for visit in climb.visits]
    rows: dict[str, Any] = {}
    for kind in KINDS:
        met = [visit for visit in visits if visit.kind == kind]
        lost = statistics.mean(np.array([visit.before - visit.after for visit in met], float))
        died = sum(visit.after == 0 for visit in met)
        rows[kind] = {
            "name": ENCOUNTERS[kind].name,
            "visits": len(met),
            "paper": ENCOUNTERS[kind].risk,
            "hp_lost": lost.to_list(),
            "death": statistics.rate(died, len(met)).to_list(),
        }
    scale = ENCOUNTERS[UNIT].risk / rows[UNIT]["hp_lost"][0]
    deadly = ENCOUNTERS[UNIT].risk / max(rows[UNIT]["death"][0], 1e-9)
    for row in rows.values():
        row["weight_by_hp"], row["weight_by_death"] = scale * row["hp_lost"][0], deadly * row["death"][0]
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=1000, help="map seeds (default 1000)")
    parser.add_argument("--agent", default="rules", help="agent that plays (default rules)")
    parser.add_argument("--ascension", type=int, default=0, help="from 0 to 20 (default 0)")
    parser.add_argument("--plays", type=int, default=40, help="plays per cell of the measurement (default 40)")
    parser.add_argument("--seed", type=int, default=1, help="seed of everything (default 1)")
    parser.add_argument("--jobs", type=int, help="number of threads (default: one per CPU)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    options = parser.parse_args()
    position = Position({"ascension": options.ascension}, options.agent)
    contents = set()
    for boss in weights("bosses"):
        contents |= possible(position, boss).contents(EVERY_KIND)
    risks = measure(position, contents, plays=options.plays, seed=options.seed, jobs=options.jobs)
    tired = rests_below(position)
    policies: dict[str, Policy] = {
        "random": at_random,
        "paper": lowest_risk,
        "planned": partial(planned, position, risks, tired, {}),
        "planned with the seed": partial(planned_with_seed, position, risks, tired),
    }
    seeds = seeds_for(options.seed, "map to climb", np.arange(options.seeds))
    results = climb_all(position, seeds, policies, jobs_for(options.jobs))
    figures = {
        "agent": options.agent,
        "ascension": options.ascension,
        "policies": compare(results),
        "rooms": room_risks(results["random"]),
    }
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, row in figures["policies"].items():
        print(name, *(f"{key} {value}" for key, value in row.items()), sep="  ")
    for kind, row in figures["rooms"].items():
        print(kind, *(f"{key} {value}" for key, value in row.items()), sep="  ")


EVERY_KIND = RouteMap.from_act(maps.generate(1, compiled=False))  # it has rooms of all kinds, a burning elite included


if __name__ == "__main__":
    main()
