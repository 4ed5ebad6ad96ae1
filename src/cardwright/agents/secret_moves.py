# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Secret moves in a tree search: a player who cannot see which action was taken must not answer to it.

Without this, the second of two players who choose at once would have a node of its own after each choice of the first,
and learn the best answer to what it cannot know. Here both choose by statistics of their own (decoupled UCT: M.
Lanctot, V. Lisý and M. H. M. Winands, "Monte Carlo tree search in simultaneous move games with applications to
Goofspiel", 2013; for hidden cards, the trees of several observers: P. I. Cowling, E. J. Powley and D. Whitehouse,
"Information set Monte Carlo tree search", 2012). The tree itself still grows by what was really chosen.

The game need not say which moves are secret: `hide` makes equal copies where a player knows the same.
"""

from __future__ import annotations

import numpy as np

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.random import purpose
from cardwright.core.record import STREAMS, copy_record, word
from cardwright.core.verbs import apply, decider, hide

from .tree import add

SEEN = -1  # in place of a player: the next one to decide sees the action
_SAME = purpose("mcts secret moves")  # the seed of the copies that are compared


@inlined
def unseen_by(s, rules, action, other, scratch):
    """Return one more than the player who decides after an action and could not tell it from another, or SEEN."""
    one, two = scratch.states[1], scratch.states[2]
    copy_record(one, s)
    copy_record(two, s)
    apply(one, rules, action)
    apply(two, rules, other)
    who, unseen = decider(one), np.int64(SEEN)
    if who >= 0 and who != decider(s) and who == decider(two) and one.fault == 0 and two.fault == 0:
        hide(one, rules, who, _SAME)
        hide(two, rules, who, _SAME)
        if _are_equal(one, two, scratch.states.itemsize // 8):
            unseen = np.int64(who) + 1
    return unseen


@inner
def _are_equal(one, two, words):
    """Whether two records are the same, their random streams apart."""
    same = True
    for k in range(STREAMS, words):
        same = same and word(one, k) == word(two, k)
    return same


@inner
def blind_node(nodes, parent):
    """Return the node whose children are the answers of a player who did not see the action taken at `parent`."""
    if nodes[parent].blind == 0:
        first = nodes[parent].first
        nodes[parent].blind = add(nodes, parent, 0, 0, 0)
        nodes[parent].first = first  # it is no child
    return np.int64(nodes[parent].blind)


@inner
def child_of(nodes, parent, mover, action, label):
    """Return the child of an action, and whether it is new."""
    child = np.int64(nodes[parent].first)
    while child and (nodes[child].label != label or nodes[child].mover != mover):
        child = np.int64(nodes[child].next)
    if child:
        return child, False
    return add(nodes, parent, mover, action, label), True
