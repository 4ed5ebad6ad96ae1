"""Objectives, weights and constraints in words."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright import route
from cardwright.core.errors import CardwrightError
from cardwright.route import Count, InARow, Objective, Planner, Weights
from cardwright.route.constraints import parse


@pytest.mark.parametrize(
    ("text", "terms", "lowest"),
    [
        ("risk", [(1, "risk")], True),
        ("reward", [(1, "reward")], False),
        ("reward - 0.5*risk", [(1, "reward"), (-0.5, "risk")], False),
        ("2 risk+shops", [(2, "risk"), (1, "shops")], True),
        ("-risk + .5 reward", [(-1, "risk"), (0.5, "reward")], False),
    ],
)
def test_objectives_are_sums_of_measures(text, terms, lowest):
    assert Objective.parse(text) == Objective(tuple(terms), lowest)
    assert Objective.parse(text, lowest=not lowest).lowest is not lowest


@pytest.mark.parametrize(
    "text", ["", "risk *", "2", "risk risk2", "risk - - reward", "Risk", "risk,reward", " " * 5000]
)
def test_bad_objectives_are_refused(text):
    with pytest.raises(CardwrightError, match="objective"):
        Objective.parse(text)


def test_an_unknown_measure_is_refused_with_a_suggestion():
    with pytest.raises(CardwrightError, match="did you mean 'reward'"):
        Planner(route.example(), "rewrd")


@pytest.mark.parametrize("key", ["", "Z", "E@", "E@-", "E@a", "e", "11c", "E@1-2-3", 5.5])
def test_bad_keys_of_weights_are_refused(key):
    with pytest.raises(CardwrightError):
        Weights({key: 1})


@pytest.mark.parametrize("weight", [None, "3", True, float("inf"), float("nan")])
def test_bad_weights_are_refused(weight):
    with pytest.raises(CardwrightError, match="must be a number"):
        Weights({"E": weight})


def test_words_become_constraints():
    assert parse("At least two  ELITES") == Count(frozenset({"E", "EX"}), least=2)
    assert parse("no burning elite") == Count(frozenset({"EX"}), most=0)
    assert parse("shop after floor 6") == parse("a shop from floor 7") == Count(frozenset({"M"}), least=1, first=7)
    assert parse("no more than 3 fights in a row") == InARow(frozenset({"N", "E", "EX"}), 3)
    assert parse("enemy up to floor 3") == Count(frozenset({"N"}), least=1, last=3)


@pytest.mark.parametrize("text", ["", "elites 2", "2 dragons", "through", "a rest before", "3 fights in a row"])
def test_meaningless_constraints_are_refused(text):
    with pytest.raises(CardwrightError):
        parse(text)


WORDS = ["at least", "2", "no", "elites", "before", "floor", "6", "the", "boss", "in a row"]


@given(st.text(max_size=80) | st.lists(st.sampled_from(WORDS)).map(" ".join))
def test_any_words_are_a_constraint_or_an_error(text):
    for read in (parse, Objective.parse):
        with contextlib.suppress(CardwrightError):
            read(text)


def test_a_constraint_on_an_unknown_room_is_refused():
    with pytest.raises(CardwrightError, match="unknown room '99Z'"):
        Planner(route.example(), constraints=["through 99z"])
