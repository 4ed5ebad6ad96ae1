"""Language 3: effects of cards, turns that are missed or go around the other way, and whole hands that move."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.core.state import State

END = " winning { score = 1 }"


def start(text: str, effects: str = "", seed: int = 1, players: int = 3, **given) -> State:
    """Return a new game with rules that run as plain Python."""
    when = f"when {{ {effects} }} " if effects else ""
    head = f'language 3 game "Test" players {players} tables 2 {when}'
    return cgdl.game(cgdl.parse(head + text + END), **given).new(seed, logged=True)


PLAY = "stage { done } stage { put 1 in T0 any face up, next done }"
HANDS = {"P1": {"hand": ["7h", "9h"]}, "P2": {"hand": ["2c", "3c"]}, "P3": {"hand": ["4d", "5d", "6d"]}}


def held(state: State) -> list[list[str]]:
    return [sorted(str(card) for card in state.view()[f"P{seat + 1}"]["hand"]) for seat in range(state.game.players)]


def test_an_effect_waits_for_its_card_and_its_condition():
    state = start(PLAY, "number 7 in T0 and cards HX = 1 then score 5", stage=1, **HANDS)
    state.play("put 9 of hearts")
    assert state.view()["P1"]["score"] == 0
    state = start(PLAY, "number 7 in T0 and cards HX = 1 then score 5", stage=1, **HANDS)
    state.play("put 7 of hearts")
    assert state.view()["P1"]["score"] == 5


def test_a_card_of_the_dealer_has_no_effect():
    text = "stage { com deal 5 to T0 } stage { score 1, done score 2, done }"
    assert start(text, "any in T0 then next misses").decider == 0


def test_a_card_can_have_several_effects():
    state = start(PLAY, "number 7 in T0 then score 5 suit hearts in T0 then next misses", stage=1, **HANDS)
    state.play("put 7 of hearts")
    assert state.view()["P1"]["score"] == 5
    assert state.decider == 2


def test_two_players_skip_back_to_the_first():
    state = start(PLAY, "number 7 in T0 then next misses", players=2, stage=1, P1=HANDS["P1"], P2=HANDS["P2"])
    state.play("put 7 of hearts")
    assert state.decider == 0


def test_an_effect_can_give_another_turn():
    state = start(PLAY, "number 7 in T0 then again", stage=1, **HANDS)
    state.play("put 7 of hearts")
    assert state.decider == 0


def test_the_next_player_takes_as_many_cards_as_there_are():
    state = start(PLAY, "number 7 in T0 then next takes 4 from D", stage=1, **HANDS, deck=["Ks"])
    state.play("put 7 of hearts")
    assert len(state.view()["P2"]["hand"]) == 3
    assert state.narrate(2) == ["P1 puts the 7 of hearts on T0", "P2 draws a card"]


def test_hands_are_swapped_with_a_chosen_player_who_knows_them():
    state = start(PLAY, "number 7 in T0 then swap hands with HA", stage=1, **HANDS)
    state.play("put 7 of hearts")
    assert [str(action) for action in state.legal()] == ["swap with P2", "swap with P3"]
    state.play("swap with P3")
    assert held(state) == [["4 of diamonds", "5 of diamonds", "6 of diamonds"], held(state)[1], ["9 of hearts"]]
    assert state.narrate(1) == ["P1 and P3 swap hands"]
    assert state.narrate(2) == ["P1 and P3 swap hands", "P3 holds the 9 of hearts"]
    assert [str(card) for card in state.game.seen(state, 0)["P3"]["hand"]] == ["9 of hearts"]
    assert state.game.seen(state, 1)["P3"]["hand"] == [None]


def test_all_hands_move_in_the_direction_of_play():
    state = start(PLAY, "number 7 in T0 then move hands number 9 in T0 then turn around, move hands", stage=1, **HANDS)
    before = held(state)
    moved = state.copy()
    moved.play("put 7 of hearts")
    assert held(moved) == [before[2], ["9 of hearts"], before[1]]
    state.play("put 9 of hearts")
    assert held(state) == [before[1], before[2], ["7 of hearts"]]
    assert state.decider == 2


def test_a_suit_is_named_for_the_top_card_only():
    text = "stage { done } stage { put 1 in T0 any face up, choose suit of T0, next } stage { done }"
    state = start(text, stage=1, **HANDS)
    state.play("put 7 of hearts")
    state.play("suit clubs")
    assert state.view()["named"] == {"T0": "clubs"}
    assert "(counts as clubs)" in str(state)
    state.play("put 2 of clubs")
    assert state.view()["named"] == {}


def test_learners_see_what_was_named_and_who_misses_a_turn():
    state = start(PLAY, "number 7 in T0 then choose suit of T0, turn around", stage=1, **HANDS)
    names, before = state.game.features, state.observe(1)
    state.play("put 7 of hearts")
    state.play("suit hearts")
    changed = {name for name, one, two in zip(names, before, state.observe(1), strict=True) if one != two}
    assert {"suit named for T0: hearts", "turn: backwards"} <= changed


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("when { number 7 in T2 then next misses } stage { done }", "there is no T2"),
        ("stage { swap hands with HX, done }", "cannot swap hands with themselves"),
        ("when { any in T0 then score 1, score 2, score 3, score 4, score 5 } stage { done }", "5 consequents"),
        (f"when {{ {'any in T0 then score 1 ' * 9} }} stage {{ done }}", "9 effects of cards"),
        (f"when {{ any in T0 then score 1 }} stage {{ {'done ' * 16} }}", "room for 0 effects"),
    ],
)
def test_problems_are_explained(text, expected):
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(f'language 3 game "Test" players 3 tables 2 {text}{END}')
    assert expected in str(error.value)


def test_older_languages_have_no_effects():
    with pytest.raises(cgdl.BadGame, match="'when' belongs to language 3"):
        cgdl.parse('language 2 game "x" players 2 tables 1 when { any in T0 then gain 1 } stage { done } '
                   "winning { token = 1 alive = 0 }")  # fmt: skip


def test_effects_read_as_sentences():
    rules = " ".join(cgdl.english(cgdl.load("mau_mau")).split())
    assert "When you put a 7 on the pile, the next player takes 2 cards from the deck and misses a turn." in rules
    assert "removes every 2, every 3, every 4, every 5 and every 6 from the deck" in rules


def test_the_numbers_of_effects_can_be_tuned():
    assert cgdl.family.rules({"game": "mau_mau"})["stages"]["when"]["next takes from D"] == 2


def test_without_trumps_only_a_higher_card_of_the_suit_beats():
    text = "stage { done } stage { put any in T0 beating face up, done done }"
    state = start(text, stage=1, T0=["9h"], P1={"hand": ["8h", "10h", "As"]}, P2=HANDS["P2"], P3=HANDS["P3"])
    assert [str(action) for action in state.legal()] == ["put 10 of hearts", "done"]


def test_a_hand_is_filled_from_the_deck_as_far_as_it_goes():
    state = start("stage { done } stage { take to 4 from D, done done }", stage=1, **HANDS, deck=["Ks", "Qs", "Js"])
    state.play("take to 4 from D")
    assert len(state.view()["P1"]["hand"]) == 4
    state.play("take to 4 from D")
    assert len(state.view()["P2"]["hand"]) == 3
