"""What learners get of a draft: observations, rows and the action space."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright.autobattler import Card, draft
from cardwright.core.state import State
from cardwright.testing import check

seeds = st.integers(0, 1 << 32)
OTHER_CARDS = [Card(name=f"Card {number}", attack=number, health=3, price=number) for number in range(1, 6)]


def seen(state: State, player: int | None = None) -> dict[str, float]:
    """Return the features that are not 0, by name."""
    features = zip(state.game.features, state.observe(player).tolist(), strict=True)
    return {name: value for name, value in features if value}


def rows(state: State, player: int | None = None) -> list[dict[str, Any]]:
    """Return the rows with names instead of numbers where there are any, without what is 0."""
    fields = state.game.token_fields
    return [
        {
            field.name: field.values[number] if field.values else number
            for field, number in zip(fields, row, strict=True)
            if number or field.values
        }
        for row in state.tokens(player).tolist()
    ]


def legal_words(state: State) -> set[str]:
    return {state.game.action_space[index] for index in np.flatnonzero(state.mask())}


@pytest.fixture
def state() -> State:
    return draft(
        players=3,
        round=2,
        shop=["Medic", "Medic", "Turtle"],
        P1={"lineup": ["Recruit", "Grenade"], "lives": 3, "points": 1, "gold": 4},
        P2={"lineup": ["Bruiser", "Bruiser", "Recruit"], "lives": 1, "points": 2},
        P3={"lineup": ["Veteran"], "lives": 2},
    ).new(seed=1)


def test_the_numbers_of_a_position(state):
    assert seen(state, 0) == {
        "round": pytest.approx(2 / 8),
        "gold": pytest.approx(4 / 14),
        "shopping": 1,
        "steps left": 1,
        "moves left": 1,
        "shop: Medic": 0.5,
        "shop: Turtle": 0.25,
        "place 1: Recruit": 1,
        "place 2: Grenade": 1,
        "own: lives": 1,
        "own: points": 1 / 8,
        "own: is shopping": 1,
        "opponent 1: lives": pytest.approx(1 / 3),
        "opponent 1: points": 2 / 8,
        "opponent 1 in front: Bruiser": 1,
        "opponent 1 lineup: Bruiser": 0.5,
        "opponent 1 lineup: Recruit": 0.25,
        "opponent 2: lives": pytest.approx(2 / 3),
        "opponent 2 in front: Veteran": 1,
        "opponent 2 lineup: Veteran": 0.25,
    }


def test_only_who_is_shopping_sees_the_shop(state):
    state.play("buy Medic")
    other = seen(state, 2)
    assert not any(name.startswith("shop") for name in other)
    assert "shopping" not in other
    assert "gold" not in other
    assert other["opponent 1: is shopping"] == 1
    assert {name for name in other if name.startswith("opponent 1 lineup")} == {
        "opponent 1 lineup: Recruit",
        "opponent 1 lineup: Grenade",
    }
    assert seen(state, 0)["place 3: Medic"] == 1
    assert all(row.get("owner") != "shop" and row.get("card") != "Medic" for row in rows(state, 2))


def test_the_rows_of_a_position(state):
    found = rows(state, 0)
    me = {"card": "none", "owner": "own", "lives": 3, "points": 1, "gold": 4, "result": "none", "shopping": 1}
    assert found[0] == me
    cards = [(row["card"], row["owner"], row.get("place"), row["price"]) for row in found if row["card"] != "none"]
    assert cards == [
        ("Recruit", "own", 1, 2),
        ("Grenade", "own", 2, 3),
        ("Bruiser", "opponent 1", 1, 3),
        ("Bruiser", "opponent 1", 2, 3),
        ("Recruit", "opponent 1", 3, 2),
        ("Veteran", "opponent 2", 1, 4),
        ("Medic", "shop", None, 3),
        ("Medic", "shop", None, 3),
        ("Turtle", "shop", None, 4),
    ]


def test_actions_are_named_by_their_cards(state):
    expected = {"buy Medic", "buy Turtle", "sell Recruit", "sell Grenade", "lead with Grenade"}
    assert legal_words(state) == expected | {"reroll", "end shopping"}
    assert legal_words(state) == {str(action) for action in state.legal()}
    state.play(state.action_at(state.game.action_space.index("lead with Grenade")))
    assert seen(state)["place 1: Grenade"] == seen(state)["place 2: Recruit"] == 1


def test_results_of_battles_are_seen():
    state = draft(P1={"lineup": ["Berserker", "Medic"]}, P2={"lineup": ["Recruit"]}).new(seed=1)
    state.play("end shopping").play("end shopping")
    assert state.turn == 2
    assert seen(state, 0)["own: result of the last battle"] == 1
    assert seen(state, 1)["own: result of the last battle"] == -1
    assert seen(state, 0)["opponent 1: lives"] == pytest.approx(2 / 3)
    assert [row["result"] for row in rows(state, 0) if row["card"] == "none"] == ["won", "lost"]


@settings(max_examples=25)
@given(seeds, st.integers(0, 40), st.integers(2, 5))
def test_what_looks_the_same_is_observed_the_same(seed: int, steps: int, players: int) -> None:
    dice = random.Random(seed)
    state = draft(players=players, rounds=3).new(seed)
    for _ in range(steps):
        if not state.over:
            state.play(dice.choice(state.legal()))
    if state.over:
        return
    for player in range(players):
        if player != state.decider:
            other = state.copy()
            other.records["shop"][0, :2] = [1, 2]
            other.records["players"]["lineup"][0, state.decider] = 3
            other.records["players"]["gold"][0, state.decider] = 99
            other.records["bought"][0, 1] = 42
            other.records["steps"][0] = 7
            other.records["moves"][0] = 1
            assert other.observe(player).tolist() == state.observe(player).tolist()
            assert other.tokens(player).tolist() == state.tokens(player).tolist()
            assert other.observe(state.decider).tolist() != state.observe(state.decider).tolist()


@settings(max_examples=10)
@given(seeds, st.integers(0, 20))
def test_compiled_observations_equal_uncompiled_ones(seed: int, steps: int) -> None:
    dice = random.Random(seed)
    state = draft(players=3).new(seed)
    for _ in range(steps):
        state.play(dice.choice(state.legal()))
    plain = state.copy(logged=True)
    for player in range(3):
        assert plain.observe(player).tolist() == state.observe(player).tolist()
        assert plain.tokens(player).tolist() == state.tokens(player).tolist()
    assert plain.mask().tolist() == state.mask().tolist()


@pytest.mark.parametrize("game", ["autobattler:draft", "autobattler:table"])
def test_names_are_unique(game):
    made = cardwright.game(game)
    assert len(set(made.features)) == len(made.features)
    assert len(set(made.action_space)) == len(made.action_space)


@pytest.mark.parametrize(
    "game",
    [draft(), draft(cards=OTHER_CARDS, players=5, places=7, offers=7, rounds=3, gold=0)],
    ids=["two players", "five players, other cards"],
)
def test_drafts_keep_the_contract(game):
    assert check(game, games=30).positions > 50
