"""Play many random runs and check invariants; NUMBA_BOUNDSCHECK=1 also checks every access to an array.

NUMBA_BOUNDSCHECK=1 python tests/spire/fuzz_runs.py --runs 200 --seed 1
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from enum import IntEnum
from random import Random
from typing import Any

import fuzz

from cardwright.core.compiling.jit import kernel
from cardwright.core.random import seed_for
from cardwright.spire import standard
from cardwright.spire.maps.generation import COLUMNS, ROWS
from cardwright.spire.run.facade import game
from cardwright.spire.run.record import Record
from cardwright.spire.run.start import playable_fights
from cardwright.spire.run.state import MAX_DECK, MAX_FRAMES, MAX_RELICS, NONE, POTIONS, Outcome
from cardwright.spire.run.tables import events_of, names
from cardwright.testing import Fuzzer, register_invariant

RUNS_PER_START = 20
HIDE_EVERY = 8  # decisions from one at which hidden copies are checked to the next
IN_BATTLE = 100  # added to what is wrong with a battle
_CARDS, _RELICS, _POTIONS = len(names().cards), len(names().relics), len(names().potions)


class Broken(IntEnum):
    """What can be wrong with a run, besides what can be wrong with its battle."""

    NOTHING = 0
    STACK = 1
    HP = 2
    GOLD = 3
    DECK = 4
    RELICS = 5
    POTIONS = 6
    PLACE = 7


_VIOLATIONS = IntEnum(  # type: ignore[misc]  # those of battles are known only here
    "_VIOLATIONS",
    {**{each.name: each.value for each in Broken}, **{f"BATTLE_{e.name}": IN_BATTLE + e for e in fuzz.Broken}},
)


@kernel
def broken_run(run, scratch):
    """Return what is wrong with a run, if anything."""
    if not 0 <= run.depth <= MAX_FRAMES:
        return Broken.STACK.value
    if not 0 <= run.hp <= run.max_hp or (run.hp == 0) != (run.outcome == Outcome.DEATH):
        return Broken.HP.value
    if run.gold < 0:
        return Broken.GOLD.value
    if not 0 <= run.deck_size <= MAX_DECK:
        return Broken.DECK.value
    for k in range(run.deck_size):
        if run.deck_card[k] >= _CARDS or run.deck_bottled[k] > 1:
            return Broken.DECK.value
    scratch[:_RELICS] = 0
    if not 0 <= run.relic_count <= MAX_RELICS:
        return Broken.RELICS.value
    for k in range(run.relic_count):
        if run.relic_list[k] >= _RELICS:
            return Broken.RELICS.value
        scratch[run.relic_list[k]] += 1
    for relic in range(_RELICS):
        if run.owned[relic] != scratch[relic]:
            return Broken.RELICS.value
    for slot in range(POTIONS):
        if not NONE <= run.potions[slot] < _POTIONS or (slot >= run.potion_slots and run.potions[slot] != NONE):
            return Broken.POTIONS.value
    if not NONE <= run.y <= ROWS or not NONE <= run.x < COLUMNS:
        return Broken.PLACE.value
    return Broken.NOTHING.value


@kernel
def broken(s, rules, scratch):
    """Return what is wrong with a position, if anything; the battle counts while it is fought."""
    found = broken_run(s.run, scratch)
    if found == Broken.NOTHING and s.fighting:
        found = fuzz.broken(s.battle, rules.battle, scratch)
        found += IN_BATTLE if found else 0
    return found


register_invariant(Record, broken, _VIOLATIONS)


@dataclass
class Report:
    """The results of the runs."""

    runs: int = 0
    decisions: int = 0
    won: int = 0
    died: int = 0
    longest: int = 0  # decisions in one run
    highest_floor: int = 0
    seconds: float = 0.0
    violations: list[dict[str, Any]] = field(default_factory=list)


def random_start(random: Random) -> dict[str, Any]:
    """Return the start of a run: its beginning, or any room with any deck, relics and potions."""
    start: dict[str, Any] = {"ascension": random.randint(0, 20)}
    if random.random() < 0.5:
        return start
    content, max_hp = standard(), random.randint(1, 400)
    cards = random.choices(sorted(set(names().cards) & set(content.cards)), k=random.randint(1, 40))
    met = [{"event": random.choice(events_of(1))}, {"fight": random.choice(playable_fights())}]
    rooms = ["shop", "rest", "treasure", "map", *met]
    return {
        **start,
        "room": random.choice(rooms),
        "floor": random.randint(1, ROWS),
        "max_hp": max_hp,
        "hp": random.randint(1, max_hp),
        "gold": random.choice([0, 99, 999]),
        "deck": [(random.random() < 0.4 and content.card(name).upgraded_name) or name for name in cards],
        "relics": random.sample(sorted(names().relics), random.randint(0, 40)),
        "potions": random.choices([*names().potions, None], k=random.randint(0, POTIONS)),
        "keys": random.sample(["emerald", "sapphire", "ruby"], random.randint(0, 3)),
    }


def play(report: Report, start: dict[str, Any], seeds: list[int]) -> None:
    """Play a start with each of some seeds."""
    fuzzer = Fuzzer(game(**start), hide_every=HIDE_EVERY)
    for seed in seeds:
        found = fuzzer.play(seed)
        run = fuzzer.record.run
        report.won += int(run.outcome == Outcome.VICTORY)
        report.died += int(run.outcome == Outcome.DEATH)
        report.highest_floor = max(report.highest_floor, int(run.floor))
        if found:
            report.violations.append({**asdict(found), "start": start})
    report.runs += fuzzer.games
    report.decisions += fuzzer.decisions
    report.longest = max(report.longest, fuzzer.longest)


def run(runs: int, seed: int, progress: Callable[[int], None] = lambda done: None) -> Report:
    """Play a number of runs; a run that does not end is a violation as well."""
    report, index, begun = Report(), 0, time.perf_counter()
    while report.runs < runs:
        random = Random(seed_for(seed, "runs", index))
        play(report, random_start(random), [random.getrandbits(64) for _ in range(RUNS_PER_START)])
        index += 1
        progress(report.runs)
    report.seconds = time.perf_counter() - begun
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=200, help="runs to play (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random choices (default 1)")
    arguments = parser.parse_args()
    report = run(arguments.runs, arguments.seed)
    print(json.dumps(asdict(report)))
    return 1 if report.violations else 0


if __name__ == "__main__":
    raise SystemExit(main())
