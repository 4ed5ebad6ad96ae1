"""Measure the speed of Unstable Unicorns: every figure in docs/figures.md. Run it on a quiet machine.

    python benchmarks/unicorns.py           # about two minutes, including compilation
    python benchmarks/unicorns.py --json

A figure is the best of many short windows, by wall-clock time and by CPU time. On a shared machine, CPU time is closer
to the speed of a quiet core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np
from rich.console import Console
from rich.table import Table

import cardwright
from cardwright.agents import make_seats, play_games
from cardwright.core import array_verbs
from cardwright.core.random import as_seed, seed_for

AIMS = {
    "games/s of 6 random": 8_000,
    "games/s of 6 rules": 4_000,
    "seconds to compile everything, cold": -60,
}
CHUNK = 120  # games in a window: about ten milliseconds, short enough to stay undisturbed now and then
WINDOWS = 300
Clock = Callable[[], float]


def seeds(count: int, use: str) -> np.ndarray:
    return np.array([seed_for(1, use, index) for index in range(count)], np.uint64)


def games(seats: str, name: str = "unicorns:standard", clock: Clock = time.perf_counter) -> tuple[float, float]:
    """Return games and decisions per second in one thread, from the same games in every window."""
    game, agents = cardwright.game(name), make_seats(seats)
    own, theirs = seeds(CHUNK, "game"), seeds(CHUNK, "agent")
    least, decisions = float("inf"), 0
    for _ in range(WINDOWS):
        begun = clock()
        played = play_games(game, agents, own, theirs)
        least = min(least, clock() - begun)
        decisions = int(played.decisions.sum())
    return CHUNK / least, decisions / least


def hiding(count: int = 5_000) -> float:
    """Return the microseconds it takes to hide what a player cannot know, called from Python."""
    game = cardwright.game("unicorns:standard")
    state = game.new(seed=3)
    for step in range(60):
        options = state.legal()
        state.play(options[step % len(options)])
    states = np.repeat(state.records, count)
    best = float("inf")
    for _ in range(10):
        begun = time.thread_time()
        for index in range(count):
            array_verbs.hide(states, index, game.rules, 0, as_seed(index))
        best = min(best, time.thread_time() - begun)
    return 1e6 * best / count


def starts() -> tuple[float, float, float]:
    """Return the seconds of the arena command with an empty cache, its CPU seconds, and those with a full cache."""
    seats = [f"--seats={each},5*random" for each in ("random", "lookahead:1", "mcts:1")]
    command = [sys.executable, "-m", "cardwright", "arena", "unicorns", *seats, "--games", "10", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CARDWRIGHT_CACHE": folder}
        seconds, cpu_seconds = [], []
        for _ in range(2):
            begun, before = time.perf_counter(), os.times()
            subprocess.run(command, env=environment, check=True, capture_output=True)
            seconds.append(time.perf_counter() - begun)
            cpu_seconds.append(os.times().children_user - before.children_user)
    return seconds[0], cpu_seconds[0], seconds[1]


def measure(console: Console) -> dict[str, float]:
    figures: dict[str, float] = {}

    def note(name: str, value: float) -> None:
        figures[name] = value
        console.print(f"{name}: {value:,.2f}")

    for seats in ("6*random", "6*rules", "2*rules,4*random"):
        words = seats.replace("*", " ").replace(",", " and ")
        rate, decisions = games(seats)
        note(f"games/s of {words}", rate)
        note(f"decisions/s of {words}", decisions)
        note(f"games per CPU second of {words}", games(seats, clock=time.thread_time)[0])
    note("games/s of 6 random, thesis rules", games("6*random", "unicorns:thesis")[0])
    note("microseconds to hide", hiding())
    cold, used, warm = starts()
    note("seconds to compile everything, cold", cold)
    note("CPU seconds of that", used)
    note("seconds to start the command, warm", warm)
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    figures = measure(Console(stderr=True))
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    table = Table("figure", "measured", "aim", "", title="Unstable Unicorns, 6 players")
    for name, value in figures.items():
        aim = AIMS.get(name)
        reached = "" if aim is None else "reached" if (value <= -aim if aim < 0 else value >= aim) else "MISSED"
        limit = "" if aim is None else f"at most {-aim:,}" if aim < 0 else f"at least {aim:,}"
        table.add_row(name, f"{value:,.2f}" if value < 100 else f"{value:,.0f}", limit, reached)
    Console().print(table)


if __name__ == "__main__":
    main()
