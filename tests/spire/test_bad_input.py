"""Bad input is answered with one clear sentence that names the field."""

from __future__ import annotations

import json
from typing import Any

import pytest
from complaints import complaint

import cardwright
from cardwright import spire
from cardwright.core.errors import BadData, UnknownName

# Python reads it, but cannot write it again.
HOSTILE_F_STRING = "f'''{\"\"\"\n\"\"\"}'''"


def rat(hp: Any) -> dict[str, Any]:
    made = {"hp": hp, "moves": {"Bite": {"attack": 3}}, "plan": {"loop": "Bite"}}
    return {"enemies": ["Rat"], "content": {"enemies": {"Rat": made}}}


def test_hp_that_a_formula_makes_negative_are_at_least_1():
    state = spire.battle(**rat(["turn - 9", "turn - 9"])).new(1)
    assert state.view()["enemies"][0]["hp"] == state.view()["enemies"][0]["max_hp"] == 1


@pytest.mark.parametrize(
    ("start", "message"),
    [
        ({"deck": ["Strke"]}, "unknown card 'Strke'; did you mean 'Strike'?"),
        ({"deck": []}, "deck: 0 cards; a battle begins with 1 to 100"),
        ({"deck": {"Strike": 0}}, "deck: 0 cards; a battle begins with 1 to 100"),
        ({"deck": ["Strike"] * 10_000}, "deck: 10,000 cards; a battle begins with 1 to 100"),
        ({"deck": {"Strike": 10_000}}, "deck: 10,000 cards; a battle begins with 1 to 100"),
        ({"deck": {"Strike": 10**9}}, "at most 10,000 cards"),
        ({"deck": {f"{n}": 10_000 for n in range(1000)}}, "at most 10,000 cards"),
        ({"deck": {"Strike": -1}}, "how many of each"),
        ({"deck": "paladin"}, "unknown deck 'paladin'"),
        ({"deck": 3}, "deck"),
        ({"deck": None}, "a start needs a deck"),
        ({"deck": [{"name": "Strike", "cost": -1}]}, "cost"),
        ({"deck": [{"name": "Whirlwind", "cost": 1}]}, "Whirlwind costs X"),
        ({"enemies": []}, "enemies"),
        ({"enemies": ["Cultist"] * 8}, "enemies"),
        ({"enemies": ["Bob"]}, "unknown enemy 'Bob'"),
        ({"enemies": None}, "enemies"),
        ({"enemies": 3}, "enemies"),
        ({"enemies": [{"name": "Cultist", "hp": -1}]}, "enemies.Cultist.hp"),
        (rat("-1"), "the HP of an enemy are from 1 to 9999"),
        (rat("0 to 5"), "the HP of an enemy are from 1"),
        (rat("5 to 3"), "'5 to 3' is an empty range: the smaller number comes first"),
        (rat([5, 3]), "'5 to 3' is an empty range"),
        (rat("3 to 5, 8 to 7 from ascension 9"), "'8 to 7' is an empty range"),
        (rat("-5, 5 from ascension 9"), "the HP of an enemy are at least 1"),
        ({"enemies": [{"name": "Cultist", "intent": "Dance"}]}, "unknown move of Cultist 'Dance'"),
        ({"player": {"hp": 0}}, "player.hp"),
        ({"player": {"statuses": {"Mighty": 1}}}, "unknown status 'Mighty'"),
        ({"player": {"statuses": {"Strength": 1000}}}, "player.statuses.Strength"),
        ({"ascension": 21}, "ascension"),
        ({"ascension": True}, "ascension"),
        ({"hand": ["Strike"] * 11}, "a hand holds at most 10"),
        ({"draw": ["Strike"] * 129}, "129 cards"),
        ({"energy": 1.5}, "energy"),
        ({"hp": 3}, "unknown key 'hp'"),
        ({"content": 3}, "content"),
        ({"content": ["Strike"]}, "content is made of cards, statuses, enemies, relics,"),
        ({"content": "Strike"}, "Strike: no such file or directory"),
        ({"content": {"defaults": 3, "cards": {}}}, "'defaults' holds fields that all cards share"),
        ({"player": ...}, "plain data"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_bad_starts(start, message):
    assert message in complaint(spire.battle, **start)


@pytest.mark.parametrize(
    ("card", "message"),
    [
        ({"cost": -1}, "cards.Jab.cost: a cost is a number from 0 to 99, X, or a formula, not '-1'"),
        ({"cost": 100}, "cards.Jab.cost"),
        ({"cost": 1.5}, "cards.Jab.cost"),
        ({"cost": "random(1, 2)"}, "must not draw a random number here"),
        ({"cost": "5 // 0"}, "cards.Jab: in the formula '5 // 0': it always divides by zero"),
        ({"effect": {"block": "2 + energy % (3 - 3)"}}, "'2 + energy % (3 - 3)': it always divides by zero"),
        ({"cost": "import os"}, "cards.Jab: the formula 'import os' cannot be read"),
        ({"effect": {"block": "f'{1}'"}}, "has no meaning here"),
        ({"effect": {"block": HOSTILE_F_STRING}}, "has no meaning here"),
        ({"effect": {"attack": 6, 5: 3}}, "unknown key of an effect '5'"),
        ({"effect": {"to": {1: 2}, "attack": 6}}, "cards.Jab"),
        ({"effect": {"add": {1: 2}}}, "cards.Jab"),
        ({1: 2}, "cards.Jab"),
        ({"cost": "__import__('os')"}, "has no meaning here"),
        ({"cost": "1" + " + 1" * 49}, None),
        ({"cost": "(" * 99 + "1" + ")" * 99}, None),
        ({"cost": "+".join(["(1"] * 30) + ")" * 30}, None),
        ({"cost": "hp+(" * 20 + "hp" + ")" * 20}, "nested too deeply"),
        ({"cost": "x" * 201}, "1 to 200 characters"),
        ({"cost": ""}, "1 to 200 characters"),
        ({"cost": "1 is 1"}, "cards.Jab"),
        ({"cost": "0x1for x in y"}, "cannot be read"),
        ({"cost": "Strenght"}, "did you mean 'Strength'"),
        ({"cost": "hand.atack"}, "unknown word 'hand.atack'; did you mean 'hand.attack'?"),
        ({"cost": "hand.curses"}, "unknown word 'hand.curses'; did you mean 'hand.curse'?"),
        ({"cost": "playr.hp"}, "unknown word 'playr.hp'; did you mean 'player.hp'?"),
        ({"type": "spell"}, "cards.Jab.type"),
        ({"name": ""}, "name"),
        ({"name": "Other"}, "'Other' stands under the name 'Jab'"),
        ({"effect": {"attack": 3}}, "'attack' needs a target: write 'to: an enemy' beside it, or 'to: self'"),
        (
            {"effect": {"to": "3 cards in hand", "move": "to hand"}},
            "'move: to hand' does nothing to cards",
        ),
        ({"effect": {"to": "every card in the discard pile", "do": "discard"}}, "'move: to discard' does nothing"),
        ({"effect": {"atack": 3}}, "cards.Jab.effect.atack: unknown key of an effect 'atack'; did you mean 'attack'?"),
        (
            {"effect": {"to": {"chose": "enemies"}, "do": [{"attack": 3}]}},
            "cards.Jab.effect.to: a target is a phrase such as 'self', 'an enemy'",
        ),
        ({"effect": {"move": "hand"}}, "'move' needs a card"),
        ({"effect": {"stack": 2}}, "'stack' needs a status: write 'to: a status of self' beside it"),
        ({"effect": {"remove": "a debuff"}}, "a status is one of somebody's: write 'a status of self'"),
        ({"effect": {"remove": "a debuff of this card"}}, "a status is one of somebody's: write 'a status of self'"),
        ({"effect": {"to": "a debuff of self", "do": "exhaust"}}, "'move' needs a card"),
        ({"effect": {"to": {"status": "blessing"}, "stack": 2}}, "unknown set of statuses 'blessing'"),
        ({"effect": {"to": "99 random enemies", "attack": 3}}, "cards.Jab.effect.to"),
        ({"effect": {"do": []}}, "effect"),
        ({"effect": {"add": "Nothing"}}, "unknown card 'Nothing'"),
        ({"effect": {"spawn": "Nobody"}}, "unknown enemy 'Nobody'"),
        ({"effect": {"host": "nothing_known"}}, "unknown host action 'nothing_known'"),
        ({"effect": {"block": 10_000}}, "cards.Jab.effect.block: a number is from -9999 to 9999"),
        ({"effect": {"block": True}}, "an amount is an integer or a formula"),
        ({"upgrade": {"name": "Jab 2"}}, "upgrade cannot change name"),
        ({"upgrade": {"cost": -1}}, "a cost is a number from 0 to 99"),
        ({"upgrade": {"colour": "red"}}, "upgrade cannot change colour"),
        ({"when": {"midnight": {"block": 3}}}, "when"),
        ({"exhaust": "perhaps"}, "cards.Jab.exhaust"),
        ({"exhausts": True}, "unknown key 'exhausts'; did you mean 'exhaust'?"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_bad_cards(card, message):
    content = {"cards": {"Jab": {"type": "skill", "cost": 1, **card}}}
    start = {"deck": ["Jab"], "enemies": ["Cultist"], "content": content}
    if message is None:
        spire.family.game(start)
    else:
        assert message in complaint(spire.family.game, start)


@pytest.mark.parametrize(
    ("effect", "complaint"),
    [
        ({"add": "900 Wound"}, "cards.Jab.effect.add: a battle has at most 120 cards"),
        ({"to": "a card in hand", "duplicate": "121 to hand"}, "a battle has at most 120 cards"),
        ({"to": "self", "apply": {"Strength": "999 + 1"}}, "nobody has more than 999 stacks of a status"),
        ({"to": "self", "apply": {"Strength": -1000}}, "nobody has more than 999 stacks of a status"),
        ({"block": "hp + 9999 * 9999"}, "a number is from -30,000 to 30,000, not 99,980,001"),
    ],
)
def test_a_constant_beyond_what_a_battle_can_hold_is_refused(effect, complaint):
    content = {"cards": {"Jab": {"type": "skill", "effect": effect}}}
    with pytest.raises(BadData, match=complaint):
        spire.family.game({"deck": ["Jab"], "enemies": ["Cultist"], "content": content})


X_CARDS = {
    "refused": [
        {"effect": {"draw": "X"}},
        {"effect": {"times": "X + 1", "block": 5}},
        {"cost": "X", "effect": {"draw": "X"}, "upgrade": {"cost": 1}},
        {"effect": {"use": "Twice", "given": "X"}},
    ],
    "accepted": [
        {"cost": "X", "effect": {"draw": "X"}},
        {"cost": "X", "effect": {"use": "Twice", "given": "X"}},
        {"effect": {"add": "Plan X"}},
        {"in_hand": [{"modify": "cost", "add": 1}], "effect": {"to": "self", "apply": "Echo"}},
    ],
}


@pytest.mark.parametrize(("accepted", "card"), [(key == "accepted", card) for key in X_CARDS for card in X_CARDS[key]])
def test_only_the_effect_of_a_card_that_costs_x_knows_x(accepted, card):
    cards = {"Jab": {"type": "skill", **card}, "Plan X": {"type": "skill", "effect": {"block": 1}}}
    echo = {"rules": [{"after": "turn end", "do": {"block": "X"}}]}
    twice = {"takes": ["power"], "do": {"times": "power", "block": 2}}
    content = {"cards": cards, "statuses": {"Echo": echo}, "actions": {"Twice": twice}}
    start = {"deck": ["Jab"], "enemies": ["Cultist"], "content": content}
    if accepted:
        spire.family.game(start)
    else:
        assert complaint(spire.family.game, start).endswith("'X' needs a card that costs X")


@pytest.mark.parametrize(
    "effect", [{"draw": -2}, {"block": -5}, {"block": "3 - 5"}, {"to": "an enemy", "attack": "-3"}]
)
def test_a_number_that_is_always_negative_is_refused(effect):
    with pytest.raises(BadData, match="takes a number from 0 on, or a formula that is not always below 0"):
        spire.from_dict({"cards": {"X": {"type": "attack", "effect": effect}}})
    less = {
        "type": "skill",
        "effect": {"to": "self", "energy": -1, "max_hp": -2, "apply": "-1 Strength", "block": "3 - turn"},
    }
    assert "X" in spire.from_dict({"cards": {"X": less}}).cards  # these are lost; a formula may be negative in play


@pytest.mark.parametrize(
    ("status", "message"),
    [
        ({"rules": [{}]}, "exactly one of modify, before and after"),
        ({"rules": [{"modify": "cost", "add": 1, "set": 2}]}, "exactly one of add, times, set and cap"),
        ({"rules": [{"modify": "weather", "add": 1}]}, "statuses.Odd.rules.0.modify"),
        ({"rules": [{"after": "turn end"}]}, "has a do"),
        ({"rules": [{"modify": "cost", "times": float("nan")}]}, "statuses.Odd.rules.0.times"),
        ({"rules": [{"modify": "cost", "add": 1}] * 9}, "statuses.Odd.rules"),
        ({"rules": [{"modify": "cost", "add": 1, "spend": 1}]}, "cannot spend"),
        ({"decay": {"at": "noon"}}, "statuses.Odd.decay.at"),
        ({"stacking": "pile"}, "statuses.Odd.stacking"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_bad_statuses(status, message):
    assert message in complaint(spire.from_dict, {"statuses": {"Odd": status}})


@pytest.mark.parametrize(
    ("enemy", "message"),
    [
        ({"moves": {}}, "enemies.Odd.moves"),
        ({"plan": []}, "enemies.Odd.plan"),
        ({"plan": [{}]}, "either a loop or weights"),
        ({"plan": [{"loop": ["Bite"]}]}, "unknown move 'Bite'"),
        ({"plan": [{"weights": {"Hit": {"weight": 1, "most": 1}}}]}, "needs an 'otherwise'"),
        ({"plan": [{"weights": {"Hit": 0}}]}, "weight"),
        ({"hp": [1]}, "enemies.Odd.hp"),
        ({"hp": ["random(1, 9)", 9]}, "must not draw"),
        ({"roll": ["turn", 9]}, "do not change"),
        ({"moves": {"Hit": {"then": "Bite"}}}, "unknown move 'Bite'"),
    ],
    ids=lambda each: str(each)[:40],
)
def test_bad_enemies(enemy, message):
    whole = {"hp": [5, 5], "moves": {"Hit": {"do": {"attack": 3}}}, "plan": [{"loop": ["Hit"]}], **enemy}
    start = {"deck": ["Strike"], "enemies": ["Odd"], "content": {"enemies": {"Odd": whole}}}
    assert message in complaint(spire.family.game, start)


def test_names_of_enemies_and_moves_that_look_alike_when_joined():
    hit = {"hp": [5, 5], "plan": [{"loop": ["C"]}], "moves": {"C": {"do": {"attack": 3}}}}
    odd = {"hp": [5, 5], "plan": [{"loop": ["B: C"]}], "moves": {"B: C": {"do": {"block": 3}}}}
    content = {"enemies": {"A: B": hit, "A": odd}}
    game = spire.family.game({"deck": ["Strike"], "enemies": ["A", "A: B"], "content": content})
    assert [each["intent"]["name"] for each in game.new(seed=1).view()["enemies"]] == ["B: C", "C"]


def test_effects_nested_too_deeply_are_refused():
    effect: Any = spire.Block(1)
    for _ in range(400):
        effect = spire.Group(do=(effect,), when=1)
    card = spire.Card.model_construct(name="Deep", type="skill", cost=1, effect=effect, when={}, upgrade=None)
    complaint(spire.battle, deck=["Deep"], content=[card])


def test_an_illegal_action_lists_the_legal_ones():
    state = cardwright.game("spire:jaw-worm").new(seed=1)
    assert "'Bash everything' cannot be played now; legal: " in complaint(state.play, "Bash everything")


def test_a_misspelled_name_is_corrected():
    with pytest.raises(UnknownName, match="did you mean 'Jaw Worm'"):
        spire.standard().enemy("Jaw Wurm")


def test_saved_content_reads_back_equal(tmp_path):
    for name in ("all.json", "all.yaml"):
        spire.standard().save(tmp_path / name)
        assert spire.load(tmp_path / name) == spire.standard()
    assert json.loads(json.dumps(spire.schema()))["title"] == "Content"
