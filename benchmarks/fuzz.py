"""Play 100,000 random battles with bounds checking and report violations of the invariants.

python benchmarks/fuzz.py --battles 100000 --seed 1 --json
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import asdict, fields
from pathlib import Path

os.environ["NUMBA_BOUNDSCHECK"] = "1"  # before any import that compiles
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "spire"))

import fuzz
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table


def play(battles: int, seed: int) -> dict[str, fuzz.Report]:
    columns = (TextColumn("random battles"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=battles)
        return fuzz.run(battles, seed, lambda done: progress.update(task, completed=done))


def show(reports: dict[str, fuzz.Report]) -> None:
    table = Table("", *reports, title="Random battles with bounds checking")
    for each in fields(fuzz.Report):
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
    parser.add_argument("--battles", type=int, default=100_000, help="battles to play (default 100,000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random choices (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    if arguments.battles < 1:
        parser.error("--battles must be at least 1")
    reports = play(arguments.battles, arguments.seed)
    if arguments.json:
        print(json.dumps({kind: asdict(report) for kind, report in reports.items()}, indent=2))
    else:
        show(reports)
    return 1 if any(report.violations for report in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
