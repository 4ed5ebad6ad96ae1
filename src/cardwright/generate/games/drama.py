"""The course of plays: who leads at which time, and how often the lead changes.

A player's chance at a decision is the share of random playouts that the player wins from there, with everything the
player cannot know redrawn each time. The player with the best chance leads. Chances are estimates, so the lead changes
only when another player is ahead by a margin. C. Browne and F. Maire, "Evolutionary game design" (2010), measure drama
and lead changes in a similar way.
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS, Players, make_seats, seats_of
from cardwright.core import array_verbs
from cardwright.core.random import seeds_for

from .subject import RANDOM, Subject

PLAYOUTS = 24  # per estimate of a chance
POSITIONS = 12  # per play, spread evenly
MARGIN = 0.15  # the difference between chances that counts
MAX_DECISIONS = 1000  # of a play that are looked at


class Course(NamedTuple):
    """For each play that was won: how long the winner was behind, how often the lead changed, when it was decided.

    The first and the last are shares of the play. A play is decided when the winner is ahead for good.
    """

    behind: np.ndarray
    changes: np.ndarray
    decided: np.ndarray


@functools.lru_cache(maxsize=4)  # two stages need the same course
def course(subject: Subject, agent: str, games: int) -> Course:
    """Return the course of plays in which every seat has this agent."""
    records, owners, winners = positions(subject, agent, games)
    if not len(records):
        return Course(np.zeros(0), np.zeros(0), np.zeros(0))
    by_player = _chances(subject, records)
    chances = np.stack([by_player[:, side].mean(axis=1) for side in subject.sides], axis=1)
    side_of = {seat: number for number, side in enumerate(subject.sides) for seat in side}
    plays = [(chances[owners == play], side_of[int(winners[play])]) for play in range(games) if winners[play] >= 0]
    plays = [(chance, winner) for chance, winner in plays if len(chance)]
    behind = [float(np.mean(chance.max(axis=1) - chance[:, winner] > MARGIN)) for chance, winner in plays]
    changes = [lead_changes(chance) for chance, _ in plays]
    return Course(np.array(behind), np.array(changes, float), np.array([decided_at(*play) for play in plays]))


def lead_changes(chances: np.ndarray) -> int:
    """Return how often the lead changes, from chances with one row per position and one column per side.

    >>> lead_changes(np.array([[0.5, 0.5], [0.7, 0.3], [0.45, 0.55], [0.2, 0.8]]))
    1
    """
    leader, changes = -1, 0
    for chance in chances:
        best = int(np.argmax(chance))
        others = np.delete(chance, best).max()
        if leader < 0:
            leader = best if chance[best] - others > MARGIN else -1
        elif chance[best] - chance[leader] > MARGIN:
            leader, changes = best, changes + 1
    return changes


def decided_at(chances: np.ndarray, winner: int) -> float:
    """Return the share of a play after which the winner is ahead of all others by a margin until the end.

    >>> decided_at(np.array([[0.8, 0.2], [0.5, 0.5], [0.9, 0.1], [0.9, 0.1]]), winner=0)
    0.5
    """
    ahead = chances[:, winner] - np.delete(chances, winner, axis=1).max(axis=1) > MARGIN
    return float(np.flatnonzero(~ahead).max(initial=-1) + 1) / len(ahead)


@functools.lru_cache(maxsize=4)  # the course of plays and their choices are judged by the same positions
def positions(subject: Subject, agent: str, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return positions spread evenly over each play, the play of each, and the winner of each play (-1: nobody)."""
    game = subject.game
    players = Players(game, seats_of(game, make_seats(f"{game.players}*{agent}")))
    indices = np.arange(games)
    seeds, agent_seeds = seeds_for(subject.seed, "game", indices), seeds_for(subject.seed, "agent", indices)
    states = np.zeros(games, game.dtype)
    taken, deciders = players.play(states, seeds, agent_seeds, 0)
    moments: list[tuple[np.ndarray, np.ndarray]] = []
    while (deciders >= 0).any() and len(moments) < MAX_DECISIONS:
        moments.append((np.flatnonzero(deciders >= 0), states[deciders >= 0]))
        taken, deciders = players.play(states, seeds, agent_seeds, len(moments), taken)
    owners = np.concatenate([each for each, _ in moments]) if moments else np.zeros(0, int)
    records = np.concatenate([each for _, each in moments]) if moments else states[:0]
    chosen = [_evenly(np.flatnonzero(owners == play)) for play in range(games)]
    kept = np.concatenate(chosen) if chosen else np.zeros(0, int)
    scores = np.zeros((games, game.players))
    array_verbs.score_all(states, scores)
    winners = np.where(scores.max(axis=1) > 0, scores.argmax(axis=1), -1)
    return records[kept], owners[kept], winners


def _evenly(indices: np.ndarray) -> np.ndarray:
    """Return at most POSITIONS of these indices, from the first to the last."""
    if len(indices) <= POSITIONS:
        return indices
    return np.asarray(indices[np.linspace(0, len(indices) - 1, POSITIONS).round().astype(int)])


def _chances(subject: Subject, records: np.ndarray) -> np.ndarray:
    """Return each player's chance in each position."""
    game = subject.game
    copies = np.repeat(records, game.players * PLAYOUTS)
    whose = np.tile(np.repeat(np.arange(game.players), PLAYOUTS), len(records))
    indices = np.arange(len(copies))
    hiding, seeds = seeds_for(subject.seed, "hoping", indices), seeds_for(subject.seed, "hoping agents", indices)
    for index in range(len(copies)):
        array_verbs.hide(copies, index, game.rules, whose[index], hiding[index])
    players = Players(game, seats_of(game, make_seats(f"{game.players}*{RANDOM}")))
    players.play(copies, seeds, seeds, MOST_DECISIONS, np.zeros(len(copies), np.int64))
    scores = np.zeros((len(copies), game.players))
    array_verbs.score_all(copies, scores)
    won = scores[indices, whose] > 0
    return np.asarray(won.reshape(len(records), game.players, PLAYOUTS).mean(axis=2))
