"""95 % intervals for rates, for means, and for differences between series of paired games."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

Z = 1.959963984540054  # 95 % of a normal distribution lies within Z standard deviations of its mean


class Estimate(NamedTuple):
    """A figure and its 95 % interval from `low` to `high`; nan where nothing is known."""

    value: float
    low: float
    high: float

    def to_list(self) -> list[float | None]:
        """Return the three numbers as plain data: rounded, with None for nan.

        >>> Estimate(0.123456789, math.nan, 1.0).to_list()
        [0.123457, None, 1.0]
        """
        return [None if math.isnan(each) else round(each, 6) for each in self]

    def within(self, least: float, most: float) -> Estimate:
        """Return the figure with its interval cut to what is possible.

        >>> Estimate(0.25, -0.25, 0.75).within(0, 1)
        Estimate(value=0.25, low=0, high=0.75)
        """
        return Estimate(self.value, max(self.low, least), min(self.high, most))

    def text(self, digits: int, sign: str = "") -> str:
        """Return the figure and half the width of its interval, if it has one; "-" for nan.

        >>> Estimate(0.5, 0.4, 0.6).text(2), Estimate(3, math.nan, math.nan).text(1, "+")
        ('0.50±0.10', '+3.0')
        """
        if math.isnan(self.value):
            return "-"
        half = "" if math.isnan(self.low) else f"±{(self.high - self.low) / 2:.{digits}f}"
        return f"{self.value + 0.0:{sign}.{digits}f}{half}"


def rate(successes: float, n: int) -> Estimate:
    """Return the rate of successes among n independent trials, with Wilson's interval.

    It stays between 0 and 1 and remains valid when all trials succeed or none does. (E. B. Wilson, "Probable inference,
    the law of succession, and statistical inference", 1927.) A trial can be a partial success, as when one of two seats
    of an agent wins; the interval is then conservative.

    >>> rate(8, 10)
    Estimate(value=0.8, low=0.4901..., high=0.9433...)
    >>> rate(0, 1000)
    Estimate(value=0.0, low=0.0, high=0.0038...)
    """
    if n == 0:
        return Estimate(math.nan, 0.0, 1.0)
    share = successes / n
    shrink = 1 + Z * Z / n
    centre = (share + Z * Z / (2 * n)) / shrink
    half = Z / shrink * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return Estimate(share, min(share, max(0.0, centre - half)), max(share, min(1.0, centre + half)))


def mean(values: np.ndarray) -> Estimate:
    """Return the mean of independent values, with Student's interval ("The probable error of a mean", 1908).

    >>> mean(np.array([1, 2, 3, 4, 5]))
    Estimate(value=3.0, low=1.03..., high=4.96...)
    >>> mean(np.array([7.5]))
    Estimate(value=7.5, low=nan, high=nan)
    """
    n = len(values)
    if n < 2:
        return Estimate(float(values[0]) if n else math.nan, math.nan, math.nan)
    centre = float(np.mean(values, dtype=np.float64))
    half = student(n - 1) * float(np.std(values, ddof=1, dtype=np.float64)) / math.sqrt(n)
    return Estimate(centre, centre - half, centre + half)


def mean_difference(first: np.ndarray, second: np.ndarray) -> Estimate:
    """Return the mean of the differences first - second; pairing cancels much of the variance that both share.

    >>> mean_difference(np.array([11, 22, 33]), np.array([10, 20, 31]))
    Estimate(value=1.66..., low=0.23..., high=3.10...)
    """
    return mean(np.subtract(first, second, dtype=np.float64))


def rate_difference(first: np.ndarray, second: np.ndarray) -> Estimate:
    """Return the difference between two success rates in paired trials, with an adjusted Wald interval.

    It adds one disagreement of each kind, so that a few trials that all agree do not look like certainty. (D. G. Bonett
    and R. M. Price, "Adjusted Wald confidence interval for a difference of binomial proportions based on paired data",
    2012.)

    >>> rate_difference(np.array([True, True, True, False]), np.array([True, False, False, False]))
    Estimate(value=0.5, low=-0.26..., high=0.92...)
    """
    n = len(first)
    if n == 0:
        return Estimate(math.nan, -1.0, 1.0)
    gain = np.subtract(first, second, dtype=np.float64)
    more = (np.maximum(gain, 0).sum() + 1) / (n + 2)
    less = (np.maximum(-gain, 0).sum() + 1) / (n + 2)
    centre = float(more - less)
    half = Z * math.sqrt((more + less - centre * centre) / (n + 2))
    return Estimate(float(gain.mean()), max(-1.0, centre - half), min(1.0, centre + half))


def independent_difference(first: Estimate, second: Estimate) -> Estimate:
    """Return the difference first - second of figures from independent games, with an interval made of theirs.

    (G. Y. Zou and A. Donner, "Construction of confidence limits about effect measures: a general approach", 2008.)

    >>> independent_difference(Estimate(0.5, 0.4, 0.6), Estimate(0.3, 0.2, 0.4))
    Estimate(value=0.2, low=0.058..., high=0.341...)
    """
    value = first.value - second.value
    low = value - math.hypot(first.value - first.low, second.high - second.value)
    return Estimate(value, low, value + math.hypot(first.high - first.value, second.value - second.low))


def student(freedom: int) -> float:
    """Return how many standard errors make a 95 % interval if the error is estimated from `freedom` + 1 values.

    >>> [round(student(freedom), 2) for freedom in (1, 2, 10, 1000)]
    [12.71, 4.3, 2.23, 1.96]
    """
    from scipy.special import stdtrit  # here, because only results with means need it, and it loads slowly

    return float(stdtrit(freedom, 0.975))
