"""The draft: invariants of every game, hidden information, and agents."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright import arena
from cardwright.autobattler import Card, CardSet, draft, sample
from cardwright.autobattler.draft import family
from cardwright.core import array_verbs
from cardwright.core.errors import BadData, CardwrightError, RunawayRules

seeds = st.integers(0, 1 << 32)


def play(state, dice: random.Random):
    """Play on at random, checking the invariants of every position."""
    rules = state.game.rules[0]
    most = int(rules.gold + rules.growth * rules.rounds)
    while not state.over:
        options = state.legal()
        view = state.view()
        assert str(options[-1]) == "end shopping"
        for player in range(state.game.players):
            seat = view[state.game.player_name(player)]
            assert 0 <= seat["gold"] <= most + 50
            assert 0 <= seat["lives"] <= rules.lives
            assert len(seat["lineup"]) <= rules.lineup
        assert len(view["shop"]) <= rules.offers
        state.play(dice.choice(options))
    return state


@settings(max_examples=12)
@given(seeds, st.integers(2, 8), st.integers(1, 7))
def test_every_game_ends_and_scores_sum_to_zero(seed: int, players: int, places: int) -> None:
    state = play(draft(players=players, places=places, rounds=4).new(seed), random.Random(seed))
    scores = [state.score(player) for player in range(players)]
    assert sum(scores) == pytest.approx(0)
    assert max(scores) <= 1
    assert (state.record.fought >= 0).all()
    assert (state.record.won <= 2 * state.record.fought).all()
    assert not state.record.match.tobytes().strip(b"\0")


@settings(max_examples=10)
@given(seeds)
def test_the_same_seed_plays_the_same_game_and_saves_it(seed: int) -> None:
    game = draft(players=3)
    state = play(game.new(seed), random.Random(seed))
    assert play(game.new(seed), random.Random(seed)) == state
    assert cardwright.state_from_json(state.to_json()) == state


@settings(max_examples=20)
@given(seeds, st.integers(0, 25))
def test_a_hidden_copy_reveals_nothing_about_the_shopping_of_others(seed: int, steps: int) -> None:
    """Two games that look the same to a player have the same hidden copies."""
    dice = random.Random(seed)
    state = draft(players=3).new(seed)
    for _ in range(steps):
        state.play(dice.choice(state.legal()))
    other = state.copy()
    for player in (0, 1, 2):
        if player != state.decider:
            elsewhere = other.copy()
            elsewhere.records["shop"][0, :2] = [1, 2]
            elsewhere.records["players"]["lineup"][0, state.decider] = 3
            elsewhere.records["players"]["gold"][0, state.decider] = 99
            elsewhere.records["bought"][0, 1] = 42
            hidden = [each.copy(hidden_from=player, seed=5) for each in (state, elsewhere)]
            assert hidden[0] == hidden[1]
            assert state.game.seen(state, player) == state.game.seen(hidden[0], player)


@given(seeds)
@settings(max_examples=10)
def test_hiding_keeps_the_shop_of_the_player_who_is_shopping(seed: int) -> None:
    state = draft(players=2).new(seed)
    hidden = state.copy(hidden_from=state.decider)
    assert hidden.legal() == state.legal()
    assert hidden.view()["shop"] == state.view()["shop"]


def test_estimates_do_not_change_the_position() -> None:
    state = draft(players=3).new(4)
    for _ in range(6):
        state.play(state.legal()[0])
    before = state.copy()
    values = [array_verbs.evaluate(state.records, 0, state.game.rules, player) for player in range(3)]
    assert state == before
    assert all(-1 <= value <= 1 for value in values)


@pytest.mark.parametrize("lives", [1, 3])
def test_estimates_stay_in_bounds_for_any_lives_in_the_start(lives: int) -> None:
    state = draft(players=3, lives=lives, P1={"lives": 100}, P2={"lives": 40}).new(4)
    values = [array_verbs.evaluate(state.records, 0, state.game.rules, player) for player in range(3)]
    assert 1 >= values[0] > values[1] > values[2] >= -1


def test_a_hidden_copy_takes_back_what_others_bought_and_lets_them_shop_later() -> None:
    state = draft(shop=["Recruit"], P1={"lineup": ["Recruit"]}).new(1)
    state.play("buy Recruit")
    state.play("end shopping")
    hidden = state.copy(hidden_from=1, seed=5)
    assert hidden.view()["P1"]["lineup"] == ["Recruit"]
    assert hidden.view()["shop"] == state.view()["shop"]
    assert hidden.play("end shopping").decider == 0
    assert hidden.turn == 1
    assert hidden.play("end shopping").turn == 2
    assert state.play("end shopping").turn == 2


def test_lives_count_more_than_any_points() -> None:
    start = {"P1": {"lives": 3, "points": 1000, "lineup": ["Recruit"]}, "P2": {"lives": 4, "lineup": ["Recruit"]}}
    state = draft(rounds=1, shop=[], **start).new(1)
    state.play("end shopping")
    state.play("end shopping")
    assert state.score(1) == 1


def endless_draft(seed: int):
    itch = {"itch": {"rules": [{"when": "touched", "do": "damage", "amount": 0}]}}
    cards = [Card("Plain", 1, 5), Card("Itch", 1, 5, ["itch"])]
    seats = {f"P{k}": {"lineup": ["Itch" if k == 1 else "Plain"]} for k in (1, 2, 3, 4)}
    return draft(CardSet(cards, itch), players=4, **seats).new(seed)


@pytest.mark.parametrize("seed", range(6))
def test_an_endless_battle_stops_the_draft_in_any_order_of_battles(seed: int) -> None:
    state = endless_draft(seed)
    for _ in range(3):
        state.play("end shopping")
    with pytest.raises(RunawayRules, match="trigger each other"):
        state.play("end shopping")


def test_an_estimate_with_endless_rules_does_not_stop_the_draft() -> None:
    state = endless_draft(1)
    before = state.copy()
    assert -1 <= array_verbs.evaluate(state.records, 0, state.game.rules, 0) <= 1
    assert state == before
    assert state.legal()


def test_summaries_show_only_the_players_own_gold_and_shop() -> None:
    state = draft(players=2).new(4)
    out = np.zeros((2, 64))
    counts = [array_verbs.summarise(state.records, 0, state.game.rules, player, out[player]) for player in range(2)]
    assert counts == [28, 28]
    assert out[0, 1] == 7
    assert out[0, 21:28].any()
    assert out[1, 1] == 0
    assert not out[1, 21:28].any()


def test_agents_of_every_kind_play_it() -> None:
    result = arena.run("autobattler:draft", ["rules,random", "mcts:10,random", "lookahead:1,first"], games=12, seed=1)
    rules, searching, looking = result.series
    assert rules.win_rate > 0.7
    assert searching.win_rate > 0.7
    assert looking.games == 12
    assert rules.faults == searching.faults == looking.faults == 0


def test_four_players_fight_and_cards_are_counted() -> None:
    result = arena.run("autobattler:table", ["2*rules,2*random"], games=40, seed=2)
    columns = result.series[0].columns
    assert result.series[0].sides[0].team_rate.value > 0.5
    names = sample("draft").names
    assert sum(columns[f"bought_{name}"].sum() for name in names) > 0
    for name in names:
        assert (columns[f"won_{name}"] <= columns[f"fought_{name}"]).all()


def test_an_expensive_card_is_bought_less() -> None:
    start = family.start("draft")
    expensive = family.with_rules(
        start, {"cards": {"Veteran": {**family.rules(start)["cards"]["Veteran"], "price": 9}}}
    )
    usual, rare = (
        arena.run(family.game(begin), ["rules,rules"], games=60, seed=3).series[0].columns["bought_Veteran"].mean()
        for begin in (start, expensive)
    )
    assert rare < usual / 2


def test_uncompiled_drafts_play_the_same_game() -> None:
    program = (
        "import cardwright, random\n"
        "state, dice = cardwright.game('autobattler:table').new(11), random.Random(11)\n"
        "while not state.over: state.play(dice.choice(state.legal()))\n"
        "print(state.check())"
    )
    run = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "NUMBA_DISABLE_JIT": "1"}, capture_output=True, text=True,
        check=True,
    )  # fmt: skip
    state, dice = cardwright.game("autobattler:table").new(11), random.Random(11)
    while not state.over:
        state.play(dice.choice(state.legal()))
    assert int(run.stdout) == state.check()


def test_custom_cards_can_have_custom_mechanics() -> None:
    rally = {"rules": [{"when": "death", "do": "strengthen", "to": "allies", "amount": 3}]}
    cards = [
        {"name": "Drummer", "attack": 0, "health": 1, "mechanics": ["rally"]},
        {"name": "Ox", "attack": 1, "health": 5},
    ]
    game = family.game({"cards": cards, "mechanics": {"rally": rally}, "shop": ["Drummer"]})
    assert game.face("Drummer") is not None
    assert str(game.new(1).legal()[0]) == "buy Drummer"


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"players": 1}, "players"), ({"players": 9}, "players"), ({"places": 8}, "places"), ({"P3": {}}, "2 players"),
        ({"cards": "none"}, "card set"), ({"shop": ["Nobody"]}, "unknown card"),
        ({"shop": ["Recruit"] * 5}, "offers"),
        ({"P1": {"lineup": ["Recruit"] * 4}}, "places"), ({"P1": {"lives": 0}}, "at least 2"),
        ({"round": 9}, "8 rounds"), ({"profile": "odd"}, "unknown profile"), ({"golds": 3}, "gold"),
        ({"cards": [{"name": "One", "attack": 1, "health": 1}] * 2}, "two cards"),
    ],
)  # fmt: skip
def test_bad_starts_are_refused_in_a_sentence(start: dict, words: str) -> None:
    with pytest.raises(CardwrightError, match=words):
        family.game(start)


def test_a_draft_has_at_most_64_cards() -> None:
    many = [Card(f"Card {k}", 1, 1) for k in range(65)]
    with pytest.raises(BadData, match="64"):
        draft(many)
