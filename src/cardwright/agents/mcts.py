"""Tree search by random playouts, for games with hidden cards, chance and any number of players.

Information set Monte Carlo tree search with one tree: P. I. Cowling, E. J. Powley and D. Whitehouse, "Information
set Monte Carlo tree search", 2012, built on UCT: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning",
2006. Every playout redraws what the player cannot know and walks down the one tree by the actions that are legal in
that draw. A node stands for a sequence of actions and not for a position, so chance needs no nodes of its own. How
much is explored is measured by the range of the results seen, so that games may spread their scores as they like.
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.jit import kernel
from cardwright.core.random import below, derive, purpose
from cardwright.core.verbs import apply, decider, hide, legal

from .scratch import judge

_HIDING = purpose("mcts hiding")
_PLAYOUTS = purpose("mcts playouts")


@kernel
def search_tree(s, rules, player, players, settings, seed, scratch):
    """The action of the most playouts."""
    nodes, path, copy, values = scratch.nodes, scratch.path, scratch.states[0], scratch.values[0]
    scratch.dice[0].rng[0] = derive(seed, _PLAYOUTS, np.uint64(0))
    nodes[0].first = 0
    used = np.int64(1)
    low, high = math.inf, -math.inf
    for playout in range(settings.playouts):
        scratch.states[0] = s
        hide(copy, rules, player, derive(seed, _HIDING, np.uint64(playout)))
        width = settings.c * (high - low if high > low else 1.0)
        length = _walk(copy, rules, settings.cap, width, used, scratch)
        used = max(used, path[length - 1] + 1)
        for each in range(players):
            values[each] = judge(copy, rules, each)
            low = min(low, values[each])
            high = max(high, values[each])
        for step in range(length):
            node = nodes[path[step]]
            node.visits += 1
            node.value += values[node.mover]
    return _most_visited(nodes)


@kernel
def _walk(s, rules, cap, width, fresh, scratch):
    """Walk down the tree, add the node `fresh`, play on at random; gives the number of nodes on the path."""
    nodes, path, actions, dice = scratch.nodes, scratch.path, scratch.actions[0], scratch.dice[0]
    node, length, left = np.int64(0), 0, np.int64(-1)
    who = decider(s)
    while who >= 0 and s.fault == 0 and left != 0:
        n = legal(s, rules, actions)
        if left > 0:
            action = actions[below(dice, 0, n)]
            left -= 1
        else:
            child, tried = _select(nodes, node, who, actions, n, width, scratch.spread)
            if tried < n:
                child = fresh
                action = actions[tried + below(dice, 0, n - tried)]
                _add(nodes, node, child, who, action)
                left = cap
            action = nodes[child].action
            node = child
            path[length] = child
            length += 1
        apply(s, rules, action)
        who = decider(s)
    return length


@kernel
def _select(nodes, parent, who, actions, n, width, spread):
    """The most promising child among those legal now; the actions tried before are moved to the front."""
    tried, best, most = 0, np.int64(0), -math.inf
    child = np.int64(nodes[parent].first)
    while child:
        node = nodes[child]
        for k in range(tried, n):
            if actions[k] == node.action and node.mover == who:
                actions[k] = actions[tried]
                actions[tried] = node.action
                tried += 1
                promise = (node.value / node.visits) + width * spread[node.available] / math.sqrt(node.visits)
                node.available += 1
                if promise > most:
                    most = promise
                    best = child
                break
        child = np.int64(node.next)
    return best, tried


@kernel
def _add(nodes, parent, child, mover, action):
    """Put a new child into the tree."""
    node = nodes[child]
    node.first = 0
    node.next = nodes[parent].first
    nodes[parent].first = child
    node.mover = mover
    node.action = action
    node.visits = 0
    node.available = 1
    node.value = 0.0


@kernel
def _most_visited(nodes):
    """The action at the root with the most visits; of several, the one with the best result."""
    best = np.int64(nodes[0].first)
    child = np.int64(nodes[best].next)
    while child:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].value > nodes[best].value):
            best = child
        child = np.int64(nodes[child].next)
    return nodes[best].action
