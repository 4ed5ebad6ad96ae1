"""alpha-rank of a metagame: how much time an imitating population spends on each strategy.

(S. Omidshafiei et al., "alpha-Rank: Multi-agent evaluation by evolution", 2019.)
"""

from __future__ import annotations

import numpy as np

from .payoffs import checked, evenness

_MIN_PROBABILITY = 1e-150  # keeps every state of the chain leavable where a probability underflows


def alpha_rank(matrix: np.ndarray, alpha: float = 100.0, population: int = 50) -> np.ndarray:
    """Return alpha-rank: the share of time an imitating population spends on each strategy.

    Mutant strategies appear at random and take over or vanish, depending on their payoff against the current strategy;
    a larger `alpha` makes the payoff count more.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> alpha_rank(ROCK_PAPER_SCISSORS).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    matrix = checked(matrix)
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

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> round(alpha_rank_entropy(ROCK_PAPER_SCISSORS), 6)
    1.0
    """
    return evenness(alpha_rank(matrix))
