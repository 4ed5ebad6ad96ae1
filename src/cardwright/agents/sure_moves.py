# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Sure moves of a tree search: actions that always led to the highest payoff seen.

An average can hide a certain win: the value of an action is the mean over all that can follow, and a player about to
win usually still wins later. A payoff therefore loses a little with each decision before it, and an action whose
playouts all had the highest payoff is searched no further and taken.
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.compiling.jit import inner

from .tree import ROOT

HASTE = 0.0001  # what a payoff loses with each decision before it, so that a win at once beats a win in the end
SURE = 4  # playouts after which an action that always had the highest payoff is taken


@inner
def _always_best(node, high):
    """Whether every playout through a node had the highest payoff seen: nothing can be better, and nothing sooner."""
    return high < math.inf and node.value > (high - 0.1 * HASTE * abs(high)) * node.visits


@inner
def is_sure(nodes, index, high):
    """Whether a node, or the same player's next decision after it, always had the highest payoff in its playouts."""
    node = nodes[index]
    after = nodes[node.sure]
    proven = node.sure > 0 and after.mover == node.mover and after.visits >= SURE and _always_best(after, high)
    return proven or _always_best(node, high)


@inner
def note_sure(nodes, path, length, high):
    """Note which of the actions on a path are sure, the last ones first."""
    for step in range(length - 1, -1, -1):
        if is_sure(nodes, path[step], high):
            parent = path[step - 1] if step > 0 else ROOT
            nodes[parent].sure = path[step]


@inner
def find_sure(parent, tried, high, scratch):
    """Return the index of the action noted as sure, if it is legal and still sure, or -1."""
    nodes, choice = scratch.nodes, -1
    sure = np.int64(nodes[parent].sure)
    if sure > 0 and is_sure(nodes, sure, high):
        for k in range(tried):
            if scratch.children[k] == sure:
                choice = k
    return choice
