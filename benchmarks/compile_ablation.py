"""Measure what each patch of Numba saves when kernels compile from an empty cache.

python benchmarks/compile_ablation.py --runs 5
python benchmarks/compile_ablation.py --runs 3 --old ../old     # another checkout beside this one, as it is
python benchmarks/compile_ablation.py --together remember_text remember_signatures

Each run compiles the same kernels with every patch, without each one in turn, and without all of them, one process
after the other. Without inner libraries, every function becomes machine code by itself, as Numba does it. CPU seconds
count, so that other programs on the machine disturb all alike. A row has the best time of the runs, and the ratio to
the process with every patch in the same run: the mean of the runs, with its 95 % interval.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from cardwright.arena.statistics import mean
from cardwright.core.compiling import numba_speed

ROOT = Path(__file__).resolve().parent.parent
WORKLOADS = ("spire:jaw-worm random", "spire:jaw-worm mcts:10")
EVERY, NONE, OLD = "every patch", "no patch", "old checkout"

COMPILE = """
import gc, sys, time
import numpy as np
without, workloads = sys.argv[1].split(), sys.argv[2:]
begun = time.process_time()
import cardwright
from cardwright.agents import make, play_games
from cardwright.core.compiling import numba_hooks
if without:
    patches = numba_hooks.PATCHES.patches
    patches[:] = [each for each in patches if getattr(each, "__name__", "") not in without]
if "inner_libraries" in without:  # each function becomes machine code, as Numba does it
    numba_hooks.InnerCompiler = numba_hooks.KernelCompiler
    for each in gc.get_objects():
        if isinstance(each, numba_hooks.InnerDispatcher):
            each._compiler.pipeline_class = numba_hooks.KernelCompiler
seeds = np.arange(4, dtype=np.uint64)
for name, agent in map(str.split, workloads):
    game = cardwright.game(name)
    play_games(game, [make(agent)] * game.players, seeds, seeds)
print(time.process_time() - begun)
"""


def compile_once(checkout: Path, without: tuple[str, ...], workloads: list[str]) -> float:
    """Return the CPU seconds of a process that compiles the kernels without some patches."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "PYTHONPATH": str(checkout.resolve() / "src"), "CARDWRIGHT_CACHE": folder}
        command = [sys.executable, "-c", COMPILE, " ".join(without), *workloads]
        done = subprocess.run(command, env=environment, cwd="/", capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    """Measure and print a table."""
    patches = [each.__name__ for each in numba_speed.PATCHES]
    names = [*patches, "inner_libraries"]
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--workloads", nargs="+", default=WORKLOADS, metavar="'GAME AGENT'")
    parser.add_argument("--only", nargs="*", choices=names, default=names, help="leave out these in turn")
    parser.add_argument("--together", nargs="+", choices=names, default=[], help="leave these out together too")
    parser.add_argument("--old", type=Path, help="a checkout of another version")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    variants = {EVERY: (ROOT, ()), **{f"without {name}": (ROOT, (name,)) for name in arguments.only}}
    if arguments.together:
        variants[f"without {', '.join(arguments.together)}"] = ROOT, tuple(arguments.together)
    variants[NONE] = ROOT, tuple(patches)
    if arguments.old:
        variants[OLD] = arguments.old, ()
    seconds: dict[str, list[float]] = {name: [] for name in variants}
    for run in range(arguments.runs):
        for name, (checkout, without) in variants.items():
            seconds[name].append(compile_once(checkout, without, list(arguments.workloads)))
            print(f"run {run + 1}: {name}: {seconds[name][-1]:.1f} s", file=sys.stderr, flush=True)
    rows = []
    for name, times in seconds.items():
        ratio = mean(np.array(times) / np.array(seconds[EVERY]))
        rows.append({"variant": name, "seconds": min(times), **ratio._asdict()})
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print(f"{row['variant']:40} {row['seconds']:6.1f} s   {row['value']:.3f} [{row['low']:.3f}, {row['high']:.3f}]")


if __name__ == "__main__":
    main()
