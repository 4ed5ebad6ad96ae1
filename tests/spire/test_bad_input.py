"""Bad input is answered with one clear sentence that names the field, and with exit code 2."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pydantic
import pytest
import random_battles
from hypothesis import example, given
from hypothesis import strategies as st

import cardwright
from cardwright import spire
from cardwright.cli import main
from cardwright.core.errors import BadData, CardwrightError, UnknownName
from cardwright.spire.engine.start import Start
from cardwright.spire.notation import effects

plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=5)
    | st.sampled_from(["self", "X", "hand", "enemies", "Strike", "Strength", "Jaw Worm", "all", -1, 0, 10_000, 2**70]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.text(max_size=5) | st.sampled_from(["do", "to", "attack", "name", "when", "cost"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)
anything = (
    plain | st.builds(object) | st.binary(max_size=3) | st.tuples(st.integers()) | st.sets(st.integers(), max_size=2)
)


# Python reads it, but cannot write it again.
HOSTILE_F_STRING = "f'''{\"\"\"\n\"\"\"}'''"


def complaint(call, *arguments, **named) -> str:
    with pytest.raises(CardwrightError) as error:
        call(*arguments, **named)
    check_sentence(error.value)
    return str(error.value)


def check_sentence(error: CardwrightError) -> None:
    assert str(error).isprintable()
    assert len(str(error)) < 2_100


def paths(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the paths to all parts of a value."""
    found = [here]
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        found += paths(child, (*here, key))
    return found


def replaced(value: Any, path: tuple[Any, ...], by: Any) -> Any:
    """Return a value in which the part at a path is replaced."""
    if not path:
        return by
    if isinstance(value, dict):
        return {key: replaced(each, path[1:], by) if key == path[0] else each for key, each in value.items()}
    return [replaced(each, path[1:], by) if key == path[0] else each for key, each in enumerate(value)]


# Through Python


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


@given(st.dictionaries(st.sampled_from([*Start.model_fields, "odd"]), anything, max_size=4))
def test_any_value_as_a_start_works_or_is_refused(start):
    try:
        spire.battle(**start)
    except CardwrightError as error:
        check_sentence(error)


@given(st.integers(0, 10_000), st.data())
def test_a_good_start_with_one_bad_value_works_or_is_refused(seed, data):
    start = random_battles.invented(Random(seed))
    path = data.draw(st.sampled_from(paths(start)))
    changed = replaced(start, path, data.draw(plain))
    try:
        spire.family.game(changed)
    except CardwrightError as error:
        check_sentence(error)


MODELS = {"cards": spire.Card, "statuses": spire.Status, "enemies": spire.Enemy}


@given(st.integers(0, 10_000), st.sampled_from(sorted(MODELS)), st.data())
def test_models_accept_good_values_and_refuse_others(seed, part, data):
    name, value = next(iter(random_battles.invented(Random(seed))["content"][part].items()))
    value = {"name": name, **value}
    path = data.draw(st.sampled_from(paths(value)[1:]))
    changed = replaced(value, path, data.draw(anything))
    try:
        MODELS[part](**changed)
    except pydantic.ValidationError:
        return


@given(st.sampled_from(sorted(effects.ACTIONS)), st.lists(anything, max_size=3))
@example("attack", [6, 7, 8])
def test_actions_accept_good_values_and_refuse_others(action, values):
    try:
        made = effects.ACTIONS[action](*values)
    except (pydantic.ValidationError, TypeError):  # TypeError: too many arguments
        return
    assert isinstance(made, effects.Effect)


@given(plain)
def test_any_value_as_content_works_or_is_refused(value):
    try:
        assert isinstance(spire.from_dict(value), spire.Content)
    except BadData as error:
        check_sentence(error)


@given(st.text(max_size=12) | st.text(alphabet="hp XA1+-*/%<>=!()[]{},.:'\"\\&|~^@#_\n\0", max_size=30))
@example("1and 2")
@example("'\\d'")
@example("0777")
def test_any_text_as_a_formula_works_or_is_refused(text):
    card = {"type": "skill", "cost": text, "effect": {"block": text}}
    try:
        spire.family.game({"deck": ["Odd"], "enemies": ["Cultist"], "content": {"cards": {"Odd": card}}})
    except CardwrightError as error:
        check_sentence(error)


def test_content_reads_back():
    for seed in range(20):
        content = spire.from_dict(random_battles.invented(Random(seed))["content"])
        assert spire.from_dict(content.to_dict()) == content


# Through the command line


@pytest.fixture
def error_of(capsys):
    """Run a command that fails and return its one line of error text."""

    def run(*arguments: str) -> str:
        assert main.run(list(arguments)) == 2
        captured = capsys.readouterr()
        assert captured.out == ""
        lines = captured.err.splitlines()
        assert len(lines) == 1
        assert lines[0].startswith("cardwright: ")
        return lines[0]

    return run


