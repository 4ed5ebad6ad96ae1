# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""An agent that plays by the average strategy of counterfactual regret minimisation (see regret.py).

The strategy is found when the agent first meets a game, and kept while the program runs.
"""

from __future__ import annotations

import json
import threading
from collections import OrderedDict

import numpy as np

from cardwright.core import array_verbs
from cardwright.core.compiling.jit import inlined
from cardwright.core.game import Game
from cardwright.core.interpreted import plain
from cardwright.core.random import below, derive, purpose, unit
from cardwright.core.state import State
from cardwright.core.verbs import label

from .compiled import Compiled, built_in, setting
from .regret import Solver, Strategy, information_set

_CHOICE = purpose("cfr choice")
MOST_KEPT = 8  # strategies

_kept: OrderedDict[tuple[str, int, int], np.ndarray] = OrderedDict()
_lock = threading.Lock()  # one thread trains, and the others wait for it


@inlined
def play_average(s, rules, weights, player, n, settings, seed, scratch):
    """Return an action drawn from the strategy in `weights`; a random one in a position that it does not know."""
    actions, dice = scratch.actions[0], scratch.dice[0]
    dice.rng[0] = derive(seed, _CHOICE, np.uint64(0))
    chosen = actions[below(dice, 0, n)]
    key = np.float64(information_set(s, rules, player, scratch.states[0], scratch.states.itemsize // 8))
    at = _slot_of(key, weights)
    if weights[at] == key:
        at = np.int64(weights[at + 1])
        size, roll, k = np.int64(weights[at]), unit(dice, 0), 0
        while k < size - 1 and roll >= weights[at + 2 + 2 * k]:
            roll -= weights[at + 2 + 2 * k]
            k += 1
        for index in range(n):
            if label(s, rules, actions[index]) == weights[at + 1 + 2 * k]:
                chosen = actions[index]
    return chosen


@inlined
def _slot_of(key, weights):
    """Return where the table of `as_weights` has a key, or an empty slot."""
    slots = np.int64(weights[0])
    slot = np.int64(key) % slots
    while weights[1 + 2 * slot] != key and weights[2 + 2 * slot] != 0:
        slot = (slot + 1) % slots
    return 1 + 2 * slot


def as_weights(strategy: Strategy) -> np.ndarray:
    """Return a strategy as one row of numbers.

    It begins with the number of slots of a hash table. Each slot has a key and the index of its set, 0 for none. A set
    has the number of its actions, and for each of them its label and its probability.
    """
    slots = max(1, 2 * len(strategy.keys))
    table = np.zeros(1 + 2 * slots + len(strategy.keys) + 2 * len(strategy.labels))
    table[0] = slots
    at = 1 + 2 * slots
    for key, first, size in zip(strategy.keys.tolist(), strategy.first.tolist(), strategy.size.tolist(), strict=True):
        slot = key % slots
        while table[2 + 2 * slot]:
            slot = (slot + 1) % slots
        table[1 + 2 * slot : 3 + 2 * slot] = key, at
        table[at] = size
        table[at + 1 : at + 1 + 2 * size : 2] = strategy.labels[first : first + size]
        table[at + 2 : at + 2 + 2 * size : 2] = strategy.chances[first : first + size]
        at += 1 + 2 * size
    return table


@built_in("cfr")
class Cfr(Compiled):
    """Plays close to an equilibrium of a small game of two players, after `iterations` of training from a `seed`.

    >>> Cfr(20000).name
    'cfr:20000'
    """

    iterations: int = setting(low=1, high=1_000_000_000)
    seed: int = setting(low=0, default=1)

    kernel = staticmethod(play_average)

    def probabilities(self, state: State) -> dict[int, float]:
        """Return the strategy in a position; all actions are equally likely where it has none."""
        game, table = state.game, self.weights_for(state.game)
        numbers, labels = np.zeros((2, game.max_actions), np.int64)
        n = array_verbs.options(state.records, 0, game.rules, numbers, labels)
        by_label = dict(zip(labels[:n].tolist(), numbers[:n].tolist(), strict=True))
        memory, words = np.zeros(1, game.dtype), game.dtype.itemsize // 8
        key = np.float64(plain(information_set)(state.record, game.rules[0], state.decider, memory[0], words))
        slot = plain(_slot_of)(key, table)
        if table[slot] != key:
            return {number: 1 / n for number in numbers[:n].tolist()}
        at = int(table[slot + 1])
        rows = table[at + 1 : at + 1 + 2 * int(table[at])].reshape(-1, 2).tolist()
        return {by_label[int(label)]: chance for label, chance in rows}

    def weights_for(self, game: Game) -> np.ndarray:
        """Return the strategy, which is found on first use."""
        identity = json.dumps([game.family, game.version, game.start], sort_keys=True)
        key = identity, self.iterations, self.seed
        with _lock:
            if key not in _kept:
                solver = Solver(game, self.seed)
                solver.train(self.iterations)
                _kept[key] = as_weights(solver.strategy())
                if len(_kept) > MOST_KEPT:
                    _kept.popitem(last=False)
            return _kept[key]
