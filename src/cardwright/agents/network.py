# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""A small feed-forward network as one row of numbers, and the kernels that ask it.

It reads what the verb `observe` writes and nothing else. Each hidden layer is a weighted sum cut off below zero (ReLU).
The last one is weighed once more for every action of the game's action space, which gives the action's logit, and once
for the value: the score that the player can expect.

The row begins with the number of features, of actions and of hidden layers, and the width of each hidden layer. Then
come the layers, each with its biases and a row of weights for each input; for each action its bias and its weights; and
the bias and the weights of the value. Each sum is added up in the order of its inputs, so the network answers the same
on every machine, and inputs that are zero, which most are, cost nothing.
"""

from __future__ import annotations

import math

import numpy as np

from cardwright.core.compiling.jit import inlined, inner
from cardwright.core.verbs import OVER, action_index, decider, observe, score

FEATURES, ACTIONS, LAYERS, WIDTHS = range(4)  # where the row says how large the network is


@inner
def _add_layer(network, at, inputs, outputs):
    """Write the outputs of the layer that begins at `at`."""
    width = outputs.size
    for j in range(width):
        outputs[j] = network[at + j]
    for k in range(inputs.size):
        x = inputs[k]
        if x != 0.0:
            row = network[at + width * (k + 1) : at + width * (k + 2)]
            for j in range(width):
                outputs[j] += x * row[j]
    for j in range(width):
        outputs[j] = max(0.0, outputs[j])


@inner
def perceive(s, rules, player, network, memory):
    """Run the hidden layers on what a player sees.

    Return where the weights of the actions begin in the row, and where the last hidden layer begins and ends in
    `memory`.
    """
    first, end = 0, observe(s, rules, player, memory)
    at = WIDTHS + np.int64(network[LAYERS])
    for layer in range(np.int64(network[LAYERS])):
        width = np.int64(network[WIDTHS + layer])
        _add_layer(network, at, memory[first:end], memory[end : end + width])
        at += width * (1 + end - first)
        first, end = end, end + width
    return at, first, end


@inner
def _weigh(network, at, hidden):
    """Return the weighted sum that begins at `at`, of the last hidden layer."""
    total = network[at]
    for k in range(hidden.size):
        total += network[at + 1 + k] * hidden[k]
    return total


@inlined
def write_logits(s, rules, player, network, actions, n, settings, logits, memory):
    """Write how much the network likes each of the n legal actions."""
    at, first, end = perceive(s, rules, player, network, memory)
    for k in range(n):
        row = at + action_index(s, rules, actions[k]) * (1 + end - first)
        logits[k] = _weigh(network, row, memory[first:end])


@inner
def soften(logits, n, temperature):
    """Turn n logits into probabilities."""
    most, total = -math.inf, 0.0
    for k in range(n):
        most = max(most, logits[k])
    for k in range(n):
        logits[k] = math.exp((logits[k] - most) / temperature)
        total += logits[k]
    for k in range(n):
        logits[k] /= total


@inlined
def network_value(s, rules, player, network, settings, memory):
    """Return the score that the network expects for a player, or the score itself at the end of the game."""
    if decider(s) == OVER:
        return np.float64(score(s, player))
    at, first, end = perceive(s, rules, player, network, memory)
    at += np.int64(network[ACTIONS]) * (1 + end - first)
    return min(1.0, max(-1.0, _weigh(network, at, memory[first:end])))