ARENA = ["arena", "spire:jaw-worm", "--seats", "random", "--games", "2"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([*ARENA[:-1], "0"], "the number of games must be from 1"),
        ([*ARENA[:-1], "-5"], "the number of games must be from 1"),
        ([*ARENA[:-1], "many"], "--games"),
        (["arena", "spire:jaw-wurm", "--seats", "random"], "did you mean 'jaw-worm'"),
        (["arena", "chess", "--seats", "random"], "unknown game 'chess'"),
        (["arena", "spire", "--seats", "genius"], "unknown agent 'genius'"),
        (["arena", "spire", "--seats", "mcts:0"], "playouts"),
        (["arena", "spire", "--seats", ""], ""),
        (["arena", "spire"], "--seats"),
        (["arena", "no such file.yaml", "--seats", "random"], "no such file"),
        (["play", "spire:nobody"], "unknown start of spire 'nobody'"),
        (["play"], "name either a game"),
        (["play", "--load", "no such file.json"], "no such file"),
        (["nonsense"], "nonsense"),
        (["arena", "--nonsense"], "nonsense"),
        (["spire", "cards", "Strke"], "did you mean 'Strike'"),
        (["spire", "check", "no such file.yaml"], "no such file"),
    ],
    ids=lambda each: " ".join(each)[:40] if isinstance(each, list) else "",
)
def test_bad_commands(error_of, arguments, message):
    assert message in error_of(*arguments)


FILES = {
    "truncated": ('{"game": "spire", "start": {"deck": ["Str', "line"),
    "unknown card": ("game: spire\nstart: {deck: [Strke], enemies: [Cultist]}", "unknown card 'Strke'"),
    "negative cost": (
        "game: spire\nstart: {deck: [A], enemies: [Cultist], content: {cards: {A: {type: skill, cost: -1}}}}",
        "cards.A.cost: a cost is a number from 0 to 99",
    ),
    "no cards": ("game: spire\nstart: {deck: [], enemies: [Cultist]}", "deck: 0 cards"),
    "too many cards": ("game: spire\nstart: {deck: {Strike: 10000}, enemies: [Cultist]}", "deck: 10,000 cards"),
    "aliases": ("game: spire\nstart: &a [*a]", "anchors"),
    "deep": ("[" * 100_000, "nested"),
    "object": ("game: !!python/object/apply:os.system ['true']", "tags such as"),
    "empty": ("", "the file is empty"),
    "binary": (b"\xff\xfe\x00game", "UTF-8"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("extension", ["json", "yaml"])
def test_bad_files(error_of, tmp_path, name, extension):
    content, message = FILES[name]
    path = tmp_path / f"mine.{extension}"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    sentence = error_of("arena", str(path), "--seats", "random", "--games", "1")
    assert path.name in sentence
    if extension == "yaml" or name in ("truncated", "binary"):
        assert message in sentence


def test_nothing_is_written_when_something_is_wrong(error_of, tmp_path):
    error_of("arena", "spire:jaw-worm", "--seats", "genius", "--log", str(tmp_path / "log"))
    assert list(tmp_path.iterdir()) == []


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


EVERY_MISTAKE = """\
cards:
  Spelling:
    type: atack
    cost: 100
    effect:
      - to: an enemi
        attack: 6 (8)
        blok: 4
      - draw: 1
        aply: 3 Weak
      - when: hand.skill = 0
        choose: 3
  Meaning:
    type: skill
    effect:
      - when: hand.skil == 0
        to: an enemy
        apply: [2 (3) Weeak, 1 Weakk]
      - block: foo
      - heal: target.Vulnerable
statuses:
  Rules:
    rules:
      - after: card played
        do: {block: stakcs}
      - after: card played
        when: stacsk > 1
        do: {add: Wund}
enemies:
  Moves:
    hp: 3
    moves:
      Bite: {attack: strenght}
      Growl: {to: all enemies, apply: 1 Wek}
    plan: {loop: [Bark, Bite]}
"""


def test_every_mistake_of_an_entry_is_reported(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(EVERY_MISTAKE)
    assert main.run(["spire", "check", str(path)]) == 2
    found = [line.partition(", line ")[2].partition(": ") for line in capsys.readouterr().err.splitlines()]
    wanted = {
        3: "atack", 4: "a cost is", 6: "enemi", 8: "blok", 10: "aply", 11: "write 'hand.skill == 0'", 12: "choose",
        16: "hand.skil", 18: "Weak", 19: "foo", 20: "needs a target", 25: "stakcs", 27: "stacsk", 28: "Wund",
        33: "strenght", 34: "Wek", 35: "Bark",
    }  # fmt: skip
    assert {int(line) for line, _, _ in found} == set(wanted)
    assert all(wanted[int(line)] in message for line, _, message in found)
    assert len(found) == len(wanted) + 1  # line 18 has two
