"""The effect of rules over a space of decks, sets of rules and fights: same samples, same seeds, paired figures."""

from __future__ import annotations

import doctest
import json
from pathlib import Path

import numpy as np
import pytest

from cardwright import spire
from cardwright.cli.main import run
from cardwright.core.errors import CardwrightError
from cardwright.papers.minists_rules import FIGHTS, MOST_CARDS, MOST_RULES, Space, explore, sample_points, statuses_of

TWO = ["Metallicize", "Barricade"]


@pytest.fixture(scope="module")
def space() -> Space:
    return explore(TWO, agent="rules", points=12, battles=4, seed=1)


def test_points_are_decks_sets_of_rules_and_fights():
    points = sample_points(spire.standard(), TWO, 60, seed=1)
    assert points[:20] == sample_points(spire.standard(), TWO, 20, seed=1)
    assert {point.fight for point in points} == set(FIGHTS)
    assert {len(point.rules) for point in points} == set(range(MOST_RULES + 1))
    assert max(len(point.cards) for point in points) == MOST_CARDS
    assert not any(set(TWO) & set(point.rules) for point in points)


def test_rules_are_compared_on_the_same_points_and_seeds(space):
    alone = explore(["Barricade"], agent="rules", points=12, battles=4, seed=1, jobs=1)
    assert np.array_equal(alone.base.shape, space.base.shape)
    difference = space.shifts("Metallicize", "Barricade")
    assert np.allclose(difference, space.shifts("Metallicize") - space.shifts("Barricade"))
    again = explore(TWO, agent="rules", points=12, battles=4, seed=1, jobs=2)
    assert np.array_equal(again.base, space.base)
    assert np.array_equal(again.values["Barricade"], space.values["Barricade"])


def test_a_rule_that_gives_block_each_turn_saves_hp(space):
    moved = space.moved("Metallicize")
    assert moved.shift.low > 0
    assert moved.better.value > 0.8
    low, middle, high = moved.quartiles
    assert low <= middle <= high
    assert moved.noise < moved.deviation
    assert all(each.low <= each.value <= each.high for each in space.beside("Metallicize").values())


def test_a_rule_can_be_a_power_or_a_status_of_ones_own():
    content = spire.from_dict(
        {
            "cards": {"Bulwark": {"type": "power", "effect": {"to": "self", "apply": "4 Walls"}}},
            "statuses": {"Walls": {"rules": [{"after": "turn start", "do": {"block": "stacks"}}]}},
        }
    )
    assert statuses_of("Bulwark", spire.standard().with_more(content)) == {"Walls": 4}
    found = explore(["Bulwark", "Walls"], content, agent="first", points=2, battles=2)
    assert list(found.values) == ["Bulwark", "Walls"]


@pytest.mark.parametrize(
    ("rules", "options", "message"),
    [
        (["Baricade"], {}, "did you mean 'Barricade'?"),
        (["Strike"], {}, "a rule is a power or a status"),
        ([], {}, "at least one rule"),
        (["Barricade"], {"metric": "fun"}, "unknown metric 'fun'"),
        (["Barricade"], {"agent": "nobody"}, "unknown agent 'nobody'"),
    ],
)
def test_bad_input_is_one_sentence(rules, options, message):
    with pytest.raises(CardwrightError, match=message):
        explore(rules, points=1, battles=1, **options)


def test_the_examples_of_the_page_run():
    result = doctest.testfile(str(Path(__file__).parents[2] / "docs" / "minists.md"), module_relative=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_a_single_point_has_no_deviation(capsys):
    words = ["spire", "compare-rules", "Barricade", "--agent", "first", "--points", "1", "--battles", "1"]
    assert run(words) == 0
    printed = capsys.readouterr().out
    assert "1 point of 1 battle;" in printed
    assert "nan" not in printed
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"]["Barricade"]["deviation"] is None


def test_the_command_prints_and_writes_everything(tmp_path, capsys):
    words = ["spire", "compare-rules", *TWO, "--agent", "rules", "--points", "12", "--battles", "4", "--seed", "1"]
    assert run([*words, "--out", str(tmp_path / "space")]) == 0
    printed = capsys.readouterr().out
    assert "12 points of 4 battles" in printed
    assert "Metallicize less" in printed
    written = json.loads((tmp_path / "space" / "points.json").read_text())
    assert len(written["points"]) == 12
    assert (tmp_path / "space" / "rules.svg").read_text().startswith("<?xml")
    assert run([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == written
