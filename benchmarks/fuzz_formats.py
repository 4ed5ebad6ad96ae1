"""Read 10,000 damaged files of every format, and report each that is neither read nor refused in one sentence.

python benchmarks/fuzz_formats.py --count 10000 --seed 1 --format scenario --out failures
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "formats"))
sys.path.insert(0, str(Path(__file__).parent.parent / "examples"))

import damaged_files
import kuhn
import leduc
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cardwright.core import registry


def read(names: list[str], count: int, seed: int, folder: Path) -> dict[str, damaged_files.Report]:
    reports = {}
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        for name in names:
            task = progress.add_task(name, total=count)
            move = lambda done, task=task: progress.update(task, completed=done)  # noqa: E731
            reports[name] = damaged_files.fuzz(name, count, seed, folder, move)
    return reports


def show(reports: dict[str, damaged_files.Report]) -> None:
    table = Table("format", "read", "refused", "failures", "slowest, s", title="Damaged files")
    for name, each in reports.items():
        numbers = (each.read, each.refused, len(each.failures))
        table.add_row(name, *(f"{number:,}" for number in numbers), f"{each.slowest:.1f}")
    console = Console(markup=False)
    console.print(table)
    for each in reports.values():
        for failure in each.failures:
            console.print(failure, soft_wrap=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--count", type=int, default=10_000, help="files of each format (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the damage (default 1)")
    parser.add_argument("--format", action="append", choices=damaged_files.CASES, help="only this format; repeatable")
    parser.add_argument("--out", type=Path, default=Path("fuzz_failures"), help="folder that keeps files with failures")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    for family in (kuhn.family, leduc.family):
        registry.register_family(family)
    names = arguments.format or list(damaged_files.CASES)
    reports = read(names, arguments.count, arguments.seed, arguments.out.resolve())
    if arguments.json:
        print(json.dumps({name: asdict(report) for name, report in reports.items()}, indent=2))
    else:
        show(reports)
    return 1 if any(report.failures for report in reports.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
