"""What kernels need to think in: one seat's settings, and memory that is made once a call."""

from __future__ import annotations

import enum
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.game import Game
from cardwright.core.jit import kernel
from cardwright.core.record import struct
from cardwright.core.verbs import OVER, decider, evaluate, label, legal, score


class Kind(enum.IntEnum):
    """The compiled agents."""

    FIRST = 0
    RANDOM = 1
    RULES = 2
    LOOKAHEAD = 3
    MCTS = 4


Settings = struct(
    [
        ("kind", np.int64),  # a `Kind`
        ("depth", np.int64),  # how many decisions `lookahead` looks ahead
        ("discount", np.float64),  # how much the next decision counts against the estimate before it
        ("playouts", np.int64),  # how often `mcts` plays on
        ("c", np.float64),  # how much it explores
        ("look", np.int64),  # how many actions are compared for a decision in a playout
        ("cap", np.int64),  # after how many decisions a playout is judged as it stands
        ("trust", np.float64),  # the share of decisions in playouts that follow the game's rules of thumb
    ]
)

Frame = struct(
    [
        ("who", np.int64),  # who decides at this level of the search
        ("own", np.int64),  # how many decisions the searching player has made above it
        ("n", np.int64),  # how many actions there are
        ("next", np.int64),  # which is tried next
        ("best", np.int64),  # the best so far
    ]
)

Node = struct(
    [
        ("first", np.int32),  # the newest child, 0 for none
        ("next", np.int32),  # the sibling before it, 0 for none
        ("mover", np.int32),  # who took the action that leads here
        ("visits", np.int32),
        ("available", np.int32),  # how often the action could have been taken
        ("label", np.int64),  # what the action means, whichever number it has in a draw of the cards
        ("action", np.int64),  # its number in the draw in which the node was made
        ("value", np.float64),  # the sum of the mover's results
    ]
)

Dice = struct([("rng", np.uint64, (1,))])


class Scratch(NamedTuple):
    """Memory for one thread that chooses."""

    actions: Any  # legal actions, a row for each level of a search
    labels: Any  # what the actions of one level mean
    states: Any  # positions, one for each level
    values: Any  # each player's value at each level
    frames: Any
    nodes: Any
    path: Any  # the nodes of one playout
    spread: Any  # the square root of log(n), rounded so that it is the same on every machine
    dice: Any


def make_scratch(game: Game, seats: np.ndarray) -> Scratch:
    """Memory that suffices for these seats."""
    levels = int(seats["depth"].max()) * game.players + 2
    playouts = int(seats["playouts"].max())
    return Scratch(
        actions=np.zeros((levels, game.max_actions), np.int64),
        labels=np.zeros(game.max_actions, np.int64),
        states=np.zeros(levels, game.dtype),
        values=np.zeros((levels, game.players), np.float64),
        frames=np.zeros(levels, Frame),
        nodes=np.zeros(playouts + 1, Node),
        path=np.zeros(playouts + 1, np.int64),
        spread=np.sqrt(np.log(np.arange(1, playouts + 2))).round(9),
        dice=np.zeros(1, Dice),
    )


@kernel
def judge(s, rules, player):
    """What a position is worth to a player: the result if there is one, else an estimate."""
    if decider(s) == OVER:
        return np.float64(score(s, player))
    return np.float64(evaluate(s, rules, player))


@kernel
def distinct(s, rules, actions, labels):
    """The legal actions, but only the first of those that mean the same, such as playing one of two equal cards."""
    n = 0
    for k in range(legal(s, rules, actions)):
        meaning = label(s, rules, actions[k])
        new = True
        for before in range(n):
            new = new and labels[before] != meaning
        if new:
            actions[n] = actions[k]
            labels[n] = meaning
            n += 1
    return n
