"""Measure how long a view takes in each family: CPU microseconds, and as a multiple of plain Python work.

python benchmarks/views.py --json

The multiple compares runs on different or busy machines. The baseline is a loop that fills a dictionary of 100 entries.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable

import cardwright

GAMES = ("spire:jaw-worm", "spire:toolbox", "unicorns:4", "unicorns:6", "cgdl:uno", "cgdl:texas", "autobattler:draft")
DECISIONS = 30  # played at random before the view is taken
CALLS = 200
ROUNDS = 10


def baseline() -> dict[str, int]:
    found = {}
    for number in range(100):
        found[f"card {number}"] = number * number
    return found


def microseconds(work: Callable[[], object]) -> float:
    """Return the CPU time of a call in the best of some rounds."""
    work()
    best = float("inf")
    for _ in range(ROUNDS):
        begun = time.process_time()
        for _ in range(CALLS):
            work()
        best = min(best, time.process_time() - begun)
    return 1e6 * best / CALLS


def measure(name: str) -> float:
    state, draw = cardwright.game(name).new(seed=5), random.Random(1)
    for _ in range(DECISIONS):
        options = state.legal()
        after = state.copy().play(draw.choice(options))
        if after.over:
            break
        state = after
    return microseconds(state.view)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    unit = microseconds(baseline)
    found = {name: measure(name) for name in GAMES}
    if arguments.json:
        print(json.dumps({"baseline_us": unit, "view_us": found}))
        return 0
    print(f"baseline: {unit:.1f} microseconds")
    for name, each in found.items():
        print(f"{name:18} {each:6.1f} microseconds a view, {each / unit:5.2f} baselines")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
