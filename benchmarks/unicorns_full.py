"""How long the evolutions against MCTS of `cardwright papers unicorns --full` take, estimated from a sample of games.

    python benchmarks/unicorns_full.py                   # 24 games of each kind, about two minutes
    python benchmarks/unicorns_full.py --games 100 --json

Games are timed one by one in CPU time, so that other work on the machine matters little. A generation is then dealt out
to workers as the evolution does it: each takes the next game when it is done, and all wait for the last one.
"""

from __future__ import annotations

import argparse
import heapq
import json
import time
from random import Random

from cardwright.core.random import seed_for
from cardwright.papers import unicorns as thesis
from cardwright.papers.unicorns_evolution import GENES, NEIGHS, OPPONENTS
from cardwright.training import Judge, Settings
from cardwright.training.trained import Trained

GAMES = 10  # that each individual plays in a generation
CORES = (1, 2, 16)


def game_times(profile: str, kind: str, games: int) -> list[float]:
    """Return the CPU seconds of single games of individuals of a first generation."""
    effort = thesis.WHOLE
    settings = Settings(
        1, OPPONENTS[kind], effort.population, effort.search_generations, GAMES, genes=GENES, fixed=NEIGHS
    )
    trained = Trained(thesis.game_for(profile), settings)
    individuals, judge = trained.individuals(), Judge(trained.game, games=1, jobs=1)
    judge.evaluate(individuals[:1], trained.opponents(), 0)  # compiles
    times = []
    for index in range(games):
        began = time.process_time()
        judge.evaluate([individuals[index % len(individuals)]], trained.opponents(), seed_for(1, "sample", index))
        times.append(time.process_time() - began)
    return times


def generation_time(times: list[float], workers: int) -> float:
    """Return the seconds that a generation takes with so many workers, on average over a hundred of them."""
    random, total = Random(1), 0.0
    for _ in range(100):
        free = [0.0] * workers
        for _ in range(thesis.WHOLE.population * GAMES):
            heapq.heapreplace(free, free[0] + random.choice(times))
        total += max(free)
    return total / 100


def main() -> None:
    """Time a sample of games and print the estimate."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=24, help="games of each kind (default: 24)")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    kinds = [(profile, kind) for profile in thesis.PROFILES for kind in OPPONENTS if kind.startswith("evo_mcts")]
    generations = thesis.WHOLE.search_runs * thesis.WHOLE.search_generations
    hours, means = dict.fromkeys(CORES, 0.0), {}
    for profile, kind in kinds:
        times = game_times(profile, kind, arguments.games)
        means[f"{profile}, {kind}"] = sum(times) / len(times)
        for cores in CORES:
            hours[cores] += generations * generation_time(times, cores) / 3600
    if arguments.json:
        print(json.dumps({"seconds_per_game": means, "hours": hours}))
        return
    for name, mean in means.items():
        print(f"{name}: {mean:.3f} s of CPU time per game")
    for cores, each in hours.items():
        print(f"{cores:2} cores: {each:.1f} hours")


if __name__ == "__main__":
    main()
