# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""What compiled agents think in: memory that is allocated once, and the functions they share."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from cardwright.core.compiling.jit import inner, kernel
from cardwright.core.game import Game
from cardwright.core.random import derive, purpose
from cardwright.core.record import struct
from cardwright.core.verbs import OVER, decider, evaluate, label, legal, score

_SEAT = purpose("agent's seat")
_DECISION = purpose("agent's decision")

Frame = struct(
    [
        ("who", np.int64),  # who decides at this level of the search
        ("own", np.int64),  # how many decisions the searching player has made above it
        ("n", np.int64),  # how many actions there are
        ("next", np.int64),  # the index of the action to try next
        ("best", np.int64),  # the index of the best action so far, -1 for none
    ]
)

Node = struct(
    [
        ("first", np.int32),  # the newest child, 0 for none
        ("next", np.int32),  # the next older sibling, 0 for none
        ("mover", np.int32),  # who took the action that leads here
        ("visits", np.int32),
        ("available", np.int32),  # how many playouts passed here in which the action was legal
        ("unseen", np.int32),  # one more than the next player, if that one cannot see the action; 0: nobody has looked
        ("blind", np.int32),  # the node for answers of a player who cannot see which child is taken, 0 for none
        ("sure", np.int32),  # the child last seen to be one that nothing can be better than, 0 for none
        ("label", np.int64),  # the action's label, which is the same in every draw of the hidden cards
        ("action", np.int64),  # its number in the draw in which the node was made
        ("value", np.float64),  # the sum of the mover's payoffs
    ]
)

Dice = struct([("rng", np.uint64, (1,))])


class Needs(NamedTuple):
    """How much memory an agent thinks in."""

    levels: int = 2  # positions, each with a row of legal actions and a row of values
    playouts: int = 0  # nodes of a search tree, and the longest path through it
    numbers: int = 0  # numbers for any use; there are at least as many as legal actions

    def and_those(self, other: Needs) -> Needs:
        """Return what suffices for two agents, one of which thinks at a time."""
        return Needs(*map(max, self, other))


class Scratch(NamedTuple):
    """Memory for one thread that chooses; what it holds at the start of a decision is left from an earlier one."""

    actions: Any  # legal actions, a row for each level; the first row is filled when an agent is asked
    labels: Any  # the labels of the actions of one level
    states: Any  # positions, one for each level
    values: Any  # a row for each level, a column for each player
    frames: Any  # the bookkeeping of a search, one for each level
    nodes: Any  # a search tree
    children: Any  # the nodes of those actions of one level that have one
    path: Any  # the nodes of one playout
    spread: Any  # the square root of log(n), rounded to be the same on every machine; never written
    dice: Any  # one record with a random stream: `below(dice[0], 0, n)`
    numbers: Any  # for any use; at least one for each legal action


def make_scratch(game: Game, needs: Needs) -> Scratch:
    """Return memory for the agents with these needs."""
    levels, playouts, numbers = needs
    return Scratch(
        actions=np.zeros((levels, game.max_actions), np.int64),
        labels=np.zeros(game.max_actions, np.int64),
        states=np.zeros(levels, game.dtype),
        values=np.zeros((levels, game.players), np.float64),
        frames=np.zeros(levels, Frame),
        nodes=np.zeros(playouts + 1, Node),
        children=np.zeros(game.max_actions, np.int64),
        path=np.zeros(playouts + 1, np.int64),
        spread=np.sqrt(np.log(np.arange(1, playouts + 2))).round(9),
        dice=np.zeros(1, Dice),
        numbers=np.zeros(max(numbers, game.max_actions), np.float64),
    )


@kernel
def own_seed(agent_seed, player, decision):
    """Return a player's seed for one decision of a game, which reveals nothing about the game's own generator."""
    return derive(derive(agent_seed, _SEAT, np.uint64(player)), _DECISION, np.uint64(decision))


@inner
def judge(s, rules, player):
    """Return the value of a position to a player: its score at the end of the game, else an estimate."""
    if decider(s) == OVER:
        return np.float64(score(s, player))
    return np.float64(evaluate(s, rules, player))


@inner
def distinct(s, rules, actions, labels):
    """Write the legal actions with distinct labels and return how many; of two equal cards only one counts."""
    return drop_copies(s, rules, actions, legal(s, rules, actions), labels)


@inner
def drop_copies(s, rules, actions, n, labels):
    """Keep of n actions those with distinct labels, write the labels, and return how many they are."""
    kept = 0
    for k in range(n):
        own = label(s, rules, actions[k])
        new = True
        for before in range(kept):
            new = new and labels[before] != own
        if new:
            actions[kept] = actions[k]
            labels[kept] = own
            kept += 1
    return kept
