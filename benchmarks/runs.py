"""Measure runs of act 1 of Slay the Spire: who survives, how fast runs are, and how long they take to compile.

    python benchmarks/runs.py --results runs.json              # 1,000 runs of each agent: hours; can be stopped
    python benchmarks/runs.py --agents random,rules            # a minute
    python benchmarks/runs.py --speed                          # random runs per second, and seconds to compile

Survival is the share of runs in which the boss was beaten: Ironclad, ascension 0, all agents on the same seeds. Seconds
are CPU time. With `--results`, every block of runs is kept in a file, and a run that was stopped goes on from there.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

import cardwright
from cardwright.agents import MOST_DECISIONS, Players, make, play_games, seats_of
from cardwright.arena.statistics import rate
from cardwright.core.random import seeds_for
from cardwright.core.verbs import OVER
from cardwright.spire.run.state import Outcome

GAME = "spire:run"
AGENTS = ("random", "rules", "mcts:100", "strongest")
BLOCK = 20  # runs between two writes of the results
WATCHED = 3  # runs of each agent whose decisions are timed one by one
CHUNK, WINDOWS, WINDOW = 200, 20, 0.2  # random runs of a call; stretches of time, and their seconds
COLD = {"random and rules": ["random", "rules"], "mcts": ["mcts:1"]}


def survival(agent: str, runs: int, seed: int, jobs: int, kept: dict[str, Any], save: Any) -> dict[str, Any]:
    """Play the runs that are missing in `kept`, block by block, and return the figures."""
    game, player = cardwright.game(GAME), make(agent).at(cardwright.game(GAME))
    found = kept.setdefault(f"{agent} seed {seed}", {"runs": 0, "won": 0, "floors": 0, "decisions": 0, "seconds": 0.0})
    if "longest" not in found:
        found["longest"] = longest_decision(game, player, seed)

    def play(numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        played = play_games(game, [player], *_seeds(seed, numbers))
        return played.states["run"], played.decisions

    with ThreadPoolExecutor(jobs) as pool:
        while found["runs"] < runs:
            numbers = np.arange(found["runs"], min(runs, found["runs"] + BLOCK * jobs))
            before = time.process_time()
            for run, decisions in pool.map(play, np.array_split(numbers, min(jobs, len(numbers)))):
                found["runs"] += len(run)
                found["won"] += int((run["outcome"] == Outcome.VICTORY).sum())
                found["floors"] += int(run["floor"].sum())
                found["decisions"] += int(decisions.sum())
            found["seconds"] += time.process_time() - before
            save()
            print(f"{agent}: {found['won']:,} of {found['runs']:,} runs survived", file=sys.stderr, flush=True)
    return found


def longest_decision(game: Any, player: Any, seed: int) -> float:
    """Return the most CPU seconds that a decision took in a few runs."""
    players, most = Players(game, seats_of(game, [player])), 0.0
    for number in range(WATCHED):
        state, seeds = np.zeros(1, game.dtype), _seeds(seed, np.array([number]))
        taken, stops = players.play(state, *seeds, 0)
        while stops[0] != OVER and taken[0] < MOST_DECISIONS:
            before = time.process_time()
            taken, stops = players.play(state, *seeds, int(taken[0]) + 1, taken)
            most = max(most, time.process_time() - before)
    return most


def _seeds(seed: int, numbers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return seeds_for(seed, "game", numbers), seeds_for(seed, "agent", numbers)


def random_runs() -> float:
    """Return random runs per second of one thread: the best of several stretches, to exclude other load."""
    game, agents, best = cardwright.game(GAME), [make("random")], 0.0
    seeds = _seeds(1, np.arange(CHUNK))
    play_games(game, agents, *seeds)
    for _ in range(WINDOWS):
        done, begun = 0, time.perf_counter()
        while time.perf_counter() - begun < WINDOW:
            play_games(game, agents, *seeds)
            done += CHUNK
        best = max(best, done / (time.perf_counter() - begun))
    return best


def compile_times() -> dict[str, tuple[float, float]]:
    """Return the seconds, by the clock and of CPU time, of a first run from an empty cache, by agents."""
    times = {}
    for what, agents in COLD.items():
        seats = [part for agent in agents for part in ("--seats", agent)]
        command = [sys.executable, "-m", "cardwright", "arena", GAME, *seats, "--games", "1", "--jobs", "1"]
        with tempfile.TemporaryDirectory() as folder:
            before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
            environment = {**os.environ, "CARDWRIGHT_CACHE": folder}
            subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        times[what] = (time.perf_counter() - begun, cpu)
    return times


def print_row(agent: str, found: dict[str, Any]) -> None:
    share, runs, decisions = rate(found["won"], found["runs"]), found["runs"], found["decisions"]
    survived = f"{100 * share.value:.1f} % [{100 * share.low:.1f}, {100 * share.high:.1f}]"
    mean, longest = found["seconds"] / decisions, found["longest"]
    floor, length = found["floors"] / runs, decisions / runs
    name = f"{agent} ({cardwright.game(GAME).strongest})" if agent == "strongest" else agent
    print(f"| {name} | {runs:,} | {survived} | {floor:.1f} | {length:.0f} | {mean:.2g} | {longest:.2g} |", flush=True)


def main() -> None:
    given = _arguments()
    if given.speed:
        print(f"random runs per second, one core: {random_runs():,.0f} (target 5,000)", flush=True)
        for what, (clock, cpu) in compile_times().items():
            print(
                f"compiled from an empty cache, {what}: {clock:.0f} s by the clock, {cpu:.0f} s of CPU time (target 60)"
            )
        return
    exists = given.results and given.results.exists()
    kept: dict[str, Any] = json.loads(given.results.read_text(encoding="utf-8")) if exists else {}

    def save() -> None:
        if given.results:
            given.results.write_text(json.dumps(kept, indent=1), encoding="utf-8")

    print("| agent | runs | survival | floor | decisions | seconds per decision | longest |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |", flush=True)
    for agent in given.agents.split(","):
        print_row(agent, survival(agent, given.runs, given.seed, given.jobs, kept, save))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--agents", default=",".join(AGENTS), help="agents, joined by commas")
    parser.add_argument("--runs", type=int, default=1000, help="runs of each agent")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1, help="threads")
    parser.add_argument("--results", type=Path, help="a file that keeps what was played")
    parser.add_argument("--speed", action="store_true", help="measure speed and compile times instead")
    return parser.parse_args()


if __name__ == "__main__":
    main()
