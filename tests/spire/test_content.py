"""Content as data: it reads back what it writes, all of it compiles, and it describes itself in words."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import pytest

from cardwright import spire
from cardwright.cli.main import run
from cardwright.core import data
from cardwright.core.errors import BadData, CardwrightError
from cardwright.spire.engine.mistakes import compile_one
from cardwright.spire.engine.rules import Keyword

DOCS = Path(__file__).parents[2] / "docs"
EXAMPLES = Path(__file__).parents[2] / "examples"


def compile_all(content: spire.Content, part: spire.Content) -> None:
    """Compile each entry of a part of the content by itself."""
    for section in ("cards", "statuses", "enemies"):
        for name in getattr(part, section):
            compile_one(content, section, name)


@pytest.mark.parametrize("name", ["content.json", "content.yaml"])
def test_saved_content_reads_back_the_same(tmp_path, name):
    path = tmp_path / name
    spire.standard().save(path)
    assert spire.load(path) == spire.standard()


def test_all_standard_content_compiles():
    compile_all(spire.standard(), spire.standard())


def test_every_card_and_status_says_what_it_does():
    silent = {"Wound", "Dazed", "Slimed", "Injury", "Ascender's Bane", "Clumsy", "Writhe"}
    for card in spire.standard().cards.values():
        assert card.describe() or card.name in silent, card.name
    for status in spire.standard().statuses.values():
        assert status.text, status.name
        assert status.describe() == f"{status.name}: {status.text}"


def test_effects_built_in_python_equal_those_read_from_data():
    survivor = spire.Block(8).And(spire.Move("discard").To(spire.Choose("hand")))
    bash = spire.Attack(8).And(spire.Apply("Vulnerable", 2)).To(spire.Choose("enemies"))
    twin = spire.Attack(5).Times(2).To(spire.Choose("enemies"))
    for name, built in {"Survivor": survivor, "Bash": bash, "Twin Strike": twin}.items():
        assert built.model_dump() == spire.standard().cards[name].effect.model_dump()


def test_cards_added_at_random_never_heal():
    game = spire.battle(hand=["Infernal Blade"], enemies=["Cultist"])
    keywords = game.rules["cards"]["keywords"][0, : len(game.card_names)]
    pool = {name for name, each in zip(game.card_names, keywords, strict=True) if each & Keyword.POOL}
    assert {"Anger", "Bludgeon", "Carnage", "Offering"} <= pool
    assert not {"Feed", "Reaper", "Strike", "Wound", "Feed+"} & pool


def test_joining_content_does_not_upgrade_cards_again(monkeypatch):
    """A balance study joins content for every game; upgrading all cards again took most of its time."""
    strike = spire.standard().card("Strike").model_dump(mode="json", exclude_unset=True)
    changed = spire.from_dict({"cards": {"Strike": {**strike, "cost": 2}}})
    upgraded = []
    monkeypatch.setattr(spire.Card, "upgraded", lambda card: upgraded.append(card.name))
    joined = spire.standard().with_more(changed)
    assert upgraded == []
    assert (joined.card("Strike").cost, joined.card("Strike+")) == (2, changed.card("Strike+"))


def test_a_card_replaces_the_one_of_the_same_name_and_its_upgrade():
    mine = spire.Card(name="Strike", type="attack", cost=0, effect=spire.Attack(1).To(spire.Choose("enemies")))
    content = spire.standard().with_more(mine)
    assert content.cards["Strike"].cost == 0
    assert "Strike+" not in content.cards
    assert spire.standard().cards["Strike"].cost == 1


@pytest.mark.parametrize("page", ["cards.md", "own_rules.md"])
def test_examples_in_the_documentation_compile(page):
    for block in re.findall(r"```yaml\n(.*?)```", (DOCS / page).read_text(encoding="utf-8"), re.S):
        part = spire.from_dict(data.parse(block).value)
        compile_all(spire.standard().with_more(part), part)


@pytest.mark.parametrize("page", ["cards.md", "own_rules.md"])
def test_python_in_the_documentation_runs(page):
    result = doctest.testfile(str(DOCS / page), module_relative=False)
    assert result.attempted > 3
    assert not result.failed


def test_errors_name_file_line_and_field(tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text("cards:\n  Jab:\n    type: attack\n    cost: -1\n")
    with pytest.raises(BadData, match=r"mine.yaml, line 4: cards.Jab.cost: a cost is"):
        spire.load(path)


@pytest.mark.parametrize(
    ("effect", "complaint"),
    [
        ({"attack": 6}, "needs a target"),
        ({"apply": "Weak"}, "needs a target"),
        ({"move": "discard"}, "needs a card"),
        ({"to": {"choose": "enemies"}, "do": [{"apply": "Wekk"}]}, "did you mean 'Weak'"),
        ({"block": "stak + 1"}, "unknown word or status 'stak'"),
        ({"block": "__import__('os')"}, "has no meaning"),
        ({"block": "1 +"}, "cannot be read"),
        ({"add": "Wond"}, "did you mean 'Wound'"),
    ],
)
def test_a_bad_card_is_refused_in_one_sentence(effect, complaint):
    card = {"type": "attack", "cost": 1, "effect": effect}
    with pytest.raises(CardwrightError, match=complaint) as caught:
        spire.family.game({"deck": ["Odd"], "enemies": ["Cultist"], "content": {"cards": {"Odd": card}}})
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", ["Searing", "searing blow", "aring"])
def test_a_part_of_a_name_shows_the_card_without_its_upgrades(name, capsys):
    assert run(["spire", "cards", name, "--json"]) == 0
    (card,) = json.loads(capsys.readouterr().out)["cards"]
    assert card["name"] == "Searing Blow"


def test_a_part_of_several_names_lists_them(capsys):
    assert run(["spire", "cards", "burni"]) == 2
    assert "enemy, relic or potion: Burning Pact, Burning Pact+, Burning Blood" in capsys.readouterr().err


def test_the_commands_show_check_and_describe(tmp_path, capsys):
    assert run(["spire", "cards", "Bash", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"][0]["text"] == "Deal 8 damage. Apply 2 Vulnerable."
    path = tmp_path / "mine.yaml"
    path.write_text("cards: {Guard: {type: skill, cost: 1, effect: {block: 7}}}\n")
    assert run(["spire", "check", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: 1 card, 0 statuses, 0 enemies: valid\n"
    path.write_text("cards: {Guard: {type: skill, cost: 1, effect: {attack: 7}}}\n")
    assert run(["spire", "check", str(path)]) == 2
    assert "cards.Guard: 'attack' needs a target" in capsys.readouterr().err
    assert run(["spire", "cards", "Bsh"]) == 2
    assert "did you mean 'Bash'" in capsys.readouterr().err


def test_a_card_is_extracted_with_all_that_it_needs(tmp_path, capsys):
    assert run(["spire", "extract", "Infernal Crown", "--content", str(EXAMPLES / "generated_cards.yaml")]) == 0
    text = capsys.readouterr().out
    crown = tmp_path / "crown.yaml"
    crown.write_text(text)
    content = spire.load(crown)
    assert list(content.cards) == ["Infernal Crown"]
    assert list(content.statuses) == ["Restless Sting"]
    assert run(["spire", "extract", "Bellows", "--content", str(EXAMPLES / "forge.yaml")]) == 0
    crown.write_text(capsys.readouterr().out)
    assert run(["spire", "check", str(crown)]) == 0
    assert "Stoke" in spire.load(crown).actions
    assert "Heat" in spire.load(crown).resources


def test_statuses_and_enemies_are_shown_as_cards_are(tmp_path, capsys):
    assert run(["spire", "cards", "Vulnerable", "Jaw Worm", "Bash"]) == 0
    shown = data.parse(capsys.readouterr().out).value
    assert [list(shown[part]) for part in ("cards", "statuses", "enemies")] == [["Bash"], ["Vulnerable"], ["Jaw Worm"]]
    assert spire.from_dict(shown).enemy("Jaw Worm") == spire.standard().enemy("Jaw Worm")
