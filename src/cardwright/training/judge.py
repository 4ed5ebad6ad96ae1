"""The fitness of individuals: each plays the same games, from every seat, against the same opponents.

All games of a generation are played in compiled code over threads. An individual is a row of weights in the table of
seats, so nothing is compiled or parsed for it, and the number of threads makes no difference to the result.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS, Agent, Players, Rules, seats_of
from cardwright.arena.statistics import Estimate, rate
from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError, counted
from cardwright.core.game import Game
from cardwright.core.random import seeds_for
from cardwright.core.verbs import OVER
from cardwright.core.winners import winners
from cardwright.core.working.jobs import checked_jobs
from cardwright.core.working.workers import Workers, jobs_for

BLOCK = 60  # games that a thread plays in one go, if no agent searches; else a single one, so that no thread waits
MOST_GAMES = 10_000_000

FITNESS = {
    "rank": "the mean of 2^(n-r+1), for rank r among n players",
    "win": "the share of games won",
    "score": "the mean score",
}


def fitness_text(fitness: str, value: float) -> str:
    """Return a fitness of some kind as people read it: shares in per cent.

    >>> fitness_text("win", 0.4156), fitness_text("rank", 9.5)
    ('41.6 %', '9.500')
    """
    return f"{100 * value:.1f} %" if fitness == "win" else f"{value:.3f}"


class Verdict(NamedTuple):
    """How the individuals of a generation did."""

    fitness: np.ndarray
    wins: np.ndarray  # the share of games in which one of an individual's seats won


class Judge:
    """Lets individuals play; `games` games each, with `copies` of the individual in every game."""

    def __init__(self, game: Game, games: int, copies: int = 1, fitness: str = "", jobs: int | None = None):
        if not 1 <= copies <= game.players:
            raise CardwrightError(f"copies: {game.name} has {counted(game.players, 'seat')}, not {copies}")
        self.game = game
        self.games = games
        self.copies = copies
        self.own: Sequence[Agent] = [Rules()] * copies  # the individual's seats, whose weights are replaced
        self.fitness = fitness or ("rank" if game.players > 1 else "score")
        self.jobs = checked_jobs(jobs)

    @property
    def rivals(self) -> int:
        """The number of seats for opponents."""
        return self.game.players - self.copies

    def evaluate(
        self,
        individuals: Sequence[np.ndarray],
        opponents: Sequence[Agent],
        seed: int,
        stop: Callable[[], bool] = lambda: False,
        done: Callable[[int, int], None] | None = None,
    ) -> Verdict | None:
        """Return how individuals, given as weights, do in the games of a seed; None if `stop` says so.

        `done(games, all)` is called as games finish.
        """
        quick = all(getattr(agent, "quick", False) for agent in (*self.own, *opponents))
        size = BLOCK if quick else 1
        blocks = [np.arange(first, min(first + size, self.games)) for first in range(0, self.games, size)]
        different = {weights.tobytes(): weights for weights in individuals}  # equal ones play equally
        units = [(weights, block) for weights in different.values() for block in blocks]
        play = _Play(self.game, self.own, opponents, seed)
        with Workers(min(jobs_for(self.jobs), len(units)), threads=True) as workers:
            results = workers.run(play, units, stop, done)
        if results is None:
            return None
        each = [results[first : first + len(blocks)] for first in range(0, len(results), len(blocks))]
        judged = (self._judged(*map(np.concatenate, zip(*some, strict=True))) for some in each)
        figures = dict(zip(different, judged, strict=True))
        fitness, wins = np.array([figures[weights.tobytes()] for weights in individuals], np.float64).T
        return Verdict(fitness, wins)

    def _judged(self, scores: np.ndarray, seats: np.ndarray) -> tuple[float, float]:
        """Return the fitness and the share of wins; `seats` marks the individual's seats in each game."""
        own = scores[seats].reshape(len(scores), self.copies)
        won = winners(scores)
        wins = float(np.mean(np.sum(won & seats, axis=1) / np.maximum(np.sum(won, axis=1), 1)))
        if self.fitness == "score":
            return float(own.mean()), wins
        if self.fitness == "win":
            return wins, wins
        # Players with equal scores share the lowest of their ranks, so nobody gains when all lose.
        ranks = np.count_nonzero(scores[:, None, :] >= own[:, :, None], axis=2)
        return float(np.mean(2.0 ** (self.game.players - ranks + 1))), wins


