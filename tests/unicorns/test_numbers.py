"""Rules as data that can be tuned: cards, and the numbers that are not on a card."""

from __future__ import annotations

import json

import pytest
import unicorn_fuzz
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

import cardwright
from cardwright import unicorns
from cardwright.core import registry
from cardwright.core.errors import CardwrightError
from cardwright.core.family import Tunable

family = unicorns.family


def changed_card(name, start=None, **changes):
    return {"cards": {name: {**family.rules(start or {})["cards"][name], **changes}}}


def numbers(**values):
    return family.game({"players": 3, "numbers": {name.replace("_", " "): value for name, value in values.items()}})


def first_turn(game, seed=1):
    """A game in which everybody takes the first option, up to the second turn, and the player of the first turn."""
    state = game.new(seed)
    player = state.view()["turn"]
    while state.turn == 1 and not state.over:
        state.play(state.legal()[0])
    return state, player


def test_the_family_can_be_tuned():
    assert isinstance(family, Tunable)


@pytest.mark.parametrize(
    "start", [{}, {"players": 2}, {"rules": "thesis"}, {"switches": {"llamacorn_needs_a_card": True}}]
)
def test_unchanged_rules_change_nothing(start):
    before, after = family.game(start), family.game(family.with_rules(start, family.rules(start)))
    assert after.rules.tobytes() == before.rules.tobytes()
    assert after.setup.tobytes() == before.setup.tobytes()


def test_the_rules_show_all_numbers_of_a_card():
    cards = family.rules({})["cards"]
    assert sum(card["copies"] for card in cards.values()) == 127
    assert cards["Ginormous Unicorn"]["value"] == 2
    assert cards["Narwhal"]["value"] == 1
    assert "value" not in cards["Yay"]
    assert cards["Good Deal"]["needs"] == 1


def test_the_number_of_copies_can_be_changed():
    game = family.game(family.with_rules({}, changed_card("Yay", copies=6)))
    assert int(game.rules[0].card_count) == 127 + 4
    without = family.game(family.with_rules({}, changed_card("Yay", copies=0)))
    assert "Yay" not in without.card_names


def test_a_number_inside_an_effect_can_be_changed():
    rules = changed_card("Greedy Flying Unicorn", enter={"draw": 4})
    start = {"players": 2, "P1": {"hand": ["Greedy Flying Unicorn"]}, "P2": {"hand": ["Narwhal"]}}
    for begin, drawn in ((start, 1), (family.with_rules(start, rules), 4)):
        state = family.game(begin).new(seed=1).play("play Greedy Flying Unicorn").play("into P1")
        assert len(state.view()["P1"]["hand"]) == drawn


def test_the_goal_depends_on_the_players_unless_it_is_given():
    assert [family.rules({"players": players})["numbers"]["goal"] for players in (5, 6)] == [7, 6]
    assert family.game({"players": 5, "numbers": {"goal": 3}}).new(seed=1).view()["goal"] == 3


def test_the_goal_ends_the_game():
    start = {"players": 2, "P1": {"stable": {"Basic Unicorn": 3}, "hand": ["Narwhal"]}, "P2": {}}
    for goal, over in ((4, True), (5, False)):
        state = family.game({**start, "numbers": {"goal": goal}}).new(seed=1).play("play Narwhal").play("into P1")
        assert state.over == over


def test_the_numbers_set_how_many_cards_are_dealt_drawn_played_and_kept():
    hands = [len(numbers(dealt=3, draws=0).new(seed=1).view()[name]["hand"]) for name in ("P1", "P2", "P3")]
    assert hands == [3, 3, 3]
    state = numbers(dealt=3, draws=4).new(seed=1)
    assert len(state.view()[state.view()["turn"]]["hand"]) == 3 + 4
    assert numbers(plays=3).new(seed=1).view()["plays"] == 3
    state, player = first_turn(numbers(hand_limit=2))
    assert len(state.view()[player]["hand"]) == 2


def test_a_position_begins_with_the_plays_of_a_whole_turn():
    start = {"players": 2, "P1": {"hand": ["Narwhal"]}, "P2": {}, "numbers": {"plays": 2}}
    assert family.game(start).new(seed=1).view()["plays"] == 2
    assert family.game({**start, "plays": 1}).new(seed=1).view()["plays"] == 1


