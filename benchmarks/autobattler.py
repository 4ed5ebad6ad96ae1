"""Benchmark the auto battler: measures every figure we claim. Run it on an idle machine.

    python benchmarks/autobattler.py        # about a minute, including compilation
    python benchmarks/autobattler.py --json

The tournament is the full round robin of the 12 cards of Table 1 (Budijono et al., "LUDUS", 2022): 1,728 lineups,
1,492,128 matches. Rates of one core are per second of CPU time. The baseline, measured in the same run, is the same
rules as plain Python (uncompiled).
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
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from rich.console import Console
from rich.table import Table

from cardwright import arena, autobattler
from cardwright.autobattler.compiler import compile_tables
from cardwright.autobattler.cpu import COUNTS, play_rows
from cardwright.autobattler.lineups import all_lineups, lineup_codes
from cardwright.autobattler.profiles import switches
from cardwright.autobattler.state import Match

AIMS = {
    "matches/s, full round robin of Table 1, one core": 2_000_000,
    "speedup of two threads": 1.7,
}
BLOCKS = 36


class RoundRobin:
    """The full round robin of Table 1, as the kernel plays it."""

    def __init__(self) -> None:
        cards = autobattler.sample("table-1")
        tables = compile_tables(cards.cards, cards.known_mechanics, switches("corrected"))
        codes = lineup_codes(all_lineups(len(cards.cards), 3))
        self.n = len(codes)
        self.matches = self.n * (self.n - 1) // 2
        self.fixed = (tables, codes, np.arange(self.n)[None], self.n, True, np.zeros((0, 0), np.int8))
        self.play(range(1))

    def play(self, blocks: range, clock: Callable[[], float] = time.perf_counter) -> list[float]:
        """Play some of the blocks of rows and return the seconds each of them took."""
        scratch, sums = np.zeros(1, Match), np.zeros((1, self.n), np.int64)
        counts, stop = np.zeros(COUNTS, np.int64), np.zeros(1, np.int64)
        took = []
        for block in blocks:
            start = clock()
            first, last = (self.n * edge // BLOCKS for edge in (block, block + 1))
            play_rows(*self.fixed, first, last, scratch, sums, counts, stop)
            took.append(clock() - start)
        return took


def one_core(games: RoundRobin, clock: Callable[[], float], passes: int = 5) -> float:
    """Return the matches per second in the best of several tournaments."""
    return games.matches / min(sum(games.play(range(BLOCKS), clock)) for _ in range(passes))


def threads(games: RoundRobin, passes: int = 30) -> tuple[float, float]:
    """Return the speedup of two threads over one, by wall-clock time and by CPU time.

    Wall-clock time takes the best of short windows, because the cores are shared with other processes. CPU time shows
    what two unshared cores would reach.
    """
    blocks = range(8, 10)
    wall, ratios = 0.0, []
    with ThreadPoolExecutor(2) as pool:
        for _ in range(passes):
            alone = min(sum(games.play(blocks)) for _ in range(3))
            start = time.perf_counter()
            list(pool.map(games.play, (blocks, blocks)))
            wall = max(wall, 2 * alone / (time.perf_counter() - start))
            own = sum(games.play(blocks, time.thread_time))
            both = list(pool.map(lambda some: sum(games.play(some, time.thread_time)), (blocks, blocks)))
            ratios.append(2 * own / max(both))
    return wall, float(np.median(ratios))


def evaluations(count: int = 40) -> float:
    """Return the seconds for 256 evaluations of Table 2's cards: the tournaments of one experiment of the paper."""
    cards = autobattler.sample("table-2")
    autobattler.tournament(cards, group=256)
    best = np.inf
    for seed in range(count):
        start = time.perf_counter()
        autobattler.tournament(cards.replace({"Vanilla.attack": 1 + seed % 10}), group=256, seed=seed).std()
        best = min(best, time.perf_counter() - start)
    return 256 * best


def compiling() -> tuple[float, float]:
    """Return the seconds of one command with a cold cache, and again with a warm one."""
    command = [sys.executable, "-m", "cardwright", "autobattler", "tournament", "table-2", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        took = []
        for _ in range(2):
            start = time.perf_counter()
            subprocess.run(command, env={**os.environ, "CARDWRIGHT_CACHE": folder}, check=True, capture_output=True)
            took.append(time.perf_counter() - start)
    return took[0], took[1]


def uncompiled() -> float:
    """Return the matches per second of the same rules as plain Python."""
    program = (
        "import time; from cardwright import autobattler\n"
        "cards = autobattler.CardSet(autobattler.sample('table-1').cards[::3])\n"
        "start = time.perf_counter(); played = autobattler.tournament(cards, group=16, threads=1).matches\n"
        "print(played / (time.perf_counter() - start))"
    )
    command, environment = [sys.executable, "-c", program], {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def drafts() -> float:
    """Return the drafts per second between two rules agents."""
    arena.run("autobattler:draft", ["rules,rules"], games=10, seed=1, jobs=1)
    return arena.run("autobattler:draft", ["rules,rules"], games=3000, seed=1, jobs=1).series[0].games_per_second


def measure(console: Console) -> dict[str, float]:
    figures: dict[str, float] = {}

    def note(name: str, value: float) -> None:
        figures[name] = value
        console.print(f"{name}: {value:,.2f}")

    cold, warm = compiling()
    note("seconds to compile a tournament, cold", cold)
    note("seconds of the same command, warm", warm)
    games = RoundRobin()
    note("matches/s, full round robin of Table 1, one core", one_core(games, time.thread_time))
    note("the same, wall-clock time", one_core(games, time.perf_counter))
    wall, worked = threads(games)
    note("speedup of two threads", wall)
    note("the same, CPU time", worked)
    note("seconds for 256 evaluations of Table 2, two threads", evaluations())
    note("drafts/s between two rules agents, one core", drafts())
    note("matches/s of the same rules uncompiled", uncompiled())
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    figures = measure(Console(stderr=True))
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    table = Table("figure", "measured", "aim", "", title="Auto battler")
    for name, value in figures.items():
        aim = AIMS.get(name)
        reached = "" if aim is None else "reached" if value >= aim else "MISSED"
        shown = f"{value:,.2f}" if value < 100 else f"{value:,.0f}"
        table.add_row(name, shown, "" if aim is None else f"at least {aim:,}", reached)
    Console().print(table)


if __name__ == "__main__":
    main()