class _Play:
    """Plays games of an individual, in any thread or process."""

    def __init__(self, game: Game, own: Sequence[Agent], opponents: Sequence[Agent], seed: int):
        self.plan = game, own, opponents
        self.seed = seed
        self.memory = threading.local()

    def __reduce__(self) -> tuple[Any, ...]:
        return _Play, (*self.plan, self.seed)

    def __call__(self, weights: np.ndarray, games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the scores of all seats in the games with these numbers, and which seats were the individual's."""
        if not hasattr(self.memory, "tables"):
            self.memory.tables = _Tables(*self.plan)
        tables: _Tables = self.memory.tables
        return tables.play(weights, games, self.seed)


class _Tables:
    """The seats of all games: one table for each rotation, with memory for one thread."""

    def __init__(self, game: Game, own: Sequence[Agent], opponents: Sequence[Agent]):
        mine, others = iter(own), iter(opponents)
        own_seats = {seat * game.players // len(own) for seat in range(len(own))}  # the individual's seats, far apart
        order = [next(mine) if seat in own_seats else next(others) for seat in range(game.players)]
        self.game = game
        self.rotations = []
        for turn in range(game.players):
            seats = seats_of(game, order[turn:] + order[:turn])
            at = np.array([(seat + turn) % game.players in own_seats for seat in range(game.players)])
            self.rotations.append((Players(game, seats), seats.weights, at))

    def play(self, weights: np.ndarray, games: np.ndarray, seed: int) -> tuple[np.ndarray, np.ndarray]:
        """Play the games with these numbers; return the scores of all seats, and which seats were the individual's.

        Without weights, the individual's agents keep their own.
        """
        players = self.game.players
        scores = np.full((len(games), players), -1.0)
        seats = np.zeros((len(games), players), np.bool_)
        for turn, (table, rows, own) in enumerate(self.rotations):
            some = np.flatnonzero(games % players == turn)
            if len(some) == 0:
                continue
            rows[own, : len(weights)] = weights
            states = np.zeros(len(some), self.game.dtype)
            game_seeds, agent_seeds = (seeds_for(seed, use, games[some]) for use in ("game", "agent"))
            _, stops = table.play(states, game_seeds, agent_seeds, MOST_DECISIONS)
            reached = np.zeros((len(some), players))
            array_verbs.score_all(states, reached)
            finished = (stops == OVER) & (states["fault"] == 0)
            scores[some[finished]] = reached[finished]  # in a game that did not finish, everybody loses
            seats[some] = own
        return scores, seats


def contest(
    game: Game, own: Sequence[Agent], opponents: Sequence[Agent], games: int, seed: int, jobs: int | None = None
) -> Estimate:
    """Return how often one of your own agents wins against the opponents in the other seats, with a 95 % interval.

    >>> import cardwright
    >>> from cardwright.agents import make
    >>> contest(cardwright.game("spire:jaw-worm"), [make("rules")], [], games=10, seed=1).value <= 1
    True
    """
    if not 1 <= games <= MOST_GAMES:
        raise CardwrightError(f"games: 1 to {MOST_GAMES:,} is allowed, not {games:,}")
    if len(own) + len(opponents) != game.players:
        raise CardwrightError(f"{game.name} has {counted(game.players, 'seat')}, not {len(own) + len(opponents)}")
    judge = Judge(game, games, len(own), "win", jobs)
    judge.own = own
    verdict = judge.evaluate([np.zeros(0)], opponents, seed)
    assert verdict is not None  # nobody asked to stop
    return rate(round(games * float(verdict.wins[0])), games)
