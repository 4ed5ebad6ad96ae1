"""The structure of a metagame, from the payoffs of each strategy (lineup, deck) against each other.

A payoff matrix is square and antisymmetric: `matrix[i, j]`, from -1 to 1, is what i wins against j, and j loses.
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

MAX_STRATEGIES = 4096  # strategies; more take too long
_UNLIKELY = 1e-150  # stands for probabilities too small for a float, so that every state can be left

ROCK_PAPER_SCISSORS = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def domination_graph(matrix: np.ndarray, names: Sequence[str] = ()) -> nx.DiGraph:
    """Who beats whom: an edge from each strategy to each that it wins against, `by` the payoff.

    >>> sorted(domination_graph(ROCK_PAPER_SCISSORS, ["rock", "paper", "scissors"]).edges)
    [('paper', 'rock'), ('rock', 'scissors'), ('scissors', 'paper')]
    """
    import networkx as nx

    matrix = _checked(matrix)
    labels: list[Any] = list(names) or list(range(len(matrix)))
    graph: nx.DiGraph = nx.DiGraph()
    graph.add_nodes_from(labels)
    for winner, loser in np.argwhere(matrix > 0).tolist():
        graph.add_edge(labels[winner], labels[loser], by=float(matrix[winner, loser]))
    return graph


def payoffs(metagame: Metagame) -> dict[str, tuple[np.ndarray, Sequence[str]]]:
    """The payoff matrices of a metagame, with the names of their rows: of the cards, and of the lineups.

    Those of more lineups than can be looked at are left out.
    """
    matrix, held = metagame.matrix, metagame.details
    if matrix is None:
        return {}
    if len(matrix) == len(metagame.names):
        return {"cards": (matrix, metagame.names)}
    found: dict[str, tuple[np.ndarray, Sequence[str]]] = {}
    if isinstance(held, Tournament):
        found["cards"] = (of_cards(matrix, held.lineups), metagame.names)
    if len(matrix) <= MAX_STRATEGIES:
        found["lineups"] = (matrix, metagame.lineup_names)
    return found


class Circle(NamedTuple):
    """Strategies that wins lead round from each to each other: whatever is played, another of them answers it."""

    members: list[str]  # the strongest first
    shortest: list[str]  # a shortest way round from the strongest: each beats the next, and the last the first

    def __str__(self) -> str:
        return " > ".join([*self.shortest, self.shortest[0]])


def circles(matrix: np.ndarray, names: Sequence[str] = ()) -> list[Circle]:
    """The circles of the domination graph, the largest first; no strategy is in two of them. Healthy: one large one.

    >>> print(*circles(ROCK_PAPER_SCISSORS, ["rock", "paper", "scissors"]))
    rock > scissors > paper > rock
    """
    matrix = _checked(matrix)
    labels = list(names) or [str(k) for k in range(len(matrix))]
    circle, sizes = _circles(matrix)
    strongest_first = np.argsort(-matrix.sum(axis=1), kind="stable")
    found = []
    for number in np.flatnonzero(sizes > 1):
        members = strongest_first[circle[strongest_first] == number]
        way = members[_way_round(matrix[np.ix_(members, members)] > 0)]
        found.append(Circle([labels[k] for k in members], [labels[k] for k in way]))
    return sorted(found, key=lambda each: -len(each.members))


def _circles(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The number of the circle that each strategy is in, and how many are in each; those in none are alone."""
    from scipy.sparse.csgraph import connected_components

    _, circle = connected_components(matrix > 0, directed=True, connection="strong")
    return circle, np.bincount(circle)


def _way_round(wins: np.ndarray) -> list[int]:
    """A shortest circle of wins through the first."""
    from scipy.sparse.csgraph import breadth_first_order

    nearest_first, before = breadth_first_order(wins, 0)
    way = [int(next(k for k in nearest_first if wins[k, 0]))]
    while way[-1] != 0:
        way.append(int(before[way[-1]]))
    return way[::-1]


