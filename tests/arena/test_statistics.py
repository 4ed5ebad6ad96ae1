"""The intervals agree with those of SciPy and have the coverage they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardwright.arena import statistics


@given(st.integers(1, 10_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_the_interval_of_a_rate_is_wilsons(case):
    successes, n = case
    theirs = stats.binomtest(successes, n).proportion_ci(method="wilson")
    ours = statistics.rate(successes, n)
    assert ours.value == successes / n
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
    assert 0 <= ours.low <= ours.value <= ours.high <= 1


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 7, 10, 30, 100, 1000, 1_000_000])
def test_student_is_a_quantile_of_the_t_distribution(freedom):
    assert statistics.student(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)


@given(st.lists(st.integers(-100, 100), min_size=2, max_size=200))
def test_the_interval_of_a_mean_is_students(values):
    ours = statistics.mean(np.array(values))
    half = stats.t.ppf(0.975, len(values) - 1) * stats.sem(values)
    assert ours.value == pytest.approx(np.mean(values))
    assert ours.high - ours.low == pytest.approx(2 * half, rel=1e-9, abs=1e-9)


def test_pairing_narrows_the_interval():
    shared = np.random.default_rng(1).normal(0, 100, 500)
    better = shared + 1 + np.random.default_rng(2).normal(0, 1, 500)
    paired = statistics.mean_difference(better, shared)
    apart = statistics.mean(better)
    assert paired.low > 0
    assert paired.high - paired.low < 0.1 * (apart.high - apart.low)


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1, max_size=300))
def test_a_rate_difference_is_antisymmetric_and_near_the_plain_one(pairs):
    first, second = np.array(pairs).T
    ours, other = statistics.rate_difference(first, second), statistics.rate_difference(second, first)
    assert ours.value == pytest.approx(first.mean() - second.mean())
    assert (ours.low, ours.high) == pytest.approx((-other.high, -other.low))
    assert -1 <= ours.low < ours.high <= 1
    if ours.low > -1 and ours.high < 1:
        assert (ours.low + ours.high) / 2 == pytest.approx(ours.value * len(pairs) / (len(pairs) + 2))


@pytest.mark.parametrize(("wins", "losses"), [(0.0, 0.05), (0.3, 0.1), (0.5, 0.5)])
def test_the_interval_of_a_rate_difference_covers_the_truth(wins, losses):
    """About 95 % of many experiments have the true difference inside their interval."""
    draw = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        u = draw.random(60)
        first, second = u < wins, (u >= wins) & (u < wins + losses)
        ours = statistics.rate_difference(first, second)
        covered += ours.low <= wins - losses <= ours.high
    assert covered >= 0.92 * 400


def test_no_data_leads_to_nan_or_the_widest_interval():
    assert math.isnan(statistics.mean(np.array([])).value)
    assert math.isnan(statistics.mean(np.array([3.0])).low)
    assert statistics.rate(0, 0)[1:] == (0.0, 1.0)
    assert statistics.rate_difference(np.array([]), np.array([]))[1:] == (-1.0, 1.0)
