"""The notation of content: what designers write is read into the structured form of programs, and written back."""

from __future__ import annotations

import json
import re
from importlib import resources
from random import Random
from typing import Any

import pytest
import random_battles
from hypothesis import assume, given
from hypothesis import strategies as st
from written_content import BASH, content, same

from cardwright import spire
from cardwright.cli.main import run
from cardwright.core import data
from cardwright.core.errors import BadData
from cardwright.spire.engine.mistakes import compile_one
from cardwright.spire.notation import phrases
from cardwright.spire.notation.content import FILES
from cardwright.spire.notation.effects import ACTIONS, Group, read_effect
from cardwright.spire.notation.targets import read_target
from cardwright.spire.notation.writer import write_effect

STRUCTURED_BASH = {
    "type": "attack",
    "rarity": "basic",
    "color": "red",
    "cost": 2,
    "effect": {"to": {"choose": "enemies"}, "do": [{"attack": 8}, {"apply": "Vulnerable", "amount": 2}]},
    "upgrade": {"effect": {"to": {"choose": "enemies"}, "do": [{"attack": 10}, {"apply": "Vulnerable", "amount": 3}]}},
}


def dumped(effect: spire.Effect | None) -> Any:
    assert effect is not None
    return effect.model_dump(mode="json", exclude_unset=True)


# Cards


def test_words_and_structured_data_make_the_same_card():
    assert content(BASH) == spire.from_dict({"cards": {"Bash": STRUCTURED_BASH}})
    assert spire.standard().card("Bash") == content(BASH).card("Bash")


def test_no_effect_names_what_would_be_read_as_a_pair():
    with pytest.raises(ValueError, match="read as its upgrade"):
        spire.Apply("Mark 2 (3)")


def test_words_are_read_wherever_structured_data_is():
    made = spire.Card(name="Bash", type="attack", cost=2, effect={"to": "an enemy", "attack": "8 (10)"})
    assert made.effect == spire.Attack(8).To(spire.Choose("enemies"))
    assert spire.Attack(8).To(read_target("an enemy")) == made.effect
    start = {"hand": ["Bash"], "enemies": ["Cultist"], "content": data.parse(BASH).value}
    assert spire.family.game(start).content.card("Bash+") == content(BASH).card("Bash+")


@pytest.mark.parametrize(
    ("written", "base", "better"),
    [
        ("{cost: 1 (0)}", {"cost": 1}, {"cost": 0}),
        ("{cost: 4 (3) - hurt}", {"cost": "4 - hurt"}, {"cost": "3 - hurt"}),
        ("{cost: 2(1)}", {"cost": 2}, {"cost": 1}),
        ("{innate: when upgraded}", {"innate": False}, {"innate": True}),
        ("{exhaust: unless upgraded}", {"exhaust": True}, {"exhaust": False}),
        ("{text: Deals 2 (3) damage.}", {"text": "Deals 2 damage."}, {"text": "Deals 3 damage."}),
        ("{cost: 1 (0), upgrade: {retain: true}}", {"cost": 1, "retain": False}, {"cost": 0, "retain": True}),
    ],
)
def test_pairs_in_the_fields_of_a_card(written, base, better):
    made = spire.Card(name="Jab", type="skill", **data.parse(written).value)
    for each, expected in ((made, base), (made.upgraded(), better)):
        assert {key: getattr(each, key) for key in expected} == expected


@pytest.mark.parametrize(
    ("written", "base", "better"),
    [
        ("block: 5 (8)", "block: 5", "block: 8"),
        ("block: 14 + 2 (4) * Strength", "block: 14 + 2 * Strength", "block: 14 + 4 * Strength"),
        ("block: 4 - 3 (-1)", "block: 4 - 3", "block: 4 - -1"),
        ("apply: -2 (-3) Strength", "apply: -2 Strength", "apply: -3 Strength"),
        ("apply: {Strength: 2 (3) * block}", "apply: {Strength: 2 * block}", "apply: {Strength: 3 * block}"),
        ("exhaust: 3 (2) cards in hand", "exhaust: 3 cards in hand", "exhaust: 2 cards in hand"),
        ("upgrade: a card in hand (every card in hand)", "upgrade: a card in hand", "upgrade: every card in hand"),
        ("do: {to: self (an enemy), damage: 1}", "do: {to: self, damage: 1}", "do: {to: an enemy, damage: 1}"),
        ("do: [{times: 3 (4), block: 1}]", "do: [{times: 3, block: 1}]", "do: [{times: 4, block: 1}]"),
        ("add: 1 (2) Wound to hand", "add: 1 Wound to hand", "add: 2 Wound to hand"),
        ("block: 3, 4 (5) times", "block: 3, 4 times", "block: 3, 5 times"),
        ("block: 3 (4), 5 (6) from ascension 2", "block: 3, 5 from ascension 2", "block: 4, 6 from ascension 2"),
    ],
)
def test_pairs_in_an_effect(written, base, better):
    made = content(f"cards:\n  Jab:\n    type: skill\n    effect:\n      to: self\n      {written}\n").card("Jab")
    for each, side in ((made, base), (made.upgraded(), better)):
        assert each.effect == read_effect(data.parse(f"to: self\n{side}").value)


