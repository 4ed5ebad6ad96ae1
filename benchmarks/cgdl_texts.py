"""Damage the texts of games a million times: each must lead to a clear error or a valid game, fast, without leaks.

python benchmarks/cgdl_texts.py --texts 1000000 --seed 1 --json
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "cgdl"))

import broken_texts
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table


def damage(texts: int, seed: int) -> tuple[broken_texts.Report, float]:
    columns = (TextColumn("damaged texts"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    began = time.process_time()
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=texts)
        report = broken_texts.run(texts, seed, lambda done: progress.update(task, completed=done))
    return report, time.process_time() - began


def show(report: broken_texts.Report, seconds: float) -> None:
    table = Table("", "", title="Damaged texts of games", show_header=False)
    table.add_row("texts", f"{report.texts:,}")
    table.add_row("valid games", f"{report.valid:,}")
    table.add_row("refused with a clear error", f"{report.refused:,}")
    table.add_row("other outcomes", f"{len(report.violations):,}")
    table.add_row("milliseconds per text", f"{1000 * seconds / report.texts:.2f}")
    table.add_row("slowest text, milliseconds", f"{1000 * report.slowest:.0f}")
    table.add_row("memory growth, KiB", f"{report.growth:,}")
    console = Console()
    console.print(table)
    for violation in report.violations[:10]:
        console.print_json(json.dumps(violation))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--texts", type=int, default=1_000_000, help="number of texts, default 1,000,000")
    parser.add_argument("--seed", type=int, default=1, help="seed of all randomness, default 1")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    if arguments.texts < 10:
        parser.error("--texts must be at least 10")
    report, seconds = damage(arguments.texts, arguments.seed)
    if arguments.json:
        print(json.dumps({**asdict(report), "seconds": round(seconds, 1)}, indent=2))
    else:
        show(report, seconds)
    return 1 if report.violations else 0


if __name__ == "__main__":
    sys.exit(main())
