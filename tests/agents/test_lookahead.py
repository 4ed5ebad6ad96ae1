"""Look-ahead: the best of all sequences of a few decisions, with every player out for itself."""

from __future__ import annotations

import numpy as np
import pytest
from climb_game import STEP, Climb
from hypothesis import given
from hypothesis import strategies as st

from cardwright.agents import Lookahead, make
from cardwright.agents.scratch import distinct, own_seed
from cardwright.core import array_verbs
from cardwright.core.errors import CardwrightError
from cardwright.core.interpreted import plain
from cardwright.core.random import as_seed, derive, purpose


def hidden_as_it_searches(state, seed):
    own = as_seed(own_seed(as_seed(seed), state.decider, 0))
    hiding = int(derive(own, purpose("lookahead hiding"), np.uint64(0)))
    return state.copy(hidden_from=state.decider, seed=hiding)


def worth(state, player):
    return state.score(player) if state.over else array_verbs.evaluate(state.records, 0, state.game.rules, player)


def best(state, player, depth, decisions_left, discount):
    """Every player's value under best play for itself, and the action, by plain recursion."""
    now = [worth(state, each) for each in range(state.game.players)]
    if state.over or depth == 0 or decisions_left == 0:
        return now, None
    who = state.decider
    found = None
    for action in state.legal():
        values, _ = best(state.copy().play(action), player, depth - (who == player), decisions_left - 1, discount)
        if found is None or values[who] > found[0][who]:
            found = values, action.id
    return [discount * later + (1 - discount) * first for later, first in zip(found[0], now, strict=True)], found[1]


@given(
    players=st.integers(1, 3),
    depth=st.integers(1, 3),
    top=st.sampled_from([0, 4, 8]),
    seed=st.integers(0, 1000),
    moves=st.integers(0, 5),
    discount=st.sampled_from([1, 0.7, 0.5]),
)
def test_it_finds_what_plain_recursion_finds(players, depth, top, seed, moves, discount):
    state = Climb(players, top).new(seed)
    for _ in range(moves):
        if not state.over:
            state.play("leap" if seed % 2 else "step")
    if state.over:
        return
    hidden = hidden_as_it_searches(state, seed)
    _, action = best(hidden, state.decider, depth, depth * players, discount)
    assert Lookahead(depth, discount).choose(state, seed) == action


def positions_below(state, player, depth, decisions_left):
    """How many positions a search of this depth visits."""
    if state.over or depth == 0 or decisions_left == 0:
        return 0
    after = [state.copy().play(action) for action in state.legal()]
    return sum(
        1 + positions_below(each, player, depth - (state.decider == player), decisions_left - 1) for each in after
    )


@given(
    players=st.integers(1, 3),
    depth=st.integers(1, 3),
    seed=st.integers(0, 1000),
    positions=st.sampled_from([1, 2, 5, 8, 14, 20, 40, 10_000]),
)
def test_a_search_that_is_too_large_is_replaced_by_the_deepest_that_fits(players, depth, seed, positions):
    state = Climb(players, top=8).new(seed)
    hidden, me = hidden_as_it_searches(state, seed), state.decider
    sizes = [positions_below(hidden, me, depth, horizon + 1) for horizon in range(depth * players)]
    horizon = depth * players
    if sizes[-1] > positions:
        horizon = max([1, *(k + 1 for k in range(len(sizes)) if sum(sizes[: k + 1]) <= positions)])
    _, action = best(hidden, me, depth, horizon, 0.7)
    assert Lookahead(depth, positions=positions).choose(state, seed) == action


def test_a_small_search_is_the_same_with_any_bound_that_it_keeps():
    for seed in range(20):
        state = Climb(players=1, top=0).new(seed)
        assert Lookahead(3, positions=14).choose(state, seed) == Lookahead(3).choose(state, seed)


def test_the_bound_is_a_setting():
    assert make("lookahead:2+positions=500") == Lookahead(2, positions=500)
    assert Lookahead(2, positions=500).name == "lookahead:2+positions=500"
    with pytest.raises(CardwrightError, match="positions of agent 'lookahead' is an integer from 1"):
        make("lookahead:2+positions=0")


@pytest.mark.parametrize("seed", range(12))
def test_the_last_decision_is_right_for_the_best_and_the_worst_card(kuhn_game, seed):
    state = kuhn_game.new(seed).play("bet")
    card = state.record.card[1]
    if card == 1:
        return
    action = Lookahead(1).choose(state, seed)
    assert str(state.legal()[action]) == ("call" if card == 2 else "fold")


def test_a_call_for_python_ends_the_search_there():
    state = Climb(players=1, top=0, help=True).new(seed=1)
    state.record.height[0] = 5
    for seed in range(10):
        assert Lookahead(1).choose(state, seed) in (STEP, 1), "asking for help does not climb by itself"


def test_actions_that_mean_the_same_are_tried_once():
    for seed in range(20):
        one, other = (Climb(twin=twin).new(seed) for twin in (False, True))
        assert Lookahead(3).choose(one, seed) == Lookahead(3).choose(other, seed)
        assert plain(distinct)(other.record, other.game.rules[0], np.zeros(4, np.int64), np.zeros(4, np.int64)) == 2
