"""Measure the speed of battles: every figure that the documentation claims. Run it on an idle machine.

    python benchmarks/spire.py              # about three minutes, compiling included
    python benchmarks/spire.py --ladder     # also the strength of the agents, some minutes more
    python benchmarks/spire.py --json

The baseline, measured in the same run, is the same rules uncompiled, as plain Python.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

import cardwright
from cardwright import arena, spire
from cardwright.agents import Mcts, make, play_games
from cardwright.agents.parallel_mcts import Tree, best_of
from cardwright.core import array_verbs
from cardwright.core.random import as_seed, seed_for
from cardwright.spire import encounters

SCENARIO = "spire:jaw-worm"
TARGETS = {  # at least this much; a negative number means at most its opposite
    "battles/s, random play, one core": 120_000,
    "battles/s, random decks with five relics against act 1": 60_000,
    "two threads against one": 1.7,
    "decisions/s from Python, arrays and indices": 200_000,
    "decisions/s from Python, facade": 60_000,
    "playouts/s of mcts": 40_000,
    "seconds to compile everything, cold": -60,
    "seconds to start the command, warm": -3,
}
CHUNK = 500  # battles per call
DECK, RELICS, DECKS = 20, 5, 4  # cards and relics of a random start, and starts against each encounter


def seeds(count: int, use: str) -> np.ndarray:
    return np.array([seed_for(1, use, index) for index in range(count)], np.uint64)


def battles(windows: int = 40, seconds: float = 0.1) -> tuple[float, float]:
    """Return battles and decisions per second of one thread: the best of many short windows, to exclude other load."""
    game, agent = cardwright.game(SCENARIO), [make("random")]
    own, theirs = seeds(CHUNK, "game"), seeds(CHUNK, "agent")
    play_games(game, agent, own, theirs)
    best = (0.0, 0.0)
    for _ in range(windows):
        done = decisions = 0
        start = time.perf_counter()
        while time.perf_counter() - start < seconds:
            decisions += int(play_games(game, agent, own, theirs).decisions.sum())
            done += CHUNK
        took = time.perf_counter() - start
        best = max(best, (done / took, decisions / took))
    return best


def carrying(repeats: int = 5) -> float:
    """Return battles per CPU second with random Ironclad decks and relics against every fight of act 1."""
    content, dice, best = spire.standard(), random.Random(1), 0.0
    cards = sorted(name for name, card in content.cards.items() if card.color == "red")
    own, theirs, agent = seeds(CHUNK, "game"), seeds(CHUNK, "agent"), [make("random")]
    games = [
        spire.battle(
            deck=dice.choices(cards, k=DECK),
            relics=dice.sample(sorted(content.relics), RELICS),
            enemies=encounters.enemies(name, dice),
        )
        for name in encounters.names()
        for _ in range(DECKS)
    ]
    for game in games:
        play_games(game, agent, own, theirs)
    for _ in range(repeats):
        start = time.process_time()
        for game in games:
            play_games(game, agent, own, theirs)
        best = max(best, CHUNK * len(games) / (time.process_time() - start))
    return best


def threads(windows: int = 20, seconds: float = 0.2) -> float:
    """Return the speed of two threads relative to one: the best windows of each, measured alternately."""
    game, agent = cardwright.game(SCENARIO), [make("random")]
    own, theirs = seeds(CHUNK, "game"), seeds(CHUNK, "agent")

    def work(start: float) -> float:
        done = 0
        while time.perf_counter() - start < seconds:
            play_games(game, agent, own, theirs)
            done += CHUNK
        return done / (time.perf_counter() - start)

    one = two = 0.0
    with ThreadPoolExecutor(2) as pool:
        for _ in range(windows):
            one = max(one, work(time.perf_counter()))
            two = max(two, sum(pool.map(work, [time.perf_counter()] * 2)))
    return two / one


def arrays(seconds: float = 1.0) -> float:
    """Return decisions per second with the verbs called from Python on an array and an index."""
    game, dice = cardwright.game(SCENARIO), random.Random(1)
    states, out = np.zeros(1, game.dtype), np.zeros(game.max_actions, np.int64)
    rules, setup, legal, apply = game.rules, game.setup, array_verbs.legal, array_verbs.apply
    array_verbs.reset(states, 0, rules, setup, as_seed(0))
    apply(states, 0, rules, out[legal(states, 0, rules, out) - 1])
    done = number = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        array_verbs.reset(states, 0, rules, setup, as_seed(number))
        number += 1
        who = 0
        while who >= 0:
            n = legal(states, 0, rules, out)
            who = apply(states, 0, rules, out[int(dice.random() * n)])
            done += 1
    return done / (time.perf_counter() - start)


def facade(seconds: float = 1.0) -> float:
    """Return decisions per second through `State.legal` and `State.play`."""
    game, dice = cardwright.game(SCENARIO), random.Random(1)
    game.new(0).play("end turn").legal()
    done = number = 0
    start = time.perf_counter()
    while time.perf_counter() - start < seconds:
        state = game.new(number)
        number += 1
        while not state.over:
            state.play(dice.choice(state.legal()))
            done += 1
    return done / (time.perf_counter() - start)


def playouts(count: int = 400, games: int = 20) -> float:
    """Return playouts per second of trees over whole battles; a tree grown by hand does not end early."""
    game, done = cardwright.game(SCENARIO), 0
    Tree(game.new(1), Mcts(count), 1).grow()
    start = time.perf_counter()
    for seed in range(games):
        state = game.new(seed)
        while not state.over:
            tree = Tree(state, Mcts(count), seed)
            tree.grow()
            done += count
            state.play(best_of([tree]))
    return done / (time.perf_counter() - start)


def starts() -> tuple[float, float]:
    """Return the seconds of a whole arena command with an empty cache and with a full one."""
    seats = [f"--seats={each}" for each in ("random", "lookahead:1", "mcts:1")]
    command = [sys.executable, "-m", "cardwright", "arena", SCENARIO, *seats, "--games", "10", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "CARDWRIGHT_CACHE": folder}
        took = []
        for _ in range(3):
            start = time.perf_counter()
            subprocess.run(command, env=environment, check=True, capture_output=True)
            took.append(time.perf_counter() - start)
    return took[0], min(took[1:])


def uncompiled(games: int = 30) -> float:
    """Return battles per second of the same rules as plain Python."""
    program = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); import spire, cardwright\n"
        "from cardwright.agents import make, play_games\n"
        "game, own, theirs = cardwright.game(spire.SCENARIO), spire.seeds(int(sys.argv[2]), 'game'), "
        "spire.seeds(int(sys.argv[2]), 'agent')\n"
        "start = time.perf_counter(); play_games(game, [make('random')], own, theirs)\n"
        "print(len(own) / (time.perf_counter() - start))"
    )
    folder = os.path.dirname(os.path.abspath(__file__))
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-c", program, folder, str(games)]
    return float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)


def ladder(games: int) -> dict[str, Any]:
    """Return the HP left of three agents against two elites."""
    result = {}
    for scenario in ("spire:lagavulin", "spire:sentries"):
        series = arena.run(scenario, ["random", "lookahead:2", "mcts:400"], games=games, seed=1).to_dict()["series"]
        result[scenario] = [
            {key: each[key] for key in ("seats", "games", "win_rate", "hp_left", "hp_left_interval")} for each in series
        ]
    return result


def measure(console: Console) -> dict[str, float]:
    figures: dict[str, float] = {}

    def note(name: str, value: float) -> None:
        figures[name] = value
        console.print(f"{name}: {value:,.2f}")

    cold, warm = starts()
    note("seconds to compile everything, cold", cold)
    note("seconds to start the command, warm", warm)
    rate, decisions = battles()
    note("battles/s, random play, one core", rate)
    note("decisions/s of that", decisions)
    note("battles/s, random decks with five relics against act 1", carrying())
    note("two threads against one", threads())
    note("decisions/s from Python, arrays and indices", arrays())
    note("decisions/s from Python, facade", facade())
    note("playouts/s of mcts", playouts())
    note("battles/s of the same rules uncompiled", uncompiled())
    note("times as fast as uncompiled", rate / figures["battles/s of the same rules uncompiled"])
    return figures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    parser.add_argument(
        "--ladder",
        type=int,
        nargs="?",
        const=400,
        default=0,
        metavar="GAMES",
        help="also compare agents, in GAMES games each (400)",
    )
    options = parser.parse_args()
    console = Console(stderr=True)
    figures: dict[str, Any] = {"figures": measure(console)}
    if options.ladder:
        figures["ladder"] = ladder(options.ladder)
    if options.json:
        print(json.dumps(figures, indent=1))
    else:
        show(figures)


def show(figures: dict[str, Any]) -> None:
    table = Table("figure", "measured", "target", "", title=f"{SCENARIO}, Ironclad's first deck")
    for name, value in figures["figures"].items():
        target = TARGETS.get(name)
        limit = verdict = ""
        if target is not None:
            limit = f"at most {-target:,}" if target < 0 else f"at least {target:,}"
            verdict = "reached" if (value <= -target if target < 0 else value >= target) else "MISSED"
        table.add_row(name, f"{value:,.2f}" if value < 100 else f"{value:,.0f}", limit, verdict)
    Console().print(table)
    for scenario, rows in figures.get("ladder", {}).items():
        table = Table("agent", "games", "win rate", "HP left", "95 % interval", title=scenario)
        for row in rows:
            low, high = row["hp_left_interval"]
            cells = (row["seats"], f"{row['games']:,}", f"{row['win_rate']:.1%}", f"{row['hp_left']:.2f}")
            table.add_row(*cells, f"{low:.2f} to {high:.2f}")
        Console().print(table)


if __name__ == "__main__":
    main()
