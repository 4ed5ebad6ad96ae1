"""Measure what it costs to observe games: python benchmarks/observations.py [GAME ...]

For each game: how many numbers an observation has and how many actions there are, the time of one observation and
of one list of rows, and the decisions a second of games in which every player takes random actions: bare, with the mask
of legal actions after each decision, and with the observation of the player who decides too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import cardwright
from cardwright.core import verbs
from cardwright.core.compiling.jit import kernel
from cardwright.core.random import as_seed, derive

GAMES = ("spire:jaw-worm", "spire:sentries", "unicorns:standard", "cgdl:uno", "autobattler:draft")
BARE, MASKED, OBSERVED = range(3)


@kernel
def play(states, rules, setup, actions, mask, features, chance, decisions, how):
    """Play random games one after another until `decisions` have been made; return a sum of what was observed."""
    s = states[0]
    verbs.reset(s, rules[0], setup[0], chance)
    total = 0.0
    for k in range(decisions):
        if verbs.decider(s) < 0:
            verbs.reset(s, rules[0], setup[0], derive(chance, np.uint64(k), np.uint64(0)))
        n = verbs.legal(s, rules[0], actions)
        if how >= MASKED:
            mask[:] = 0
            for each in range(n):
                mask[verbs.action_index(s, rules[0], actions[each])] = 1
        if how >= OBSERVED:
            verbs.observe(s, rules[0], verbs.decider(s), features)
            total += features[0]
        draw = derive(chance, np.uint64(k), np.uint64(1)) >> np.uint64(32)
        verbs.apply(s, rules[0], actions[np.int64((draw * np.uint64(n)) >> np.uint64(32))])
    return total


@kernel
def look(states, rules, features, rows, times, as_rows):
    """Observe the same positions again and again."""
    total = 0.0
    for _ in range(times):
        for index in range(states.size):
            player = max(0, verbs.decider(states[index]))
            if as_rows:
                total += verbs.tokenise(states[index], rules[0], player, rows)
            else:
                total += verbs.observe(states[index], rules[0], player, features)
    return total


def shortest(run: Callable[[], Any], windows: int = 40) -> float:
    """Return the shortest processor time of many short runs, in seconds: other load makes most of them longer."""
    run()
    spent = []
    for _ in range(windows):
        begun = time.thread_time()
        run()
        spent.append(time.thread_time() - begun)
    return min(spent)


def measure(name: str, decisions: int) -> dict[str, float]:
    """Return what is measured of one game."""
    game = cardwright.game(name)
    features = np.zeros(len(game.features), np.float32)
    rows = np.zeros((game.max_tokens, len(game.token_fields)), np.int16)
    actions, mask = np.zeros(game.max_actions, np.int64), np.zeros(len(game.action_space), np.int8)
    states, seed = np.zeros(1, game.dtype), as_seed(1)
    speeds = [
        decisions
        / shortest(lambda: play(states, game.rules, game.setup, actions, mask, features, seed, decisions, how))  # noqa: B023
        for how in (BARE, MASKED, OBSERVED)
    ]
    positions = np.concatenate([sample(game, number) for number in range(20)])
    times = max(1, decisions // (4 * len(positions)))
    spent = [shortest(lambda: look(positions, game.rules, features, rows, times, rows_too)) for rows_too in (0, 1)]  # noqa: B023
    each = [1e9 * seconds / (times * len(positions)) for seconds in spent]
    return {
        "features": len(features),
        "actions": len(mask),
        "observe, ns": each[0],
        "rows, ns": each[1],
        **dict(zip(("bare/s", "with mask/s", "all/s"), speeds, strict=True)),
    }


def sample(game: cardwright.Game, seed: int) -> np.ndarray:
    """Return the positions of a random game."""
    random, state, found = np.random.default_rng(seed), game.new(seed), []
    while not state.over and len(found) < 100:
        found.append(state.records.copy())
        state.play(state.legal()[random.integers(len(state.legal()))])
    return np.concatenate(found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=GAMES, help=f"what to measure (default {', '.join(GAMES)})")
    parser.add_argument("--decisions", type=int, default=50_000, help="decisions in each of 40 runs (default 50,000)")
    arguments = parser.parse_args()
    for position, name in enumerate(arguments.games):
        row = measure(name, arguments.decisions)
        if position == 0:
            print(f"{'':20}" + "".join(f"{title:>14}" for title in row))
        print(f"{name:20}" + "".join(f"{value:14,.0f}" for value in row.values()), flush=True)


if __name__ == "__main__":
    main()
