"""Games whose actions depend only on the position, as a list of checksums.

    NUMBA_DISABLE_JIT=1 python tests/unicorns/unicorn_traces.py

prints the traces of all games as JSON; compiled and uncompiled code give the same.
"""

from __future__ import annotations

import json

from cardwright import unicorns
from cardwright.core.game import Game

STARTS = ({"players": 2}, {"players": 6}, {"players": 5, "rules": "thesis"}, {"players": 8, "rules": "thesis"})
LONGEST = 60


def trace(game: Game, seed: int) -> list[int]:
    """The checksum of every position of a game, and of a hidden copy every eight positions."""
    found: list[int] = []
    state = game.new(seed)
    while not state.over and len(found) < LONGEST:
        found.append(state.check())
        if len(found) % 8 == 0:
            found.append(state.copy(hidden_from=len(found) % game.players, seed=len(found)).check())
        options = state.legal()
        state.play(options[found[-1] % len(options)])
    return [*found, state.check()]


def all_traces() -> dict[str, list[int]]:
    """The trace of one game per start."""
    return {str(start): trace(unicorns.family.game(start), seed) for seed, start in enumerate(STARTS)}


if __name__ == "__main__":
    print(json.dumps(all_traces()))
