"""Compare the speed of two checkouts in one interleaved run: of games, or of the playouts of a tree search.

python benchmarks/compare.py ../old . --rounds 5 --json
python benchmarks/compare.py ../old . --playouts

Each round does the same in both, one process after the other, and counts CPU seconds, so that other programs on the
machine disturb both alike. The best round of each counts. A first run of each compiles the rules. Playouts are those of
the first decision of a game, without advice in the tree, so that searches with and without that can be compared.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple


class Workload(NamedTuple):
    """What a round does."""

    game: str
    agent: str
    count: int  # of games or playouts


GAMES = (
    Workload("spire:jaw-worm", "random", 60_000),
    Workload("spire:lagavulin", "lookahead:2", 300),
    Workload("spire:sentries", "mcts:100", 20),
    Workload("unicorns:4", "random", 3_000),
    Workload("unicorns:6", "rules", 1_500),
    Workload("cgdl:uno", "random", 60_000),
    Workload("cgdl:blackjack", "random", 120_000),
    Workload("cgdl:texas", "random", 80_000),
    Workload("autobattler:draft", "random", 60_000),
)
PLAYOUTS = tuple(
    Workload(game, f"mcts:{count}+{settings}", count)
    for game, settings, count in (
        ("spire:lagavulin", "trust=0", 2_000),
        ("spire:lagavulin", "trust=1", 4_000),
        ("unicorns", "trust=0", 500),
        ("unicorns", "trust=0.7", 500),
        ("unicorns", "trust=1", 1_000),
        ("cgdl:uno", "trust=0+look=1", 4_000),
        ("cgdl:uno", "trust=1", 2_000),
        ("autobattler", "trust=0+look=1", 8_000),
        ("autobattler", "trust=1", 2_000),
    )
)

MEASURE = """
import json, sys, time
import numpy as np
import cardwright
from cardwright.agents import make, play_games

def best_of(repeats, work):
    work()
    times = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        times.append(time.process_time() - begun)
    return min(times)

def games(name, agent, count):
    game = cardwright.game(name)
    seats = [make(agent)] * game.players
    seeds = np.arange(count, dtype=np.uint64)
    return best_of(3, lambda: play_games(game, seats, seeds, seeds))

def playouts(name, agent, count):
    state = cardwright.game(name).new(seed=5)
    newer = hasattr(make("mcts:1"), "prior")
    player = make(agent + "+prior=0+model=0" if newer else agent)
    if newer:
        object.__setattr__(player, "grows", 1)  # no end before the last playout
    return sum(best_of(6, lambda: player.choose(state, seed=seed)) for seed in range(4)) / 4

print(json.dumps([globals()[sys.argv[1]](*work) for work in json.loads(sys.argv[2])]))
"""

Times = list[float]


def measure(checkout: Path, what: str, workloads: tuple[Workload, ...]) -> Times:
    """Return the CPU seconds of each workload in a process of its own."""
    environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src")}
    command = [sys.executable, "-c", MEASURE, what, json.dumps(workloads)]
    done = subprocess.run(command, env=environment, cwd=checkout, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


def compare(old: Path, new: Path, rounds: int, what: str, workloads: tuple[Workload, ...]) -> tuple[Times, Times]:
    """Measure both checkouts in turn and return the best times of each; a first run of each compiles the rules."""
    both = (old, new)
    for checkout in both:
        measure(checkout, what, workloads)
    found = [[measure(checkout, what, workloads) for checkout in both] for _ in range(rounds)]
    best = [[min(times) for times in zip(*(each[side] for each in found), strict=True)] for side in range(2)]
    return best[0], best[1]


def main() -> None:
    """Measure both checkouts in turn and print the ratio of their best times."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--playouts", action="store_true", help="compare tree searches")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    what, workloads = ("playouts", PLAYOUTS) if arguments.playouts else ("games", GAMES)
    old, new = compare(arguments.old, arguments.new, arguments.rounds, what, workloads)
    rows = [
        {**work._asdict(), "old": work.count / before, "new": work.count / now, "speed": before / now}
        for work, before, now in zip(workloads, old, new, strict=True)
    ]
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        speeds = f"{row['new']:12,.0f} {what} a CPU second, {row['speed']:.3f} times as fast as before"
        print(f"{row['game']:18} {row['agent']:24} {speeds}")


if __name__ == "__main__":
    main()
