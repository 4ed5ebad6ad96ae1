"""Measure what a Ray cluster costs: seconds to start, bytes and seconds per task, and games per second beside threads.

python benchmarks/clusters.py --seconds 5
python benchmarks/clusters.py --on ray://host:10001
"""

from __future__ import annotations

import argparse
import pickle
import statistics
import time

import numpy as np

from cardwright import arena, working_on
from cardwright.arena.plan import make_plan
from cardwright.arena.run import play_with_one_kernel
from cardwright.core.working.workers import Workers, working_here

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


def print_cost_of_a_task(jobs: int) -> None:
    """Print how long tasks take that do nothing, and how much of that the program needs that hands them out."""
    with Workers(jobs) as workers:
        begun, own = time.perf_counter(), time.process_time()
        futures = [workers.pool.submit(nothing, number) for number in range(TASKS)]
        assert [each.result() for each in futures] == list(range(TASKS))
        took, own = time.perf_counter() - begun, time.process_time() - own
    print(f"an empty task: {1000 * took / TASKS:.2f} ms, of which {1000 * own / TASKS:.2f} ms of CPU time here")


def seconds_for(agent: str, jobs: int, games: int) -> float:
    begun = time.perf_counter()
    arena.run(GAME, agent, games=games, seed=1, jobs=jobs)
    return time.perf_counter() - begun


def compare(agent: str, jobs: int, seconds: float, rounds: int) -> None:
    """Play the same games here and there in turn, and print the medians; one run before says how many games fit."""
    with working_here():
        games = 200
        while (took := seconds_for(agent, jobs, games)) < seconds / 4:
            games *= 4
        games = int(games * seconds / took)
    seconds_for(agent, jobs, 100)  # processes start
    here, there = [], []
    for _ in range(rounds):
        with working_here():
            here.append(games / seconds_for(agent, jobs, games))
        there.append(games / seconds_for(agent, jobs, games))
    ratio = statistics.median(b / a for a, b in zip(here, there, strict=True))
    figures = f"{statistics.median(here):,.0f} games/s here, {statistics.median(there):,.0f} on Ray, {ratio:.0%}"
    print(f"{agent}, {jobs} workers, {games:,} games, {rounds} rounds: {figures}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--on", default="ray")
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2])
    parser.add_argument("--seconds", type=float, default=5)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    print_bytes()
    begun = time.perf_counter()
    with working_on(options.on):
        print(f"connected after {time.perf_counter() - begun:.1f} s", flush=True)
        begun = time.perf_counter()
        with Workers(1) as workers:
            workers.run(nothing, [(1,)])
        print(f"the first task took {time.perf_counter() - begun:.1f} s", flush=True)
        print_cost_of_a_task(max(options.workers))
        for agent in AGENTS:
            for jobs in options.workers:
                compare(agent, jobs, options.seconds, options.rounds)


if __name__ == "__main__":
    main()
