"""What cannot be read in content: every mistake is named, with its line."""

from __future__ import annotations

import re

import pytest
from written_content import content

from cardwright.cli.main import run
from cardwright.core import data
from cardwright.core.errors import BadData
from cardwright.spire.notation.checking import MOST_MISTAKES, mistakes


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
        ("attack: 5, 100 times", "effect.attack: an effect is repeated at most 99 times"),
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


def test_a_mistake_in_a_card_hides_no_other(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(
        "cards:\n  Jab:\n    type: atack\n    effect:\n      - {to: an enemy, atack: 5}\n"
        "      - {to: an enemi, apply: 2 Weaknes}\n"
        "  Poke:\n    type: attack\n    cost: -1\n    effect: {to: an enemy, apply: 3 Frial}\n"
    )
    found = [each.removeprefix(f"{path}, line ").partition(";")[0] for each in mistakes(path)]
    assert sorted(found) == [
        "10: cards.Poke: unknown status 'Frial'",
        "3: cards.Jab.type: unknown card type 'atack'",
        "5: cards.Jab.effect.0.atack: unknown key of an effect 'atack'",
        "6: cards.Jab.effect.1.to: in the target 'an enemi': unknown word 'enemi'",
        "6: cards.Jab: unknown status 'Weaknes'",
        "9: cards.Poke.cost: a cost is a number from 0 to 99, X, or a formula, not '-1'",
    ]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("relics: {A: {rules: [{after: card palyed, do: {draw: 1}}]}}", "relics.A.rules.0.after: unknown event"),
        ("relics: {A: {rules: [{after: card played, every: 0}]}}", "relics.A.rules.0.every: input should be"),
        ("relics: {A: {rules: [{after: card played, do: {block: 99999999}}]}}", "relics.A.rules.0.do.block: a number"),
        ("statuses: {A: {rules: [{modify: atack, add: 3}]}}", "statuses.A.rules.0.modify: unknown value"),
        ("cards: {A: {type: curse, in_hand: [{before: turn ned, do: {block: 1}}]}}", "A.in_hand.0.before: unknown"),
        ("enemies: {A: {hp: 3, moves: {Hit: {attack: 3}}, plan: [{wieghts: {Hit: 1}}]}}", "A.plan.0.wieghts: unknown"),
    ],
)
def test_a_mistake_in_a_rule_or_a_plan_is_the_only_one(text, complaint, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(text + "\n")
    (found,) = mistakes(path)
    assert complaint in found


def test_a_mistake_in_a_rule_hides_none_of_another_rule(tmp_path):
    path = tmp_path / "mine.yaml"
    rules = "[{after: card palyed, do: {draw: 1}}, {after: turn end, do: {to: self, apply: Stregth}}]"
    path.write_text(f"statuses: {{A: {{rules: {rules}}}}}\n")
    _, hidden = mistakes(path)
    assert "unknown status 'Stregth'; did you mean 'Strength'?" in hidden


def test_a_missing_target_hides_no_misspelt_status_and_an_unknown_section_no_card(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("crads: {}\ncards:\n  Jab:\n    type: skill\n    effect:\n      apply: 2 Weakk\n")
    found = [each.removeprefix(f"{path}, line ") for each in mistakes(path)]
    assert found[0].startswith("1: crads")
    assert any(each.endswith("unknown status 'Weakk'; did you mean 'Weak'?") for each in found)
    assert any("'apply' needs a target" in each for each in found)


def test_an_unknown_word_of_a_formula_is_followed_by_the_words_of_formulas_alone(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("cards:\n  Jab: {type: skill, effect: {block: [1, two]}}\n")
    (found,) = mistakes(path)
    assert "unknown word or status 'two'; there are: X, affected" in found
    assert "Akabeko" not in found


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("foo + 1", "X, affected, allies, amount, ascension, attacking, block, bonus, boss, by_self, cost, dealt, "
         "discard, draw, elite, enemies, energy, exhaust, hand, hp, hurt, killed, max_hp, played, position, replayed, "
         "roll, stacks, turn, upgrades, and the statuses"),
        ("self.foo", "attacking, block, hp, max_hp, position, and the statuses"),
    ],
)  # fmt: skip
def test_every_word_that_is_allowed_in_place_of_an_unknown_one_is_listed(formula, words, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(f"cards:\n  Jab: {{type: skill, effect: {{block: {formula}}}}}\n")
    (found,) = mistakes(path)
    assert found.endswith(f"unknown word or status 'foo'; there are: {words}")


def test_a_misspelt_pile_in_a_formula_is_corrected(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("cards:\n  Jab: {type: skill, effect: {block: exaust}}\n")
    (found,) = mistakes(path)
    assert found.endswith("unknown word or status 'exaust'; did you mean 'exhaust'?")


def test_a_loop_in_a_loop_counts_as_their_product():
    with pytest.raises(BadData, match="repeated at most 99 times"):
        content("cards:\n  Jab: {type: skill, effect: {times: 50, do: {times: 2, block: 1}}}\n")


@pytest.mark.parametrize("section", ["cards", "statuses", "enemies", "decks"])
def test_a_name_that_is_a_number_is_refused_with_its_line(section, tmp_path, capsys):
    (tmp_path / "numbers.yaml").write_text(f"{section}:\n  1: {{}}\n")
    assert run(["spire", "check", str(tmp_path / "numbers.yaml")]) == 2
    said = capsys.readouterr().err.splitlines()
    assert all("numbers.yaml, line 2: " in each for each in said)
    assert sum("not '1'" in each for each in said) == 1


@pytest.mark.parametrize(
    ("rule", "complaint"),
    [
        ({"after": "turn end", "spend": 1, "do": {"draw": 1}}, "a rule in hand has no stacks"),
        ({"after": "faded", "do": {"draw": 1}}, "a rule in hand has no stacks"),
        ({"after": "turn end", "do": {"block": "2 * stacks"}}, "'stacks' needs a status"),
        ({"after": "card played", "do": {"play": "card again"}}, "'card again' needs an event about a card"),
        ({"after": "turn end", "do": {"block": "cost"}}, "'cost' needs a card"),
        ({"after": "turn end", "do": {"damage": 3}}, "'damage' needs a target"),
    ],
)
def test_rules_in_hand_that_mean_nothing_are_refused(rule, complaint, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(data.to_yaml({"cards": {"Odd": {"type": "curse", "in_hand": [rule]}}}))
    (found,) = mistakes(path)
    assert "cards.Odd" in found
    assert complaint in found
