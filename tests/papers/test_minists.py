"""The figures of "MiniStS: A Testbed for Dynamic Rule Exploration"."""

from __future__ import annotations

import functools
import json

import pytest

from cardwright.cli.main import run
from cardwright.papers import minists as paper
from cardwright.suite import rules

TINY = paper.Effort(battles=4, asked=1, suite_games=1, grown=30, judged=1)


@pytest.fixture(scope="module")
def jaw_worm():
    return paper.first_battles("Jaw Worm", 60, seed=1)


@pytest.fixture
def short(monkeypatch):
    """One encounter and one scenario, so that slow agents can play."""
    monkeypatch.setattr(paper, "ENCOUNTERS", {"Jaw Worm": [["Jaw Worm"]]})
    monkeypatch.setattr(rules, "run", functools.partial(rules.run, only=["battery"]))
    monkeypatch.setattr(paper, "QUICK", TINY)


def test_first_battles_take_as_long_as_in_the_paper(jaw_worm):
    assert 4 <= jaw_worm.turns.value <= 6
    assert jaw_worm.wins.value > 0.9


def test_actions_are_counted_in_three_ways(jaw_worm):
    ends_of_turns = jaw_worm.decisions.value - jaw_worm.cards.value  # one enemy, so no target is ever chosen
    assert jaw_worm.turns.value - 1 <= ends_of_turns <= jaw_worm.turns.value
    assert jaw_worm.decisions.value < jaw_worm.questions.value < jaw_worm.decisions.value + jaw_worm.cards.value


def test_several_enemies_make_targets_decisions():
    louses = paper.first_battles("two louses", 8, seed=1)
    assert louses.decisions.value > louses.cards.value + louses.turns.value


def test_every_first_encounter_is_equally_likely():
    rows = [paper.first_battles(encounter, 4, seed=1) for encounter in paper.ENCOUNTERS]
    overall = paper._overall(rows)
    assert len(rows) == 4
    assert overall.turns.value == pytest.approx(sum(each.turns.value for each in rows) / 4)
    assert overall.battles == 16


def test_cards_of_the_grammar_are_counted():
    cards = paper.grown_cards(TINY, seed=1)
    assert cards.grown == 30
    assert 0.5 < cards.valid.value <= 1
    assert cards.judged == 1
    assert set(cards.flags) == {"loops", "never playable", "never played", "does nothing"}


@pytest.mark.usefixtures("short")
def test_json_has_the_papers_figures_and_ours(capsys):
    assert run(["papers", "minists", "--quick", "--seed", "1", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["paper"] == {"turns": 5, "actions": 23, "milliseconds": 10}
    assert [each["encounter"] for each in document["first_battles"]] == ["Jaw Worm", paper.ALL]
    assert {each["agent"] for each in document["agents"]} == set(paper.AGENTS)
    assert set(document["milliseconds"]) == {"compiled", "from Python", "plain Python"}


@pytest.mark.usefixtures("short")
def test_tables_fit_a_terminal(capsys):
    assert run(["papers", "minists", "--quick", "--seed", "1"]) == 0
    shown = capsys.readouterr().out
    assert max(map(len, shown.splitlines())) <= 80
    assert "- First: the leftmost card" in shown


@pytest.mark.usefixtures("short")
def test_a_language_model_joins_the_comparison(chat):
    rows = paper.compare("llm:m", TINY, seed=1)
    assert [each.where for each in rows] == ["Jaw Worm", "suite gap"]
    assert [each.games for each in rows] == [1, 1]
    assert chat.requests


def test_an_unknown_agent_is_refused_at_once(refused):
    refused(["papers", "minists", "--agents", "radom"], "did you mean 'random'")
