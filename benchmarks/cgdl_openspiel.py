"""The speed of described games beside OpenSpiel's C++ programs of the same games, by random players.

    python benchmarks/cgdl_openspiel.py
    python benchmarks/cgdl_openspiel.py --rounds 10 --json

OpenSpiel plays with its own random bots in its own loop, `evaluate_bots`, all of it in C++. A game there is one deal
and here often several, so the figure is decisions a second. Rounds of both alternate in one process, CPU seconds are
counted, and the best round of each counts.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
import pyspiel
from rich.console import Console
from rich.table import Table

from cardwright import cgdl
from cardwright.agents import make, play_games
from cardwright.core.random import seeds_for

SHORT = 0.3  # CPU seconds a round takes at least
COUNTED = 40  # games of OpenSpiel of which the decisions are counted


class Pair(NamedTuple):
    """A described game and its name in OpenSpiel."""

    described: str
    peer: str


PAIRS = (
    Pair("gin_rummy", "gin_rummy"),
    Pair("spades", "spades(num_tricks=13)"),
    Pair("hearts", "hearts"),
    Pair("oh_hell", "oh_hell(players=4)"),
    Pair("euchre", "euchre"),
    Pair("crazy_eights", "crazy_eights"),
)


def peer_decisions(game: Any) -> float:
    """Return the mean number of decisions of a random game of OpenSpiel."""
    rng = random.Random(1)
    decisions = 0
    for _ in range(COUNTED):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, chances)[0])
            else:
                decisions += 1
                state.apply_action(rng.choice(state.legal_actions()))
    return decisions / COUNTED


def peer_round(game: Any) -> Callable[[int], float]:
    """Return a function that plays a number of games of OpenSpiel and returns the decisions."""
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(game.num_players())]
    each = peer_decisions(game)

    def play(games: int) -> float:
        for seed in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, seed)
        return games * each

    return play


def own_round(game: cgdl.CardGame) -> Callable[[int], float]:
    """Return a function that plays a number of described games and returns the decisions."""
    agents = [make("random")] * game.players

    def play(games: int) -> float:
        seeds, agent_seeds = (seeds_for(1, use, np.arange(games)) for use in ("game", "agent"))
        return float(play_games(game, agents, seeds, agent_seeds).decisions.sum())

    return play


def rate(play: Callable[[int], float], games: int) -> float:
    """Return decisions per CPU second."""
    began = time.process_time()
    return play(games) / (time.process_time() - began)


def enough(play: Callable[[int], float]) -> int:
    """Return a number of games that takes at least `SHORT` CPU seconds."""
    games = 8
    play(games)  # compiles
    while True:
        began = time.process_time()
        play(games)
        if time.process_time() - began > SHORT:
            return games
        games *= 2


def compare(pair: Pair, rounds: int) -> dict[str, float]:
    """Return the decisions a second of a described game and of its peer, and their ratio."""
    own, peer = own_round(cgdl.game(pair.described)), peer_round(pyspiel.load_game(pair.peer))
    sizes = enough(own), enough(peer)
    best = [0.0, 0.0]
    for _ in range(rounds):
        best = [max(old, rate(play, games)) for old, play, games in zip(best, (own, peer), sizes, strict=True)]
    return {"decisions_per_second": best[0], "openspiel": best[1], "ratio": best[0] / best[1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5, help="rounds of each, default 5")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    console = Console(stderr=True)
    result = {}
    for pair in PAIRS:
        with console.status(f"playing {pair.described}"):
            result[pair.described] = compare(pair, options.rounds)
    if options.json:
        print(json.dumps(result, indent=1))
        return
    table = Table("game", "decisions/s", "OpenSpiel", "ratio", title="Random play on one core")
    for name, row in result.items():
        table.add_row(name, f"{row['decisions_per_second']:,.0f}", f"{row['openspiel']:,.0f}", f"{row['ratio']:.1f}")
    Console().print(table)


if __name__ == "__main__":
    main()