def test_a_card_without_pairs_has_no_upgrade():
    assert content("cards: {A: {type: skill, effect: {block: 5}}}").card("A").upgraded() is None


def test_defaults_are_shared_by_the_cards_of_a_file():
    made = content("{defaults: {color: red, type: skill, cost: 0}, cards: {A: , B: {cost: 1 (0), color: green}}}")
    assert [(each.color, each.type, each.cost) for each in made.own_cards()] == [
        ("red", "skill", 0),
        ("green", "skill", 1),
    ]
    assert made.card("B+").cost == 0


# Effects


@pytest.mark.parametrize(
    ("written", "structured"),
    [
        ("{block: 5, draw: 1}", {"do": [{"block": 5}, {"draw": 1}]}),
        ("[{block: 5}]", {"do": [{"block": 5}]}),
        ("{to: self, apply: [2 Strength, Barricade]}",
         {"do": [{"apply": "Strength", "amount": 2}, {"apply": "Barricade"}], "to": "self"}),
        ("{to: self, apply: {Strength: stacks, Dexterity: 1}}",
         {"do": [{"apply": "Strength", "amount": "stacks"}, {"apply": "Dexterity", "amount": 1}], "to": "self"}),
        ("{to: every non-attack in hand, do: exhaust, block: 5}",
         {"do": [{"move": "exhaust"}, {"block": 5}],
          "to": {"all": "hand", "types": ["skill", "power", "status", "curse"]}}),
        ("{discard: a card in hand}", {"do": [{"move": "discard"}], "to": {"choose": "hand"}}),
        ("{attack: '5, 2 times', to: an enemy}",
         {"do": [{"do": [{"attack": 5}], "times": 2}], "to": {"choose": "enemies"}}),
        ("{attack: 1, do: {when: killed, to: self, max_hp: 3}}",
         {"do": [{"attack": 1}, {"do": [{"max_hp": 3}], "to": "self", "when": "killed"}]}),
        ("{to: this card, duplicate: 2 to the discard pile}",
         {"do": [{"count": 2, "duplicate": "discard"}], "to": "this card"}),
        ("{add: Wound, count: X, place: top of draw}", {"add": "Wound", "count": "X", "place": "top of draw"}),
        ("{add_random: 'attack or skill to hand, free this turn'}",
         {"add_random": ["attack", "skill"], "place": "hand", "free": True}),
        ("{block: 'block, plain'}", {"block": "block", "plain": True}),
        ("{spawn: Acid Slime M with hp HP}", {"spawn": "Acid Slime M", "hp": "hp"}),
        ("{to: a card in hand, cost: 0 this battle}",
         {"do": [{"cost": 0, "lasts": "battle"}], "to": {"choose": "hand"}}),
        ("{attack: '11, 12 from ascension 2'}", {"attack": "11 + (ascension >= 2)"}),
        ("{block: 3 to 7}", {"block": "random(3, 7)"}),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)  # fmt: skip
def test_what_effects_are_read_into(written, structured):
    value = data.parse(written).value
    effect = read_effect(value)
    assert dumped(effect) == structured
    assert read_effect(structured) == effect
    assert read_effect(write_effect(effect)) == effect


@pytest.mark.parametrize("phrase", phrases.TARGETS)
def test_targets_are_written_as_they_are_read(phrase):
    assert phrases.write_target(dumped(spire.Block(1).To(read_target(phrase)))["to"]) == phrase


@pytest.mark.parametrize("kind", ACTIONS.values(), ids=lambda kind: kind.__name__)
def test_the_example_of_an_action_is_that_action(kind):
    example = data.parse(kind.example).value
    effect = read_effect(example)
    while isinstance(effect, Group):
        effect = effect.do[0]
    assert type(effect) is kind
    assert kind.__doc__


# Round trips


def test_all_content_that_comes_with_the_package_reads_back():
    words = spire.standard().to_words()
    same(spire.standard(), spire.from_dict(data.parse(data.to_yaml(words)).value))


def test_all_content_that_comes_with_the_package_can_be_said_in_words():
    text = json.dumps(spire.standard().to_words())
    for key in ("choose", "random", "all", "top", "amount", "place", "count", "upgrade", "plain", "free", "weight"):
        found = re.findall(rf'"{key}": (?!\[?"[a-z])', text)  # a phrase, or a list of phrases
        assert not found, key


@given(st.integers(0, 100_000))
def test_any_content_reads_back(seed):
    made = spire.from_dict(random_battles.invented(Random(seed))["content"])
    same(made, spire.from_dict(data.parse(data.to_yaml(made.to_words())).value))
    same(made, spire.from_dict(made.to_dict()))


names = st.text("a2 ()-:,'x", min_size=1, max_size=9) | st.sampled_from(
    ["2 Fast", "-1 x", "A to hand", "x, 2 times", "B with 3 HP", "C other than D", "self", "3", "yes", "hp"]
)


@given(names, st.sampled_from([1, 3, "X"]), st.sampled_from(["hand", "draw", "top of draw", "discard"]))
def test_any_names_read_back(name, number, pile):
    assume(not re.search(r"\d *\(", name))
    parts = (
        spire.Apply(name),
        spire.Apply(name, number),
        spire.Add(name),
        spire.Add(name, place=pile, count=number),
        spire.Spawn(name),
        spire.Spawn(name, hp=number),
        spire.Clear(name),
        spire.Move(pile).To(spire.Random("hand", other_than=name)),
    )
    for effect in (*parts, spire.Group(do=parts), spire.Group(do=parts, to=spire.Self())):
        assert read_effect(dumped(effect)) == effect
        assert read_effect(data.parse(data.to_yaml({"effect": write_effect(effect)})).value["effect"]) == effect


# Files


def test_a_file_of_content_can_be_given_by_its_path(tmp_path, monkeypatch):
    (tmp_path / "knee.yaml").write_text("cards: {Knee: {type: attack, cost: 0, effect: {to: an enemy, attack: 3}}}")
    monkeypatch.chdir(tmp_path)
    for path in ("knee.yaml", tmp_path / "knee.yaml"):
        game = spire.battle(hand=["Knee"], enemies=["Cultist"], content=path)
        assert "Knee" in game.start["content"]["cards"]  # a saved game needs no file


def test_saved_yaml_is_what_designers_write(tmp_path):
    content(BASH).save(tmp_path / "mine.yaml")
    assert (tmp_path / "mine.yaml").read_text() == BASH.lstrip()


def test_the_files_of_the_package_have_no_braces():
    for name in FILES:
        text = (resources.files("cardwright.spire") / "data" / name).read_text(encoding="utf-8")
        assert "{" not in text, name


def test_the_command_shows_a_definition_that_can_be_read_back(capsys, tmp_path):
    assert run(["spire", "cards", "Bash", "True Grit"]) == 0
    shown = capsys.readouterr().out
    assert "  # Upgraded: Deal 10 damage. Apply 3 Vulnerable.\n" in shown
    assert content(shown).card("True Grit") == spire.standard().card("True Grit")


def test_documented_content_compiles_alone():
    part = content(BASH)
    compile_one(spire.standard().with_more(part), "cards", "Bash")


# Notebooks


def test_a_card_shows_itself_in_a_notebook_and_trusts_no_name():
    odd = spire.Card(name="<b>Jab</b>", type="skill", cost=1, text="<script>")
    shown = odd._repr_html_()
    assert "&lt;b&gt;Jab" in shown
    assert "<script>" not in shown
    assert "Deal 8 damage" in spire.standard().card("Bash")._repr_html_()


# Rules in hand, and more than one upgrade

LEECH = """
cards:
  Leech:
    type: curse
    unplayable: true
    in_hand:
      - after: card played
        types: attack
        do:
          lose_hp: 1 (2)
      - modify: cost
        types: skill
        add: 1
"""


def test_rules_in_hand_are_described_and_written_with_their_upgrade():
    made = content(LEECH)
    leech, better = made.card("Leech"), made.card("Leech+")
    assert leech.describe() == (
        "Unplayable. While in hand: Whenever you play an attack: lose 1 HP. "
        "While in hand: The cost of skills goes up by 1."
    )
    assert better.in_hand[0].do == spire.LoseHP(2)
    assert better.in_hand[1] == leech.in_hand[1]
    assert made.to_words()["cards"]["Leech"]["in_hand"] == data.parse(LEECH).value["cards"]["Leech"]["in_hand"]
    same(made, spire.from_dict(made.to_dict()))


def test_a_card_can_be_upgraded_more_than_once():
    made = content("cards: {Ember: {type: attack, cost: 1, upgrades: 3, effect: {to: an enemy, attack: 2 * upgrades}}}")
    assert [(card.name, card.upgraded_name) for card in made.cards.values()] == [
        ("Ember", "Ember+"),
        ("Ember+", "Ember+2"),
        ("Ember+2", "Ember+3"),
        ("Ember+3", None),
    ]
    assert made.card("Ember").describe() == "Deal 0 damage. Can be upgraded again and again."
    assert made.card("Ember+3").describe() == "Deal 6 damage."
    assert list(made.to_words()["cards"]) == ["Ember"]
    same(made, spire.from_dict(data.parse(data.to_yaml(made.to_words())).value))
    fewer = made.with_more(made.card("Ember").model_copy(update={"upgrades": 2}))
    assert list(fewer.cards) == ["Ember", "Ember+", "Ember+2"]
    with pytest.raises(BadData, match="has no pairs"):
        content("cards: {Ember: {type: attack, upgrades: 3, effect: {block: 2 (3)}}}")