def of_cards(matrix: np.ndarray, lineups: np.ndarray) -> np.ndarray:
    """The payoffs of cards against each other: the mean over their lineups, which count by how often a card is in them.

    `lineups` has a row for each row of the matrix: the places of its cards in the set.

    >>> of_cards(np.array([[0, 1, 1], [-1, 0, 1], [-1, -1, 0]]), np.array([[0, 0], [0, 1], [1, 1]])).tolist()
    [[0.0, 0.888888888889], [-0.888888888889, 0.0]]
    """
    copies = np.array([(lineups == card).sum(axis=1) for card in range(int(lineups.max()) + 1)], float)
    counts = copies.sum(axis=1)
    return np.round(copies @ matrix @ copies.T / np.outer(counts, counts), 12)


def triangles(matrix: np.ndarray) -> float:
    """The share of triples that beat each other in a circle, as rock, paper and scissors do. Healthy: some.

    None means a strict order, where one thing to play is best; 0.25 is what coin tosses would give.

    >>> triangles(ROCK_PAPER_SCISSORS)
    1.0
    """
    wins = (_checked(matrix) > 0).astype(float)
    n = len(wins)
    if n < 3:
        return 0.0
    circles = np.einsum("ij,ji->", wins @ wins, wins) / 3
    return float(circles / (n * (n - 1) * (n - 2) / 6))


def cyclic_share(matrix: np.ndarray) -> float:
    """The share of strategies that lie on a circle of wins of any length. Healthy: high.

    Everything above such a circle is never beaten by anything in it, everything below never beats it.

    >>> cyclic_share(ROCK_PAPER_SCISSORS), cyclic_share(np.array([[0, 1], [-1, 0]]))
    (1.0, 0.0)
    """
    circle, sizes = _circles(_checked(matrix))
    return float(np.mean(sizes[circle] > 1))


def unbeaten(matrix: np.ndarray) -> int:
    """How many strategies nothing wins against. Healthy: none; a single one that also wins is what everyone will play.

    >>> unbeaten(ROCK_PAPER_SCISSORS), unbeaten(np.array([[0, 1], [-1, 0]]))
    (0, 1)
    """
    return int(np.count_nonzero((_checked(matrix) >= 0).all(axis=1)))


def nash_average(matrix: np.ndarray) -> np.ndarray:
    """How often each strategy is played when nobody can do better: of all equilibria the one of largest entropy.

    It does not change when copies of a strategy are added, which makes it a fair average. (D. Balduzzi et al.,
    "Re-evaluating evaluation", 2018.)

    >>> nash_average(ROCK_PAPER_SCISSORS).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    matrix = _checked(matrix)
    inside = _supported(matrix)
    shares = np.zeros(len(matrix))
    shares[inside] = _widest(matrix[np.ix_(inside, inside)], matrix[np.ix_(~inside, inside)])
    return shares


def _supported(matrix: np.ndarray) -> np.ndarray:
    """Which strategies are played in some equilibrium, by one linear program.

    It looks for numbers q >= 0 with `matrix @ q <= 0`, an equilibrium up to its scale, of which as many as can be are
    at least 1.
    """
    from scipy.optimize import linprog

    n = len(matrix)
    reward = np.concatenate([np.zeros(n), -np.ones(n)])
    rows = np.block([[matrix, np.zeros((n, n))], [-np.eye(n), np.eye(n)]])
    found = linprog(reward, A_ub=rows, b_ub=np.zeros(2 * n), bounds=[(0, None)] * n + [(0, 1)] * n, method="highs")
    return found.x[n:] > 0.5


def _widest(equal: np.ndarray, below: np.ndarray) -> np.ndarray:
    """The shares p of largest entropy with `equal @ p = 0` and `below @ p <= 0`, through the dual problem.

    Shares of largest entropy are proportional to exp(-multipliers @ constraints), and what is left is to find the
    multipliers, a convex problem. The inequalities mostly hold by themselves, and are looked at only if they do not.
    """
    from scipy.optimize import minimize
    from scipy.special import log_softmax, logsumexp

    equal = _basis(equal)
    multipliers = _newton(equal)
    shares = np.exp(log_softmax(-multipliers @ equal))
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
    return np.exp(log_softmax(-found.x @ rows))


def _newton(rows: np.ndarray, steps: int = 200) -> np.ndarray:
    """The multipliers of equalities alone: the least of log(sum(exp(-multipliers @ rows))), by Newton's method."""
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
    """Rows at right angles that say the same as these: the problem is then as round as it can be."""
    _, sizes, directions = np.linalg.svd(rows)
    return directions[: int(np.count_nonzero(sizes > 1e-9 * max(1.0, sizes.max(initial=0.0))))]


