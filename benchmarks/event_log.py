"""What the event log costs: nothing while nobody listens, and how much when somebody does.

    python benchmarks/event_log.py --rounds 3

The package is copied without its calls of `report`, and both play the same games in turn, as in compare.py. Then one
game of each kind is played with a log.
"""

from __future__ import annotations

import argparse
import ast
import shutil
import tempfile
import time
from pathlib import Path
from random import Random

from compare import WORKLOADS, compare, print_comparison

import cardwright

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        silent = Path(folder)
        shutil.copytree(ROOT / "src", silent / "src", ignore=shutil.ignore_patterns("__pycache__"))
        removed = sum(map(remove_reports, (silent / "src").rglob("*.py")))
        print(f"time of the package with its {removed} reports, relative to the same package without them:")
        print_comparison(*compare(silent, ROOT, arguments.rounds))
    for name in WORKLOADS:
        print_logged(name)


def remove_reports(file: Path) -> int:
    """Replace each statement that calls `report` by `pass`, and return how many there were."""
    lines = file.read_text(encoding="utf-8").splitlines()
    calls = [
        each
        for each in ast.walk(ast.parse("\n".join(lines)))
        if isinstance(each, ast.Expr)
        and isinstance(each.value, ast.Call)
        and isinstance(each.value.func, ast.Name)
        and each.value.func.id == "report"
    ]
    for call in calls:
        first, last = call.lineno - 1, call.end_lineno or call.lineno
        lines[first:last] = ["pass".rjust(call.col_offset + 4)] + [""] * (last - first - 1)
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(calls)


def print_logged(name: str) -> None:
    """Play a game with a log, and print how many events it has and how long a decision takes."""
    random, state = Random(1), cardwright.game(name).new(1, logged=True)
    decisions, events, begun = 0, 0, time.process_time()
    while not state.over:
        state.play(random.choice(state.legal()))
        decisions, events = decisions + 1, events + len(state.events)
    each = 1000 * (time.process_time() - begun) / decisions
    print(f"{name:20} logged: {events} events in {decisions} decisions, {each:.1f} ms a decision")


if __name__ == "__main__":
    main()
