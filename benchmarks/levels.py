"""Does each level of play beat the one below? The figures are in docs/replays.md.

    python benchmarks/levels.py autobattler unicorns:2 cgdl:uno cgdl:hearts --deals 200

Each deal is played once for each seat, with the better level in that seat and the other level in all others. A row says
how often the better level wins, with a 95 % interval over deals, and how often it would among equals. In games with
points, its lead follows: how many points it has more than the others on average, in % of all points. A level that
thinks for some time instead makes `--playouts` playouts here, so that the result does not depend on the machine.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

import cardwright
from cardwright.agents import LEVELS, Agent, make, opponent
from cardwright.agents.compiled import seats_of
from cardwright.agents.kernel import Players
from cardwright.agents.parallel_mcts import ParallelMcts
from cardwright.arena import statistics
from cardwright.core import array_verbs
from cardwright.core.game import LONGEST_GAME, Game
from cardwright.core.interpreted import plain
from cardwright.core.random import seed_for
from cardwright.core.verbs import margin, provides


def play(game: Game, seats: list[Agent], deals: int, seed: int) -> np.ndarray:
    """Return the last positions of some deals."""
    players = Players(game, seats_of(game, seats))
    states = np.zeros(deals, game.dtype)
    seeds = [np.array([seed_for(seed, what, k) for k in range(deals)], np.uint64) for what in ("game", "agent")]
    players.play(states, *seeds, game.max_decisions or LONGEST_GAME)
    return states


def wins(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    """Return how much of each deal a player has won; players who share a victory share it equally."""
    scores = np.zeros((len(states), game.players))
    array_verbs.score_all(states, scores)
    best = (scores == scores.max(axis=1, keepdims=True)) & (scores > 0)
    return best[:, seat] / np.maximum(1, best.sum(axis=1))


def leads(game: Game, states: np.ndarray, seat: int) -> np.ndarray:
    """Return by how many points a player leads in each deal, as a share of all points."""
    ahead = plain(margin)
    return np.array([ahead(state, game.rules[0], seat) for state in states])


def compare(game: Game, better: Agent, worse: Agent, deals: int, seed: int) -> str:
    """Return how often the better agent wins, and by how much it leads."""
    found: dict[str, list[np.ndarray]] = {"": [], ", lead ": []}
    for seat in range(game.players):
        seats = [worse] * game.players
        seats[seat] = better
        states = play(game, seats, deals, seed)
        found[""].append(wins(game, states, seat))
        if provides("margin", game.dtype):
            found[", lead "].append(leads(game, states, seat))
    shares = {name: statistics.mean(100 * np.mean(columns, axis=0)) for name, columns in found.items() if columns}
    return "".join(f"{name}{each.value:.1f} [{each.low:.1f}, {each.high:.1f}]" for name, each in shares.items())


def measured(game: Game, level: str, playouts: int) -> Agent:
    """Return the agent of a level, with so many playouts if it thinks for some time."""
    agent = opponent(game, level).at(game)
    return replace(agent.search, playouts=playouts) if isinstance(agent, ParallelMcts) else agent


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--deals", type=int, default=100, help="each is played once for each seat")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=LEVELS, help="compared with the one below")
    parser.add_argument("--playouts", type=int, default=2000, help="of a level that thinks for some time")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    below = dict(zip(LEVELS, ("random", *LEVELS), strict=False))
    print(" | ".join(["game", "equals", *(f"{level} beats {below[level]}" for level in given.levels)]))
    for name in given.games:
        game = cardwright.game(name)
        agents = {"random": make("random"), **{each: measured(game, each, given.playouts) for each in LEVELS}}
        cells = [compare(game, agents[each], agents[below[each]], given.deals, given.seed) for each in given.levels]
        print(" | ".join([name, f"{100 / game.players:.0f} %", *cells]), flush=True)


if __name__ == "__main__":
    main()
