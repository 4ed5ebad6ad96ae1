# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The verbs as Python calls them: with an array of records and an index, at half a microsecond a call.

    states = np.zeros(1000, game.dtype)
    calls.reset(states, 0, game.rules, game.setup, as_seed(7))
    n = calls.legal(states, 0, game.rules, out)
    calls.apply(states, 0, game.rules, out[0])

`rules` and `setup` are arrays of one record each.
"""

from __future__ import annotations

from . import verbs
from .compiling.jit import kernel

ILLEGAL = -3  # what `try_apply` returns besides the results of the verb `decider`


@kernel
def reset(states, index, rules, setup, seed):
    """Start a new game in states[index]."""
    verbs.reset(states[index], rules[0], setup[0], seed)


@kernel
def decider(states, index):
    """Return who decides in states[index]."""
    return verbs.decider(states[index])


@kernel
def legal(states, index, rules, out):
    """Write the legal actions in states[index] into `out` and return how many there are."""
    return verbs.legal(states[index], rules[0], out)


@kernel
def options(states, index, rules, actions, labels):
    """Write the legal actions and their labels, and return how many there are; none once the game is over."""
    s = states[index]
    if verbs.decider(s) < 0:
        return 0
    n = verbs.legal(s, rules[0], actions)
    for k in range(n):
        labels[k] = verbs.label(s, rules[0], actions[k])
    return n


@kernel
def apply(states, index, rules, action):
    """Take an action that is known to be legal, and return who decides next."""
    s = states[index]
    verbs.apply(s, rules[0], action)
    return verbs.decider(s)


@kernel
def try_apply(states, index, rules, action, scratch):
    """Take an action if it is legal and return who decides next; otherwise do nothing and return ILLEGAL."""
    s = states[index]
    if verbs.decider(s) >= 0:
        for k in range(verbs.legal(s, rules[0], scratch)):
            if scratch[k] == action:
                verbs.apply(s, rules[0], action)
                return verbs.decider(s)
    return ILLEGAL


@kernel
def score(states, index, player):
    """Return the result for a player."""
    return verbs.score(states[index], player)


@kernel
def score_all(states, scores):
    """Write the results of all games, a row of `scores` each, a column for each player."""
    for index in range(states.size):
        for player in range(scores.shape[1]):
            scores[index, player] = verbs.score(states[index], player)


@kernel
def hide(states, index, rules, player, seed):
    """Redraw what the player cannot know."""
    verbs.hide(states[index], rules[0], player, seed)


@kernel
def evaluate(states, index, rules, player):
    """Return an estimate of the result for a player."""
    return verbs.evaluate(states[index], rules[0], player)


@kernel
def observe(states, index, rules, player, out):
    """Write what a player sees as features, and return how many there are."""
    return verbs.observe(states[index], rules[0], player, out)


@kernel
def tokenise(states, index, rules, player, out):
    """Write what a player sees as rows of integers, and return how many there are."""
    return verbs.tokenise(states[index], rules[0], player, out)


@kernel
def summarise(states, index, rules, player, out):
    """Write a few features that sum up a position, and return how many there are."""
    return verbs.summarise(states[index], rules[0], player, out)


@kernel
def indexed(states, index, rules, actions, indices):
    """Write the legal actions and their indices in the action space; return how many there are, none at the end."""
    s = states[index]
    if verbs.decider(s) < 0:
        return 0
    n = verbs.legal(s, rules[0], actions)
    for k in range(n):
        indices[k] = verbs.action_index(s, rules[0], actions[k])
    return n
