"""The notation of content: what designers write is read into the structured form of programs, and written back."""

from __future__ import annotations

import json
import re
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
import random_battles
from hypothesis import assume, given
from hypothesis import strategies as st

from cardwright import spire
from cardwright.cli.main import run
from cardwright.core import data
from cardwright.core.errors import BadData
from cardwright.spire.engine.compiler import Compiler
from cardwright.spire.engine.mistakes import compile_one
from cardwright.spire.engine.opcodes import Op
from cardwright.spire.notation import actions, formulas, phrases
from cardwright.spire.notation.checking import MOST_MISTAKES
from cardwright.spire.notation.content import FILES
from cardwright.spire.notation.effects import ACTIONS, WORDS, Action, Group, read_effect
from cardwright.spire.notation.entries import _MOMENTS
from cardwright.spire.notation.targets import Target, read_target
from cardwright.spire.notation.vocabulary import AGENT_SETS, EVENTS, HOOKS, KEYWORDS, PILES, ROLES, STACKINGS, TYPES
from cardwright.spire.notation.writer import write_effect

DOCS = Path(__file__).parents[2] / "docs"
PARTS = ("cards", "statuses", "enemies", "events", "resources", "actions")
NAMED = spire.from_dict({"events": {"Overload": {}}, "resources": {"Heat": {}}})  # what examples of actions name

BASH = """
cards:
  Bash:
    type: attack
    rarity: basic
    color: red
    cost: 2
    effect:
      to: an enemy
      attack: 8 (10)
      apply: 2 (3) Vulnerable
"""
STRUCTURED_BASH = {
    "type": "attack",
    "rarity": "basic",
    "color": "red",
    "cost": 2,
    "effect": {"to": {"choose": "enemies"}, "do": [{"attack": 8}, {"apply": "Vulnerable", "amount": 2}]},
    "upgrade": {"effect": {"to": {"choose": "enemies"}, "do": [{"attack": 10}, {"apply": "Vulnerable", "amount": 3}]}},
}


def content(text: str) -> spire.Content:
    document = data.parse(text, "mine.yaml")
    return data.validate(spire.Content, document.value, document)


def dumped(effect: spire.Effect | None) -> Any:
    assert effect is not None
    return effect.model_dump(mode="json", exclude_unset=True)


def same(mine: spire.Content, other: spire.Content) -> None:
    """All entries are equal; an upgrade by what it makes, since there is more than one way to write it."""
    for part in PARTS:
        left, right = getattr(mine, part), getattr(other, part)
        assert list(left) == list(right)
        for name in left:
            ours, theirs = ({**each[name].model_dump(), "upgrade": None} for each in (left, right))
            assert ours == theirs, name


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
        found = re.findall(rf'"{key}": (?!"[a-z])', text)
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


