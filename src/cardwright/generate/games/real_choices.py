"""How often a choice matters: positions in which a tree search values actions differently.

One search finds the best action. An independent one says how much more that action is worth than the others on average,
because the action that a search finds best has been lucky more often than not.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from cardwright.agents import SearchResult, search
from cardwright.arena import statistics
from cardwright.arena.statistics import Estimate, Z
from cardwright.core.random import seed_for
from cardwright.core.state import State

from .drama import positions
from .subject import Subject

POSITIONS = 40
JUDGE = "mcts:600+look=1+prior=0+c=1"  # it tries every action, and few of the amounts of a bet


class RealChoices(NamedTuple):
    """How many decisions were searched, how many clearly matter, and how much better the best action is."""

    decisions: int
    clear: Estimate  # the share of decisions in which the best action is clearly better than the others
    worth: Estimate  # the mean advantage of the best action over the others; values go from -1 to 1


def real_choices(subject: Subject, agent: str, games: int) -> RealChoices:
    """Judge decisions from plays in which every seat has this agent."""
    records, _, _ = positions(subject, agent, games)
    chosen = np.unique(np.linspace(0, len(records) - 1, min(POSITIONS, len(records))).round().astype(int)).tolist()
    states = (State(subject.game, seed_for(subject.seed, "choice", k), records[k : k + 1]) for k in chosen)
    found = np.array([_difference(state) for state in states if len({str(each) for each in state.legal()}) > 1])
    if not len(found):
        return RealChoices(0, statistics.rate(0, 0), Estimate(math.nan, math.nan, math.nan))
    differences, errors = found.T
    clear = int(np.count_nonzero(differences > Z * errors))
    return RealChoices(len(found), statistics.rate(clear, len(found)), statistics.mean(differences))


def _difference(state: State) -> tuple[float, float]:
    """Return how much more the best action is worth than the others on average, and the standard error of that."""
    first, second = (search(state, JUDGE, seed_for(state.seed, "look", number)) for number in range(2))
    return _advantage(second, str(first.chosen))


def _advantage(found: SearchResult, best: str) -> tuple[float, float]:
    tried = [each for each in found.actions if each.visits]
    own = [each for each in tried if str(each.action) == best]
    others = [each for each in tried if str(each.action) != best]
    if not own or not others:
        return 0.0, 0.0
    value = float(np.mean([each.value for each in others]))
    variances = [max(0.0, 1 - each.value**2) / each.visits for each in (*own, *others)]
    error = math.sqrt(variances[0] + sum(variances[1:]) / len(others) ** 2)
    return own[0].value - value, error
