"""Which positions match an expectation."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright.core.errors import BadData
from cardwright.scenarios import compare

VIEW = {
    "turn": 2,
    "player": {"hp": 70, "statuses": {"Strength": 2}, "stance": "Calm", "alive": True, "relic": None},
    "enemies": [{"name": "Louse 1", "hp": 10}, {"name": "Louse 2", "hp": 12}],
    "hand": ["Strike", "Bash", "Strike"],
    "draw": ["Defend", "Strike", "Anger"],
    "stable": {"P1": {"unicorns": ["Rhinocorn", "Baby"]}},
    "exhaust": [],
}
UNORDERED = ("hand", "stable")


def messages(expected):
    return [mismatch.message for mismatch in compare(expected, VIEW, UNORDERED)]


@pytest.mark.parametrize(
    "expected",
    [
        {"turn": 2},
        {"turn": "at least 2"},
        {"turn": "at most 2"},
        {"turn": "more than 1"},
        {"turn": "less than 3"},
        {"turn": ">= 2"},
        {"turn": "< 2.5"},
        {"turn": "not 3"},
        {"player": {"hp": 70, "stance": "calm", "alive": True, "relic": None}},
        {"player": {"stance": "not Wrath"}},
        {"Player": {"HP": 70}},
        {"player": {"statuses": {"Strength": 2, "Vulnerable": 0, "count": 1}}},
        {"enemies": [{"hp": 10}, {"hp": "more than 11"}]},
        {"enemies": ["Louse 1", "Louse 2"]},
        {"enemies": {"contains": {"hp": 12}, "count": 2}},
        {"hand": ["Bash", "Strike", "Strike"]},
        {"hand": {"contains": "Bash", "lacks": "Defend", "count": 3}},
        {"hand": {"contains": ["Strike", "Strike"], "lacks": ["Defend", "Anger"]}},
        {"hand": {"Strike": 2, "bash": "at least 1", "Anger": 0}},
        {"enemies": {"Louse 2": 1}},
        {"draw": ["Defend", "Strike", "Anger"]},
        {"draw": {"top": ["Defend", "Strike"]}},
        {"draw": {"top": "Defend"}},
        {"stable": {"P1": {"unicorns": ["Baby", "Rhinocorn"]}}},
        {"exhaust": []},
        {"exhaust": {"count": 0}},
        {"exhaust": 0, "hand": 3, "draw": "at least 2", "enemies": 2},
        {"stable": {"P1": {"unicorns": "less than 3"}}},
    ],
)
def test_expectations_that_match(expected):
    assert messages(expected) == []


@pytest.mark.parametrize(
    ("expected", "message"),
    [
        ({"turn": 3}, "turn: expected 3, found 2"),
        ({"turn": "at least 3"}, "turn: expected at least 3, found 2"),
        ({"turn": "not 2"}, "turn: expected not 2, found 2"),
        ({"turn": "two"}, "turn: expected two, found 2"),
        ({"turn": True}, "turn: expected true, found 2"),
        ({"turn": [2]}, "turn: expected [2], found 2"),
        ({"player": {"alive": 1}}, "player alive: expected 1, found true"),
        ({"player": {"relic": "Anchor"}}, "player relic: expected Anchor, found nothing"),
        ({"player": {"statuses": {}}}, "player statuses: expected {}, found {Strength: 2}"),
        ({"player": {"statuses": {"Weak": 1}}}, "player statuses Weak: expected 1, found 0"),
        ({"player": {"statuses": {"count": 2}}}, "player statuses count: expected 2, found 1"),
        ({"playr": {"hp": 70}}, "unknown key 'playr'; did you mean 'player'?"),
        ({"player": {"hpp": 70}}, "player: unknown key 'hpp'; did you mean 'hp'?"),
        ({"enemies": [{"hp": 10}, {"hp": 10}]}, "enemies 2 hp: expected 10, found 12"),
        (
            {"enemies": [{"hp": 10}]},
            "enemies: expected [{hp: 10}], found [{name: Louse 1, hp: 10}, {name: Louse 2, hp: 12}]",
        ),
        ({"enemies": ["Louse 1", "Louse 3"]}, "enemies 2: expected Louse 3, found {name: Louse 2, hp: 12}"),
        (
            {"hand": ["Bash", "Bash", "Strike"]},
            "hand: expected [Bash, Bash, Strike], found [Strike, Bash, Strike] (missing [Bash], too many [Strike])",
        ),
        ({"hand": []}, "hand: expected [], found [Strike, Bash, Strike]"),
        ({"hand": "Strike"}, "hand: expected Strike, found [Strike, Bash, Strike]"),
        (
            {"hand": {"contains": ["Bash", "Bash"]}},
            "hand contains: expected [Bash, Bash], found [Strike, Bash, Strike]",
        ),
        ({"hand": {"lacks": "Bash"}}, "hand lacks: expected Bash, found [Strike, Bash, Strike]"),
        ({"hand": {"count": 2}}, "hand count: expected 2, found 3"),
        ({"hand": {"contians": "Bash"}}, "hand: unknown word about a zone 'contians'; did you mean 'contains'?"),
        ({"hand": {"Strike": 1}}, "hand Strike: expected 1, found 2"),
        ({"enemies": {"Louse 3": "at least 1"}}, "enemies Louse 3: expected at least 1, found 0"),
        ({"draw": {"top": ["Strike"]}}, "draw top 1: expected Strike, found Defend"),
        ({"exhaust": {"top": "Bash"}}, "exhaust top: expected [Bash], found []"),
    ],
)
def test_expectations_that_do_not_match(expected, message):
    assert messages(expected) == [message]


def test_numpy_values_are_compared_as_plain_ones():
    found = {"over": np.bool_(False), "hp": np.int8(3), "name": np.str_("Louse")}
    assert not compare({"over": False, "hp": 3, "name": "louse"}, found)
    assert [each.message for each in compare({"over": True}, found)] == ["over: expected true, found false"]


def test_order_counts_except_in_unordered_zones():
    assert messages({"draw": ["Strike", "Defend", "Anger"]})
    assert not compare({"draw": ["Strike", "Defend", "Anger"]}, VIEW, unordered=["draw"])


def test_pairing_finds_a_match_that_a_greedy_one_misses():
    found = {"zone": [{"name": "A", "hp": 1}, {"name": "A", "hp": 2}]}
    assert not compare({"zone": ["A", {"name": "A", "hp": 1}]}, found, unordered=["zone"])


def test_every_mismatch_has_its_location():
    locations = [mismatch.location for mismatch in compare({"turn": 1, "player": {"hp": 1}}, VIEW)]
    assert locations == [("turn",), ("player", "hp")]


plain = st.recursive(
    st.integers() | st.booleans() | st.none() | st.text("abc", max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text("xyz", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


@given(plain)
def test_a_position_matches_itself(view):
    assert not compare(view, view)
    assert not compare(view, view, unordered=["x", "y", "z"])


@given(
    st.lists(st.sampled_from(["Strike", "Bash", "Defend"]), max_size=6).flatmap(
        lambda hand: st.tuples(st.just(hand), st.permutations(hand))
    )
)
def test_any_order_of_an_unordered_zone_matches(hands):
    assert not compare({"hand": hands[0]}, {"hand": hands[1]}, unordered=["hand"])


def test_a_number_counts_a_zone_and_a_word_names_its_only_card():
    view = {"hand": ["Strike"], "draw": []}
    assert compare({"hand": "strike", "draw": 0}, view) == []
    assert [each.message for each in compare({"hand": 2, "draw": "Strike"}, view)] == [
        "hand: expected 2, found [Strike]",
        "draw: expected Strike, found []",
    ]


@pytest.mark.parametrize("written", ["3 to 7", "from 3 to 7", "between 3 and 7", "3 to 5", "-1 to 5.5"])
def test_a_number_in_a_range(written):
    assert not compare({"hp": written}, {"hp": 5})
    assert compare({"hp": written}, {"hp": 8})[0].message == f"hp: expected {written}, found 8"
    assert not compare({"hand": written}, {"hand": ["Strike"] * 5})


@pytest.mark.parametrize(
    "expected",
    [{"hand": ["Strike"] * 50_000}, {"hand": {"contains": ["Bash"] * 50_000}}, {"hand": {"lacks": ["Bash"] * 50_000}}],
    ids=["list", "contains", "lacks"],
)
def test_an_expectation_that_would_take_too_long_is_refused(expected):
    with pytest.raises(BadData, match="too long to be compared"):
        compare(expected, {"hand": ["Strike"] * 100}, unordered=["hand"])


def test_a_long_value_is_shortened_in_messages():
    assert len(compare({"name": "x" * 100_000}, {"name": "y"})[0].message) < 2000


def test_a_number_with_many_digits_is_only_text():
    assert compare({"hp": "not " + "9" * 5000}, {"hp": 5}) == []


def test_a_value_that_negates_without_end_is_only_text():
    assert compare({"name": "not " * 5000 + "louse"}, {"name": "louse"}) == []
