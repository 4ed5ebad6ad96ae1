"""`cardwright cgdl evolve`."""

from __future__ import annotations

import json

import pytest

from cardwright import cgdl
from cardwright.cli.main import run
from cardwright.generate.games import evolution
from cardwright.generate.games.checkpoint import load

GENERATION, COUNT = 16, 20


@pytest.fixture(autouse=True)
def _small(monkeypatch):
    monkeypatch.setattr(evolution, "GENERATION", GENERATION)


def test_a_search_is_resumed_on_request_only(tmp_path, capsys):
    arguments = ["cgdl", "evolve", "--evaluations", str(COUNT), "--seed", "1", "--out", str(tmp_path), "--json"]
    assert run(arguments) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["seed"] == 1
    assert first["evaluations"] == COUNT == first["passed"] + sum(first["failures"].values())
    assert run(arguments) == 2
    assert "--resume" in capsys.readouterr().err
    assert run([*arguments, "--resume"]) == 0
    assert json.loads(capsys.readouterr().out) == first


def test_a_resumed_search_keeps_its_seed(tmp_path, capsys):
    arguments = ["cgdl", "evolve", "--evaluations", "1", "--out", str(tmp_path), "--json"]
    assert run(arguments) == 0
    seed = json.loads(capsys.readouterr().out)["seed"]
    assert run([*arguments, "--resume"]) == 0
    assert json.loads(capsys.readouterr().out)["seed"] == seed


def test_parents_are_known_games_unless_others_are_named(tmp_path):
    first, second, third = (tmp_path / name for name in "abc")
    assert run(["cgdl", "evolve", "--evaluations", "1", "--seed", "1", "--out", str(first), "--language", "1"]) == 0
    assert len(load(first).settings.parents) == sum(cgdl.load(name).language == 1 for name in cgdl.games())
    assert run(["cgdl", "evolve", "--evaluations", "1", "--seed", "1", "--out", str(second), "--from-nothing"]) == 0
    assert load(second).settings.parents == ()
    assert run(["cgdl", "evolve", "--evaluations", "1", "--seed", "1", "--out", str(third), "--parent", "uno"]) == 0
    assert load(third).settings.parents == (cgdl.text(cgdl.load("uno")),)


def test_a_search_without_a_generation_asks_for_more_time(tmp_path, capsys):
    from cardwright.cli.cgdl_evolve import _report
    from cardwright.generate.games import Evolution, Settings

    _report(Evolution(Settings(1)), tmp_path, as_json=False)
    assert capsys.readouterr().out.startswith("No generation was completed: give the search more time")


def test_the_summary_counts_failures_by_stage(tmp_path, capsys):
    assert run(["cgdl", "evolve", "--evaluations", str(COUNT), "--seed", "1", "--out", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert f"{COUNT} evaluations, seed 1" in out
    reasons = [line for line in out.splitlines() if " not kept because " in line]
    assert sum(int(line.split()[0]) for line in reasons) == COUNT
    assert "no game was kept" in out


def test_bad_input_is_refused_in_one_sentence(tmp_path, capsys):
    for wrong in (
        ["--threshold", "fair"],
        ["--threshold", "fare.most=1"],
        ["--parent", "unno"],
        ["--players", "9"],
        ["--from-nothing", "--parent", "uno"],
    ):
        assert run(["cgdl", "evolve", "--evaluations", "1", "--out", str(tmp_path / "x"), *wrong]) == 2
        assert capsys.readouterr().err.startswith("cardwright: ")
        assert not (tmp_path / "x").exists()
