"""`cardwright games`: what is listed, as a table and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

import kuhn
import pytest

from cardwright.cli.main import run
from cardwright.core import registry

EXAMPLE = Path(__file__).parents[2] / "examples" / "kuhn.py"


def listed(arguments, capsys):
    assert run(["games", *arguments, "--json"]) == 0
    return {each["game"]: each for each in json.loads(capsys.readouterr().out)["games"]}


def test_every_installed_game_is_listed_with_its_starts(capsys):
    games = listed([], capsys)
    assert {"autobattler", "cgdl", "spire", "unicorns", "kuhn", "leduc"} <= set(games)
    for name, each in games.items():
        family = registry.family(name)
        assert each["title"] == family.title
        assert {start: given["about"] for start, given in each["starts"].items()} == family.starts()


def test_scenarios_have_their_declared_properties(capsys):
    assert listed(["leduc"], capsys)["leduc"]["starts"]["standard"] == {
        "about": "six cards, two rounds of betting",
        "players": 2,
        "hidden_information": True,
        "chance": True,
        "max_decisions": 8,
        "max_actions": 3,
        "observation_size": 9,
        "action_space": 3,
    }
    assert listed(["unicorns:4"], capsys)["unicorns"]["starts"]["7"]["players"] == 7


def test_the_table_shows_titles_players_and_lines(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    assert run(["games", "autobattler"]) == 0
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in capsys.readouterr().out.splitlines()]
    assert ["autobattler", "", "Auto battler draft"] in lines
    assert ["autobattler:table", "4", "the same for four players"] in lines


@pytest.mark.parametrize("ending", ["", ":standard"])
def test_a_game_in_a_python_file_is_listed_by_the_name_that_commands_take(ending, capsys, monkeypatch):
    monkeypatch.chdir(EXAMPLE.parent)
    monkeypatch.setenv("COLUMNS", "100")
    try:
        assert run(["games", f"kuhn.py:family{ending}"]) == 0
    finally:
        registry.register_family(kuhn.family)
    shown = capsys.readouterr().out
    assert "kuhn.py:family " in shown
    assert "kuhn.py:family:standard " in shown
    assert "spire" not in shown


def test_an_unknown_game_is_one_sentence(capsys):
    assert run(["games", "spier"]) == 2
    assert "unknown game 'spier'; did you mean 'spire'?" in capsys.readouterr().err


def test_features_are_shown_in_groups_and_all_of_them_as_json(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert run(["games", "cgdl:uno", "--features"]) == 0
    lines = [[cell.strip() for cell in line.split("│")[1:-1]] for line in capsys.readouterr().out.splitlines()]
    assert ["own hand", "52", "ace of clubs, 2 of clubs, 3 of clubs"] in lines
    assert ["draw", "1", "draw"] in lines
    assert ["suit", "5", "unknown, clubs, diamonds"] in lines
    assert run(["games", "cgdl:uno", "--features", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    game = registry.game("cgdl:uno")
    assert (found["features"], found["actions"]) == (list(game.features), list(game.action_space))
    assert sum(group["size"] for group in found["feature_groups"]) == len(game.features)
    assert found["token_fields"][0] == {"name": "suit", "size": 5, "values": list(game.token_fields[0].values)}


def test_features_need_a_game(capsys):
    assert run(["games", "--features"]) == 2
    assert "--features needs a game" in capsys.readouterr().err
