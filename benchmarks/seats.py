"""Measure whether an agent wins Unstable Unicorns equally often in every seat.

python benchmarks/seats.py --agent rules --players 2 3 4 5 6 7 8 --games 20000

Every seat has the same agent. The share of a seat is its part of the games that somebody won; the interval is that of
Wilson for 95 %.
"""

from __future__ import annotations

import argparse

import numpy as np

import cardwright
from cardwright.agents import make, play_games
from cardwright.arena.statistics import rate


def shares(agent: str, players: int, games: int, first: int) -> tuple[np.ndarray, int]:
    """Return how many games each seat won, and how many had a winner."""
    game = cardwright.game(f"unicorns:{players}")
    seeds = np.arange(first, first + games, dtype=np.uint64)
    played = play_games(game, [make(agent)] * players, seeds, seeds)
    winners = played.states["winner"]
    return np.array([np.count_nonzero(winners == seat) for seat in range(players)]), int((winners >= 0).sum())


def main() -> None:
    """Print the share of every seat with its interval, and the largest distance from an equal share."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--agent", default="rules")
    parser.add_argument("--players", type=int, nargs="+", default=[2, 3, 4, 5, 6, 7, 8])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for players in arguments.players:
        wins, decided = shares(arguments.agent, players, arguments.games, arguments.seed)
        parts = []
        for won in wins.tolist():
            share = rate(won, decided)
            parts.append(f"{share.value:.2%} ({share.low:.2%} to {share.high:.2%})")
        worst = np.abs(wins / decided - 1 / players).max()
        print(f"{players} x {arguments.agent}, {decided} decided games of {arguments.games}: {', '.join(parts)}")
        print(
            f"  an equal share is {1 / players:.2%}; the largest distance from it {100 * worst:.2f} points", flush=True
        )


if __name__ == "__main__":
    main()
