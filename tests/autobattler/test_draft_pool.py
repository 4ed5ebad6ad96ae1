"""A pool that all players share, and upgrades: no copy is lost or made, in games and in hidden copies of them."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import cardwright
from cardwright import arena
from cardwright.agents import Rules
from cardwright.autobattler import Card, draft
from cardwright.core.errors import BadData
from cardwright.core.state import State

CARDS = [Card("Ant", 1, 1, price=1), Card("Bear", 3, 4, price=2), Card("Cat", 2, 2, {"explode_on_death": 1}, price=1)]
SMALL = {"players": 3, "places": 4, "offers": 3, "pool": 5, "upgrades": True, "rounds": 6, "lives": 2}


def copies(state: State) -> Counter[str]:
    """Count all copies of each card: in the pool, in the shop and in lineups."""
    view = state.view()
    found = Counter(view["pool"])
    found.update(view["shop"])
    for player in range(state.game.players):
        for name in view[state.game.player_name(player)]["lineup"]:
            found[name.removesuffix("+")] += 3 if name.endswith("+") else 1
    return found


@pytest.mark.parametrize("seed", range(6))
def test_no_copy_is_lost_or_made(seed: int) -> None:
    dice = random.Random(seed)
    state = draft(CARDS, **SMALL).new(seed)
    while not state.over:
        for each in (state, *(state.copy(hidden_from=player, seed=seed) for player in range(3))):
            assert copies(each) == {"Ant": 5, "Bear": 5, "Cat": 5}, "more copies than there are"
        state.play(dice.choice(state.legal()))
    assert copies(state) == {"Ant": 5, "Bear": 5, "Cat": 5}


@pytest.mark.parametrize("seed", range(4))
def test_no_lineup_holds_three_equal_cards(seed: int) -> None:
    dice = random.Random(seed)
    state = draft(CARDS, **SMALL).new(seed)
    while not state.over:
        hidden = state.copy(hidden_from=state.decider, seed=seed)
        for view in (state.view(), hidden.view()):
            for player in ("P1", "P2", "P3"):
                plain = Counter(name for name in view[player]["lineup"] if not name.endswith("+"))
                assert max(plain.values(), default=0) < 3
        state.play(dice.choice(state.legal()))


def test_a_player_who_holds_the_only_copy_knows_that_another_has_sold_it() -> None:
    cards = [Card("Ant", 1, 1, price=1), Card("Bear", 3, 4, price=9)]
    state = draft(cards, pool=1, offers=1, gold=1, shop=[], P1={"lineup": ["Ant"]}, P2={"lineup": ["Bear"]}).new(1)
    state.play("sell Ant")
    state.play("end shopping")
    state.play("buy Ant")
    assert state.game.seen(state, 1)["P1"]["lineup"] == ["Ant"]
    for seed in range(10):
        assert state.copy(hidden_from=1, seed=seed).view()["P1"]["lineup"] == []


def test_a_hidden_copy_depends_only_on_what_the_player_knows() -> None:
    state = draft(CARDS, **SMALL).new(3)
    state.play("end shopping")
    elsewhere = state.copy()
    elsewhere.records["players"]["lineup"][0, 0] = 2
    assert state.copy(hidden_from=2, seed=5) == elsewhere.copy(hidden_from=2, seed=5)
    assert state.game.seen(state, 2) == state.game.seen(elsewhere, 2)


def test_a_player_sees_the_copies_that_are_nowhere_in_sight() -> None:
    state = draft(CARDS, **SMALL, shop=["Ant"], P1={"lineup": ["Ant+", "Cat"]}, P2={"lineup": ["Bear"]}).new(1)
    assert state.game.seen(state, 0)["pool"] == {"Ant": 1, "Bear": 4, "Cat": 4}
    assert state.game.seen(state, 1)["pool"] == {"Ant": 2, "Bear": 4, "Cat": 4}
    assert "Not seen of the shared pool: Ant 1, Bear 4, Cat 4" in state.game.text(state)


def test_a_merge_is_told_to_its_player_only_and_a_release_to_all() -> None:
    start = {"players": 3, "pool": 3, "upgrades": True, "shop": ["Ant"], "lives": 1, "rounds": 2}
    state = draft(CARDS, **start, P1={"lineup": ["Ant", "Ant"]}, P3={"lives": 0}, P2={"lineup": ["Bear"]}).new(
        1, logged=True
    )
    state.play("buy Ant")
    assert "P1's three Ant merge into Ant+" in state.narrate(0)
    assert not any("merge" in line for line in state.narrate(1))
    state.play("end shopping")
    state.play("end shopping")
    assert "the cards of P1 go back to the pool" in state.narrate(2)


def test_the_rules_in_words_name_pool_and_upgrades() -> None:
    plain, pooled = draft(CARDS), draft(CARDS, pool=5, upgrades=True)
    assert "pool" not in plain.how_to_play()
    assert "5 copies of each card" in pooled.how_to_play()
    assert "merge" in pooled.how_to_play()
    assert list(pooled.card_list()) == ["Ant", "Bear", "Cat", "Ant+", "Bear+", "Cat+"]
    face = pooled.face("Bear+")
    assert face
    assert (face.kind, face.cost) == ("6/8", "6")


def test_a_draft_without_them_has_no_trace_of_them() -> None:
    state = draft(CARDS).new(1)
    assert "pool" not in state.view()
    assert state.game.card_list() == ["Ant", "Bear", "Cat"]


def test_agents_play_with_pool_and_upgrades() -> None:
    result = arena.run("autobattler:pool", ["rules,mcts:5,2*random"], games=4, seed=1, jobs=1)
    assert result.series[0].columns["fought_Recruit"].sum() > 0


def test_rules_buys_the_card_that_completes_three() -> None:
    cards = [Card("Ant", 1, 1, price=1), Card("Wasp", 2, 1, price=1)]
    start = {"gold": 1, "growth": 0, "shop": ["Wasp", "Ant"], "P1": {"lineup": ["Ant", "Ant"]}}
    for upgrades, slot in ((False, 0), (True, 1)):
        state = draft(cards, upgrades=upgrades, **start).new(1)
        assert Rules().choose(state, 0) == slot


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"pool": 101}, "100"), ({"pool": -1}, "pool"), ({"pool": True}, "pool"), ({"upgrades": 1}, "upgrades"),
        ({"pool": 1, "P1": {"lineup": ["Ant", "Ant"]}}, "2 copies of Ant; the pool has 1"),
        ({"pool": 3, "upgrades": True, "shop": ["Ant"], "P1": {"lineup": ["Ant+"]}}, "4 copies of Ant"),
        ({"upgrades": True, "P1": {"lineup": ["Ant"] * 3}}, "one ant"),
        ({"upgrades": True, "shop": ["Ant+"]}, "did you mean"),
    ],
)  # fmt: skip
def test_starts_are_checked(start: dict[str, object], words: str) -> None:
    with pytest.raises(cardwright.CardwrightError, match=words):
        draft(CARDS, **start)


def test_upgrades_allow_half_as_many_cards() -> None:
    cards = [Card(f"Card {k}", 1, 1) for k in range(33)]
    draft(cards)
    with pytest.raises(BadData, match="at most 32 with upgrades"):
        draft(cards, upgrades=True)
