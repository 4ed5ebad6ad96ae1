# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The whole tree of a small game from given deals, as arrays: what is measured on it needs no rules.

Nodes come in the order of a depth-first walk, so a node is always behind its parent. A decision with one option is no
node. Cards that the rules draw later are those of the deal's random streams.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from cardwright.core.compiling import jit
from cardwright.core.compiling.jit import inlined, kernel
from cardwright.core.errors import CardwrightError
from cardwright.core.game import Game
from cardwright.core.record import STREAMS, copy_record, struct
from cardwright.core.verbs import HOST, apply, decider, score

from .regret import information_set
from .scratch import distinct

MOST_NODES = 2_000_000
LEVELS = 200
END = -1  # who decides at the end of a game


class Refusal(IntEnum):
    """Why a tree cannot be grown."""

    TOO_MANY_POSITIONS = -1
    TOO_LONG = -2
    ASKS_PYTHON = -3


Level = struct([("n", np.int64), ("next", np.int64), ("node", np.int64)])


class Tree(NamedTuple):
    """The nodes of a tree."""

    parent: Any  # the node above, -1 for the first node of a deal
    choice: Any  # which of the parent's actions leads here, from 0
    label: Any  # its label
    who: Any  # who decides here, or END
    size: Any  # between how many actions
    key: Any  # the decider's information set, as `regret.information_set` finds it
    payoff: Any  # at the end, for each of two players

    @property
    def roots(self) -> np.ndarray:
        """The first nodes of all deals."""
        return np.flatnonzero(self.parent < 0)


@inlined
def _grow_deal(deal, rules, tree, begin, states, actions, labels, levels, random):
    """Add the nodes of a deal behind the first `begin`; return the end, or a `Refusal`."""
    copy_record(states[0], deal)
    spare, words, end = states.size - 1, states.itemsize // 8, begin
    depth, parent, choice, name = np.int64(0), np.int64(-1), np.int64(0), np.int64(0)
    while depth >= 0:
        s = states[depth]
        who, n = decider(s), 1
        while n == 1 and who >= 0 and s.fault == 0:
            n = distinct(s, rules, actions[depth], labels)
            if n == 1:
                apply(s, rules, actions[depth, 0])
                who = decider(s)
        if who == HOST:
            return np.int64(Refusal.ASKS_PYTHON)
        if depth + 2 == spare:
            return np.int64(Refusal.TOO_LONG)
        if end == tree.parent.size:
            return np.int64(Refusal.TOO_MANY_POSITIONS)
        tree.parent[end], tree.choice[end], tree.label[end] = parent, choice, name
        if who < 0 or s.fault != 0:
            tree.who[end], tree.size[end] = END, 0
            for player in range(2):
                tree.payoff[end, player] = score(s, player)
            for stream in range(STREAMS):
                random[0] |= s.rng[stream] != deal.rng[stream]
            depth -= 1
        else:
            tree.who[end], tree.size[end] = who, n
            tree.key[end] = information_set(s, rules, who, states[spare], words)
            levels[depth].n, levels[depth].next, levels[depth].node = n, 0, end
        end += 1
        while depth >= 0 and levels[depth].next == levels[depth].n:
            depth -= 1
        if depth >= 0:
            level = levels[depth]
            s = states[depth]
            n = distinct(s, rules, actions[depth], labels)
            parent, choice, name = level.node, level.next, labels[level.next]
            copy_record(states[depth + 1], s)
            apply(states[depth + 1], rules, actions[depth, level.next])
            level.next += 1
            depth += 1
    return end


@kernel
def _grow(deals, rules, tree, states, actions, labels, levels, random):
    """Add the nodes of all deals; return their number, or a `Refusal`."""
    end = np.int64(0)
    for index in range(deals.size):
        end = _grow_deal(deals[index], rules[0], tree, end, states, actions, labels, levels, random)
        if end < 0:
            break
    return end


def grow(game: Game, deals: np.ndarray, most: int = MOST_NODES) -> tuple[Tree, bool]:
    """Return the tree of a game of two players from some first positions, and whether it draws random numbers."""
    jit.compiling(f"the tree of {game.title}")
    kinds = (np.int32, np.int16, np.int64, np.int8, np.int16, np.uint64, (np.float64, 2))
    tree = Tree(*(np.zeros(most, kind) for kind in kinds))
    random = np.zeros(1, np.int64)
    memory = (
        np.zeros(LEVELS + 2, game.dtype),
        np.zeros((LEVELS + 1, game.max_actions), np.int64),
        np.zeros(game.max_actions, np.int64),
        np.zeros(LEVELS + 1, Level),
    )
    nodes = int(_grow(_clean(deals), game.rules, tree, *memory, random))
    if nodes < 0:
        why = {
            Refusal.TOO_MANY_POSITIONS: f"{len(deals):,} deals have more than {most:,} positions; measure fewer deals",
            Refusal.TOO_LONG: f"it can take more than {LEVELS} decisions",
            Refusal.ASKS_PYTHON: "its rules call a Python function",
        }
        raise CardwrightError(f"{game.name} cannot be measured: {why[Refusal(nodes)]}")
    return Tree(*(each[:nodes] for each in tree)), bool(random[0])


def _clean(records: np.ndarray) -> np.ndarray:
    """Return a copy with zeroes between the fields, because leftover bytes would make equal positions differ."""
    clean = np.zeros(len(records), records.dtype)
    for name in records.dtype.names or ():
        clean[name] = records[name]
    return clean
