"""The structure of a metagame: who beats whom, and in which cycles (see payoffs.py for the matrices)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .payoffs import checked

if TYPE_CHECKING:
    import networkx as nx


def domination_graph(matrix: np.ndarray, names: Sequence[str] = ()) -> nx.DiGraph[Any]:
    """Return the graph of who beats whom: edges lead from winner to loser, with the payoff as attribute `by`.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> sorted(domination_graph(ROCK_PAPER_SCISSORS, ["rock", "paper", "scissors"]).edges)
    [('paper', 'rock'), ('rock', 'scissors'), ('scissors', 'paper')]
    """
    import networkx as nx

    matrix = checked(matrix)
    labels: list[Any] = list(names) or list(range(len(matrix)))
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(labels)
    for winner, loser in np.argwhere(matrix > 0).tolist():
        graph.add_edge(labels[winner], labels[loser], by=float(matrix[winner, loser]))
    return graph


class Cycle(NamedTuple):
    """A strongly connected set of strategies: each is beaten by another member, directly or through others."""

    members: list[str]  # the strongest first
    shortest: list[str]  # a shortest cycle through the strongest: each beats the next, and the last beats the first

    def __str__(self) -> str:
        return " > ".join([*self.shortest, self.shortest[0]])


def cycles(matrix: np.ndarray, names: Sequence[str] = ()) -> list[Cycle]:
    """Return the cycles of the domination graph, the largest first. They do not overlap. Healthy: one large cycle.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> print(*cycles(ROCK_PAPER_SCISSORS, ["rock", "paper", "scissors"]))
    rock > scissors > paper > rock
    """
    matrix = checked(matrix)
    labels = list(names) or [str(k) for k in range(len(matrix))]
    component, sizes = _components(matrix)
    strongest_first = np.argsort(-matrix.sum(axis=1), kind="stable")
    found = []
    for number in np.flatnonzero(sizes > 1):
        members = strongest_first[component[strongest_first] == number]
        shortest = members[_shortest_cycle(matrix[np.ix_(members, members)] > 0)]
        found.append(Cycle([labels[k] for k in members], [labels[k] for k in shortest]))
    return sorted(found, key=lambda each: -len(each.members))


def _components(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the strongly connected component of each strategy, and the size of each component."""
    from scipy.sparse.csgraph import connected_components

    _, component = connected_components(matrix > 0, directed=True, connection="strong")
    return component, np.bincount(component)


def _shortest_cycle(wins: np.ndarray) -> list[int]:
    """Return a shortest cycle of wins through strategy 0."""
    from scipy.sparse.csgraph import breadth_first_order

    nearest_first, before = breadth_first_order(wins, 0)
    cycle = [int(next(k for k in nearest_first if wins[k, 0]))]
    while cycle[-1] != 0:
        cycle.append(int(before[cycle[-1]]))
    return cycle[::-1]


def triangles(matrix: np.ndarray) -> float:
    """The share of triples that form a cycle, like rock, paper and scissors. Healthy: above 0.

    0 means a strict order with a single best strategy; 0.25 is what coin tosses would yield.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> triangles(ROCK_PAPER_SCISSORS)
    1.0
    """
    wins = (checked(matrix) > 0).astype(float)
    n = len(wins)
    if n < 3:
        return 0.0
    cycles = np.einsum("ij,ji->", wins @ wins, wins) / 3
    return float(cycles / (n * (n - 1) * (n - 2) / 6))


def cyclic_share(matrix: np.ndarray) -> float:
    """The share of strategies that lie on a cycle of wins of any length. Healthy: high.

    A strategy above a cycle is never beaten by its members; a strategy below never beats them.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> cyclic_share(ROCK_PAPER_SCISSORS), cyclic_share(np.array([[0, 1], [-1, 0]]))
    (1.0, 0.0)
    """
    component, sizes = _components(checked(matrix))
    return float(np.mean(sizes[component] > 1))


def unbeaten(matrix: np.ndarray) -> int:
    """The number of strategies that nothing beats. Healthy: 0; if there is one that also wins, everyone will play it.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> unbeaten(ROCK_PAPER_SCISSORS), unbeaten(np.array([[0, 1], [-1, 0]]))
    (0, 1)
    """
    return int(np.count_nonzero((checked(matrix) >= 0).all(axis=1)))
