"""The Nash average of a metagame: how often each strategy is played in the most even equilibrium.

(D. Balduzzi et al., "Re-evaluating evaluation", 2018.)
"""

from __future__ import annotations

import numpy as np

from .payoffs import checked, evenness


def nash_average(matrix: np.ndarray) -> np.ndarray:
    """Return the Nash average: the maximum-entropy Nash equilibrium, as the share of each strategy.

    Adding copies of a strategy does not change it, which makes it a fair average.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> nash_average(ROCK_PAPER_SCISSORS).round(3).tolist()
    [0.333, 0.333, 0.333]
    """
    matrix = checked(matrix)
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

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> nash_support(ROCK_PAPER_SCISSORS), nash_support(np.array([[0, 1], [-1, 0]]))
    (3, 1)
    """
    return int(np.count_nonzero(_supported(checked(matrix))))


def nash_entropy(matrix: np.ndarray) -> float:
    """The entropy of the Nash average, as a share of its maximum. Healthy: high; 0 means one strategy. A game that
    always ties has 1, the maximum, so constrain the tie share as well.

    >>> from cardwright.balance.payoffs import ROCK_PAPER_SCISSORS
    >>> round(nash_entropy(ROCK_PAPER_SCISSORS), 6)
    1.0
    """
    return evenness(nash_average(matrix))
