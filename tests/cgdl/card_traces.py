"""Traces of card games in which the position alone decides what is played: one checksum per position.

    NUMBA_DISABLE_JIT=1 python tests/cgdl/card_traces.py

prints the traces of all games as JSON. Compiled and uncompiled traces are equal.
"""

from __future__ import annotations

import json
from random import Random

import card_fuzz

from cardwright import cgdl
from cardwright.core.game import Game

SEEDS = range(3)
RANDOM_GAMES = 12
MAX_CHECKS = 60


def trace(game: Game, seed: int) -> list[float]:
    """Return the checksum of every position and of a hidden copy of it, and the scores."""
    found: list[float] = []
    state = game.new(seed)
    while not state.over and len(found) < MAX_CHECKS:
        found.append(state.check())
        player = int(found[-1]) % game.players
        found.append(state.copy(hidden_from=player, seed=seed).check())
        options = state.legal()
        state.play(options[int(found[-2]) % len(options)])
    return [*found, state.check(), *(state.score(player) for player in range(game.players))]


def all_traces() -> dict[str, list[float]]:
    """Return traces of the games that come with the package, and of some random games."""
    games = [(name, cgdl.game(name)) for name in cgdl.games()]
    for number in range(RANDOM_GAMES):
        rng = Random(number)
        made = card_fuzz.with_random_switches(cgdl.random_game(number, rng.randint(2, 4), None, 2), rng)
        games.append((f"random {number}", cgdl.game(made)))
    return {f"{name}, seed {seed}": trace(game, seed) for name, game in games for seed in SEEDS}


if __name__ == "__main__":
    print(json.dumps(all_traces()))
