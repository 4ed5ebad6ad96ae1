"""`cardwright cgdl play`, and `cardwright play` with a `.cgdl` file."""

from __future__ import annotations

import json

from cardwright.cli.main import run

PLAY = ["cgdl", "play", "uno", "--games", "200", "--seed", "1"]


def test_json_has_wins_draws_crashes_and_turns(capsys):
    assert run([*PLAY, "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert sum(counted["wins"]) + counted["draws"] + counted["crashes"] == counted["games"] == 200
    assert len(counted["wins"]) == 3
    assert counted["crashes"] == 0
    assert 30 < counted["turns"] < 60
    assert run([*PLAY, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == counted


def test_the_table_has_intervals(capsys):
    assert run([*PLAY, "--seats", "mcts:10,random,first"]) == 0
    output = capsys.readouterr().out
    for words in (
        "P1 (mcts:10) wins",
        "P3 (first) wins",
        "draws",
        "stopped or crashed",
        "turns, mean of the other plays",
        "% to ",
    ):
        assert words in output


def test_a_game_that_always_crashes_has_no_turns(capsys, tmp_path):
    file = tmp_path / "endless.cgdl"
    file.write_text('language 1 game "x" players 2 tables 0 with turn_limit = 9 stage { next once done } '
                    "ranking { } winning { token = 0 alive = 1 }")  # fmt: skip
    assert run(["cgdl", "play", str(file), "--games", "20", "--seats", "2*first", "--seed", "1", "--json"]) == 0
    counted = json.loads(capsys.readouterr().out)
    assert (counted["wins"], counted["crashes"], counted["turns"]) == ([0, 0], 20, None)
    assert run(["cgdl", "play", str(file), "--games", "20", "--seats", "2*first", "--seed", "1"]) == 0
    assert "nan" not in capsys.readouterr().out


def test_bad_input_is_refused_in_one_sentence(capsys):
    for arguments in (["uno", "--seats", "random"], ["umo"], ["uno", "--games", "0"], ["missing.cgdl"]):
        assert run(["cgdl", "play", *arguments]) == 2
        assert len(capsys.readouterr().err.strip().splitlines()) == 1


def test_a_person_plays_a_game_from_a_file(capsys, tmp_path, monkeypatch):
    file = tmp_path / "mine.cgdl"
    file.write_text('language 1 game "Mine" players 2 tables 0 stage { com deal 2 to all players win done } '
                    "ranking { } winning { token = 0 alive = 1 }")  # fmt: skip
    answers = iter(["win", ""])
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("builtins.input", lambda *_: next(answers))
    assert run(["play", str(file), "--seed", "1"]) == 0
    output = capsys.readouterr().out
    assert "Mine" in output
    assert "The game is over. You win" in output