def nash_support(matrix: np.ndarray) -> int:
    """How many strategies the Nash average plays. Healthy: many; 1 means that one strategy is all one needs.
    If all games are ties it plays every strategy, the most there can be: limit the tie share beside it.

    >>> nash_support(ROCK_PAPER_SCISSORS), nash_support(np.array([[0, 1], [-1, 0]]))
    (3, 1)
    """
    return int(np.count_nonzero(_supported(_checked(matrix))))


def nash_entropy(matrix: np.ndarray) -> float:
    """The entropy of the Nash average, as a share of the largest there could be. Healthy: high; 0 is one strategy.
    If all games are ties it is 1, the best there can be: limit the tie share beside it.

    >>> round(nash_entropy(ROCK_PAPER_SCISSORS), 6)
    1.0
    """
    return _evenness(nash_average(matrix))


def alpha_rank(matrix: np.ndarray, alpha: float = 100.0, population: int = 50) -> np.ndarray:
    """How much of the time a population that copies what wins spends on each strategy.

    Strategies appear by chance and spread or vanish, the likelier the larger `alpha` the better they do against what is
    played now. (S. Omidshafiei et al., "alpha-Rank: Multi-agent evaluation by evolution", 2019.)

    >>> alpha_rank(ROCK_PAPER_SCISSORS).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    matrix = _checked(matrix)
    n = len(matrix)
    if n == 1:
        return np.ones(1)
    spreads = _takes_over(alpha * population / (population - 1) * matrix.T, population) / (n - 1)
    np.fill_diagonal(spreads, 0.0)
    return _stationary(spreads)


def _takes_over(advantage: np.ndarray, population: int) -> np.ndarray:
    """The chance that one newcomer takes over a population, (1 - e^-u) / (1 - e^-mu) for its advantage u."""
    size = np.abs(advantage)
    with np.errstate(divide="ignore", invalid="ignore"):
        well = -np.expm1(-size) / -np.expm1(-population * size)
    chance = np.where(advantage > 0, well, well * np.exp(-(population - 1) * size))
    return np.maximum(np.where(size < 1e-12, 1 / population, chance), _UNLIKELY)


def _stationary(chain: np.ndarray) -> np.ndarray:
    """The shares of time a Markov chain spends in its states; exact even where some are hardly ever left.

    (W. K. Grassmann, M. I. Taksar and D. P. Heyman, "Regenerative analysis and steady state distributions for Markov
    chains", 1985: nothing is subtracted, so nothing cancels out.)
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
    return shares / shares.sum()


def alpha_rank_entropy(matrix: np.ndarray) -> float:
    """The entropy of alpha-rank, as a share of the largest there could be. Healthy: high; 0 is one strategy.
    If all games are ties it is 1, the best there can be: limit the tie share beside it.

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
            f"a payoff matrix is square, for 1 to {MAX_STRATEGIES} strategies, not {' x '.join(map(str, matrix.shape))}"
        )
    if not np.allclose(matrix, -matrix.T, atol=1e-9):
        raise BadData("a payoff matrix is antisymmetric: what one wins the other loses")
    return matrix
