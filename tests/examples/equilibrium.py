"""The exact value of a small two-player zero-sum game, by linear programming over the sequence form.

D. Koller, N. Megiddo and B. von Stengel, "Efficient computation of equilibria for extensive two-person games", 1996.
Information sets come from `State.seen`, so a wrong rule, payoff or leak changes the value.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable

import numpy as np
from scipy.optimize import linprog

from cardwright import State

ROOT = 0  # the index of the empty sequence


class SequenceForm:
    """The game tree, as the sequences of actions of each player and the payoffs of pairs of sequences."""

    def __init__(self, deals: Iterable[tuple[float, State]]):
        self.sequences = ({"": ROOT}, {"": ROOT})  # of actions, each at its information set
        self.parents: tuple[dict[str, int], dict[str, int]] = ({}, {})  # the sequence that leads to each set
        self.payoffs: dict[tuple[int, int], float] = defaultdict(float)
        self.decisions = self.ends = 0
        for probability, state in deals:
            self._add(state, probability, (ROOT, ROOT), "")

    def _add(self, state: State, probability: float, reached: tuple[int, int], history: str) -> None:
        if state.over:
            self.ends += 1
            self.payoffs[reached] += probability * state.score(0)
            return
        self.decisions += 1
        player = state.decider
        information_set = f"{history}: {json.dumps(state.seen(player))}"
        self.parents[player][information_set] = reached[player]
        for action in state.legal():
            sequences = self.sequences[player]
            index = sequences.setdefault(f"{information_set} {action}", len(sequences))
            after = (index, reached[1]) if player == 0 else (reached[0], index)
            self._add(state.copy().play(action), probability, after, f"{history} {action}")

    def value(self) -> float:
        """Return the score that the first player can secure, and the second can hold it to."""
        plan = len(self.sequences[0])  # variables: the first player's realization plan, then the second's values
        rows = 1 + len(self.parents[0])
        equal, bound = np.zeros((rows, plan)), np.zeros(rows)
        equal[0, ROOT] = bound[0] = 1
        for row, (home, parent) in enumerate(self.parents[0].items(), 1):
            equal[row, parent] = -1
            equal[row, self._actions(0, home)] = 1
        less = np.zeros((len(self.sequences[1]), plan + 1 + len(self.parents[1])))
        less[ROOT, plan] = 1
        for column, (home, parent) in enumerate(self.parents[1].items(), plan + 1):
            less[parent, column] -= 1
            less[self._actions(1, home), column] += 1
        for (one, two), payoff in self.payoffs.items():
            less[two, one] -= payoff
        values = less.shape[1] - plan
        goal = np.zeros(less.shape[1])
        goal[plan] = -1
        found = linprog(
            goal,
            A_ub=less,
            b_ub=np.zeros(len(less)),
            A_eq=np.hstack([equal, np.zeros((rows, values))]),
            b_eq=bound,
            bounds=[(0, None)] * plan + [(None, None)] * values,
        )
        assert found.success
        return -float(found.fun)

    def _actions(self, player: int, information_set: str) -> list[int]:
        return [k for each, k in self.sequences[player].items() if each.startswith(f"{information_set} ")]