# What cannot be read


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("attack: 8 (ten)", "effect.attack: a base and an upgraded number are written as in 8 (10)"),
        ("attack: 8 (10", "effect.attack: a base and an upgraded number are written as in 8 (10)"),
        ("atack: 3", "effect.atack: unknown key of an effect 'atack'; did you mean 'attack'?"),
        ("move: to the hnd", "effect.move: unknown pile 'to the hnd'"),
        ("exhaust: a crad in hand", "effect.exhaust: in the target 'a crad in hand': unknown word 'crad'"),
        ("exhaust: a card", "effect.exhaust: 'a card' names no pile: write 'a card in hand'"),
        ("exhaust: true", "effect.exhaust: a target is a phrase such as 'self', 'an enemy'"),
        ("do: exhuast", "effect.do: unknown word for an effect 'exhuast'; did you mean 'exhaust'?"),
        ("attack: [3, {}]", "effect.attack.1: an amount is an integer or a formula"),
        ("attack: 4 to 2 from here", "effect.attack: '4 to 2 from here' does not read"),
        ("attack: 6 from ascension 2", "effect.attack: '6 from ascension 2' does not read"),
        ("apply: {Weak: 1.5}", "effect.apply.Weak: an amount is an integer or a formula, not '1.5'"),
        ("cost: 0 this week", "effect.cost: unknown duration 'week'; there are: battle, turn"),
        ("add_random: atack", "effect.add_random: unknown card type 'atack'; did you mean 'attack'?"),
        ("attack: 99999", "effect.attack: a number is from -9999 to 9999, not '99999'"),
        (f"attack: {'1 ' * 300}", "effect.attack: an action is written in at most 400 characters"),
    ],
)
def test_mistakes_in_an_effect_are_named_with_their_line(line, complaint):
    text = f"cards:\n  Jab:\n    type: attack\n    effect:\n      to: an enemy\n      {line}\n"
    with pytest.raises(BadData, match=f"^{re.escape(f'mine.yaml, line 6: cards.Jab.{complaint}')}"):
        content(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (
            "cards: {A: {type: skill, exhaust: when upgrade}}",
            "cards.A.exhaust: a keyword is true, false, 'when upgraded'",
        ),
        ("cards: {A: {type: skill, cost: 1 (-1)}}", "cards.A.cost: a cost is a number from 0 to 99"),
        (
            "cards: {A: {type: skill, effect: {to: an enmy (self), attack: 3}}}",
            "cards.A.effect.to: in the target 'an enmy'",
        ),
        (
            "cards: {A: {type: skill, when: {trun end: {block: 3}}}}",
            "unknown moment 'trun end'; did you mean 'turn end'?",
        ),
        ("cards: {A: {type: sklil}}", "cards.A.type: unknown card type 'sklil'; did you mean 'skill'?"),
        ("statuses: {A: {decay: 2 at noon}}", "statuses.A.decay: write 1 or all and the moment"),
        ("statuses: {A: {rules: [{after: turn end, do: {block: 2 (3)}}]}}", "statuses.A.rules.0.do.block: a base and"),
        (
            "enemies: {A: {hp: 3 to 4, moves: {Hit: {atack: 3}}, plan: {loop: Hit}}}",
            "A.moves.Hit.atack: unknown key",
        ),
        (
            "enemies: {A: {hp: 3 - 4, moves: {Hit: {attack: 3}}, plan: {loop: Hit}}}",
            "A.hp: '3 - 4' does not read",
        ),
        ("enemies: {A: {hp: 3, moves: {Hit: }, plan: {weights: {Hit: 3 of 4}}}}", "weights.Hit: write a weight"),
        ("decks: {a: {Strike: -1}}", "decks.a: a pile is a list of cards, or how many of each"),
    ],
)
def test_mistakes_elsewhere_are_named_with_their_line(text, complaint):
    with pytest.raises(BadData, match=r"^mine\.yaml, line 1: ") as caught:
        content(text)
    assert complaint in str(caught.value)


