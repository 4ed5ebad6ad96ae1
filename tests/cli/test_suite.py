"""`cardwright suite`: its tables, its errors, and a language model."""

from __future__ import annotations

import json

import pytest
import yaml

from cardwright.cli.main import run

RULES = ["suite", "rules", "--games", "2", "--seed", "1", "--only", "battery"]


def test_the_table_shows_gaps_to_the_best_play(capsys):
    assert run([*RULES, "--agents", "first", "--agents", "random"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split() == ["scenario", "best", "first", "random"]
    assert lines[2].split()[:3] == ["battery", "22", "0.82±0.00"]
    assert lines[3].startswith("mean")
    assert max(map(len, lines)) <= 80


def test_the_table_shows_hp_if_asked_to(capsys):
    assert run([*RULES, "--agents", "first", "--hp"]) == 0
    assert capsys.readouterr().out.splitlines()[2].split()[:3] == ["battery", "22", "4.0±0.0"]


def test_json_holds_gaps_hp_and_intervals(capsys):
    assert run([*RULES, "--agents", "random", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    (result,) = document["results"]
    assert (result["scenario"], result["agent"], result["games"], result["best"]) == ("battery", "random", 2, 22)
    assert result["gap"][0] == pytest.approx(1 - result["hp"][0] / 22)
    assert document["mean_gap"]["random"] == result["gap"]


def test_a_language_model_plays_and_its_games_are_kept(chat, capsys, tmp_path):
    arguments = [*RULES, "--games", "1", "--agents", "llm:m", "--log", str(tmp_path / "log")]
    assert run([*arguments, "--json"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["results"][0]["agent"] == "llm:m"
    asked = len(chat.requests)
    assert asked > 0
    assert run([*arguments, "--json", "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == first
    assert len(chat.requests) == asked


def test_replies_that_cannot_be_used_are_reported(chat, capsys):
    chat.reply = lambda request: "I refuse."
    assert run([*RULES, "--games", "1", "--agents", "llm:m"]) == 0
    assert "No reply of llm:m could be used" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["suite", "rules", "--agents", "random", "--only", "enraged"], "did you mean 'enrage'"),
        (["suite", "rules", "--agents", "radom"], "did you mean 'random'"),
        (["suite", "rules", "--agents", "random", "--agents", "random"], "named twice"),
        (["suite", "rules", "--agents", "random", "--games", "0"], "number of games"),
        (["suite", "rules", "--agents", "random", "--resume"], "need a log"),
        (["suite", "show", "nothing"], "unknown scenario"),
    ],
)
def test_bad_input_is_refused_in_one_sentence(refused, arguments, complaint):
    refused(arguments, complaint)


def test_a_bad_agent_leaves_no_folder_behind(tmp_path, capsys):
    assert run(["suite", "rules", "--agents", "radom", "--log", str(tmp_path / "log")]) == 2
    assert not (tmp_path / "log").exists()


def test_the_list_names_every_lesson(capsys):
    assert run(["suite", "list"]) == 0
    shown = capsys.readouterr().out
    assert "enrage-swapped" in shown
    assert max(map(len, shown.splitlines())) <= 80


def test_the_solution_is_shown_only_when_asked_for(capsys):
    assert run(["suite", "show", "battery"]) == 0
    plain = capsys.readouterr().out
    assert "Cannon (attack, cost 6): Deal 55 damage." in plain
    assert "kept for the next one" in plain
    assert "proven" not in plain
    assert run(["suite", "show", "battery", "--solution"]) == 0
    assert "22 HP left, proven to be best:\n  turn 1: nothing\n  turn 2: play Cannon" in capsys.readouterr().out


def test_a_scenario_can_be_saved_and_played(capsys, tmp_path):
    assert run(["suite", "show", "rust-swapped", "--yaml"]) == 0
    file = tmp_path / "rust.yaml"
    file.write_text(capsys.readouterr().out)
    assert yaml.safe_load(file.read_text())["game"] == "spire"
    assert run(["arena", str(file), "--seats", "first", "--games", "2", "--json"]) == 0


def test_search_compares_with_what_is_stored(capsys, tmp_path):
    assert run(["suite", "search", "--only", "battery", "--save", str(tmp_path / "best.yaml")]) == 0
    assert capsys.readouterr().out.splitlines()[2].split()[:4] == ["battery", "22", "22", "yes"]
    assert yaml.safe_load((tmp_path / "best.yaml").read_text())["battery"]["hp"] == 22


def test_no_figure_is_cut_where_many_agents_play(capsys):
    agents = [f"--agents={name}" for name in ("first", "random", "rules", "rules:1+1+1+1", "rules:2+1+1+1")]
    assert run([*RULES, *agents]) == 0
    cells = [cell for line in capsys.readouterr().out.splitlines()[1:] for cell in line.split() if "±" in cell]
    assert len(cells) == 10
    assert all(len(cell.split("±")[1]) == 4 for cell in cells)


def stopping_after(runs, monkeypatch):
    """Let Ctrl-C stop the arena after some runs."""
    from cardwright import arena

    played = []

    def stopped(game, seats, **options):
        if len(played) == runs:
            raise arena.Interrupted(played[-1])
        played.append(whole_run(game, seats, **options))
        return played[-1]

    whole_run = arena.run
    monkeypatch.setattr(arena, "run", stopped)


def test_ctrl_c_prints_the_scenarios_that_are_complete(monkeypatch, capsys):
    stopping_after(1, monkeypatch)
    assert run([*RULES, "--only", "enrage", "--agents", "first", "--json"]) == 130
    document = json.loads(capsys.readouterr().out)
    assert [each["scenario"] for each in document["results"]] == ["battery"]
    assert not document["complete"]


def test_ctrl_c_prints_the_decks_that_are_complete(monkeypatch, capsys, tmp_path):
    from cardwright.suite.novel import FIGHTS

    file = tmp_path / "new.yaml"
    file.write_text("cards: {Long Cut: {type: attack, effect: {to: an enemy, attack: 9}}}")
    stopping_after(3 * len(FIGHTS), monkeypatch)
    arguments = ["suite", "novel", "--cards", str(file), "--agents", "first", "--agents", "random", "--games", "2"]
    assert run([*arguments, "--seed", "1", "--json"]) == 130
    document = json.loads(capsys.readouterr().out)
    assert len(document["decks"]) == 1
    assert not document["complete"]