def test_switches_do_not_change_a_tuned_card():
    """A switch of the thesis changes Change of Luck, but the tuned numbers take precedence."""
    card = family.rules({"rules": "thesis"})["cards"]["Change of Luck"]
    assert (card["needs"], card["play"]["do"][0]) == (3, {"discard": 3})
    card = {**card, "needs": 2, "play": {"do": [{"discard": 2}, {"draw": 5}], "then": {"turn": "again"}}}
    changed = family.with_rules({"rules": "thesis"}, {"cards": {"Change of Luck": card}})
    assert family.rules(changed)["cards"]["Change of Luck"] == card
    assert "Nanny Cam" not in family.game(changed).card_names  # the other switches still work


def test_changes_of_the_rules_add_up():
    once = family.with_rules({"players": 4, "cards": "second-print"}, changed_card("Yay", copies=5))
    twice = family.with_rules(once, {**changed_card("Neigh", copies=1), "numbers": {"goal": 4}})
    again = family.rules(family.with_rules(twice, {"numbers": {"draws": 2}}))
    assert (again["cards"]["Yay"]["copies"], again["cards"]["Neigh"]["copies"]) == (5, 1)
    assert (again["numbers"]["goal"], again["numbers"]["draws"]) == (4, 2)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ({"numbers": {"goal": 1}}, "numbers.goal: input should be greater than or equal to 2, not '1'"),
        ({"numbers": {"goal": 5.5}}, "numbers.goal: input should be a valid integer"),
        ({"numbers": {"plays": 0}}, "numbers.plays: .* not '0'"),
        ({"numbers": {"hand limit": 161}}, "numbers.hand limit: .* not '161'"),
        ({"numbers": {"dealt": 20}}, "there are 114 cards to deal at random, not 120"),
        ({"numbers": {"gaol": 5}}, "unknown key 'gaol'; did you mean 'goal'"),
        ({"horses": {"Yay": {}}}, "unknown section of the rules of unicorns 'horses'"),
        ({"cards": {"Yay": {"type": "upgrade", "copies": -1}}}, "cards.Yay.copies: .* not '-1'"),
        ({"cards": {"Yay": {"type": "upgrade", "copies": 2.0}}}, "cards.Yay.copies: input should be a valid integer"),
        ({"cards": {"Yay": {"type": "upgrade", "copies": 60}}}, "a box has at most 160 cards"),
        ({"cards": {"Yay": {"type": "upgrade", "enter": {"draw": 21}}}}, "draw: input should be less than or equal"),
        ({"cards": {"Baby Unicorn": {"type": "baby", "copies": 1}}}, "6 players need 6 babies; there are 2"),
    ],
)
def test_bad_numbers_are_refused_in_one_sentence(rules, message):
    with pytest.raises(CardwrightError, match=message):
        family.game(family.with_rules({}, rules))


def test_the_rules_file_is_a_scenario_that_reads_back(tmp_path):
    rules = {**changed_card("Yay", copies=6), "numbers": {"goal": 5, "hand limit": 9}}
    path = tmp_path / "tuned.yaml"
    path.write_text(yaml.safe_dump(family.rules_file({"players": 4}, rules), sort_keys=False))
    read, wanted = registry.game(path), family.game(family.with_rules({"players": 4}, rules))
    assert read.players == 4
    assert (read.rules.tobytes(), read.setup.tobytes()) == (wanted.rules.tobytes(), wanted.setup.tobytes())
    assert cardwright.state_from_json(json.dumps(json.loads(read.new(seed=3).to_json()))).view()["goal"] == 5


@settings(max_examples=10)
@given(
    st.fixed_dictionaries(
        {
            "goal": st.integers(2, 12),
            "dealt": st.integers(0, 8),
            "draws": st.integers(0, 5),
            "plays": st.integers(1, 4),
            "hand limit": st.integers(0, 12),
        }
    ),
    st.integers(2, 8),
    st.integers(0, 1000),
)
def test_random_games_are_sound_with_any_numbers(values, players, seed):
    report = unicorn_fuzz.Report()
    unicorn_fuzz.Table({"players": players, "numbers": values}).play(report, seed)
    assert report.violations == []
