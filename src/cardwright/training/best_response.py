# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The best response to a strategy in the tree of a small game, and what both are worth."""

from __future__ import annotations

import numpy as np

from cardwright.agents.game_tree import END, Tree
from cardwright.agents.regret import Strategy
from cardwright.core.compiling.jit import kernel
from cardwright.core.random import mix


class Study:
    """A strategy in the tree of some deals, each with a weight."""

    def __init__(self, tree: Tree, strategy: Strategy, weights: np.ndarray):
        self.tree = tree
        self.weights = weights
        self.chances = _chances(tree, strategy)

    def values(self, player: int, keys: np.ndarray | None = None, best: np.ndarray | None = None) -> np.ndarray:
        """Return a player's mean score in each deal; where it has a response by key, it takes that."""
        taken = np.full(len(self.tree.who), -1, np.int64)
        if keys is not None and best is not None and len(keys):
            own = self.tree.who == player
            memories = self._memories(player)[own]
            at = np.minimum(np.searchsorted(keys, memories), len(keys) - 1)
            taken[own] = np.where(keys[at] == memories, best[at], -1)
        values = self.tree.payoff[:, player].copy()
        _sum_up(self.tree, self.chances, taken, values)
        return np.asarray(values[self.tree.roots])

    def best_response(self, player: int) -> tuple[np.ndarray, np.ndarray]:
        """Return the information sets of a player with perfect memory, sorted, and the best action in each.

        What an action is worth depends on the player's later decisions, so the last ones are settled first.
        """
        tree = self.tree
        own = tree.who == player
        keys, first, homes = np.unique(self._memories(player)[own], return_index=True, return_inverse=True)
        home = np.full(len(tree.who), -1, np.int64)
        home[own] = homes
        reach, depth = np.zeros(len(tree.who)), np.zeros(len(tree.who), np.int64)
        reach[tree.roots] = self.weights
        _reach(tree, player, self.chances, reach, depth)
        sizes, depths = tree.size[own][first], depth[own][first]
        gains = np.where(np.arange(sizes.max(initial=1)) < sizes[:, None], 0.0, -np.inf)
        best = np.full(len(keys), -1, np.int64)
        for level in range(int(depths.max(initial=-1)), -1, -1):
            _gain(tree, player, level, home, depth, best, reach * tree.payoff[:, player], gains)
            best[depths == level] = gains[depths == level].argmax(axis=1)
        return keys, best

    @property
    def remembered(self) -> bool:
        """Whether players who see the same have always seen and done the same before."""
        deciding = self.tree.who != END
        memories = np.zeros(len(self.tree.who), np.uint64)
        for player in range(2):
            memories = np.where(self.tree.who == player, self._memories(player), memories)
        return len(np.unique(self.tree.key[deciding])) == len(np.unique(memories[deciding]))

    def _memories(self, player: int) -> np.ndarray:
        found = np.zeros(len(self.tree.who), np.uint64)
        _remember(self.tree, player, found)
        return found


def _chances(tree: Tree, strategy: Strategy) -> np.ndarray:
    """Return the probability of the action that leads to each node; uniform in unknown information sets."""
    above = np.maximum(tree.parent, 0)
    chances: np.ndarray = 1 / np.maximum(1, tree.size[above])
    if len(strategy.keys):
        order = np.argsort(strategy.keys)
        at = order[np.minimum(np.searchsorted(strategy.keys[order], tree.key[above]), len(order) - 1)]
        known = (strategy.keys[at] == tree.key[above]) & (tree.parent >= 0)
        chances[known] = strategy.chances[strategy.first[at[known]] + tree.choice[known]]
    return chances


@kernel
def _remember(tree, player, found):
    """Write what a player remembers at each node: all earlier information sets, and its action in each."""
    for node in range(found.size):
        parent = tree.parent[node]
        if parent >= 0:
            found[node] = found[parent]
            if tree.who[parent] == player:
                found[node] = mix(found[node] ^ mix(np.uint64(tree.label[node])))
        if tree.who[node] == player:
            found[node] = mix(found[node] ^ tree.key[node])


@kernel
def _sum_up(tree, chances, taken, values):
    """Write the value of each node: that of the action taken, or the mean of all."""
    for node in range(values.size - 1, -1, -1):
        parent = tree.parent[node]
        if parent >= 0:
            if taken[parent] < 0:
                values[parent] += chances[node] * values[node]
            elif taken[parent] == tree.choice[node]:
                values[parent] = values[node]


@kernel
def _reach(tree, player, chances, reach, depth):
    """Write how likely each node is reached if the player wants to, and how often it has decided before."""
    for node in range(reach.size):
        parent = tree.parent[node]
        if parent >= 0:
            own = tree.who[parent] == player
            reach[node] = reach[parent] * (1.0 if own else chances[node])
            depth[node] = depth[parent] + own


@kernel
def _gain(tree, player, level, home, depth, best, worth, gains):
    """Add up what each action of the player's decisions at a level is worth, given its best actions after them."""
    for node in range(worth.size - 1, -1, -1):
        parent = tree.parent[node]
        if parent < 0:
            continue
        if tree.who[parent] != player:
            worth[parent] += worth[node]
        elif depth[parent] == level:
            gains[home[parent], tree.choice[node]] += worth[node]
        elif depth[parent] > level and best[home[parent]] == tree.choice[node]:
            worth[parent] = worth[node]
