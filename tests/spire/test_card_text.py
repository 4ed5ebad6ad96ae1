"""The text of cards: it says who gets what, and puts formulas into words."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from random_battles import effect, formula

from cardwright import spire
from cardwright.spire.enemy_text import enemy_text
from cardwright.spire.notation.effects import ACTIONS, OnAgent, read_effect
from cardwright.spire.notation.formula_words import condition, phrase, quantity, repetition
from cardwright.spire.notation.text import effect_text

OPERATORS = set("+*/%<>=!_.")
EVERYTHING = frozenset(["agent", "aimed", "card", "about card", "own card", "cause"])


def said(written: Any) -> str:
    return effect_text(read_effect(written))


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ({"to": {"choose": "enemies"}, "do": [{"attack": 5}, {"block": 5}]}, "Deal 5 damage. The enemy gains 5 block."),
        ({"to": "an enemy", "heal": 4}, "The enemy heals 4 HP."),
        ({"to": "all enemies", "heal": 4}, "All enemies heal 4 HP."),
        ({"to": "a random enemy", "max_hp": 4}, "A random enemy gains 4 max HP."),
        ({"to": "an enemy", "lose_hp": 4}, "The enemy loses 4 HP."),
        ({"to": "an enemy", "do": "leave"}, "The enemy leaves the battle."),
        ({"to": "an enemy", "clear": "Vigor"}, "The enemy loses all Vigor."),
        ({"to": "an enemy", "apply": "-2 Strength"}, "The enemy loses 2 Strength."),
        ({"to": "self", "apply": "-2 Strength"}, "Lose 2 Strength."),
        ({"to": "self", "apply": {"Strength": "-X"}}, "Lose X Strength."),
        ({"to": "an enemy", "apply": {"Strength": "-block"}}, "The enemy loses Strength equal to your block."),
        ({"to": "an enemy", "do": [{"attack": 5}, {"to": "self", "block": 5}]}, "Deal 5 damage. Gain 5 block."),
        ({"to": "a card in hand", "do": "discard", "block": 5}, "Discard a card in hand. Gain 5 block."),
        ({"to": "all enemies", "attack": 5, "energy": 1}, "For each enemy: Deal 5 damage to it; gain 1 energy."),
        ({"to": "all enemies", "attack": 5, "block": 2}, "Deal 5 damage to all enemies. All enemies gain 2 block."),
        ({"max_hp": -3}, "Lose 3 max HP."),
        ({"to": "all enemies", "max_hp": "-X"}, "All enemies lose X max HP."),
        ({"energy": -1}, "Lose 1 energy."),
        ({"energy": "-hand.curse"}, "Lose 1 energy for each curse in hand."),
        ({"draw": "block"}, "Draw as many cards as your block."),
        ({"draw": "2 * enemies"}, "Draw 2 cards for each enemy."),
        ({"block": "block // 2"}, "Gain block equal to half of your block."),
        ({"block": "min(energy, 3)"}, "Gain block equal to the smaller of your energy and 3."),
        ({"when": "hand.attack == 0", "block": 9, "draw": 1},
         "If there are no attacks in hand: Gain 9 block; draw 1 card."),
        ({"when": "hp < 10 or not target.attacking", "block": 9},
         "If your HP is less than 10 or the target does not intend to attack: Gain 9 block."),
        ({"times": "enemies", "block": 2}, "For each enemy: Gain 2 block."),
        ({"to": "every attack in hand", "cost": "0 this turn"}, "Every attack in hand costs 0 this turn."),
        ({"to": "2 random attacks in hand", "cost": "0 this turn"}, "2 random attacks in hand cost 0 this turn."),
        ({"to": "2 random enemies", "attack": 5, "block": 2}, "Deal 5 damage to 2 random enemies. They gain 2 block."),
        ({"to": "2 random cards in hand", "do": "exhaust", "block": 5},
         "For each of 2 random cards in hand: Exhaust it; gain 5 block."),
        ({"to": "2 random cards in hand", "duplicate": "1 to hand"},
         "Add a copy of each of 2 random cards in hand to the hand."),
        ({"to": "a random enemy", "attack": 3, "apply": "1 Weak"},
         "Deal 3 damage to a random enemy. Apply 1 Weak to it."),
        ({"to": "a card in hand", "do": "upgrade", "cost": "0 this turn"},
         "Upgrade a card in hand for this battle. It costs 0 this turn."),
        ({"to": "up to one of 3 random powers", "move": "to hand", "cost": "0 this turn"},
         "Put one of 3 random powers into the hand, or none. It costs 0 this turn."),
        ({"to": "up to one of 3 random attacks", "do": [{"cost": "0 this turn"}, {"move": "to hand"}]},
         "Choose one of 3 random attacks, or none. It costs 0 this turn. Put it into the hand."),
        ({"when": "energy > 0", "do": {"to": "up to one of 3 random cards", "move": "to hand", "block": 3}},
         "If your energy is more than 0: Put one of 3 random cards into the hand, or none; gain 3 block."),
        ({"remove": "a debuff of self"}, "Remove one of your debuffs."),
        ({"remove": "a random buff of an enemy"}, "Remove one of the enemy's buffs at random."),
        ({"remove": "up to 1 status of all enemies"}, "For each enemy: Remove up to one of its statuses."),
        ({"to": "an enemy", "attack": 5, "remove": "a buff"}, "Deal 5 damage. Remove one of the enemy's buffs."),
        ({"to": "a status of self", "stack": "amount"}, "One of your statuses gains stacks equal to its stacks."),
        ({"to": "a status of a random enemy", "stack": -1}, "One of the statuses of a random enemy loses 1 stack."),
        ({"times": 2, "to": "an enemy", "attack": 5}, "2 times: Deal 5 damage to an enemy of your choice."),
        ({"to": "an enemy", "attack": "5, 2 times"}, "Deal 5 damage 2 times."),
        ({"to": "an enemy", "attack": "12 // hand"},
         "Deal damage equal to 12 divided by the number of cards in hand, rounded down."),
        ({"to": "every attack in hand", "do": {"to": "an enemy", "damage": 2}},
         "For each attack in hand: Deal 2 damage to an enemy of your choice."),
        ({"to": "a random enemy", "attack": "3, 2 times"}, "Pick a random enemy. Deal 3 damage to it 2 times."),
        ({"when": "energy > 0", "to": "a random enemy", "attack": "3, 2 times"},
         "If your energy is more than 0: Pick a random enemy; deal 3 damage to it 2 times."),
        ({"to": "a random enemy", "do": [{"do": [{"attack": 3}, {"apply": "1 Weak"}]}, {"damage": 1}]},
         "Deal 3 damage to a random enemy. Apply 1 Weak to it. Deal 1 damage to it."),
        ({"to": "a random enemy", "do": {"when": "target.Weak > 0", "damage": 1}},
         "Pick a random enemy. If the target has Weak: Deal 1 damage to it."),
        ({"to": "a card in hand", "block": "cost"}, "Choose a card in hand. Gain block equal to its cost."),
        ({"to": "an enemy", "do": [{"to": "a random enemy", "damage": 1}, {"apply": "1 Weak"}]},
         "Choose an enemy. Deal 1 damage to a random enemy. Apply 1 Weak to the enemy chosen first."),
        ({"to": "an enemy", "do": [{"attack": 3}, {"to": "all enemies", "damage": 1}, {"apply": "1 Weak"}]},
         "Deal 3 damage to an enemy of your choice. Deal 1 damage to all enemies. "
         "Apply 1 Weak to the enemy chosen first."),
        ({"to": "an enemy", "do": [{"attack": 3}, {"to": "all enemies", "damage": 1}]},
         "Deal 3 damage. Deal 1 damage to all enemies."),
        ({"to": "all enemies", "do": [{"to": "a random enemy", "damage": 1}, {"apply": "1 Weak"}]},
         "For each enemy in turn: Deal 1 damage to a random enemy; apply 1 Weak to the enemy in turn."),
        ({"to": "a random card in hand", "do": [{"exhaust": "a card in hand"}, {"do": "discard"}]},
         "Pick a random card in hand. Exhaust a card in hand. Discard the card picked first."),
        ({"to": "a card in hand", "broadcast": "Gong"}, "Trigger Gong about a card in hand."),
        ({"to": "every card in hand", "broadcast": "2 Gong"}, "For each card in hand: Trigger Gong with 2 about it."),
        ({"to": "a random enemy", "do": [{"host": "ask_me"}, {"damage": 1}]},
         "Ask ask_me for a random enemy. Deal 1 damage to it."),
        ({"when": "3 > 5", "block": 5}, "Nothing happens."),
        ([{"when": "7 > 5", "block": 5}, {"times": 1, "draw": 1}], "Gain 5 block. Draw 1 card."),
        ({"when": "7 > 5 and hp < 3", "block": "max(2, 3)"}, "If your HP is less than 3: Gain 3 block."),
        ({"to": "a debuff of self", "do": [{"stack": "amount"}, {"block": "amount"}]},
         "One of your debuffs gains stacks equal to its stacks. Gain block equal to the stacks it had."),
        ([{"remove": "a debuff of self"}, {"block": "amount"}],
         "Remove one of your debuffs. Gain block equal to the stacks it had."),
    ],
)  # fmt: skip
def test_a_text_names_the_receiver_and_has_no_formulas(written: Any, text: str) -> None:
    assert said(written) == text


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("Body Slam", "Deal damage equal to your block."),
        ("Bash", "Deal 8 damage. Apply 2 Vulnerable."),
        ("Bash*", "Deal 8 damage to an enemy of your choice. Apply 2 Vulnerable to an enemy of your choice."),
        ("Clash", "Can only be played if every card in hand is an attack. Deal 14 damage."),
        ("Perfected Strike", "Deal 6 damage, plus 2 for each card with Strike in its name."),
        ("Heavy Blade", "Deal 14 damage, plus 2 times your Strength."),
        ("Regret", "Unplayable. At the end of your turn, if this is in hand: Lose 1 HP for each card in hand."),
        ("Second Wind", "For each non-attack in hand: Exhaust it; gain 5 block."),
        ("Reaper", "Deal 4 damage to all enemies. Heal HP equal to the unblocked damage dealt. Exhaust."),
        ("Blood for Blood", "Costs 4 minus the number of times you have lost HP. Deal 18 damage."),
    ],
)
def test_standard_cards_read_well(card: str, text: str) -> None:
    assert spire.standard().card(card).describe() == text


def test_an_attack_on_oneself_says_so() -> None:
    assert said({"to": "self", "attack": 6}) == "Attack yourself for 6 damage."


def test_whatever_an_enemy_gets_the_text_says_so() -> None:
    for key, kind in ACTIONS.items():
        if issubclass(kind, OnAgent) and not kind.hostile and key not in ("spawn", "broadcast"):
            example = (
                {"to": "an enemy", "do": "leave"}
                if key == "leave"
                else {"to": "an enemy", key: "Split" if key == "intend" else 3}
            )
            assert said(example).startswith("The enemy "), key
    assert said({"to": "an enemy", "broadcast": "3 Boom"}) == "Trigger Boom with 3 for the enemy."


@pytest.mark.parametrize("seed", range(300))
def test_any_formula_is_put_into_words(seed: int) -> None:
    text = formula(Random(seed), EVERYTHING, depth=3)
    for words in (phrase(text), condition(text), repetition(text), "".join(quantity(text))):
        assert words
        assert not OPERATORS & set(words), (text, words)


@pytest.mark.parametrize("seed", range(200))
def test_any_effect_has_a_text(seed: int) -> None:
    text = said(effect(Random(seed), 3, "card", EVERYTHING))
    assert text.endswith(".")
    assert "{" not in text


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("played >= 3", "you have played at least 3 cards this turn"),
        ("played == 0", "you have played no card this turn"),
        ("enemies == 1", "there is exactly 1 enemy"),
        ("allies == 0", "there are no allies"),
        ("hand.attack < 3", "there are fewer than 3 attacks in hand"),
        ("hurt > 1", "you have lost HP more than 1 time"),
        ("killed >= 2", "this kills at least 2 enemies"),
        ("2 * hp <= max_hp", "your HP is at most half of your max HP"),
        ("stacks >= 3", "the stacks are at least 3"),
        ("target.position > 0", "the target is an enemy"),
    ],
)
def test_conditions_read_as_a_player_says_them(formula: str, words: str) -> None:
    assert condition(formula) == words


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ({"to": "a card in the discard pile", "move": "to the top of the draw pile"},
         "Put a card from the discard pile on top of the draw pile."),
        ({"to": "a card in hand", "move": "to the bottom of the draw pile"},
         "Put a card from your hand on the bottom of the draw pile."),
        ({"to": "all enemies", "roll": 2}, "All enemies add 2 to their roll."),
        ({"add_random": "attack, skill or power to hand"}, "Add a random attack, skill or power card to the hand."),
        ({"to": "self", "apply": {"Weak": "-min(block, 2)"}}, "Lose Weak equal to the smaller of your block and 2."),
    ],
)  # fmt: skip
def test_actions_read_as_a_player_says_them(written: Any, text: str) -> None:
    assert said(written) == text


@pytest.mark.parametrize(
    ("rule", "text"),
    [
        ({"after": "turn start", "do": {"times": "stacks", "draw": 1}},
         "At the start of your turn, once for each stack: draw 1 card."),
        ({"after": "attacked", "role": "target", "do": {"damage": 3}},
         "Whenever you are attacked: deal 3 damage to the attacker."),
        ({"after": "hp lost", "role": "target", "when": "amount > 3", "do": {"block": "amount"}},
         "Whenever you lose HP, if the HP lost is more than 3: gain block equal to the HP lost."),
        ({"after": "turn end", "when": "stacks >= 3", "do": {"heal": 2}, "spend": 2},
         "At the end of your turn, if this status's stacks are at least 3: heal 2 HP. Then this loses 2 stacks."),
        ({"modify": "hp lost", "role": "target", "set": 0, "spend": 1},
         "The HP you lose is 0. Then this loses 1 stack."),
        ({"after": "card drawn", "do": {"to": "this card", "cost": "0 this turn"}},
         "Whenever you draw a card: that card costs 0 this turn."),
    ],
)  # fmt: skip
def test_rules_say_whom_and_what_they_are_about(rule: Any, text: str) -> None:
    assert spire.Status(name="Omen", rules=[rule]).says() == text


GUARDED = """
cards:
  Chill: {type: skill, cost: 1, effect: {to: an enemy, apply: 2 Frost}}
  Shell: {type: power, cost: 1, effect: {to: self, apply: 2 Shelled}}
