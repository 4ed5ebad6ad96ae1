"""How many decisions a second agents take on one core: python benchmarks/policies.py [GAME AGENT ...]

A decision includes the rules: the legal actions, what the agent does, and the action itself.
"""

from __future__ import annotations

import sys
import time

import numpy as np

import cardwright
from cardwright.agents import make, play_games, share_kernel
from cardwright.core.random import seeds_for

SECONDS = 3.0
USUAL = (
    ("spire:jaw-worm", ("random", "rules", "lookahead:2", "policy:act-1", "policy:act-1+temperature=1")),
    ("spire:sentries", ("random", "rules", "lookahead:2", "policy:act-1", "policy:act-1+temperature=1")),
)


def speed(game: cardwright.Game, agent: str) -> float:
    """Return decisions a second."""
    decisions, begun, number, games = 0, 0.0, 0, 20
    while not begun or time.perf_counter() - begun < SECONDS:
        seeds = seeds_for(1, "speed", np.arange(number, number + games))
        played = play_games(game, [make(agent)] * game.players, seeds, seeds)
        decisions += int(played.decisions.sum()) if begun else 0
        begun, number, games = begun or time.perf_counter(), number + games, 2000  # the first games compile
    return decisions / (time.perf_counter() - begun)


def main() -> None:
    tables = [(sys.argv[1], sys.argv[2:])] if len(sys.argv) > 2 else USUAL
    for name, agents in tables:
        game = cardwright.game(name)
        share_kernel(game, map(make, agents))
        for agent in agents:
            print(f"{name:20} {agent:40} {speed(game, agent):12,.0f} decisions/s", flush=True)


if __name__ == "__main__":
    main()
