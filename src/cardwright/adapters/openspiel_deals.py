"""The deals that a game of OpenSpiel starts with: the seeds of some, or one seed for each deal there is."""

from __future__ import annotations

import functools

import numpy as np
from scipy import stats

from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import as_seed
from cardwright.core.record import STREAMS

ALL = 0  # instead of a number of deals
DEALS = 1000
MOST_DEALS = 1_000_000
REPEATS = 50  # samples for each deal found, after which there are taken to be no others
MOST_DIFFERENT = 1000
UNLIKELY = 1e-6


def deal_seeds(game: Game, deals: int, seed: int) -> range | list[int]:
    """Return the seeds of the deals; a game without chance has one."""
    if not 0 <= deals <= MOST_DEALS:
        raise CardwrightError(f"'deals' must be from 1 to {MOST_DEALS:,}, or {ALL} for all there are, not {deals}")
    if not game.chance:
        return range(seed, seed + 1)
    return range(seed, seed + deals) if deals != ALL else _different(game, seed)


@functools.lru_cache(maxsize=32)
def _different(game: Game, seed: int) -> list[int]:
    """Return the first seed of each different deal."""
    found: dict[bytes, int] = {}
    counts: dict[bytes, int] = {}
    record = np.zeros(1, game.dtype)
    number = 0
    while number < REPEATS * max(10, len(found)):
        array_verbs.reset(record, 0, game.rules, game.setup, as_seed(seed + number))
        deal = record.tobytes()[8 * STREAMS :]
        found.setdefault(deal, seed + number)
        counts[deal] = counts.get(deal, 0) + 1
        number += 1
        if len(found) > MOST_DIFFERENT:
            raise CardwrightError(
                f"{game.name} has more than {MOST_DIFFERENT:,} different deals: say how many to play with, "
                "as in deals=1000"
            )
    if len(counts) > 1 and stats.chisquare(list(counts.values())).pvalue < UNLIKELY:
        raise CardwrightError(
            f"the deals of {game.name} are not equally likely: say how many to play with, as in deals=1000"
        )
    return list(found.values())
