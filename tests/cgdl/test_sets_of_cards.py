"""Showing a set of cards: what players choose, see and remember."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.cgdl.engine.state import CHOICES, ENOUGH, PASS

TEXT = """
language 1 game "Sets" players 2 tables 1
with showing = set
stage {
    once if show same suit T0 then put 1 in D any face down, next
    done
}
winning { token = 0 alive = 1 }
"""
HANDS = {"T0": ["5h"], "P1": {"hand": ["7h", "8h", "9h", "Kc"]}, "P2": {"hand": ["2c", "3h"]}}


@pytest.fixture
def state():
    return cgdl.game(cgdl.parse(TEXT), **HANDS).new(seed=1, logged=True)


def names(actions):
    return [str(action) for action in actions]


def test_cards_are_shown_one_after_another_until_the_player_stops(state):
    assert names(state.legal())[:3] == ["show 7 of hearts", "show 8 of hearts", "show 9 of hearts"]
    state.play("show 8 of hearts")
    assert names(state.legal()) == ["show 7 of hearts", "show 9 of hearts", "show no more"]
    state.play("show 7 of hearts")
    assert names(state.legal()) == ["show 9 of hearts", "show no more"]
    assert state.legal()[-1].id == CHOICES * PASS + ENOUGH
    state.play("show no more")
    assert names(state.legal()) == [f"put {card}" for card in ("king of clubs", *(f"{n} of hearts" for n in (7, 8, 9)))]


def test_everybody_learns_what_is_shown_and_remembers_it(state):
    assert state.seen(1)["P1"]["hand"] == [None] * 4
    state.play("show 8 of hearts")
    assert state.narrate(1) == ["P1 shows the 8 of hearts"]
    state.play("show 7 of hearts")
    shown = ["7 of hearts", "8 of hearts", None, None]
    assert state.seen(1)["P1"]["hand"] == shown
    for seed in range(5):
        copy = state.copy(hidden_from=1, seed=seed)
        assert {"7 of hearts", "8 of hearts"} <= set(copy.view()["P1"]["hand"])
        assert "show no more" in names(copy.legal())


def test_a_set_ends_by_itself_when_no_card_fits(state):
    for card in ("9", "8"):
        state.play(f"show {card} of hearts")
    state.play("show 7 of hearts")
    assert names(state.legal())[0].startswith("put ")


def test_the_action_space_has_a_number_for_showing_no_more(state):
    assert state.game.action_space[-1] == "show no more"
    state.play("show 8 of hearts")
    last = state.indexed()[len(state.game.action_space) - 1]
    assert last == CHOICES * PASS + ENOUGH


def test_one_card_is_shown_in_other_games():
    assert "show no more" not in cgdl.game("uno").action_space
