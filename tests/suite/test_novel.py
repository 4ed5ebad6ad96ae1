"""`cardwright suite novel`: decks of new cards, and how ranks on them are compared."""

from __future__ import annotations

import json
import math

import numpy as np
import pytest

from cardwright import spire
from cardwright.cli.main import run
from cardwright.suite import novel

CARDS = """
cards:
  Quick Jab: {type: attack, cost: 0, effect: {to: an enemy, attack: 4}}
  Long Cut: {type: attack, cost: 1, effect: {to: an enemy, attack: 9}}
  Great Arc: {type: attack, cost: 2, effect: {to: all enemies, attack: 11}}
  Low Guard: {type: skill, cost: 1, effect: {block: 7}}
  Slow Breath: {type: skill, cost: 0, effect: {draw: 2}}
  Slow Anger: {type: power, cost: 2, effect: {to: self, apply: 2 Seething}}
statuses:
  Seething:
    text: Gains this much Strength each turn.
    rules: [{after: after draw, do: {to: self, apply: {Strength: stacks}}}]
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "new.yaml"
    path.write_text(CARDS)
    return path


def test_new_cards_have_the_type_and_if_possible_the_cost_of_known_ones(file):
    pairs = novel.draw_decks(novel.read_cards(file), 40, seed=4)
    first = [(spire.standard().card(pair.known[0]), next(iter(pair.novel[0]["cards"].values()))) for pair in pairs]
    assert all(known.type == new["type"] for known, new in first)
    attacks = [(known.cost, new["cost"]) for known, new in first if known.type == "attack" and known.cost in (0, 1, 2)]
    assert len(attacks) > 5
    assert all(ours == theirs for ours, theirs in attacks)


def test_decks_are_the_same_for_the_same_seed(file):
    cards = novel.read_cards(file)
    assert novel.draw_decks(cards, 5, seed=1) == novel.draw_decks(cards, 5, seed=1)
    assert novel.draw_decks(cards, 5, seed=1) != novel.draw_decks(cards, 5, seed=2)


def test_statuses_come_along_with_their_cards(file):
    cards = {name: card for card in novel.read_cards(file) for name in card["cards"]}
    assert set(cards["Slow Anger"]["statuses"]) == {"Seething"}
    battle = novel._battles(novel.DeckPair([], [cards["Slow Anger"]]), "novel")[0]
    assert "Seething" in battle.status_names


def made(known, new):
    return novel.Report(("a", "b", "c"), 0, 1, 6, [{}] * len(known), {"known": np.array(known), "novel": np.array(new)})


def test_the_interval_covers_doubt_about_decks():
    clear = made([[1, 2, 3]] * 8, [[4, 5, 6]] * 8)
    assert clear.correlations()["spearman"] == pytest.approx((1, 1, 1))
    assert [clear.rank("known", agent) for agent in "abc"] == [3, 2, 1]
    doubtful = made([[1, 2, 3], [3, 2, 1]] * 4, [[4, 5, 6]] * 8)
    low, high = doubtful.correlations()["spearman"][1:]
    assert low < 0 < high


def test_opposite_ranks_have_a_negative_correlation():
    found = made([[1, 2, 3]] * 4, [[6, 5, 4]] * 4).correlations()
    assert found["spearman"].value == pytest.approx(-1)
    assert found["kendall"].value == pytest.approx(-1)


def test_equal_agents_have_no_correlation():
    assert math.isnan(made([[1, 1, 1]] * 3, [[1, 2, 3]] * 3).correlations()["kendall"].value)


def test_the_table_ranks_agents(file, capsys):
    arguments = ["suite", "novel", "--cards", str(file), "--agents", "random", "--agents", "first", "--decks", "2"]
    assert run([*arguments, "--games", "2", "--seed", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["agent", "known", "cards", "rank", "new", "cards", "rank", "difference"]
    assert {line.split()[0] for line in lines[2:4]} == {"first", "random"}
    assert max(map(len, lines)) <= 80


def test_json_is_the_same_for_any_number_of_jobs(file, capsys):
    arguments = ["suite", "novel", "--cards", str(file), "--agents", "random", "--agents", "first", "--decks", "2"]
    shown = []
    for jobs in ("1", "2"):
        assert run([*arguments, "--games", "2", "--seed", "1", "--jobs", jobs, "--json"]) == 0
        shown.append(json.loads(capsys.readouterr().out))
    assert shown[0] == shown[1]
    assert len(shown[0]["decks"]) == 2
    assert set(shown[0]["correlations"]) == {"spearman", "kendall"}


def test_archives_of_card_generation_are_read(file, tmp_path):
    from cardwright.spire.making import SpireMaker

    maker = SpireMaker()
    cards = novel.read_cards(file)
    archive = tmp_path / "archive.json"
    archive.write_text(json.dumps(maker.content(cards, {"Long Cut": {"strength": 1.5}})))
    assert novel.read_cards(archive) == cards


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("cards: {Strike: {type: attack, effect: {to: an enemy, attack: 9}}}", "Strike is the name of a known card"),
        ("cards: {Burden: {type: curse, unplayable: true}}", "no attack, skill or power that can be played"),
        ("cards: {Jab: {type: atack}}", "line 1"),
    ],
)
def test_cards_that_cannot_be_used_are_refused(refused, tmp_path, content, complaint):
    path = tmp_path / "bad.yaml"
    path.write_text(content)
    refused(["suite", "novel", "--cards", str(path), "--agents", "random", "--agents", "first"], complaint)


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--agents", "random"], "two different agents"),
        (["--agents", "random", "--agents", "radom"], "did you mean"),
        (["--agents", "random", "--agents", "first", "--decks", "0"], "decks"),
        (["--agents", "random", "--agents", "first", "--games", "0"], "number of games"),
    ],
)
def test_bad_options_are_refused(refused, file, more, complaint):
    refused(["suite", "novel", "--cards", str(file), *more], complaint)