def test_checking_a_file_names_the_line_of_a_card_that_does_not_compile(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text("cards:\n  Jab:\n    type: attack\n    effect:\n      to: an enemy\n      apply: 2 Wekk\n")
    assert run(["spire", "check", str(path)]) == 2
    assert f"{path}, line 6: cards.Jab: unknown status 'Wekk'; did you mean 'Weak'?" in capsys.readouterr().err


def test_a_file_of_nothing_but_mistakes_is_checked_only_so_far(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text("{" + ", ".join(f"k{number}: 1" for number in range(3000)) + "}")
    assert run(["spire", "check", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == MOST_MISTAKES + 1
    assert lines[-1] == f"cardwright: {path}: there may be more mistakes after these {MOST_MISTAKES}"


def test_checking_a_file_names_every_mistake_with_its_line(tmp_path, capsys):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "cards:\n  Jab: {type: atack,\n    cost: -1}\n  Poke:\n    type: attack\n    effect:\n      attack: 6 (9)\n"
        "  Calm: {type: skill, effect: {block: 3, add: Jab}}\n"
        "enemies:\n  Rat: {hp: -5, moves: {Bite: {attack: 3}}, plan: {loop: Bite}}\n"
        "  Cat: {hp: 5, moves: {Bite: {attack: 3}}, plan: {loop: Bit}}\n"
        "decks:\n  mine:\n    Jab: 2\n    Strke: 3\n"
    )
    assert run(["spire", "check", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    starts = ["line 2: cards.Jab.type:", "line 3: cards.Jab.cost:", "line 10: enemies.Rat:", "line 7: cards.Poke:"]
    starts += ["line 11: enemies.Cat: unknown move 'Bit'", "line 15: decks.mine: unknown card 'Strke'"]
    assert [line[: len(f"cardwright: {path}, {start}")] for line, start in zip(lines, starts, strict=True)] == [
        f"cardwright: {path}, {start}" for start in starts
    ]


# One list a vocabulary


def test_every_action_is_offered_compiled_described_and_documented():
    docs = (DOCS / "cards.md").read_text(encoding="utf-8")
    classes = {name for name, each in vars(actions).items() if isinstance(each, type) and issubclass(each, Action)}
    assert {kind.__name__ for kind in ACTIONS.values()} <= classes & set(spire.__all__)
    for key, kind in ACTIONS.items():
        effect = read_effect(data.parse(kind.example).value)
        target: Target = spire.Choose("hand") if issubclass(kind, actions.OnCard) else spire.Choose("enemies")
        if issubclass(kind, actions.OnStatus):
            target = spire.StatusOf("any", spire.Self())
        compiler = Compiler(spire.standard().with_more(NAMED))
        compiler.program(effect.To(target), "card")
        assert any(op in (kind.op, Op.PLAIN_BLOCK) for op, *_ in compiler.code), key
        assert f"`{key}" in docs, key
    assert all(f"`{word}`" in docs or f"`{word}:" in docs for word in WORDS)


def test_random_battles_use_every_action():
    used = {*random_battles.UNAIMED, *random_battles.ON_AGENTS, *random_battles.ON_CARDS, *random_battles.ON_STATUSES}
    assert used - {"again", "use"} == set(ACTIONS) - {"host"}


def test_every_word_is_documented():
    docs = (DOCS / "cards.md").read_text(encoding="utf-8")
    lists = (EVENTS, HOOKS, KEYWORDS, PILES, ROLES, STACKINGS, TYPES, formulas.WORDS)
    missing = [word for words in lists for word in words if not re.search(rf"\b{re.escape(word)}\b", docs)]
    assert not missing
    assert set(_MOMENTS) == set(HOOKS)
    assert set(AGENT_SETS) == set(phrases._AGENTS)


# The schema


def fits(value: Any, schema: dict[str, Any], whole: dict[str, Any]) -> bool:
    """Whether a value fits a JSON Schema, as far as ours use it."""
    if "$ref" in schema:
        return fits(value, whole["$defs"][schema["$ref"].removeprefix("#/$defs/")], whole)
    if "anyOf" in schema and not any(fits(value, each, whole) for each in schema["anyOf"]):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if "pattern" in schema and not (isinstance(value, str) and re.match(schema["pattern"], value)):
        return False
    kinds = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}
    allowed = schema.get("type", [])
    allowed = [allowed] if isinstance(allowed, str) else allowed
    if allowed and not any(value is None if kind == "null" else isinstance(value, kinds[kind]) for kind in allowed):
        return False
    if isinstance(value, dict) and "object" in allowed:
        properties, more = schema.get("properties", {}), schema.get("additionalProperties", True)
        patterns = schema.get("patternProperties", {})
        if set(schema.get("required", ())) - set(value):
            return False
        for key, each in value.items():
            rule = properties.get(key, next((patterns[each] for each in patterns if re.match(each, key)), more))
            if rule is False or (isinstance(rule, dict) and not fits(each, rule, whole)):
                return False
    return not isinstance(value, list) or all(fits(each, schema.get("items", {}), whole) for each in value)


@pytest.mark.parametrize("name", FILES)
def test_the_schema_fits_the_files_of_the_package(name):
    text = (resources.files("cardwright.spire") / "data" / name).read_text(encoding="utf-8")
    value = data.parse(text, name).value
    assert fits(value, spire.schema(), spire.schema())
    assert fits(spire.from_dict(value).to_dict(), spire.schema(), spire.schema())


@pytest.mark.parametrize("card", [{"effect": {"atack": 3}}, {"exhaust": "often"}, {"type": "spell"}, {"colour": "red"}])
def test_the_schema_refuses_mistakes(card):
    assert not fits({"cards": {"Odd": {"type": "skill", **card}}}, spire.schema(), spire.schema())


# Notebooks


def test_a_card_shows_itself_in_a_notebook_and_trusts_no_name():
    odd = spire.Card(name="<b>Jab</b>", type="skill", cost=1, text="<script>")
    shown = odd._repr_html_()
    assert "&lt;b&gt;Jab" in shown
    assert "<script>" not in shown
    assert "Deal 8 damage" in spire.standard().card("Bash")._repr_html_()


def test_documented_content_compiles_alone():
    part = content(BASH)
    compile_one(spire.standard().with_more(part), "cards", "Bash")


@pytest.mark.parametrize("section", ["cards", "statuses", "enemies", "decks"])
def test_a_name_that_is_a_number_is_refused_with_its_line(section, tmp_path, capsys):
    (tmp_path / "numbers.yaml").write_text(f"{section}:\n  1: {{}}\n")
    assert run(["spire", "check", str(tmp_path / "numbers.yaml")]) == 2
    assert all("numbers.yaml, line 2: " in each for each in capsys.readouterr().err.splitlines())
