"""Play 10,000 random card games with bounds checking, and report every fault.

python benchmarks/cgdl_fuzz.py --games 10000 --seed 1 --json
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict, fields
from pathlib import Path

os.environ["NUMBA_BOUNDSCHECK"] = "1"  # before the import of anything that compiles
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "cgdl"))

import card_fuzz
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table


def play(games: int, seed: int) -> card_fuzz.Report:
    columns = (TextColumn("random games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games)
        return card_fuzz.run(games, seed, True, lambda done: progress.update(task, completed=done))


def show(report: card_fuzz.Report) -> None:
    table = Table("", "", title="Random card games with bounds checking")
    for each in fields(card_fuzz.Report):
        value = getattr(report, each.name)
        table.add_row(each.name, f"{len(value) if isinstance(value, list) else value:,.0f}")
    console = Console()
    console.print(table)
    for violation in report.violations[:10]:
        console.print_json(json.dumps(violation))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=10_000, help="number of games, default 10,000")
    parser.add_argument("--seed", type=int, default=1, help="seed of all randomness, default 1")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("--games must be at least 1")
    report = play(arguments.games, arguments.seed)
    if arguments.json:
        print(json.dumps(asdict(report), indent=2))
    else:
        show(report)
    return 1 if report.violations else 0


if __name__ == "__main__":
    sys.exit(main())
