"""What do `points` and `narrow` of `mcts` change in described games? The finding is in docs/search.md.

    python benchmarks/described_opponents.py cgdl:hearts cgdl:texas --deals 100

Each deal is played by the older search alone, then once for each seat with the newer search in that seat. A row
compares the newer search with what the older one did in the same seats: games won, score, points at the end, and the
CPU time of a deal with it to that of a deal without it.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

import numpy as np

import cardwright
from cardwright.agents import make
from cardwright.agents.compiled import seats_of
from cardwright.agents.kernel import Players
from cardwright.arena import statistics
from cardwright.cgdl.engine.ending import points_of
from cardwright.cgdl.engine.state import Ended
from cardwright.core.game import Game
from cardwright.core.interpreted import plain
from cardwright.core.random import seed_for

OLD_SETTINGS = "+points=0+narrow=0"


class Played(NamedTuple):
    """The results of some deals, a row for each deal and a column for each seat."""

    won: np.ndarray
    scores: np.ndarray
    points: np.ndarray
    seconds: float


def play(game: Game, seats: list[str], deals: int, seed: int) -> Played:
    """Play deals with these agents."""
    players = Players(game, seats_of(game, [make(each) for each in seats]))
    states = np.zeros(deals, game.dtype)
    seeds = [np.array([seed_for(seed, what, k) for k in range(deals)], np.uint64) for what in ("game", "agent")]
    begun = time.process_time()
    players.play(states, *seeds, game.max_decisions)
    seconds = time.process_time() - begun
    scores = np.where(states["ended"] == Ended.WON, -1.0, 0.0)[:, None] * np.ones(game.players)
    won = (states["ended"] == Ended.WON)[:, None] & (states["winner"][:, None] == np.arange(game.players))
    scores[won] = 1.0
    count = plain(points_of)
    points = [[count(state, game.rules[0], player) for player in range(game.players)] for state in states]
    return Played(won.astype(float), scores, np.array(points, float), seconds)


def compare(name: str, new: str, old: str, deals: int, seed: int) -> str:
    """Return the row for one game."""
    game = cardwright.game(name)
    seats = [old] * game.players
    play(game, [new, *seats[1:]], 1, seed)  # which compiles everything
    before = play(game, seats, deals, seed)
    after = [play(game, [*seats[:seat], new, *seats[seat + 1 :]], deals, seed) for seat in range(game.players)]
    cells = [f"{deals * game.players:,}"]
    for field, scale, form in (("won", 100, ".1f"), ("scores", 1, ".2f"), ("points", 1, ".1f")):
        one = scale * np.mean([getattr(each, field)[:, seat] for seat, each in enumerate(after)], axis=0)
        other = scale * getattr(before, field).mean(axis=1)
        gain = statistics.mean(one - other)
        more = f"{gain.value:+{form}} [{gain.low:+{form}}, {gain.high:+{form}}]"
        cells.append(f"{one.mean():{form}}, {other.mean():{form}}: {more}")
    ratio = np.mean([each.seconds for each in after]) / before.seconds
    return " | ".join([name, *cells, f"{ratio:.2f}"])


def main() -> None:
    """Print a row for each game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games", nargs="+")
    parser.add_argument("--deals", type=int, default=100, help="each is played once for each seat, and once more")
    parser.add_argument("--agent", default="mcts:200")
    parser.add_argument("--against", help=f"the older search; by default AGENT{OLD_SETTINGS}")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print("game | games | won % | score | points | time")
    for name in given.games:
        old = given.against or given.agent + OLD_SETTINGS
        print(compare(name, given.agent, old, given.deals, given.seed), flush=True)


if __name__ == "__main__":
    main()
