"""The course of plays: who is ahead when, and how often that changes.

How well a player stands at a decision is its hope: the share of playouts it wins, played at random from there on, where
all that it cannot know is drawn anew each time. The one with the best hope leads; hopes are only known to some
accuracy, so the lead passes on when another is ahead by a margin. (C. Browne and F. Maire, "Evolutionary game design",
2010, measure drama and lead changes in such a way.)
"""

from __future__ import annotations

import functools
from typing import NamedTuple

import numpy as np

from cardwright.agents import MOST_DECISIONS, make_seats
from cardwright.agents.choose import Players
from cardwright.agents.compiled import settings_of
from cardwright.core import calls
from cardwright.core.random import seeds_for

from .subject import RANDOM, Subject

PLAYOUTS = 24  # for each hope
POSITIONS = 12  # of each play, evenly over it
MARGIN = 0.15  # by how much a hope must be higher to count
LONGEST = 1000  # decisions of a play that are looked at


class Course(NamedTuple):
    """For each play that was won: the share of it in which the winner was behind, and how often the lead changed."""

    behind: np.ndarray
    changes: np.ndarray


@functools.lru_cache(maxsize=4)  # two stages ask for the same
def course(subject: Subject, agent: str, games: int) -> Course:
    """The course of plays in which all seats have this agent."""
    records, owners, winners = _positions(subject, agent, games)
    if not len(records):
        return Course(np.zeros(0), np.zeros(0))
    hopes = _hopes(subject, records)
    plays = [(hopes[owners == play], winners[play]) for play in range(games) if winners[play] >= 0]
    plays = [(hope, winner) for hope, winner in plays if len(hope)]
    behind = [float(np.mean(hope.max(axis=1) - hope[:, winner] > MARGIN)) for hope, winner in plays]
    return Course(np.array(behind), np.array([lead_changes(hope) for hope, _ in plays], float))


def lead_changes(hopes: np.ndarray) -> int:
    """How often the lead passes on, from hopes: a row a position, a column a player.

    >>> lead_changes(np.array([[0.5, 0.5], [0.7, 0.3], [0.45, 0.55], [0.2, 0.8]]))
    1
    """
    leader, changes = -1, 0
    for hope in hopes:
        best = int(np.argmax(hope))
        others = np.delete(hope, best).max()
        if leader < 0:
            leader = best if hope[best] - others > MARGIN else -1
        elif hope[best] - hope[leader] > MARGIN:
            leader, changes = best, changes + 1
    return changes


def _positions(subject: Subject, agent: str, games: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Positions evenly over each play, the number of the play each is from, and who won each play (-1: nobody)."""
    game = subject.game
    players = Players(game, *settings_of(game, make_seats(f"{game.players}*{agent}")))
    indices = np.arange(games)
    seeds, own = seeds_for(subject.seed, "game", indices), seeds_for(subject.seed, "agent", indices)
    states = np.zeros(games, game.dtype)
    taken, deciders = players.play(states, seeds, own, 0)
    moments: list[tuple[np.ndarray, np.ndarray]] = []
    while (deciders >= 0).any() and len(moments) < LONGEST:
        moments.append((np.flatnonzero(deciders >= 0), states[deciders >= 0]))
        taken, deciders = players.play(states, seeds, own, len(moments), taken)
    owners = np.concatenate([each for each, _ in moments]) if moments else np.zeros(0, int)
    records = np.concatenate([each for _, each in moments]) if moments else states[:0]
    chosen = [_evenly(np.flatnonzero(owners == play)) for play in range(games)]
    kept = np.concatenate(chosen) if chosen else np.zeros(0, int)
    scores = np.zeros((games, game.players))
    calls.score_all(states, scores)
    winners = np.where(scores.max(axis=1) > 0, scores.argmax(axis=1), -1)
    return records[kept], owners[kept], winners


def _evenly(places: np.ndarray) -> np.ndarray:
    """At most POSITIONS of these, from the first to the last."""
    if len(places) <= POSITIONS:
        return places
    return places[np.linspace(0, len(places) - 1, POSITIONS).round().astype(int)]


def _hopes(subject: Subject, records: np.ndarray) -> np.ndarray:
    """Each player's hope in each position."""
    game = subject.game
    copies = np.repeat(records, game.players * PLAYOUTS)
    whose = np.tile(np.repeat(np.arange(game.players), PLAYOUTS), len(records))
    indices = np.arange(len(copies))
    hiding, own = seeds_for(subject.seed, "hoping", indices), seeds_for(subject.seed, "hoping agents", indices)
    for index in range(len(copies)):
        calls.hide(copies, index, game.rules, whose[index], hiding[index])
    players = Players(game, *settings_of(game, make_seats(f"{game.players}*{RANDOM}")))
    players.play(copies, own, own, MOST_DECISIONS, np.zeros(len(copies), np.int64))
    scores = np.zeros((len(copies), game.players))
    calls.score_all(copies, scores)
    won = scores[indices, whose] > 0
    return won.reshape(len(records), game.players, PLAYOUTS).mean(axis=2)
