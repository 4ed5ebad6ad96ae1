"""Battles as a person reads them: the choices of a menu, the position, and what happened."""

from __future__ import annotations

import pytest

from cardwright import spire

LATE = spire.Card(name="Late", type="skill", cost="max(0, 3 - played)", effect={"block": 1})


def menu(state):
    return [state.game.describe(state, each) for each in state.legal()]


@pytest.mark.parametrize(
    ("start", "choice", "hand"),
    [
        ({"hand": [{"name": "Bash", "cost": 0}]}, "play Bash (0): ", "Hand: Bash (cost 0)"),
        ({"hand": ["Defend"], "player": {"statuses": {"Corruption": 1}}}, "play Defend (0): ", "Hand: Defend (cost 0)"),
        ({"hand": ["Whirlwind"]}, "play Whirlwind (X): ", "Hand: Whirlwind\n"),
        ({"hand": ["Late"], "content": [LATE]}, "play Late (3): ", "Hand: Late (cost 3)"),
    ],
)
def test_cards_are_shown_with_what_they_cost_now(start, choice, hand):
    state = spire.battle(energy=3, enemies=["Cultist"], **start).new(1, logged=True)
    before = state.records.tobytes()
    assert menu(state)[0].startswith(choice)
    assert hand in str(state)
    assert state.records.tobytes() == before


def test_a_cost_by_a_formula_follows_the_turn():
    state = spire.battle(hand=["Late", "Strike"], energy=3, content=[LATE]).new(1, logged=True)
    assert menu(state.play("Strike"))[0].startswith("play Late (2): ")


@pytest.mark.parametrize(
    ("enemy", "words"),
    [
        ({"name": "Jaw Worm", "intent": "Chomp"}, "Intends Chomp for 11"),
        ({"name": "Jaw Worm", "intent": "Thrash"}, "Intends Thrash for 7 (gain 5 block)"),
        ({"name": "Jaw Worm", "intent": "Bellow"}, "Intends Bellow (gain 3 Strength; gain 6 block)"),
        ({"name": "The Guardian", "intent": "Whirlwind"}, "Intends Whirlwind for 5 x 4"),
        ({"name": "Hexaghost", "intent": "Activate"}, "Intends Activate"),
    ],
)
def test_an_intent_is_told_in_the_same_words_everywhere(enemy, words):
    state = spire.battle(hand=["Strike"], enemies=[enemy]).new(1, logged=True)
    assert state.view()["enemies"][0]["intent"]["words"] == words
    assert words in str(state).replace("\n", "   ").split("   ")
    assert f'<span class="cw-chip">{words}</span>' in state._repr_html_()


def test_an_intent_follows_the_damage():
    enemy = {"name": "Jaw Worm", "intent": "Chomp"}
    state = spire.battle(hand=["Clothesline"], energy=3, enemies=[enemy]).new(1, logged=True)
    assert "Intends Chomp for 8" in str(state.play("Clothesline"))


def test_equal_cards_with_different_costs_are_different_choices():
    state = spire.battle(hand=["Bash", {"name": "Bash", "cost": 0}], energy=3).new(1, logged=True)
    assert [line.partition(":")[0] for line in menu(state)[:2]] == ["play Bash (2)", "play Bash (0)"]


def test_a_price_in_resources_is_shown_as_it_is_now():
    heat = {"resources": {"Heat": {"start": 5}}}
    jab = {"cards": {"Jab": {"type": "skill", "cost": 1, "pay": {"Heat": "1 + played"}, "effect": {"block": 1}}}}
    state = spire.battle(hand=["Jab"], energy=3, enemies=["Cultist"], content=spire.from_dict({**heat, **jab})).new(1)
    assert menu(state)[0].startswith("play Jab (1 and 1 Heat): ")


@pytest.mark.parametrize(
    ("start", "action", "told"),
    [
        ({"hand": ["Burn", "Strike"]}, "end turn", "player loses 2 HP from Burn (78 left)"),
        ({"hand": ["Strike"], "player": {"statuses": {"Combust": 5}}}, "end turn",
         "Cultist loses 5 HP from Combust (45 left)"),
        ({"hand": ["Strike"], "enemies": [{"name": "Cultist", "statuses": {"Thorns": 3}}]}, "Strike",
         "player loses 3 HP from Thorns (77 left)"),
        ({"hand": ["Strike"]}, "Strike", "Cultist loses 6 HP (44 left)"),
        ({"hand": ["Strike"], "player": {"statuses": {"Metallicize": 3}}}, "end turn",
         "player gains 3 block from Metallicize"),
        ({"hand": ["Defend"]}, "Defend", "player gains 5 block"),
        ({"hand": ["Strike"], "player": {"hp": 50, "statuses": {"Regrowth": 4}}, "content": {
            "statuses": {"Regrowth": {"rules": [{"after": "turn end", "do": {"heal": "stacks"}}]}}}}, "end turn",
         "player regains 4 HP from Regrowth (now 54)"),
    ],
)  # fmt: skip
def test_what_happens_is_told_with_its_cause(start, action, told):
    state = spire.battle(**{"energy": 3, "enemies": ["Cultist"], **start}).new(1, logged=True)
    assert told in state.play(action).narrate()
