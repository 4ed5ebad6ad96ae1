"""Monte Carlo tree search, for games with hidden cards, chance and any number of players.

Information set Monte Carlo tree search with a single tree: P. I. Cowling, E. J. Powley and D. Whitehouse,
"Information set Monte Carlo tree search", 2012, built on UCT: L. Kocsis and C. Szepesvári, "Bandit based Monte-Carlo
planning", 2006. Every playout redraws what the player cannot know and descends the tree by the actions that are legal
in that draw. A node stands for a sequence of actions, not for a position, so chance needs no nodes. Actions are
identified by their labels, because the same card can lie elsewhere in another draw. Exploration is scaled by the
range of the payoffs seen, so a game can scale its scores as it likes. Playouts follow the game's advice or its
estimates, if it has them: J. A. M. Nijssen and M. H. M. Winands, "Playout search for Monte-Carlo tree search in
multi-player games", 2012.
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.game import Game
from cardwright.core.jit import inlined, kernel
from cardwright.core.random import below, derive, purpose, unit
from cardwright.core.record import copy_record
from cardwright.core.verbs import advise, apply, decider, hide, legal, provides

from .compiled import Compiled, built_in, setting
from .scratch import Needs, distinct, judge

_HIDING = purpose("mcts hiding")
_PLAYOUTS = purpose("mcts playouts")


@inlined
def search_tree(s, rules, weights, player, n, settings, seed, scratch):
    """Return the action with the most playouts."""
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
        for each in range(values.size):
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
    """Descend the tree, add the node `fresh` and play on; return the number of nodes on the path."""
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
    """Return an action for a playout: the game's advice, or the one of a few with the best estimate."""
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
    """Return the most promising child, the index of its action, and how many actions have children.

    The actions that have children move to the front.
    """
    nodes, actions, labels = scratch.nodes, scratch.actions[0], scratch.labels
    tried, best, index, most = 0, np.int64(0), 0, -math.inf
    child = np.int64(nodes[parent].first)
    while child:
        node = nodes[child]
        for k in range(tried, n):
            if labels[k] == node.label and node.mover == who:
                actions[k], actions[tried] = actions[tried], actions[k]
                labels[k], labels[tried] = labels[tried], labels[k]
                promise = node.value / node.visits + width * scratch.spread[node.available] / math.sqrt(node.visits)
                if promise > most:
                    most, best, index = promise, child, tried
                node.available += 1
                tried += 1
                break
        child = np.int64(node.next)
    return best, index, tried


@kernel
def _add(nodes, parent, child, mover, action, label):
    """Add a child to the tree."""
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
    """Return the root's action with the most visits; of several, the one with the highest sum of payoffs."""
    best = np.int64(nodes[0].first)
    child = np.int64(nodes[best].next)
    while child:
        more = nodes[child].visits - nodes[best].visits
        if more > 0 or (more == 0 and nodes[child].value > nodes[best].value):
            best = child
        child = np.int64(nodes[child].next)
    return nodes[best].action  # the deciding player's actions have the same numbers in all draws


@built_in("mcts")
class Mcts(Compiled):
    """Monte Carlo tree search.

    `c` scales exploration, in units of the range of payoffs. In a playout, players follow the game's heuristics, if
    it has some, for the share `trust` of their decisions. For the others they take the best of `look` random actions,
    by the game's estimate one step ahead. After `cap` decisions the estimate ends the playout.

    >>> Mcts(200, c=1.5).name
    'mcts:200+c=1.5'
    """

    playouts: int = setting(low=1, high=1_000_000)
    c: float = setting(low=0, high=1000, default=0.5)
    look: int = setting(low=1, high=1000, default=3)
    cap: int = setting(low=0, high=1_000_000, default=200)
    trust: float = setting(low=0, high=1, default=0.7)

    kernel = staticmethod(search_tree)

    def needs(self, game: Game) -> Needs:
        """Return a node for each playout."""
        return Needs(playouts=self.playouts)

    def settings_for(self, game: Game) -> dict[str, float]:
        """Return the settings, without advice or estimates where the game has none."""
        settings = {**super().settings_for(game)}
        if not provides("advise", game.dtype):
            settings["trust"] = 0
        if not provides("evaluate", game.dtype):
            settings["look"] = 1
        return settings
