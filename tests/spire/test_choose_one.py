"""Effects of which the player chooses one."""

from __future__ import annotations

import numpy as np
import pytest

from cardwright import spire
from cardwright.agents import make
from cardwright.spire.engine.rules import OpenRules, Rules
from cardwright.spire.engine.state import Act

CHOICE = {"choose_one": [{"block": 5}, {"to": "an enemy", "attack": 7}]}


def choice_battle() -> spire.Battle:
    card = {"name": "Fork", "type": "skill", "cost": 0, "effect": CHOICE}
    enemies = [{"name": "Cultist", "hp": 40}]
    return spire.battle(hand=["Fork"], enemies=enemies, content={"cards": {"Fork": card}})


def test_a_choice_of_effects_reads_back_in_words_and_in_structured_form():
    card = spire.Card(name="Fork", type="skill", effect=CHOICE)
    assert card.describe() == "Choose one: gain 5 block; or deal 7 damage."
    content = spire.Content().with_more(card)
    assert content.to_words()["cards"]["Fork"]["effect"] == CHOICE
    assert spire.from_dict(content.to_words()) == content
    assert spire.from_dict(content.to_dict()).card("Fork").effect == card.effect


@pytest.mark.parametrize("options", [[], [{"block": 5}], [{"block": 1}] * 7, {"block": 5}])
def test_a_choice_has_two_to_six_effects(options):
    with pytest.raises(ValueError, match="choose_one holds a list of 2 to 6 effects"):
        spire.Card(name="Fork", type="skill", effect={"choose_one": options})


def test_learners_see_and_name_the_effects_they_can_choose():
    game = choice_battle()
    state = game.new(seed=1).play("play Fork")
    assert list(map(str, state.legal())) == ["choose Gain 5 block", "choose Deal 7 damage"]
    assert game.text(state).endswith("\nChoose one for Fork")
    assert [game.action_space[k] for k in np.flatnonzero(state.mask())] == [str(each) for each in state.legal()]
    seen = dict(zip(game.features, state.observe(0), strict=True))
    assert seen["may choose: Gain 5 block"] == seen["may choose: Deal 7 damage"] == seen["effect of: Fork"] == 1
    rows = [game.token_fields[1].values[row[1]] for row in state.tokens(0)]
    assert rows[-2:] == ["Gain 5 block", "Deal 7 damage"]


def test_whoever_chooses_a_target_reads_the_chosen_effect_alone():
    effect = {"choose_one": [{"block": 5}, {"to": "an enemy", "attack": 7}, {"to": "an enemy", "apply": "2 Weak"}]}
    card = {"name": "Fork", "type": "skill", "cost": 0, "effect": effect}
    game = spire.battle(hand=["Fork"], enemies=["Cultist", "Cultist"], content={"cards": {"Fork": card}})
    state = game.new(seed=1).play("play Fork")
    assert str(state.copy().play("choose Deal 7 damage")).endswith("Choose a target for Fork: Deal 7 damage.")
    assert str(state.play("choose Apply 2 Weak")).endswith("Choose a target for Fork: Apply 2 Weak.")


def test_effects_with_the_same_words_are_numbered():
    effect = {"choose_one": [{"block": 5}, {"block": 5, "plain": True}, {"draw": 1}]}
    card = {"name": "Fork", "type": "skill", "cost": 0, "effect": effect}
    game = spire.battle(hand=["Fork"], enemies=["Cultist"], content={"cards": {"Fork": card}})
    state = game.new(seed=1).play("play Fork")
    assert list(map(str, state.legal())) == ["choose Gain 5 block (1)", "choose Gain 5 block (2)", "choose Draw 1 card"]
    assert state.play("choose Gain 5 block (2)").record.agents[0].block == 5


def test_only_battles_with_a_choice_are_compiled_for_one():
    assert choice_battle().rules.dtype == OpenRules
    assert spire.battle(hand=["Strike"], enemies=["Cultist"]).rules.dtype == Rules


def test_the_rule_based_player_attacks_where_nothing_is_to_be_blocked():
    game = choice_battle()
    state = game.new(seed=1).play("play Fork")  # the Cultist does not attack in its first turn
    assert make("rules").choose(state) == Act.OPTION + 1
