"""The structure of a metagame, computed from the payoffs of each strategy (lineup, deck) against each other.

A payoff matrix is square and antisymmetric: `matrix[i, j]`, from -1 to 1, is the payoff of i against j.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cardwright.autobattler.tournament import Tournament
from cardwright.core.errors import BadData

from .metagame import Metagame

if TYPE_CHECKING:
    import networkx as nx

MAX_STRATEGIES = 4096  # more would take too long
_MIN_PROBABILITY = 1e-150  # keeps every state of the chain leavable where a probability underflows

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def domination_graph(matrix: np.ndarray, names: Sequence[str] = ()) -> nx.DiGraph[Any]:
    """Return the graph of who beats whom: edges lead from winner to loser, with the payoff as attribute `by`.

    >>> sorted(domination_graph(ROCK_PAPER_SCISSORS, ["rock", "paper", "scissors"]).edges)
    [('paper', 'rock'), ('rock', 'scissors'), ('scissors', 'paper')]
    """
    import networkx as nx

    matrix = _checked(matrix)
    labels: list[Any] = list(names) or list(range(len(matrix)))
    graph: nx.DiGraph[Any] = nx.DiGraph()
    graph.add_nodes_from(labels)
    for winner, loser in np.argwhere(matrix > 0).tolist():
        graph.add_edge(labels[winner], labels[loser], by=float(matrix[winner, loser]))
    return graph


def payoffs(metagame: Metagame) -> dict[str, tuple[np.ndarray, Sequence[str]]]:
    """Return the payoff matrices of a metagame (of its cards and of its lineups) with the names of their rows.

    The matrix of more than MAX_STRATEGIES lineups is left out.
    """
    matrix, tournament = metagame.matrix, metagame.details
    if matrix is None:
        return {}
    if len(matrix) == len(metagame.names):
        return {"cards": (matrix, metagame.names)}
    found: dict[str, tuple[np.ndarray, Sequence[str]]] = {}
    if isinstance(tournament, Tournament):
        found["cards"] = (of_cards(matrix, tournament.lineups), metagame.names)
    if len(matrix) <= MAX_STRATEGIES:
        found["lineups"] = (matrix, metagame.lineup_names)
    return found


class Cycle(NamedTuple):
    """A strongly connected set of strategies: each is beaten by another member, directly or through others."""

    members: list[str]  # the strongest first
    shortest: list[str]  # a shortest cycle through the strongest: each beats the next, and the last beats the first

    def __str__(self) -> str:
        return " > ".join([*self.shortest, self.shortest[0]])


def cycles(matrix: np.ndarray, names: Sequence[str] = ()) -> list[Cycle]:
    """Return the cycles of the domination graph, the largest first. They do not overlap. Healthy: one large cycle.

    >>> print(*cycles(ROCK_PAPER_SCISSORS, ["rock", "paper", "scissors"]))
    rock > scissors > paper > rock
    """
    matrix = _checked(matrix)
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


def of_cards(matrix: np.ndarray, lineups: np.ndarray) -> np.ndarray:
    """Return the payoffs of cards against each other: means over their lineups, weighted by their copies of the card.

    `lineups` has a row for each row of the matrix: the indices of its cards in the set.

    >>> of_cards(np.array([[0, 1, 1], [-1, 0, 1], [-1, -1, 0]]), np.array([[0, 0], [0, 1], [1, 1]])).tolist()
    [[0.0, 0.888888888889], [-0.888888888889, 0.0]]
    """
    copies = np.array([(lineups == card).sum(axis=1) for card in range(int(lineups.max()) + 1)], float)
    counts = copies.sum(axis=1)
    means: np.ndarray = np.round(copies @ matrix @ copies.T / np.outer(counts, counts), 12)
    return means


def triangles(matrix: np.ndarray) -> float:
    """The share of triples that form a cycle, like rock, paper and scissors. Healthy: above 0.

    0 means a strict order with a single best strategy; 0.25 is what coin tosses would yield.

    >>> triangles(ROCK_PAPER_SCISSORS)
    1.0
    """
    wins = (_checked(matrix) > 0).astype(float)
    n = len(wins)
    if n < 3:
        return 0.0
    cycles = np.einsum("ij,ji->", wins @ wins, wins) / 3
    return float(cycles / (n * (n - 1) * (n - 2) / 6))


def cyclic_share(matrix: np.ndarray) -> float:
    """The share of strategies that lie on a cycle of wins of any length. Healthy: high.

    A strategy above a cycle is never beaten by its members; a strategy below never beats them.

    >>> cyclic_share(ROCK_PAPER_SCISSORS), cyclic_share(np.array([[0, 1], [-1, 0]]))
    (1.0, 0.0)
    """
    component, sizes = _components(_checked(matrix))
    return float(np.mean(sizes[component] > 1))


def unbeaten(matrix: np.ndarray) -> int:
    """The number of strategies that nothing beats. Healthy: 0; if there is one that also wins, everyone will play it.

    >>> unbeaten(ROCK_PAPER_SCISSORS), unbeaten(np.array([[0, 1], [-1, 0]]))
    (0, 1)
    """
    return int(np.count_nonzero((_checked(matrix) >= 0).all(axis=1)))


def nash_average(matrix: np.ndarray) -> np.ndarray:
    """Return the Nash average: the maximum-entropy Nash equilibrium, as the share of each strategy.

    Adding copies of a strategy does not change it, which makes it a fair average (D. Balduzzi et al., "Re-evaluating
    evaluation", 2018).

    >>> nash_average(ROCK_PAPER_SCISSORS).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    matrix = _checked(matrix)
    inside = _supported(matrix)
    shares = np.zeros(len(matrix))
    shares[inside] = _widest(matrix[np.ix_(inside, inside)], matrix[np.ix_(~inside, inside)])
    return shares


def _supported(matrix: np.ndarray) -> np.ndarray:
    """Return which strategies are played in some equilibrium, by one linear program.

    It maximises how many of the numbers q >= 0 with `matrix @ q <= 0` (an equilibrium up to scale) reach 1.
    """
    from scipy.optimize import linprog

    n = len(matrix)
    reward = np.concatenate([np.zeros(n), -np.ones(n)])
    rows = np.block([[matrix, np.zeros((n, n))], [-np.eye(n), np.eye(n)]])
    found = linprog(reward, A_ub=rows, b_ub=np.zeros(2 * n), bounds=[(0, None)] * n + [(0, 1)] * n, method="highs")
    supported: np.ndarray = found.x[n:] > 0.5
    return supported


def _widest(equal: np.ndarray, below: np.ndarray) -> np.ndarray:
    """Return the maximum-entropy shares p with `equal @ p = 0` and `below @ p <= 0`, from the dual problem.

    These shares are proportional to exp(-multipliers @ constraints), which leaves the convex problem of finding the
    multipliers. The inequalities mostly hold anyway, so they enter the problem only if they do not.
    """
    from scipy.optimize import minimize
    from scipy.special import log_softmax, logsumexp

    equal = _basis(equal)
    multipliers = _newton(equal)
    shares: np.ndarray = np.exp(log_softmax(-multipliers @ equal))
    if (below @ shares <= 1e-9).all():
        return shares
    rows = np.concatenate([equal, below])

    def dual(multipliers: np.ndarray) -> tuple[float, np.ndarray]:
        logits = -multipliers @ rows
        return float(logsumexp(logits)), -rows @ np.exp(log_softmax(logits))

    begin = np.concatenate([multipliers, np.zeros(len(below))])
    bounds = [(None, None)] * len(equal) + [(0, None)] * len(below)
    options = {"maxiter": 10_000, "maxfun": 50_000, "ftol": 1e-15, "gtol": 1e-10}
    found = minimize(dual, begin, jac=True, method="L-BFGS-B", bounds=bounds, options=options)
    shares = np.exp(log_softmax(-found.x @ rows))
    return shares


def _newton(rows: np.ndarray, steps: int = 200) -> np.ndarray:
    """Return the multipliers of equalities alone: minimise log(sum(exp(-multipliers @ rows))) by Newton's method."""
    from scipy.special import log_softmax, logsumexp

    multipliers = np.zeros(len(rows))
    for _ in range(steps):
        shares = np.exp(log_softmax(-multipliers @ rows))
        slope = rows @ shares
        if np.abs(slope).max(initial=0.0) < 1e-12:
            break
        curvature = (rows * shares) @ rows.T - np.outer(slope, slope)
        step = np.linalg.solve(curvature + 1e-15 * np.eye(len(rows)), slope)
        here, length = logsumexp(-multipliers @ rows), 1.0
        while length > 1e-9 and logsumexp(-(multipliers + length * step) @ rows) > here:
            length /= 2
        multipliers = multipliers + length * step
    return multipliers


def _basis(rows: np.ndarray) -> np.ndarray:
    """Return an orthonormal basis of the rows' span, which conditions the problem well."""
    _, sizes, directions = np.linalg.svd(rows)
    return directions[: int(np.count_nonzero(sizes > 1e-9 * max(1.0, sizes.max(initial=0.0))))]


def nash_support(matrix: np.ndarray) -> int:
    """The number of strategies in the Nash average. Healthy: many; 1 means that a single strategy suffices. A game that
    always ties has the maximum, so constrain the tie share as well.

    >>> nash_support(ROCK_PAPER_SCISSORS), nash_support(np.array([[0, 1], [-1, 0]]))
    (3, 1)
    """
    return int(np.count_nonzero(_supported(_checked(matrix))))


def nash_entropy(matrix: np.ndarray) -> float:
    """The entropy of the Nash average, as a share of its maximum. Healthy: high; 0 means one strategy. A game that
    always ties has 1, the maximum, so constrain the tie share as well.

    >>> round(nash_entropy(ROCK_PAPER_SCISSORS), 6)
    1.0
    """
    return _evenness(nash_average(matrix))


def alpha_rank(matrix: np.ndarray, alpha: float = 100.0, population: int = 50) -> np.ndarray:
    """Return alpha-rank: the share of time an imitating population spends on each strategy.

    Mutant strategies appear at random and take over or vanish, depending on their payoff against the current strategy;
    a larger `alpha` makes the payoff count more (S. Omidshafiei et al., "alpha-Rank: Multi-agent evaluation by
    evolution", 2019).

    >>> alpha_rank(ROCK_PAPER_SCISSORS).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    matrix = _checked(matrix)
    n = len(matrix)
    if n == 1:
        return np.ones(1)
    transitions = _fixation(alpha * population / (population - 1) * matrix.T, population) / (n - 1)
    np.fill_diagonal(transitions, 0.0)
    return _stationary(transitions)


def _fixation(advantage: np.ndarray, population: int) -> np.ndarray:
    """Return the probability that a mutant with advantage u takes over a population of m: (1 - e^-u) / (1 - e^-mu)."""
    size = np.abs(advantage)
    with np.errstate(divide="ignore", invalid="ignore"):
        well = -np.expm1(-size) / -np.expm1(-population * size)
    chance = np.where(advantage > 0, well, well * np.exp(-(population - 1) * size))
    return np.maximum(np.where(size < 1e-12, 1 / population, chance), _MIN_PROBABILITY)


def _stationary(chain: np.ndarray) -> np.ndarray:
    """Return the stationary distribution of a Markov chain, accurate even if some states are almost never left.

    The algorithm has no subtractions, so nothing cancels (W. K. Grassmann, M. I. Taksar and D. P. Heyman, "Regenerative
    analysis and steady state distributions for Markov chains", 1985).
    """
    chain = chain.copy()
    n = len(chain)
    for last in range(n - 1, 0, -1):
        chain[:last, last] /= chain[last, :last].sum()
        chain[:last, :last] += np.outer(chain[:last, last], chain[last, :last])
    shares = np.zeros(n)
    shares[0] = 1.0
    for state in range(1, n):
        shares[state] = shares[:state] @ chain[:state, state]
    distribution: np.ndarray = shares / shares.sum()
    return distribution


def alpha_rank_entropy(matrix: np.ndarray) -> float:
    """The entropy of alpha-rank, as a share of its maximum. Healthy: high; 0 means one strategy. A game that always
    ties has 1, the maximum, so constrain the tie share as well.

    >>> round(alpha_rank_entropy(ROCK_PAPER_SCISSORS), 6)
    1.0
    """
    return _evenness(alpha_rank(matrix))


BEST_IF_ALL_TIE = (nash_support, nash_entropy, alpha_rank_entropy)


def _evenness(shares: np.ndarray) -> float:
    if len(shares) == 1:
        return 0.0
    inside = shares[shares > 0]
    return float(-np.sum(inside * np.log(inside)) / np.log(len(shares)))


def _checked(matrix: np.ndarray) -> np.ndarray:
    matrix = np.asarray(matrix, float)
    if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1] or not 1 <= len(matrix) <= MAX_STRATEGIES:
        raise BadData(
            f"a payoff matrix must be square, with 1 to {MAX_STRATEGIES} strategies, "
            f"not {' x '.join(map(str, matrix.shape))}"
        )
    if not np.allclose(matrix, -matrix.T, atol=1e-9):
        raise BadData("a payoff matrix must be antisymmetric: one strategy wins what the other loses")
    return matrix
