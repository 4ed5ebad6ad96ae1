"""Random numbers: in range, uniform, the same everywhere, and independent where they are derived."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from cardwright.core.compiling.jit import kernel
from cardwright.core.errors import CardwrightError
from cardwright.core.random import as_seed, below, derive, mix, seed_for, seeds_for, shuffle, unit
from cardwright.core.record import game_record

Dice = game_record("dice", [("items", np.int64, (4,))], __name__)
seeds = st.integers(0, 2**64 - 1)


@kernel
def roll(states, n, out):
    for k in range(out.size):
        out[k] = below(states[0], 1, n)


@kernel
def roll_units(states, out):
    for k in range(out.size):
        out[k] = unit(states[0], 1)


@kernel
def shuffle_items(states, out):
    for k in range(out.size):
        for place in range(4):
            states[0].items[place] = place
        shuffle(states[0], 1, states[0].items, 0, 4)
        out[k] = ((states[0].items[0] * 4 + states[0].items[1]) * 4 + states[0].items[2]) * 4 + states[0].items[3]


def dice(seed: int) -> np.ndarray:
    states = np.zeros(1, Dice)
    states["rng"][0] = [seed_for(seed, "test", stream) for stream in range(4)]
    return states


@given(seeds, st.integers(1, 2**31))
def test_below_is_in_range(seed, n):
    out = np.zeros(20, np.int64)
    roll(dice(seed), n, out)
    assert 0 <= out.min() <= out.max() < n


@given(seeds)
def test_a_draw_moves_its_own_stream_only(seed):
    states = dice(seed)
    before = states["rng"][0].copy()
    roll(states, 6, np.zeros(1, np.int64))
    assert (states["rng"][0] != before).tolist() == [False, True, False, False]


@pytest.mark.parametrize("n", [2, 6, 10, 97])
def test_below_is_uniform(n):
    out = np.zeros(100_000, np.int64)
    roll(dice(n), n, out)
    assert stats.chisquare(np.bincount(out, minlength=n)).pvalue > 1e-4


def test_unit_is_uniform():
    out = np.zeros(100_000)
    roll_units(dice(5), out)
    assert 0 <= out.min() <= out.max() < 1
    assert stats.kstest(out, "uniform").pvalue > 1e-4


def test_all_orders_of_a_shuffle_are_equally_likely():
    out = np.zeros(48_000, np.int64)
    shuffle_items(dice(1), out)
    _, counts = np.unique(out, return_counts=True)
    assert len(counts) == 24
    assert stats.chisquare(counts).pvalue > 1e-4


@given(seeds, seeds)
def test_mix_loses_nothing(one, other):
    assert (mix(np.uint64(one)) == mix(np.uint64(other))) == (one == other)


def test_derived_seeds_differ():
    made = {
        int(derive(np.uint64(seed), np.uint64(use), np.uint64(index)))
        for seed in range(20)
        for use in range(20)
        for index in range(50)
    }
    assert len(made) == 20 * 20 * 50


def test_seeds_next_to_each_other_are_unrelated():
    rolls = []
    for index in range(2_000):
        out = np.zeros(2, np.int64)
        roll(dice(index), 6, out)
        rolls.append(out.tolist())
    table = np.zeros((6, 6))
    for (first, _), (second, _) in itertools.pairwise(rolls):
        table[first, second] += 1
    assert stats.chi2_contingency(table).pvalue > 1e-4


@given(seeds, st.lists(st.integers(0, 2**63 - 1), max_size=5))
def test_many_seeds_at_once_are_the_same_seeds(seed, indices):
    many = seeds_for(seed, "game", np.array(indices, np.uint64))
    assert many.tolist() == [seed_for(seed, "game", index) for index in indices]


@given(st.integers())
def test_any_whole_number_is_a_seed(seed):
    assert 0 <= int(as_seed(seed)) < 2**64


@pytest.mark.parametrize("seed", ["7", 1.5, None, [1], float("nan")])
def test_other_things_are_no_seeds(seed):
    with pytest.raises(CardwrightError, match="seed"):
        as_seed(seed)


FIGURES = """
import numpy as np
from cardwright.core.random import mix, seed_for
print([int(mix(np.uint64(x))) for x in (0, 1, 2**64 - 1)], [seed_for(s, "deal", i) for s in (0, 7, -1) for i in (0, 1)])
"""


def test_the_same_uncompiled():
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    answer = subprocess.run(
        [sys.executable, "-W", "error", "-c", FIGURES], env=environment, capture_output=True, text=True, check=True
    )
    mixed = [int(mix(np.uint64(x))) for x in (0, 1, 2**64 - 1)]
    derived = [seed_for(seed, "deal", index) for seed in (0, 7, -1) for index in (0, 1)]
    assert answer.stdout.strip() == f"{mixed} {derived}"
