"""Opponents in described games: they play for points as well as for the win, and do not bet at random."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.agents import make, opponent, search
from cardwright.cgdl.engine.verbs import margin
from cardwright.core.interpreted import plain
from cardwright.core.state import State

SEARCHES = 8  # of a position, each with a seed of its own
POINTS = 'language 1 game "Test" players 3 tables 0 stage {{ {rule} }} winning {{ token = 1 alive = 0 }}'


def discarding() -> State:
    """Hearts: the queen of clubs is led, and the second player, who has no clubs, may throw anything away."""
    hands = [
        "Qc 8h 8d 9s 5s Kh 3d 6h Ad 5c",
        "Qs Ks Ah 5d 10d Jd 7h 4h 2h 6s",
        "7d Qh 9h 9d 10s 4s 10h Kd As Ac",
        "3s 8s 2d Qd Jh 7s 3h 2s 5h 7c",
    ]
    seats = {f"P{number + 1}": {"hand": hand.split()} for number, hand in enumerate(hands)}
    state = cgdl.game("hearts", stage="trick", deck=[], **seats).new(seed=1)
    state.play("put queen of clubs")
    return state


def test_hearts_throws_the_queen_of_spades_away() -> None:
    """With 10,000 playouts the queen is the best discard too, with and without `points`."""
    state = discarding()
    found = [search(state, opponent(state.game), seed) for seed in range(SEARCHES)]
    assert {str(each.chosen) for each in found} == {"put queen of spades"}


def test_texas_does_not_bet_much_on_a_weak_hand() -> None:
    hands = [["10c", "8d"], ["2c", "Jh"], ["Qd", "2h"]]
    seats = {f"P{number + 1}": {"hand": hand, "stash": 99} for number, hand in enumerate(hands)}
    state = cgdl.game("texas", stage="first bet", **seats).new(seed=1)
    bets = [int(search(state, opponent(state.game), seed).chosen.name) for seed in range(SEARCHES)]
    assert max(bets) <= 16, "of 99"


def margins(rule: str, tokens: list[int]) -> list[float]:
    """Return the margin of each player after a game of one rule that the first player plays."""
    seats = {f"P{number + 1}": {"stash": stash} for number, stash in enumerate(tokens)}
    state = cgdl.CardGame("test", {"text": POINTS.format(rule=rule), "stage": 0, **seats}).new(seed=1)
    assert state.over
    return [float(plain(margin)(state.record, state.game.rules[0], player)) for player in range(len(tokens))]


def test_the_margin_is_the_lead_over_the_others_in_shares_of_all_points() -> None:
    assert margins("mandatory end", [12, 6, 2]) == pytest.approx([0.4, -0.05, -0.35])
    assert margins("mandatory end", [8, 8, 4]) == pytest.approx([0.1, 0.1, -0.2]), "after a draw too"


def test_the_margin_is_the_score_where_points_decide_nothing() -> None:
    assert margins("mandatory win", [1, 6, 2]) == [1, -1, -1]
    assert margins("mandatory win", [0, 0, 0]) == [1, -1, -1]
    assert margins("mandatory end", [0, 0, 0]) == [0, 0, 0]


def test_a_longer_search_tries_higher_bets() -> None:
    state = cgdl.game("texas").new(seed=1)
    tried = {
        playouts: {int(each.action.name) for each in search(state, f"mcts:{playouts}", 1).actions if each.visits}
        for playouts in (10, 100, 1000)
    }
    assert tried == {10: {1, 2}, 100: {1, 2, 4, 8, 16}, 1000: {1, 2, 4, 8, 16, 32, 64, 99}}


def test_a_search_of_a_patience_game_counts_how_far_it_comes() -> None:
    """Random play never wins FreeCell: without the score, a search could not tell good moves from bad ones."""
    found = {name: make("mcts:50").settings_for(cgdl.game(name))["points"] for name in ("freecell", "hearts")}
    assert found == {"freecell": 0.5, "hearts": 0}