statuses:
  Frost: {debuff: true, rules: [{after: turn end, do: {to: self, lose_hp: stacks}},
    {after: died, do: {to: all allies, apply: 1 Frost}}], decay: 1 at turn end}
  Shelled: {rules: [{after: turn end, do: {block: stacks}}]}
  Growling: {rules: [{after: attacked, role: target, do: {to: self, apply: 1 Strength}}]}
  Tally:
enemies:
  Dog:
    hp: 20
    roll: 3 to 5
    start: {to: self, apply: 1 Growling}
    moves:
      Bite: {attack: roll}
      Doze: {when: hp < 9, block: player.hp}
    plan: {loop: [Bite, Doze]}
"""


def test_a_status_of_enemies_is_about_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "own.yaml"
    file.write_text(GUARDED)
    content = spire.standard().with_more(spire.load(file))
    says = {name: content.status(name).says(content) for name in ("Frost", "Shelled", "Growling", "Tally")}
    assert says == {
        "Frost": "At the end of the owner's turn: the owner loses HP equal to this status's stacks. "
        "When the owner dies: apply 1 Frost to all allies of the owner. "
        "Loses 1 stack at the end of the owner's turn.",
        "Shelled": "At the end of your turn: gain block equal to this status's stacks.",
        "Growling": "Whenever the owner is attacked: the owner gains 1 Strength.",
        "Tally": "Does nothing by itself.",
    }
    assert enemy_text(content.enemies["Dog"], ascension=0) == (
        "20 HP. Its roll is 3 to 5. At the start: Gain 1 Growling. Bite: Deal damage equal to its roll. "
        "Doze: If its HP is less than 9: Gain block equal to your HP."
    )


def test_relics_read_well_outside_of_battles() -> None:
    relics = spire.standard().relics
    assert relics["Molten Egg"].says() == "Whenever a card is added to your deck: upgrade it if it is an attack."
    assert relics["Prayer Wheel"].says() == "In the rewards of normal battles: there is 1 more card reward."
    assert relics["Calling Bell"].says() == (
        "When picked up: get the curse Curse of the Bell; get a common, an uncommon and a rare relic."
    )
