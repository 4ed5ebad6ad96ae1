"""Starts of games: they are set up as given, and impossible ones are refused in one sentence."""

from __future__ import annotations

from typing import Any

import pytest

import cardwright
from cardwright import unicorns
from cardwright.core.errors import CardwrightError
from cardwright.core.state import State


def position(**start: Any) -> State:
    return unicorns.family.game(start).new(seed=1)


def test_a_new_game_deals_babies_and_five_cards():
    view = unicorns.game(players=6).new(seed=3).view()
    assert [len(view[f"P{seat}"]["stable"]) for seat in range(1, 7)] == [1] * 6
    on_turn = view["turn"]
    assert {name: len(view[name]["hand"]) for name in view["order"]} == {
        name: 5 + (name == on_turn) for name in view["order"]
    }
    assert len(view["nursery"]) == 7
    assert len(view["deck"]) == 114 - 30 - 1


def test_equal_seeds_make_equal_games_and_other_seeds_do_not():
    game = unicorns.game()
    assert game.new(seed=5) == game.new(seed=5)
    assert game.new(seed=5) != game.new(seed=6)
    assert len({tuple(game.new(seed=seed).view()["order"]) for seed in range(20)}) > 15


@pytest.mark.parametrize(("players", "goal"), [(2, 7), (5, 7), (6, 6), (8, 6)])
def test_the_goal_depends_on_the_players(players, goal):
    assert unicorns.game(players=players).new(seed=1).view()["goal"] == goal


def test_a_position_is_set_up_as_given():
    state = position(
        players=3,
        P1={"stable": ["Baby Unicorn", "Yay", "Slowdown"], "hand": {"Basic Unicorn": 2, "Neigh": 1}},
        P2={"stable": ["Seductive Unicorn", "Narwhal"], "hand": 4},
        deck=["Shake Up", "Good Deal"],
        discard=["Neigh", "Rhinocorn"],
        nursery=3,
        turn="P1",
        stolen={"Seductive Unicorn": {"card": "Narwhal", "to": "P3"}},
    )
    view = state.view()
    assert view["P1"]["unicorns"] == ["Baby Unicorn"]
    assert view["P1"]["upgrades"] == ["Yay"]
    assert view["P1"]["downgrades"] == ["Slowdown"]
    assert sorted(view["P1"]["hand"]) == ["Basic Unicorn", "Basic Unicorn", "Neigh"]
    assert len(view["P2"]["hand"]) == 4
    assert view["deck"][:2] == ["Shake Up", "Good Deal"]
    assert sorted(view["discard"]) == ["Neigh", "Rhinocorn"]
    assert len(view["nursery"]) == 3
    assert view["stolen"] == {"Seductive Unicorn": {"card": "Narwhal", "to": "P3"}}
    assert (view["turn"], view["phase"], view["order"]) == ("P1", "action", ["P1", "P2", "P3"])


