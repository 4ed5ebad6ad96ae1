"""How far a strategy is from an equilibrium: what the best responses of both players gain against it.

The exploitability of a pair of strategies is the mean over both players of what a player gains by changing to the best
response. It is 0 in an equilibrium. Deals are sampled. A response learned from some deals and played in others gains
at most what the best one does; played in the deals it was learned from, it gains at least as much on average. So the
two figures enclose the exploitability. The responding player remembers everything it has seen and done.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from cardwright.agents.game_tree import grow
from cardwright.agents.regret import Solver, Strategy
from cardwright.arena.statistics import Estimate, mean
from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.random import seeds_for
from cardwright.core.record import STREAMS

from .best_response import Study

MOST_ITERATIONS = 1_000_000_000
MOST_DEALS = 1_000_000


@dataclass(frozen=True)
class Measured:
    """How good a strategy is: scores are those of the game, from -1 to 1."""

    value: Estimate  # the mean score of the first player if both follow the strategy
    at_least: Estimate  # exploitability, from below
    at_most: Estimate  # and from above
    remembered: bool  # whether the information sets hold all that a player has seen and done


@dataclass(frozen=True)
class Step:
    """A stage of training."""

    iterations: int
    information_sets: int
    measured: Measured


class Deals(NamedTuple):
    """First positions and how often each was dealt."""

    records: np.ndarray
    counts: np.ndarray


def sample(game: Game, number: int, seed: int, use: str) -> Deals:
    """Deal a number of times; positions that differ only in their random streams count as one."""
    records = np.zeros(number, game.dtype)
    for index, each in enumerate(seeds_for(seed, use, np.arange(number))):
        array_verbs.reset(records, index, game.rules, game.setup, each)
    raw = records.view(np.uint8).reshape(number, -1)[:, 8 * STREAMS :]
    _, first, counts = np.unique(raw, axis=0, return_index=True, return_counts=True)
    if len(first) < number and grow(game, records[:10])[1]:  # cards drawn later differ
        return Deals(records, np.ones(number, np.int64))
    return Deals(records[first], counts)


def measure(game: Game, strategy: Strategy, deals: int = 10_000, seed: int = 1) -> Measured:
    """Measure a strategy in `deals` deals, after learning the responses from as many others."""
    learned, tested = (sample(game, deals, seed, use) for use in ("cfr responses", "cfr measurement"))
    return compare(game, strategy, learned, tested)


def compare(game: Game, strategy: Strategy, learned: Deals, tested: Deals) -> Measured:
    """Measure a strategy in the deals `tested`; the best responses are those to the deals `learned`."""
    here, there = (
        Study(grow(game, deals.records)[0], strategy, deals.counts / deals.counts.sum()) for deals in (learned, tested)
    )
    inside, outside = np.zeros(len(learned.counts)), np.zeros(len(tested.counts))
    for player in range(2):
        keys, best = here.best_response(player)
        inside += (here.values(player, keys, best) - here.values(player)) / 2
        outside += (there.values(player, keys, best) - there.values(player)) / 2
    return Measured(
        mean(np.repeat(there.values(0), tested.counts)),
        mean(np.repeat(outside, tested.counts)),
        mean(np.repeat(inside, learned.counts)),
        here.remembered,
    )


def approach(
    game: Game, iterations: int, deals: int = 10_000, seed: int = 1, progress: Callable[[int, int], None] | None = None
) -> Iterator[Step]:
    """Train, and yield how close the strategy is to an equilibrium after 1 %, 10 % and all of the iterations."""
    if not 1 <= iterations <= MOST_ITERATIONS:
        raise CardwrightError(f"the number of iterations must be from 1 to {MOST_ITERATIONS:,}, not {iterations}")
    if not 2 <= deals <= MOST_DEALS:
        raise CardwrightError(f"the number of deals must be from 2 to {MOST_DEALS:,}, not {deals}")
    solver = Solver(game, seed)
    for stage in sorted({max(1, iterations // 100), max(1, iterations // 10), iterations}):
        report = functools.partial(_report, progress, solver.iterations, iterations)
        solver.train(stage - solver.iterations, report)
        yield Step(stage, solver.size, measure(game, solver.strategy(), deals, seed))


def _report(progress: Callable[[int, int], None] | None, before: int, total: int, done: int, _: int) -> None:
    if progress:
        progress(before + done, total)
