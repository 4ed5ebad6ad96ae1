"""Tree search by playouts, for games with hidden cards, chance and any number of players.

Information set Monte Carlo tree search with one tree: P. I. Cowling, E. J. Powley and D. Whitehouse, "Information
set Monte Carlo tree search", 2012, built on UCT: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo planning",
2006. Every playout redraws what the player cannot know and walks down the one tree by the actions that are legal in
that draw. A node stands for a sequence of actions and not for a position, so chance needs no nodes of its own; an
action is known by what it means, since the same card may lie elsewhere in another draw. How much is explored is
measured by the range of the results seen, so that games may spread their scores as they like. Playouts follow the
game's advice or its estimates as far as it has them: J. A. M. Nijssen and M. H. M. Winands, "Playout search for
Monte-Carlo tree search in multi-player games", 2012.
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.jit import inlined, kernel
from cardwright.core.random import below, derive, purpose, unit
from cardwright.core.record import copy_record
from cardwright.core.verbs import advise, apply, decider, hide, legal

from .scratch import distinct, judge

_HIDING = purpose("mcts hiding")
_PLAYOUTS = purpose("mcts playouts")


@inlined
def search_tree(s, rules, weights, player, players, settings, seed, scratch):
    """The action of the most playouts."""
    nodes, path, copy, values = scratch.nodes, scratch.path, scratch.states[0], scratch.values[0]
    scratch.dice[0].rng[0] = derive(seed, _PLAYOUTS, np.uint64(0))
    nodes[0].first = 0
    used = np.int64(1)
    low, high = math.inf, -math.inf
    for playout in range(settings.playouts):
        copy_record(copy, s)
        hide(copy, rules, player, derive(seed, _HIDING, np.uint64(playout)))
        width = settings.c * (high - low if high > low else 1.0)
        length = _walk(copy, rules, weights, settings, width, used, scratch)
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


@inlined
def _walk(s, rules, weights, settings, width, fresh, scratch):
    """Walk down the tree, add the node `fresh`, play on; gives the number of nodes on the path."""
    path, actions, dice = scratch.path, scratch.actions[0], scratch.dice[0]
    node, length, left = np.int64(0), 0, np.int64(-1)
    who = decider(s)
    while who >= 0 and s.fault == 0 and left != 0:
        if left > 0:
            action = _pick(s, rules, weights, who, settings, scratch)
            left -= 1
        else:
            n = distinct(s, rules, actions, scratch.labels)
            child, choice, tried = _select(node, who, n, width, scratch)
            if tried < n:
                child = fresh
                choice = tried + below(dice, 0, n - tried)
                _add(scratch.nodes, node, child, who, actions[choice], scratch.labels[choice])
                left = settings.cap
            action = actions[choice]
            node = child
            path[length] = child
            length += 1
        apply(s, rules, action)
        who = decider(s)
    return length


@inlined
def _pick(s, rules, weights, who, settings, scratch):
    """An action for a playout: as the game advises, or else the best at first sight of a few."""
    actions, trial, dice = scratch.actions[0], scratch.states[1], scratch.dice[0]
    n = legal(s, rules, actions)
    first = below(dice, 0, n)
    action, most = actions[first], -math.inf
    if unit(dice, 0) < settings.trust:
        action = advise(s, rules, weights, who, actions, n)
    elif settings.look > 1:
        for k in range(min(settings.look, n)):
            copy_record(trial, s)
            apply(trial, rules, actions[(first + k) % n])
            value = judge(trial, rules, who)
            if value > most:
                action, most = actions[(first + k) % n], value
    return action


@kernel
def _select(parent, who, n, width, scratch):
    """The most promising child, the place of its action, and how many have children; these move to the front."""
    nodes, actions, labels = scratch.nodes, scratch.actions[0], scratch.labels
    tried, best, place, most = 0, np.int64(0), 0, -math.inf
    child = np.int64(nodes[parent].first)
    while child:
        node = nodes[child]
        for k in range(tried, n):
            if labels[k] == node.label and node.mover == who:
                actions[k], actions[tried] = actions[tried], actions[k]
                labels[k], labels[tried] = labels[tried], labels[k]
                promise = node.value / node.visits + width * scratch.spread[node.available] / math.sqrt(node.visits)
                if promise > most:
                    most, best, place = promise, child, tried
                node.available += 1
                tried += 1
                break
        child = np.int64(node.next)
    return best, place, tried


@kernel
def _add(nodes, parent, child, mover, action, label):
    """Put a new child into the tree."""
    node = nodes[child]
    node.first = 0
    node.next = nodes[parent].first
    nodes[parent].first = child
    node.mover = mover
    node.action = action
    node.label = label
    node.visits = 0
    node.available = 1
    node.value = 0.0


@kernel
def _most_visited(nodes):
    """The first action with the most visits; of several, the one with the best result."""
    best = np.int64(nodes[0].first)
    child = np.int64(nodes[best].next)
    while child:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].value > nodes[best].value):
            best = child
        child = np.int64(nodes[child].next)
    return nodes[best].action  # a player's own actions have the same numbers in all draws
