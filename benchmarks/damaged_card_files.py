"""Damage files of described games, searches and auto battlers: each must be read, or refused in one sentence.

python benchmarks/damaged_card_files.py --files 20000 --seed 1 --json
"""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests" / "cgdl"))

import card_file_damage
from rich.console import Console
from rich.table import Table


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--files", type=int, default=20_000, help="number of files of each format, default 20,000")
    parser.add_argument("--seed", type=int, default=1, help="seed of all randomness, default 1")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    reports = {
        kind.name: card_file_damage.run(kind, arguments.files, arguments.seed) for kind in card_file_damage.FORMATS
    }
    violations = [violation for report in reports.values() for violation in report.violations]
    if arguments.json:
        print(json.dumps({name: asdict(report) for name, report in reports.items()}, indent=2))
        return 1 if violations else 0
    table = Table("format", "files", "valid", "refused", "other outcomes", title="Damaged files")
    for name, report in reports.items():
        counts = (report.files, report.valid, report.refused, len(report.violations))
        table.add_row(name, *(f"{count:,}" for count in counts))
    console = Console()
    console.print(table)
    for violation in violations[:10]:
        console.print_json(json.dumps(violation))
    return 1 if violations else 0


if __name__ == "__main__":
    raise SystemExit(main())
