"""Compare the speed of two checkouts in one interleaved run.

python benchmarks/compare.py ../old . --rounds 5 --json

Each round plays the same games in both, one process after the other, and counts CPU seconds, so that other programs on
the machine disturb both alike. The best round of each counts. A first run of each compiles the rules.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

WORKLOADS = {  # game: the agents in its seats, and how many games a round plays
    "spire:jaw-worm": ("random", 60_000),
    "spire:lagavulin": ("lookahead:2", 300),
    "spire:sentries": ("mcts:100", 20),
    "unicorns:4": ("random", 3_000),
    "unicorns:6": ("rules", 1_500),
    "cgdl:uno": ("random", 60_000),
    "cgdl:blackjack": ("random", 120_000),
    "cgdl:texas": ("random", 80_000),
    "autobattler:draft": ("random", 60_000),
}

MEASURE = """
import json, sys, time
import numpy as np
import cardwright
from cardwright.agents import make, play_games

def seconds(name, agent, count):
    game = cardwright.game(name)
    seats = [make(agent)] * game.players
    seeds = np.arange(count, dtype=np.uint64)
    play_games(game, seats, seeds[:2], seeds[:2])
    best = None
    for _ in range(3):
        begun = time.process_time()
        play_games(game, seats, seeds, seeds)
        took = time.process_time() - begun
        best = took if best is None else min(best, took)
    return best

print(json.dumps({name: seconds(name, *work) for name, work in json.loads(sys.argv[1]).items()}))
"""


def measure(checkout: Path) -> dict[str, float]:
    """Return the CPU seconds of each workload in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
    command = [sys.executable, "-c", MEASURE, json.dumps(WORKLOADS)]
    done = subprocess.run(command, env=environment, cwd=checkout, capture_output=True, text=True, check=True)
    return dict(json.loads(done.stdout))


def compare(old: Path, new: Path, rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """Measure both checkouts in turn and return the best times of each; a first run of each compiles the rules."""
    both = (old, new)
    for checkout in both:
        measure(checkout)
    found = [[measure(checkout) for checkout in both] for _ in range(rounds)]
    best = [{name: min(each[side][name] for each in found) for name in WORKLOADS} for side in range(2)]
    return best[0], best[1]


def print_comparison(old: dict[str, float], new: dict[str, float]) -> None:
    """Print the speed of the new checkout, and its time relative to the old one."""
    for name, (agent, games) in WORKLOADS.items():
        rate, ratio = games / new[name], new[name] / old[name]
        print(f"{name:20} {agent:12} {rate:12,.0f} games a CPU second, {ratio:.3f} times the old time")


def main() -> None:
    """Measure both checkouts in turn and print the ratio of their best times."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    old, new = compare(arguments.old, arguments.new, arguments.rounds)
    if arguments.json:
        ratios = {name: new[name] / old[name] for name in WORKLOADS}
        print(json.dumps({"old": old, "new": new, "ratio": ratios}, indent=2))
    else:
        print_comparison(old, new)


if __name__ == "__main__":
    main()
