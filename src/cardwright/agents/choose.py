"""One kernel that chooses for every compiled agent, whatever the game."""

from __future__ import annotations

import numpy as np

from cardwright.core.jit import kernel
from cardwright.core.random import below, derive, purpose
from cardwright.core.verbs import advise, decider, hide, legal

from .lookahead import look_ahead
from .mcts import search_tree
from .scratch import Kind

FIRST = int(Kind.FIRST)
RANDOM = int(Kind.RANDOM)
RULES = int(Kind.RULES)
LOOKAHEAD = int(Kind.LOOKAHEAD)

_SEAT = purpose("agent's seat")
_DECISION = purpose("agent's decision")


@kernel
def own_seed(agent_seed, player, decision):
    """A number of the player's own for one decision of a game, which tells nothing about the game's generator."""
    return derive(derive(agent_seed, _SEAT, np.uint64(player)), _DECISION, np.uint64(decision))


@kernel
def choose(states, index, rules, seats, weights, agent_seed, decision, scratch):
    """What the decider of states[index] does, as the agent in its seat; the position itself is left as it is."""
    s = states[index]
    player = decider(s)
    actions = scratch.actions[0]
    n = legal(s, rules[0], actions)
    kind = seats[player].kind
    if n == 1 or kind == FIRST:
        return actions[0]
    seed = own_seed(agent_seed, player, decision)
    if kind == RANDOM:
        scratch.dice[0].rng[0] = seed
        return actions[below(scratch.dice[0], 0, n)]
    if kind == RULES:
        scratch.states[0] = s
        hide(scratch.states[0], rules[0], player, seed)
        return np.int64(advise(scratch.states[0], rules[0], weights[player], player, actions, n))
    if kind == LOOKAHEAD:
        return look_ahead(s, rules[0], player, seats.size, seats[player].depth, seed, scratch)
    return search_tree(s, rules[0], player, seats.size, seats[player], seed, scratch)
