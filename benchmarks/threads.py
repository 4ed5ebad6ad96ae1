"""Measure how random battles scale with threads, and what one long run costs beside many short ones.

    python benchmarks/threads.py                  # 1, 2, 4 ... threads up to all cores; run it on an idle machine
    python benchmarks/threads.py --games 2000000 --json

Each figure is the best of three runs of `arena.run`, the whole call included. Speeds are ratios to one thread.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console
from rich.table import Table

from cardwright import arena
from cardwright.core.working.jobs import cores

SCENARIO, SEATS = "spire:jaw-worm", "random"
REPEATS = 3
LONG, SHORT = 100_000, 500  # games of one long call and of many short ones


def seconds(run: Callable[[], Any]) -> float:
    """Return the shortest time of some runs."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return min(times)


def play(games: int, jobs: int) -> None:
    """Play random battles with some threads."""
    arena.run(SCENARIO, [SEATS], games=games, seed=1, jobs=jobs, device="cpu")


def thread_counts() -> Iterator[int]:
    """Return 1, 2, 4 ... and the number of cores."""
    count = 1
    while count < cores():
        yield count
        count *= 2
    yield cores()


def scaling(games: int) -> list[dict[str, float]]:
    """Return the battles a second for each number of threads."""
    rows: list[dict[str, float]] = []
    for threads in thread_counts():
        rate = games / seconds(lambda threads=threads: play(games, threads))  # type: ignore[misc]
        rows.append(
            {"threads": threads, "battles/s": rate, "times one thread": rate / (rows[0]["battles/s"] if rows else rate)}
        )
    return rows


def lengths() -> dict[str, float]:
    """Return the seconds of one long call and of many short ones, on one thread."""

    def many() -> None:
        for _ in range(LONG // SHORT):
            play(SHORT, 1)

    one, short = seconds(lambda: play(LONG, 1)), seconds(many)
    return {"one call": one, f"{LONG // SHORT} calls": short, "ratio": one / short}


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000, help="battles of each run")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    play(1000, 1)
    figures = {"scaling": scaling(options.games), "lengths": lengths()}
    if options.json:
        print(json.dumps(figures, indent=2))
        return
    table = Table("threads", "battles/s", "times one thread", title=f"{options.games:,} battles, {SCENARIO}")
    for row in figures["scaling"]:
        table.add_row(f"{row['threads']:.0f}", f"{row['battles/s']:,.0f}", f"{row['times one thread']:.2f}")
    console = Console()
    console.print(table)
    one, many, ratio = figures["lengths"].values()
    console.print(f"{LONG:,} battles: one call {one:.2f} s, {LONG // SHORT} calls {many:.2f} s, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
