"""Kill long runs with SIGKILL at random moments, resume them, and compare with runs that nobody killed.

python benchmarks/kill_and_resume.py --kills 3 --seed 1

It also measures how long worker processes outlive a killed parent.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
CONFIG = 'play: {tournament: {cards: table-2, size: 2}}\nparameters: {"cards.*.attack": [1, 10]}\nseed: 1\n'


class Run(NamedTuple):
    """A command that writes into a folder, and the result that it leaves there."""

    name: str
    words: tuple[str, ...]
    result: Callable[[Path], Any]


def read_log(folder: Path) -> Any:
    import polars

    return polars.read_parquet(folder / "games.parquet").sort("series", "game").to_dicts()


def read_json(name: str) -> Callable[[Path], Any]:
    return lambda folder: json.loads((folder / name).read_text(encoding="utf-8"))


def runs(games: int, budget: int, evaluations: int) -> list[Run]:
    kuhn = f"{ROOT / 'examples' / 'kuhn.py'}:family"
    seats = ("--seats", "2*random", "--seats", "first,random")
    arena = ("arena", kuhn, *seats, "--games", str(games), "--seed", "1", "--log", "FOLDER")
    tune = ("balance", "tune", "CONFIG", "--budget", str(budget), "--jobs", "2", "--out", "FOLDER")
    cards = ("generate", "cards", "spire", "--evaluations", str(evaluations), "--seed", "1", "--jobs", "2")
    evolve = ("cgdl", "evolve", "--evaluations", str(evaluations), "--seed", "1", "--jobs", "2", "--out", "FOLDER")
    return [
        Run("arena log", arena, read_log),
        Run("balance search", tune, read_json("search.json")),
        Run("evolution", evolve, read_json("evolution.json")),
        Run("cards", (*cards, "--out", "FOLDER"), read_json("search.json")),
    ]


def command(run: Run, folder: Path, resume: bool) -> list[str]:
    config = folder.parent / "config.yaml"
    config.write_text(CONFIG, encoding="utf-8")
    named = {"FOLDER": str(folder), "CONFIG": str(config)}
    words = [named.get(word, word) for word in run.words]
    return [sys.executable, "-m", "cardwright", *words, *(["--resume"] if resume else [])]


def started(run: Run, folder: Path) -> subprocess.Popen[bytes]:
    resume = folder.exists() and any(folder.iterdir())
    silent = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(command(run, folder, resume), **silent)  # type: ignore[call-overload,no-any-return]


def finish(process: subprocess.Popen[bytes]) -> None:
    _, errors = process.communicate()
    if process.returncode:
        raise SystemExit(errors.decode())


def children(process: int) -> set[int]:
    """Return the processes that this one has started, and those that they have started."""
    found = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in found.splitlines()]
    inside = {process}
    for _ in pairs:
        inside |= {pid for pid, parent in pairs if parent in inside}
    return inside - {process}


def is_alive(process: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{process}/stat").read_text(encoding="utf-8").split()[2]
    except OSError:
        return False


def seconds_outlived(workers: set[int]) -> float:
    begun = time.monotonic()
    while any(map(is_alive, workers)) and time.monotonic() - begun < 60:
        time.sleep(0.01)
    return time.monotonic() - begun


def check(run: Run, kills: int, random: Random, folder: Path) -> dict[str, Any]:
    begun = time.monotonic()
    finish(started(run, folder / "whole"))
    took = time.monotonic() - begun
    outlived, workers = [], 0
    for _ in range(kills):
        process = started(run, folder / "killed")
        time.sleep(random.uniform(0.2, 0.9) * took)
        inside = children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        outlived.append(seconds_outlived(inside))
        workers = max(workers, len(inside))
    finish(started(run, folder / "killed"))
    same = run.result(folder / "whole") == run.result(folder / "killed")
    return {"seconds": took, "kills": kills, "same": same, "workers": workers, "outlived": max(outlived, default=0.0)}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kills", type=int, default=3, help="of each run (default 3)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the moments (default 1)")
    parser.add_argument("--games", type=int, default=300_000, help="of the arena (default 300,000)")
    parser.add_argument("--budget", type=int, default=400, help="of the balance search (default 400)")
    parser.add_argument(
        "--evaluations",
        type=int,
        default=576,
        help="of the evolution and of cards (default 576)",
    )
    parser.add_argument("--only", help="the run with this name, as in evolution (default: all)")
    arguments = parser.parse_args()
    failed = False
    for run in runs(arguments.games, arguments.budget, arguments.evaluations):
        if arguments.only not in (None, run.name):
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = check(run, arguments.kills, Random(arguments.seed), Path(folder))
        failed |= not found["same"]
        verdict = "the same result" if found["same"] else "ANOTHER RESULT"
        print(
            f"{run.name}: {found['kills']} kills in a run of {found['seconds']:.0f} s, {verdict}; "
            f"{found['workers']} workers outlived their parent by at most {found['outlived']:.2f} s",
            flush=True,
        )
    return 1 if failed else 0


if __name__ == "__main__":
    raise SystemExit(main())
