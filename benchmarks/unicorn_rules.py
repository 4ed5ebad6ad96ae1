"""Win rates of the agent `rules` at Unstable Unicorns next to those of the thesis, and the effect of each switch.

    python benchmarks/unicorn_rules.py [--games 10000] [--jobs 1] [--switches]

The win rate is how often any of the `rules` agents wins.
"""

from __future__ import annotations

import argparse

from cardwright import arena, unicorns
from cardwright.arena.statistics import rate
from cardwright.unicorns.profile import profiles

SEATINGS = {"2*rules,4*random": 90.9, "3*rules,3*random": 98.3}  # the win rates of the thesis in per cent


def win_rate(game: unicorns.Unicorns, seats: str, games: int, jobs: int) -> tuple[float, float, float]:
    """Return how often any of the `rules` agents wins, in per cent, with a 95 % interval."""
    result = arena.run(game, [seats], games=games, seed=1, jobs=jobs)
    agents = int(seats[0])
    wins = result.frame().select(f"win_{seat + 1}" for seat in range(agents)).sum_horizontal().sum()
    value, low, high = rate(float(wins), games)
    return 100 * value, 100 * low, 100 * high


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="games per row (default 10000)")
    parser.add_argument("--jobs", type=int, default=1, help="worker processes (default 1)")
    parser.add_argument("--switches", action="store_true", help="also try each switch alone")
    options = parser.parse_args()
    print(f"{'rules':34} {'seats':18} {'win rate %':>24}   thesis")
    for rules in ("thesis", "official"):
        for seats, reference in SEATINGS.items():
            share, low, high = win_rate(unicorns.game(6, rules), seats, options.games, options.jobs)
            print(f"{rules:34} {seats:18} {share:8.1f} [{low:.1f}, {high:.1f}]   {reference}", flush=True)
    if options.switches:
        seats = next(iter(SEATINGS))
        for name in profiles().switches:
            on = unicorns.game(6, "official", switches={name: True})
            off = unicorns.game(6, "thesis", switches={name: False})
            rates = [win_rate(game, seats, options.games, options.jobs)[0] for game in (on, off)]
            print(f"{name:34} official with it {rates[0]:6.1f}   thesis without it {rates[1]:6.1f}", flush=True)


if __name__ == "__main__":
    main()
