"""Play 1,000,000 random games of Unstable Unicorns with bounds checking, and report every violation.

python benchmarks/unicorns_fuzz.py --games 1000000 --seed 1 --json
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict, fields
from pathlib import Path

os.environ["NUMBA_BOUNDSCHECK"] = "1"  # must be set before Numba is imported
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "unicorns"))

import unicorn_fuzz
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table


def play(games: int, seed: int) -> dict[str, unicorn_fuzz.Report]:
    columns = (TextColumn("random games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=games)
        return unicorn_fuzz.run(games, seed, lambda done: progress.update(task, completed=done))


def show(reports: dict[str, unicorn_fuzz.Report]) -> None:
    table = Table("", *reports, title="Random games of 2 to 8 players with bounds checking")
    for each in fields(unicorn_fuzz.Report):
        values = [getattr(report, each.name) for report in reports.values()]
        shown = [len(value) if isinstance(value, list) else value for value in values]
        table.add_row(each.name.replace("_", " "), *(f"{value:,.0f}" for value in shown))
    console = Console()
    console.print(table)
    for report in reports.values():
        for violation in report.violations[:10]:
            console.print_json(json.dumps(violation))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=1_000_000, help="games to play (default 1000000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    if arguments.games < 1:
        parser.error("--games must be 1 or more")
    reports = play(arguments.games, arguments.seed)
    if arguments.json:
        print(json.dumps({rules: asdict(report) for rules, report in reports.items()}, indent=2))
    else:
        show(reports)
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
