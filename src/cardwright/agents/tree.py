# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A search tree in scratch memory: what all tree searches share.

A node stands for a sequence of actions, so chance needs no nodes. Actions are identified by their labels, because the
same card can lie elsewhere in another draw of the hidden cards.
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.compiling.jit import inner, kernel
from cardwright.core.random import below

ROOT = 0


@inner
def plant(nodes):
    """Begin a tree that is nothing but its root, which counts the playouts and the nodes."""
    nodes[ROOT].first = 0
    nodes[ROOT].visits = 0
    nodes[ROOT].available = 1
    nodes[ROOT].blind = 0
    nodes[ROOT].sure = 0


@inner
def find_children(parent, who, n, scratch):
    """Move the actions that have children to the front, find those children, and return how many there are."""
    nodes, actions, labels = scratch.nodes, scratch.actions[0], scratch.labels
    tried = 0
    child = np.int64(nodes[parent].first)
    while child:
        node = nodes[child]
        for k in range(tried, n):
            if labels[k] == node.label and node.mover == who:
                actions[k], actions[tried] = actions[tried], actions[k]
                labels[k], labels[tried] = labels[tried], labels[k]
                scratch.children[tried] = child
                node.available += 1
                tried += 1
                break
        child = np.int64(node.next)
    return tried


@inner
def select(n, tried, width, scratch):
    """Return the index of the most promising action by UCB1; a random untried one while there are any."""
    if tried < n:
        return tried + below(scratch.dice[0], 0, n - tried)
    choice, most = 0, -math.inf
    for k in range(tried):
        node = scratch.nodes[scratch.children[k]]
        promise = node.value / node.visits + width * scratch.spread[node.available - 1] / math.sqrt(node.visits)
        if promise > most:
            most, choice = promise, k
    return choice


@inner
def add(nodes, parent, mover, action, label):
    """Add a child to the tree and return it."""
    child = np.int64(nodes[ROOT].available)
    node = nodes[child]
    node.first = 0
    node.next = nodes[parent].first
    nodes[parent].first = child
    node.mover = mover
    node.action = action
    node.label = label
    node.visits = 0
    node.available = 1
    node.unseen = 0
    node.blind = 0
    node.sure = 0
    node.value = 0.0
    nodes[ROOT].available += 1
    return child


@kernel
def is_settled(nodes, left):
    """Whether the root's action with the most playouts will still have the most after so many more."""
    most, second = 0, 0
    child = np.int64(nodes[ROOT].first)
    while child:
        visits = nodes[child].visits
        second = max(second, min(visits, most))
        most = max(most, visits)
        child = np.int64(nodes[child].next)
    return most - second > left


@inner
def back_up(nodes, path, length, values):
    """Add the payoffs of a playout to the nodes on its path, each for the player who moved there."""
    nodes[ROOT].visits += 1
    credit(nodes, path[:length], values)


@inner
def credit(nodes, path, values):
    """Add the payoffs of a playout to some nodes."""
    for step in range(path.size):
        node = nodes[path[step]]
        node.visits += 1
        node.value += values[node.mover]
