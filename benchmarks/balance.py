"""Benchmark the optimisers: measures every figure we claim. Run it on an idle machine.

    python benchmarks/balance.py            # about four minutes
    python benchmarks/balance.py --all      # every optimiser, some minutes more
    python benchmarks/balance.py --json

The task is experiment 4.4 of "LUDUS: An Optimization Framework to Balance Auto Battler Cards" (Budijono et al., 2022):
five cards, twelve integers from 1 to 10, and the standard deviation of the cards' win rates, with corrected rules.
The baseline, measured in the same run with the same budget, is random search.
"""

from __future__ import annotations

import argparse
import json
import time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from cardwright.balance import OPTIMISERS, Study, tune
from cardwright.balance.study import DEFAULT_OPTIMISER

CONFIG: dict[str, Any] = {
    "play": {"tournament": {"cards": "table-2"}},
    "parameters": {"cards.*.attack": [1, 10], "cards.*.health": [1, 10], "cards.*.mechanics.*": [1, 10]},
}
FEW_TIES = {"constraints": [{"metric": "tie_share", "at_most": 0.1}]}
BASELINE = "random"


def search(optimiser: str, more: dict[str, Any], budget: int, seeds: int, first: int = 1) -> dict[str, Any]:
    """Return the best standard deviation of each seed, its tie share, and the seconds for all seeds."""
    best, ties, seconds = [], [], []
    for seed in range(first, first + seeds):
        study = Study({**CONFIG, **more})
        start = time.perf_counter()
        winner = tune(study, optimiser=optimiser, budget=budget, seed=seed).winner
        seconds.append(time.perf_counter() - start)
        best.append(winner.values[0] if winner.feasible else float("inf"))
        ties.append(winner.ties)
    return {
        "optimiser": optimiser, "evaluations": budget, "best": best, "mean": float(np.mean(best)),
        "deviation": float(np.std(best)), "ties": float(np.mean(ties)), "seconds": sum(seconds),
    }  # fmt: skip


def paper() -> float:
    """Return the seconds for the paper's experiment (PyGAD, 8 solutions, 32 generations), the best of three runs."""
    return min(search("pygad", {}, 8 * 32, 1)["seconds"] for _ in range(3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument("--all", action="store_true", help="measure every optimiser")
    parser.add_argument("--budget", type=int, default=2000, help="evaluations of each search")
    parser.add_argument("--seeds", type=int, default=5, help="searches of each optimiser")
    parser.add_argument("--first", type=int, default=1, help="first seed; the others follow it")
    options = parser.parse_args()
    console = Console(stderr=True)
    search(DEFAULT_OPTIMISER, {}, 20, 1)  # compile, and load the library
    names = list(OPTIMISERS) if options.all else [DEFAULT_OPTIMISER, BASELINE]
    figures: dict[str, Any] = {"seconds for the paper's experiment": paper()}
    for name, value in figures.items():
        console.print(f"{name}: {value:.2f}, aim 3")
    for title, more in (("free", {}), ("at most 10 % ties", FEW_TIES)):
        rows = []
        for name in names:
            rows.append(search(name, more, options.budget, options.seeds, options.first))
            console.print(f"{title}, {name}: {rows[-1]['mean']:.4f} in {rows[-1]['seconds']:.0f} s")
        figures[title] = rows
    if options.json:
        print(json.dumps(figures, indent=1))
        return
    aims = {"free": "0.0065 in 60 s", "at most 10 % ties": "0.02"}
    for title, aim in aims.items():
        about = f"Experiment 4.4, {title}: {options.budget:,} evaluations, {options.seeds} seeds; aim {aim}"
        table = Table("optimiser", "standard deviation", "each seed", "ties", "seconds", title=about)
        for row in figures[title]:
            each = " ".join(f"{value:.4f}" for value in row["best"])
            deviation = f"{row['mean']:.4f} ± {row['deviation']:.4f}"
            table.add_row(row["optimiser"], deviation, each, f"{row['ties']:.0%}", f"{row['seconds']:.0f}")
        Console().print(table)


if __name__ == "__main__":
    main()
