"""Play random battles and runs with bounds checking and report violations of the invariants.

python benchmarks/fuzz.py --battles 100000 --runs 0 --seed 1 --json
python benchmarks/fuzz.py --battles 1000000 --kinds carrying --runs 100000
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

os.environ["NUMBA_BOUNDSCHECK"] = "1"  # before any import that compiles
sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "spire"))

import fuzz
import fuzz_runs
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table


@contextmanager
def bar(words: str, total: int) -> Iterator[Callable[[int], None]]:
    """Show how many games have been played."""
    columns = (TextColumn(words), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda done: progress.update(task, completed=done)


def show(title: str, reports: Mapping[str, Any]) -> None:
    """Print the reports side by side, and some of the violations."""
    table = Table("", *reports, title=title)
    for each in fields(next(iter(reports.values()))):
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
    parser.add_argument("--kinds", nargs="+", choices=fuzz.KINDS, default=fuzz.KINDS, help="of battles (default: all)")
    parser.add_argument(
        "--per-start", type=int, default=fuzz.BATTLES_PER_START, help="battles from each random start (default 20)"
    )
    parser.add_argument("--runs", type=int, default=1000, help="runs to play (default 1000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all random choices (default 1)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    arguments = parser.parse_args()
    if min(arguments.battles, arguments.runs) < 0:
        parser.error("--battles and --runs must not be below 0")
    if arguments.per_start < 1:
        parser.error("--per-start must be at least 1")
    found: dict[str, dict[str, Any]] = {}
    if arguments.battles:
        with bar("random battles", arguments.battles) as move:
            found["battles"] = fuzz.run(arguments.battles, arguments.seed, move, arguments.kinds, arguments.per_start)
    if arguments.runs:
        with bar("random runs", arguments.runs) as move:
            found["runs"] = {"runs": fuzz_runs.run(arguments.runs, arguments.seed, move)}
    if arguments.json:
        plain = {what: {kind: asdict(each) for kind, each in reports.items()} for what, reports in found.items()}
        print(json.dumps(plain, indent=2))
    else:
        for what, reports in found.items():
            show(f"Random {what} with bounds checking", reports)
    return 1 if any(report.violations for reports in found.values() for report in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
