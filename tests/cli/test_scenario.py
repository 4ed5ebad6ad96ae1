"""`cardwright scenario`: its output and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.cli.main import run

GOOD = "game: kuhn\nname: good\nstart: {}\nsteps:\n  - bet\n  - expect: {pot: 3}\n"
WRONG = "game: kuhn\nname: wrong\nstart: {}\nseed: 1\nsteps:\n  - bet\n  - expect: {pot: 5}\n"
BAD = "game: kuhn\nstart: {hand: 3}\n"


@pytest.fixture
def files(tmp_path):
    for name, text in (("a_bad", BAD), ("b_good", GOOD), ("c_wrong", WRONG), ("d_empty", "")):
        (tmp_path / f"{name}.yaml").write_text(text)
    return tmp_path


def test_passing_scenarios_exit_with_0(files, capsys):
    assert run(["scenario", str(files / "b_good.yaml")]) == 0
    assert capsys.readouterr().out == f"{files}/b_good.yaml: good: passed\n1 passed, 0 failed\n"


def test_a_failure_is_reported_and_exits_with_1(files, capsys):
    assert run(["scenario", str(files / "b_good.yaml"), str(files / "c_wrong.yaml")]) == 1
    out = capsys.readouterr().out
    assert f"{files}/c_wrong.yaml: wrong: FAILED\n" in out
    assert f"  {files}/c_wrong.yaml, line 7, step 2: pot: expected 5, found 3\n" in out
    assert out.endswith("1 passed, 1 failed\n")


def test_an_unreadable_file_exits_with_2_and_the_others_are_played(files, capsys):
    assert run(["scenario", str(files)]) == 2
    captured = capsys.readouterr()
    assert captured.out.endswith("1 passed, 1 failed, 2 unreadable\n")
    assert captured.err.splitlines() == [
        f"{files}/a_bad.yaml, line 2: hand: unknown key 'hand'; did you mean 'hands'?",
        f"{files}/d_empty.yaml: the file is empty; a scenario has 'game', 'start' and 'steps'",
    ]


def test_json_holds_all_outcomes(files, capsys):
    assert run(["scenario", "--json", str(files)]) == 2
    found = json.loads(capsys.readouterr().out)
    good, wrong = found["scenarios"]
    assert good == {"file": f"{files}/b_good.yaml", "line": 1, "name": "good", "passed": True, "failures": []}
    assert wrong["failures"] == [{"line": 7, "step": 2, "message": "pot: expected 5, found 3", "seed": 1}]
    assert len(found["unreadable"]) == 2


def test_the_seed_option_changes_the_deals(tmp_path, capsys):
    path = tmp_path / "chance.yaml"
    path.write_text("game: kuhn\nstart: {}\nsteps:\n  - expect: {hands: {P1: not King}}\n")
    seeds = {run(["scenario", str(path), "--seed", str(seed)]) for seed in range(20)}
    assert seeds == {0, 1}


@pytest.mark.parametrize("arguments", [["nowhere.yaml"], []])
def test_missing_files_are_reported(arguments, capsys):
    assert run(["scenario", *arguments]) == 2
    assert capsys.readouterr().err


@pytest.fixture
def python_game(tmp_path):
    """A game in a Python file, and a scenario that names it."""
    code = (Path(__file__).parents[2] / "examples" / "kuhn.py").read_text()
    file = tmp_path / "pocket.py"
    file.write_text(code.replace('"kuhn"', '"pocket"'))
    scenario = tmp_path / "pocket.yaml"
    scenario.write_text(GOOD.replace("kuhn", "pocket"))
    return file, scenario


def test_a_python_game_is_loaded_by_its_file(python_game, capsys):
    file, scenario = python_game
    assert run(["scenario", str(scenario)]) == 2
    assert "unknown game 'pocket'" in (error := capsys.readouterr().err)
    assert "--game FILE.py:NAME" in error
    assert run(["scenario", str(scenario), "--game", f"{file}:family"]) == 0
    assert run(["arena", str(scenario), "--game", f"{file}:family", "--seats", "2*random", "--games", "2"]) == 0
    assert "pocket:good" in capsys.readouterr().out
