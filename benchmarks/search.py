"""Measure what each part of `mcts` is worth, and how strength grows with playouts: the figures in docs/search.md.

    python benchmarks/search.py parts                    # each part switched off alone, in every family
    python benchmarks/search.py playouts --most 3200     # strength against playouts
    python benchmarks/search.py duel --games 200         # against mcts-thesis and against the search without the parts

Games are paired: all agents play the same deals. In games for several players, the agent takes every seat in turn.
"""

from __future__ import annotations

import argparse
import json
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
from rich.console import Console
from rich.table import Table

import cardwright
from cardwright.agents import make_seats, play_games
from cardwright.arena import statistics
from cardwright.core import calls
from cardwright.core.random import seeds_for

FAMILIES = {  # the seats of the agent {} and its opponents
    "unicorns": "2*{},4*rules",
    "cgdl:uno": "{},2*random",
    "autobattler:draft": "{},rules",
    "spire:gremlin-nob": "{}",
    "spire:lagavulin": "{}",
    "spire:sentries": "{}",
}
PARTS = {
    "all": "",
    "without the prior": "+prior=0",
    "without the model": "+model=0",
    "without both": "+prior=0+model=0",
}
GAMES = {"unicorns": 0.1}  # the share of the games that is played where they take long


@dataclass
class Sample:
    """The results of an agent: whether one of its seats won, and the mean score of its seats, for each game."""

    wins: np.ndarray
    scores: np.ndarray
    seconds: float

    def row(self) -> list[str]:
        rate = statistics.rate(float(self.wins.sum()), len(self.wins))
        score = statistics.mean(self.scores)
        return [
            f"{len(self.wins):,}",
            f"{100 * rate.value:.1f} % [{100 * rate.low:.1f}, {100 * rate.high:.1f}]",
            f"{score.value:.3f} [{score.low:.3f}, {score.high:.3f}]",
            f"{self.seconds:.0f} s",
        ]


def play(name: str, seats: str, games: int, seed: int, threads: int) -> Sample:
    """Play with the agents in every rotation of the seats, one rotation after the other."""
    agents = make_seats(seats)
    game = cardwright.game(name) if name.startswith("spire") else cardwright.game(name, len(agents))
    mine = [seat for seat, agent in enumerate(agents) if agent.name == agents[0].name]
    numbers = np.arange(games)
    wins, scores = np.zeros(games, bool), np.zeros(games)

    def one_chunk(chunk: np.ndarray) -> None:
        turn = int(chunk[0]) % len(agents)
        played = play_games(
            game, agents[turn:] + agents[:turn], seeds_for(seed, "game", chunk), seeds_for(seed, "agent", chunk)
        )
        for index, number in enumerate(chunk):
            own = [calls.score(played.states, index, (seat - turn) % len(agents)) for seat in mine]
            wins[number], scores[number] = max(own) > 0, np.mean(own)

    play_games(game, agents, np.zeros(0, np.uint64), np.zeros(0, np.uint64))  # compile
    begun = time.process_time()
    rotations = [numbers[numbers % len(agents) == turn] for turn in range(len(agents))]
    chunks = [
        part for rotation in rotations for part in np.array_split(rotation, max(1, len(rotation) // 4)) if len(part)
    ]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(one_chunk, chunks))
    return Sample(wins, scores, time.process_time() - begun)


def show(title: str, samples: dict[tuple[str, str], Sample], as_json: bool) -> None:
    if as_json:
        print(json.dumps([[*key, *sample.row()] for key, sample in samples.items()]))
        return
    table = Table(title=title, box=None, header_style="bold")
    for column in ("game", "agent", "games", "games won", "score", "CPU time"):
        table.add_column(column)
    for key, sample in samples.items():
        table.add_row(*key, *sample.row())
    Console().print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("parts", "playouts", "duel"))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--most", type=int, default=3200)
    parser.add_argument("--only", choices=FAMILIES, action="append")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    samples: dict[tuple[str, str], Sample] = {}
    families = [name for name in FAMILIES if given.what != "parts" or name != "cgdl:uno"]  # UNO has no advice
    for name in given.only or families:
        games = max(10, round(given.games * GAMES.get(name, 1)))
        for called, seats in _agents(given, name).items():
            samples[name, called] = play(name, seats, games, given.seed, given.threads)
            if not given.json:
                print(name, called, *samples[name, called].row(), sep="  ", flush=True)
    show(given.what, samples, given.json)


def _agents(given: argparse.Namespace, name: str) -> dict[str, str]:
    table = FAMILIES[name]
    if given.what == "parts":
        return {called: table.format(f"mcts:{given.playouts}{part}") for called, part in PARTS.items()}
    if given.what == "playouts":
        steps = [n for n in (50, 100, 200, 400, 800, 1600, 3200, 6400, 10_000) if n <= given.most]
        return {f"mcts:{n}": table.format(f"mcts:{n}") for n in steps}
    own, old = f"mcts:{given.playouts}", f"mcts:{given.playouts}+prior=0+model=0"
    thesis = f"mcts-thesis:{given.playouts}"
    players = len(make_seats(table.format("random")))
    if players == 1:
        return {own: own, old: old, thesis: thesis}
    half = players // 2
    rest = players - half
    return {f"{own} against {each}": f"{half}*{own},{rest}*{each}" for each in (old, thesis)}


if __name__ == "__main__":
    main()
