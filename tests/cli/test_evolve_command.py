"""`cardwright cgdl evolve`."""

from __future__ import annotations

import json

from cardwright.cli.main import run
from cardwright.generate.evolution import GENERATION


def test_a_short_search(tmp_path, capsys):
    arguments = ["cgdl", "evolve", "--evaluations", "1", "--seed", "1", "--out", str(tmp_path), "--json"]
    assert run(arguments) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["seed"] == 1
    assert first["evaluations"] == GENERATION == first["passed"] + sum(first["failures"].values())
    assert run(arguments) == 2
    assert "--resume" in capsys.readouterr().err
    assert run([*arguments, "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_the_seed_of_a_search_is_kept(tmp_path, capsys):
    arguments = ["cgdl", "evolve", "--evaluations", "1", "--out", str(tmp_path), "--json"]
    assert run(arguments) == 0
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert run([*arguments, "--resume"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == seed


def test_a_table_says_what_failed_where(tmp_path, capsys):
    assert run(["cgdl", "evolve", "--evaluations", "1", "--seed", "1", "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert f"{GENERATION} evaluations, seed 1" in out
    assert "Failed:" in out


def test_bad_input_is_one_sentence(tmp_path, capsys):
    for wrong in (["--threshold", "fair"], ["--threshold", "fare.most=1"], ["--parent", "unno"], ["--players", "9"]):
        assert run(["cgdl", "evolve", "--evaluations", "1", "--out", str(tmp_path / "x"), *wrong]) == 2
        assert capsys.readouterr().err.startswith("cardwright: ")
        assert not (tmp_path / "x").exists()
