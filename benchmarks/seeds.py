"""Measure the search for seeds, and play random runs that must keep the rules of the record.

python benchmarks/seeds.py --seeds 1000000 --runs 100000 --json

Times are CPU seconds of one thread, so that a busy machine does not matter much. NUMBA_BOUNDSCHECK=1 checks indices.
"""

from __future__ import annotations

import argparse
import json
import time

import numpy as np

from cardwright.core.compiling.jit import kernel, unchecked
from cardwright.core.random import as_seed, mix
from cardwright.spire import run
from cardwright.spire.run.flow import ACTION_COUNTS, act, allowed, start
from cardwright.spire.run.script import scripted_action
from cardwright.spire.run.stack import top
from cardwright.spire.run.state import MAX_DECK, NONE, Frame, Outcome, Run
from cardwright.spire.run.tables import tables

SEARCHES = {
    "neow": ["neow has gold_250"],
    "lists": ["boss is Hexaghost", "encounter 1 is Cultist", "elite 1 is Lagavulin"],
    "relics": ["first relic common is Vajra", "relic rare 1-3 is Shovel"],
    "act 1 walked": ["first card reward has Shockwave", "shop 1 has Membership Card"],
}
MOST_STEPS = 3000


def measure_search(requirements: list[str], seeds: int) -> dict[str, float]:
    run.find(requirements, limit=1, jobs=1)  # compiles
    before = time.process_time()
    found = run.find(requirements, count=100_000, limit=seeds, jobs=1)
    spent = time.process_time() - before
    return {"microseconds_per_seed": 1e6 * spent / seeds, "found": len(found.found), "checked": found.checked}


@kernel
@unchecked
def broken(s):
    """Return whether a record breaks a rule that holds before each decision."""
    relics = 0
    for k in range(len(s.owned)):
        relics += s.owned[k]
    frame = top(s)
    return (
        s.hp < 0
        or s.hp > s.max_hp
        or s.gold < 0
        or relics != s.relic_count
        or s.deck_size < 0
        or s.deck_size > MAX_DECK
        or (s.outcome == Outcome.RUNNING and frame == Frame.PROGRAM)
        or (frame == Frame.MAP and s.depth != 1)
    )


@kernel
@unchecked
def play_random(records, t, actions, counts, first, n):
    """Play `n` random runs from a seed on; count outcomes (0: broken or endless, else 1 + outcome) and decisions."""
    s = records[0]
    for k in range(n):
        word = mix(first + np.uint64(k))
        start(s, t, word, int(word >> np.uint64(32)) % 21)
        result = 0
        for _ in range(MOST_STEPS):
            if broken(s):
                break
            if s.outcome != Outcome.RUNNING:
                result = 1 + s.outcome
                break
            number = 0
            for a in range(actions[top(s)]):
                if allowed(s, t, a):
                    number += 1
            word = mix(word)
            wanted = int(word >> np.uint64(1)) % number
            for a in range(actions[top(s)]):
                if allowed(s, t, a):
                    if wanted == 0:
                        act(s, t, a)
                        break
                    wanted -= 1
            counts[4] += 1
        counts[result] += 1


@kernel
@unchecked
def play_script(records, t, first, n):
    """Play `n` scripted runs through all acts and return the number of floors."""
    s = records[0]
    floors = 0
    for k in range(n):
        start(s, t, first + np.uint64(k), 0)
        while s.outcome == Outcome.RUNNING:
            a = scripted_action(s, t)
            if a == NONE:
                break
            act(s, t, a)
        floors += s.floor
    return floors


def measure_runs(runs: int) -> dict[str, float]:
    records, counts = np.zeros(1, Run).view(np.recarray), np.zeros(5, np.int64)
    arguments = (records, tables(), ACTION_COUNTS, counts, as_seed(1))
    play_random(*arguments, 1)
    counts[:] = 0
    before = time.process_time()
    play_random(*arguments, runs)
    spent = time.process_time() - before
    broken_runs, _, victories, deaths, decisions = counts.tolist()
    play_script(records, tables(), as_seed(1), 1)
    scripted = min(runs, 10_000)
    before_script = time.process_time()
    play_script(records, tables(), as_seed(1), scripted)
    return {
        "random_runs": runs,
        "broken_or_endless": broken_runs,
        "victories": victories,
        "deaths": deaths,
        "decisions_per_run": decisions / runs,
        "random_microseconds_per_run": 1e6 * spent / runs,
        "scripted_microseconds_per_run": 1e6 * (time.process_time() - before_script) / scripted,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seeds", type=int, default=100_000, help="seeds per search (default 100,000)")
    parser.add_argument("--runs", type=int, default=10_000, help="random runs (default 10,000)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of text")
    options = parser.parse_args()
    figures: dict[str, dict[str, float]] = {
        name: measure_search(requirements, options.seeds) for name, requirements in SEARCHES.items()
    }
    figures["runs"] = measure_runs(options.runs)
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    for name, each in figures.items():
        print(f"{name}: " + ", ".join(f"{key} {value:,.2f}" for key, value in each.items()))


if __name__ == "__main__":
    main()
