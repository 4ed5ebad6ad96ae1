"""Measure what a Ray cluster costs: seconds to start, bytes and seconds per task, and games per second beside threads.

python benchmarks/clusters.py --seconds 5
python benchmarks/clusters.py --on ray://host:10001
"""

from __future__ import annotations

import argparse
import pickle
import time

import numpy as np

from cardwright import arena, working_on
from cardwright.arena.plan import make_plan
from cardwright.arena.run import play_with_one_kernel
from cardwright.core.workers import Workers

GAME = "spire:jaw-worm"
AGENTS = ("random", "mcts:100")
TASKS = 1000
GAMES = 4096  # of a chunk whose bytes are counted


def nothing(number: int) -> int:
    return number


def print_bytes() -> None:
    plan = make_plan(GAME, ["random"], GAMES, seed=1)
    result = play_with_one_kernel(plan, 0, np.arange(GAMES))
    print(f"the plan, once per process: {len(pickle.dumps(plan)):,} bytes")
    print(f"a result: {len(pickle.dumps(result)) / GAMES:.0f} bytes per game")


def seconds_per_task(jobs: int) -> float:
    with Workers(jobs) as workers:
        begun = time.perf_counter()
        futures = [workers.pool.submit(nothing, number) for number in range(TASKS)]
        assert [each.result() for each in futures] == list(range(TASKS))
    return (time.perf_counter() - begun) / TASKS


def games_per_second(agent: str, jobs: int, seconds: float) -> float:
    """Play for about this long; a first run finds out how many games that takes."""
    first = arena.run(GAME, agent, games=50 * jobs, seed=1, jobs=jobs)
    games = 50 * jobs
    took = 0.0
    while took < seconds / 2:
        games = min(10_000_000, max(2 * games, int(games * seconds / max(took, 0.1)) if took else 2 * games))
        begun = time.perf_counter()
        result = arena.run(GAME, agent, games=games, seed=1, jobs=jobs)
        took = time.perf_counter() - begun
    assert np.array_equal(result.series[0].columns["win"][: 50 * jobs], first.series[0].columns["win"])
    return games / took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--on", default="ray")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=5)
    options = parser.parse_args()
    print_bytes()
    here = {(agent, n): games_per_second(agent, n, options.seconds) for agent in AGENTS for n in options.workers}
    begun = time.perf_counter()
    with working_on(options.on):
        print(f"connected after {time.perf_counter() - begun:.1f} s", flush=True)
        begun = time.perf_counter()
        with Workers(1) as workers:
            workers.run(nothing, [(1,)])
        print(f"first task done after {time.perf_counter() - begun:.1f} s more", flush=True)
        print(f"{1000 * seconds_per_task(max(options.workers)):.2f} ms per empty task")
        for (agent, n), local in here.items():
            there = games_per_second(agent, n, options.seconds)
            print(
                f"{agent}, {n} workers: {local:,.0f} games/s here, {there:,.0f} on Ray, {there / local:.0%}", flush=True
            )


if __name__ == "__main__":
    main()
