"""What bounds checks cost: the examples as they are and with every kernel marked `unchecked`, played in turns.

    python benchmarks/bounds_checks.py [--rounds 7]

Prints the processor time with checks as a multiple of the time without them: the median of the rounds, and the range.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np

import cardwright
from cardwright.agents import make_seats, play_games
from cardwright.core.game import Game

EXAMPLES = Path(__file__).parents[1] / "examples"
FLAT = "{folder}/flat_monte_carlo.py:FlatMonteCarlo:20"
CASES = [  # a game, its agents, and how many games take about a fifth of a second
    ("{folder}/kuhn.py:family", "2*random", 200_000),
    ("{folder}/kuhn.py:family", "2*mcts:100", 500),
    ("{folder}/leduc.py:family", "2*random", 100_000),
    ("{folder}/leduc.py:family", "2*mcts:100", 200),
    ("spire:jaw-worm", FLAT, 30),
]
VARIANTS = ("checked", "unchecked")


def write_examples(folder: Path) -> None:
    """Write the examples into a folder for each variant."""
    for variant in VARIANTS:
        (folder / variant).mkdir()
        for file in EXAMPLES.glob("*.py"):
            text = file.read_text(encoding="utf-8")
            if variant == "unchecked":
                text = re.sub(r"^(@kernel|@inlined)$", r"\1\n@unchecked", text, flags=re.MULTILINE)
                text = text.replace(
                    "\nimport numpy as np\n", "\nimport numpy as np\nfrom cardwright.core import unchecked\n"
                )
            (folder / variant / file.name).write_text(text, encoding="utf-8")


def seconds(game: Game, seats: str, games: int) -> float:
    """Return the processor time of some games."""
    seeds = np.arange(games, dtype=np.uint64)
    agents = make_seats(seats)
    begun = time.process_time()
    play_games(game, agents, seeds, seeds)
    return time.process_time() - begun


def main() -> None:
    """Measure all cases."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as name:
        write_examples(Path(name))
        for game, seats, games in CASES:
            cases = [[each.format(folder=f"{name}/{variant}") for each in (game, seats)] for variant in VARIANTS]
            tables = [(cardwright.game(each), agents) for each, agents in cases]
            for table in tables:
                seconds(*table, 1)
            times = [[seconds(*table, games) for table in tables] for _ in range(rounds)]
            ratios = sorted(checked / without for checked, without in times)
            label = f"{Path(game).name.partition(':family')[0]}, {Path(seats).name}"
            print(f"{label}: {median(ratios):.2f} ({ratios[0]:.2f} to {ratios[-1]:.2f})", flush=True)


if __name__ == "__main__":
    main()