def test_random_hands_differ_from_seed_to_seed():
    game = unicorns.family.game({"players": 2, "P1": {"hand": ["Yay"]}, "P2": {"hand": 5}, "deck": ["Shake Up"]})
    hands = {tuple(game.new(seed=seed).view()["P2"]["hand"]) for seed in range(20)}
    assert len(hands) == 20
    assert all(game.new(seed=seed).view()["deck"][0] == "Shake Up" for seed in range(5))


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"players": 9}, "players: input should be less than or equal to 8"),
        ({"players": 1}, "players: input should be greater than or equal to 2"),
        ({"rules": "offical"}, "unknown profile of the rules 'offical'; did you mean 'official'"),
        ({"switches": {"panda_wins": True}}, "unknown switch 'panda_wins'; did you mean 'pandas_win'"),
        ({"switches": {"pandas_win": "yes"}}, "the switch 'pandas_win' must be true or false, not 'yes'"),
        ({"P1": {"hand": ["Neig"]}}, "unknown card 'Neig'; did you mean 'Neigh'"),
        ({"P1": {"hand": ["Baby Unicorn"]}}, "'Baby Unicorn' cannot be in a hand"),
        ({"P1": {"stable": ["Neigh"]}}, "'Neigh' cannot be in a stable"),
        ({"P1": {"hand": {"Yay": 3}}}, "the box has only 2 cards 'Yay'"),
        ({"discard": ["Baby Narwhal"]}, "'Baby Narwhal' cannot be in the discard pile"),
        ({"nursery": 14}, "there are only 13 babies left"),
        ({"players": 2, "P3": {"hand": ["Yay"]}}, "unknown player 'P3'"),
        ({"turn": "P7"}, "unknown player 'P7'"),
        ({"P1": {"knows": {"P2": ["Yay"]}}}, "'knows' says that P2 holds 'Yay'"),
        ({"P1": {"knows": {"deck": ["Yay"]}}}, "'knows' says that 'Yay' is on top of the deck"),
        (
            {"stolen": {"Rhinocorn": {"card": "Narwhal", "to": "P2"}}},
            "'stolen' names a card in a stable",
        ),
        ({"P1": {"hand": 150}}, "cards to deal at random, not 150"),
        ({"cards": "third-print"}, "unknown deck 'third-print'; did you mean 'second-print'"),
        ({"hand": ["Yay"]}, "unknown key 'hand'"),
        ({"P1": {"stable": ["Yay", 5]}}, "P1.stable.1"),
    ],
)
def test_bad_starts_are_refused_in_one_sentence(start, message):
    with pytest.raises(CardwrightError, match=message.replace(".", r"\.")) as caught:
        unicorns.family.game(start)
    assert "\n" not in str(caught.value)


def test_the_family_has_scenarios_for_each_number_of_players():
    assert cardwright.game("unicorns").players == 6
    assert cardwright.game("unicorns:4").players == 4
    assert "pandas_win" in cardwright.game("unicorns:thesis").switches
    assert cardwright.game("unicorns", 3).players == 3


def test_the_text_shows_only_what_the_decider_knows():
    state = position(
        players=2,
        P1={"hand": ["Yay", "Rhinocorn"], "knows": {"P2": ["Shake Up"]}},
        P2={"hand": ["Shake Up", "Slowdown"]},
    )
    text = str(state)
    assert "Rhinocorn" in text
    assert "Shake Up, ..." in text
    assert "Slowdown" not in text


def test_actions_are_described_with_their_effect():
    state = position(players=2, P1={"hand": ["Rhinocorn", "Unicorn Poison"]}, P2={"stable": ["Narwhal"]})
    described = [state.game.describe(state, action) for action in state.legal()]
    assert described[0].startswith("play Rhinocorn: At the beginning of your turn")
    assert described[-1] == "draw"


def test_reactions_stay_secret_until_one_is_played():
    start = {"players": 3, "P1": {"hand": ["Narwhal"]}, "P2": {"hand": ["Neigh"]}, "deck": ["Yay", "Yay"]}
    state = unicorns.family.game(start).new(1, logged=True)
    state.play("play Narwhal").play("into P1")
    assert state.copy().play("pass").narrate(0)[0] == "Narwhal enters the stable of P1"
    assert state.play("play Neigh").narrate(0)[0] == "P2 plays Neigh"


def test_a_reaction_that_chance_does_not_pick_is_told_to_its_player_alone():
    hands = {"P2": {"hand": ["Neigh"]}, "P3": {"hand": ["Neigh"]}}
    game = unicorns.family.game({"players": 3, "P1": {"hand": ["Narwhal"]}, **hands, "deck": ["Yay", "Yay"]})
    state = game.new(1, logged=True).play("play Narwhal").play("into P1").play("play Neigh").play("play Neigh")
    (played,) = [each for each in (1, 2) if f"P{each + 1} plays Neigh" in state.narrate(0)]
    other = 3 - played
    kept = f"P{other + 1} keeps Neigh: chance picks another player's reaction"
    assert [kept in state.narrate(each) for each in (0, played, other, None)] == [False, False, True, True]
