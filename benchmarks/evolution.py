"""How many games evolution finds in which time. Run it on an idle machine.

    python benchmarks/evolution.py                       # half an hour on two cores, seed 1
    python benchmarks/evolution.py --minutes 5 --jobs 1 --seed 7
    python benchmarks/evolution.py --json

CPU time is shown next to wall-clock time, because the cores can be shared.
"""

from __future__ import annotations

import argparse
import itertools
import json
import resource
import tempfile
import time
from typing import Any

from rich.console import Console
from rich.table import Table

from cardwright import cgdl
from cardwright.generate.games import Evolution, Settings, distance, evolve

AIM = 10  # different games that pass all stages, in half an hour on two cores


def measure(minutes: float, jobs: int, seed: int, console: Console) -> dict[str, Any]:
    """Search in a temporary folder, and return the figures."""
    parents = tuple(cgdl.text(cgdl.load(name)) for name in cgdl.games())
    progress: list[tuple[float, int]] = []
    began = time.monotonic()

    def note(evolution: Evolution) -> None:
        progress.append(((time.monotonic() - began) / 60, len(evolution.archive)))
        console.print(f"{progress[-1][0]:5.1f} min: {evolution.evaluations:,} evaluations, {progress[-1][1]} found")

    with tempfile.TemporaryDirectory() as folder:
        found = evolve(Settings(seed, parents=parents), minutes=minutes, jobs=jobs, folder=folder, progress=note)
    clock = (time.monotonic() - began) / 60
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    shapes = [each.shape for each in found.archive.games()]
    return {
        "seed": seed,
        "minutes": clock,
        "cpu_minutes": sum(each.ru_utime + each.ru_stime for each in used) / 60,
        "evaluations": found.evaluations,
        "evaluations_per_second": found.evaluations / clock / 60,
        "passed": found.passed,
        "found": len(found.archive),
        "least_distance": min(itertools.starmap(distance, itertools.combinations(shapes, 2)), default=None),
        "minutes_to_aim": next((when for when, games in progress if games >= AIM), None),
        "failed_at": dict(found.failures.most_common()),
    }


def main() -> None:
    """Run the benchmark and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=30, help="minutes to search, default 30")
    parser.add_argument("--jobs", type=int, default=2, help="number of processes, default 2")
    parser.add_argument("--seed", type=int, default=1, help="seed of all randomness, default 1")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    arguments = parser.parse_args()
    measured = measure(arguments.minutes, arguments.jobs, arguments.seed, Console(stderr=True))
    if arguments.json:
        print(json.dumps(measured))
        return
    table = Table("figure", "value", title=f"evolution, aim: {AIM} games in 30 minutes on two cores")
    for name, value in measured.items():
        table.add_row(name.replace("_", " "), f"{value:.4g}" if isinstance(value, float) else str(value))
    Console().print(table)


if __name__ == "__main__":
    main()
