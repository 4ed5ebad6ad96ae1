"""Benchmark a GPU against one CPU core: auto battler matches and Slay the Spire battles per second.

Run it on a machine with an NVIDIA GPU: python benchmarks/gpu.py
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from cardwright import autobattler
from cardwright.agents import make, play_games, seats_of
from cardwright.agents.gpu import GpuPlayers
from cardwright.autobattler.mechanics import mechanics
from cardwright.core.random import seeds_for
from cardwright.spire import family


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cards", type=int, default=40)
    parser.add_argument("--battles", type=int, default=1 << 21)
    arguments = parser.parse_args()
    tournaments(arguments.cards)
    battles(arguments.battles)


def best_of(times: int, play: Callable[[], object]) -> float:
    """Return the seconds of the fastest of several runs, without the first, which compiles."""
    began = time.perf_counter()
    play()
    print(f"  first run, including compilation: {time.perf_counter() - began:.1f} s")
    seconds = []
    for _ in range(times):
        began = time.perf_counter()
        play()
        seconds.append(time.perf_counter() - began)
    return min(seconds)


def random_cards(count: int) -> list[autobattler.Card]:
    """Return random cards with all mechanics."""
    rng = np.random.default_rng(7)
    known = sorted(mechanics().items())
    cards = []
    for number in range(count):
        name, mechanic = known[number % len(known)]
        attack, health, parameter = (int(rng.integers(low, high)) for low, high in ((0, 9), (1, 11), (1, 11)))
        cards.append(
            autobattler.Card(f"Card {number}", attack, health, {name: parameter if mechanic.parameter else None})
        )
    return cards


def tournaments(count: int) -> None:
    few, many = random_cards(12), random_cards(count)
    print(f"auto battler, {count} cards, {count**3:,} lineups")
    here, there = (autobattler.tournament(few, device=device, threads=1) for device in ("cpu", "gpu"))
    same = np.array_equal(here.payoff, there.payoff) and (here.ties, here.phases) == (there.ties, there.phases)
    print(f"  same results on 12 cards: {same}")
    on_gpu = best_of(3, lambda: autobattler.tournament(many, device="gpu"))
    on_core = best_of(3, lambda: autobattler.tournament(few, device="cpu", threads=1))
    matches = count**3 * (count**3 - 1) // 2
    gpu, core = matches / on_gpu, here.matches / on_core
    print(f"  GPU {gpu / 1e6:,.0f} million matches/s, one core {core / 1e6:.2f} million, ratio {gpu / core:,.0f}")


def battles(count: int) -> None:
    game = family.game(family.start("jaw-worm"), "jaw-worm")
    for name, games in (("random", count), ("rules", count // 16), ("lookahead:2", 20_000), ("mcts:40", 1_000)):
        agents = [make(name)]
        seeds, agent_seeds = seeds_for(1, "game", np.arange(games)), seeds_for(1, "agent", np.arange(games))
        few = min(games, 2_000)
        print(f"Spire battles, {name}, {games:,}")
        here, there = (play_games(game, agents, seeds[:few], agent_seeds[:few], gpu=gpu) for gpu in (False, True))
        print(f"  same final records: {here.states.tobytes() == there.states.tobytes()}")
        players = GpuPlayers(game, seats_of(game, agents))
        ends = np.zeros(games if name != "random" else 0, game.dtype)
        on_gpu = best_of(3, lambda p=players, e=ends, s=seeds, a=agent_seeds: p.play(e, s, a, 100_000))  # type: ignore[misc]
        on_core = best_of(3, lambda g=agents, s=seeds[:few], a=agent_seeds[:few]: play_games(game, g, s, a))  # type: ignore[misc]
        gpu, core = games / on_gpu, few / on_core
        print(f"  GPU {gpu:,.0f} battles/s, one core {core:,.0f}, ratio {gpu / core:.1f}")


if __name__ == "__main__":
    main()
