"""Measure the action log and the report of a million games: time, memory and bytes. Run it on an idle machine.

    python benchmarks/report.py                          # a million games of two series; about five minutes
    python benchmarks/report.py --games 100000 --json
    python benchmarks/report.py --log FOLDER             # only the report, on a log that is there

The report is the whole command in a process of its own, with tables, plots and the HTML page.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import polars
from rich.console import Console
from rich.table import Table

SCENARIO = "spire:jaw-worm"
SEATS = ("random", "first")
MOST_SECONDS, MOST_BYTES = 60, 2_000_000_000  # of the report of a million games


def play(folder: Path, games: int) -> float:
    """Play the games and return the seconds that the command took."""
    seats = [f"--seats={each}" for each in SEATS]
    arguments = [SCENARIO, *seats, "--games", str(games // len(SEATS)), "--seed", "1", "--log", str(folder)]
    start = time.perf_counter()
    command = [sys.executable, "-m", "cardwright", "arena", *arguments, "--actions", "--json"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def report(folder: Path) -> dict[str, float]:
    """Return the seconds, the seconds of all cores, and the largest memory of the whole command."""
    with tempfile.TemporaryDirectory() as out:
        outputs = ["--html", f"{out}/report.html", "--plots", f"{out}/plots"]
        start = time.perf_counter()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        command = [sys.executable, "-m", "cardwright", "report", str(folder), "--json", *outputs]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        peak = 0
        while process.poll() is None:
            peak = max(peak, _memory(process.pid))
            time.sleep(0.02)
        took = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if process.returncode:
        raise SystemExit(process.returncode)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"seconds": took, "CPU seconds": cpu, "largest memory, bytes": peak}


def _memory(pid: int) -> int:
    """Return the largest memory of a process so far."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in status.splitlines() if line.startswith("VmHWM")), 0)


def measure(folder: Path, games: int) -> dict[str, float]:
    figures: dict[str, float] = {}
    if not (folder / "games.parquet").exists():
        figures["seconds to play and log"] = play(folder, games)
    decisions = polars.scan_parquet(folder / "actions.parquet").select(polars.len()).collect().item()
    size = (folder / "actions.parquet").stat().st_size
    figures["games"] = polars.scan_parquet(folder / "games.parquet").select(polars.len()).collect().item()
    figures |= {"decisions": decisions, "bytes of the action log": size, "bytes per decision": size / decisions}
    return figures | report(folder)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000, help="games of all series together (1,000,000)")
    parser.add_argument("--log", type=Path, help="folder of the log; it is kept")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        figures = measure(options.log or Path(temporary) / "run", options.games)
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    limits = {"seconds": MOST_SECONDS, "largest memory, bytes": MOST_BYTES}
    table = Table("figure", "measured", "at most", "", title=f"{SCENARIO}, {' and '.join(SEATS)}")
    for name, value in figures.items():
        limit = limits.get(name)
        verdict = "" if limit is None else "reached" if value <= limit else "MISSED"
        table.add_row(name, f"{value:,.2f}" if value < 100 else f"{value:,.0f}", f"{limit:,}" if limit else "", verdict)
    Console().print(table)


if __name__ == "__main__":
    main()
