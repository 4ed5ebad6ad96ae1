"""`cardwright evolve`: its output, its folder and its errors."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest

from cardwright.cli.main import run
from cardwright.training import Judge

GAME = f"{Path(__file__).parents[1] / 'training' / 'peak_game.py'}:family"
EVOLVE = ["evolve", GAME, "--population", "2", "--generations", "2", "--games", "1", "--test", "0"]


def test_a_resumed_evolution_keeps_its_seed_and_ends_as_if_it_had_not_stopped(tmp_path, capsys):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert run([*EVOLVE, "--seed", "5", "--out", str(whole)]) == 0
    assert run([*EVOLVE, "--seed", "5", "--generations", "1", "--out", str(parts)]) == 0
    capsys.readouterr()
    assert run([*EVOLVE, "--out", str(parts), "--resume", "--test", "4", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["seed"] == 5
    assert len(document["generations"]) == 2
    assert document["test"]["champion"]["games"] == 4
    for name in ("training.json", "champion.yaml", "generations.csv", "fitness.png"):
        assert (whole / name).read_bytes() == (parts / name).read_bytes()


def test_an_evolution_stopped_in_its_first_generation_names_no_champion(tmp_path, capsys, monkeypatch):
    def stop(*_, **__):
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Judge, "evaluate", stop)
    assert run([*EVOLVE, "--seed", "5", "--out", str(tmp_path)]) == 130
    output = capsys.readouterr().out
    assert "No generation was finished" in output
    assert "rules:" not in output
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--test", "20000000"], "--test: 0 to 10,000,000 games are allowed, not 20,000,000"),
        (["--test", "-1"], "--test: 0 to"),
        (["--opponents", "rulez"], "unknown agent 'rulez'"),
        (["--fix", "high"], "expected WEIGHT=NUMBER"),
        (["--fix", "high=nan"], "is a number from 0 to 1, not nan"),
        (["--genes", "hihg"], "did you mean 'high'"),
        (["--crossover-rate", "nan"], "crossover rate: 0 to 1 is allowed"),
        (["--jobs", "0"], "number of jobs"),
    ],
)
def test_bad_input_is_refused_before_the_folder_is_made(refused, tmp_path, arguments, complaint):
    refused([*EVOLVE, *arguments, "--out", str(tmp_path / "out")], complaint)
    assert not (tmp_path / "out").exists()


def test_a_file_where_the_folder_should_be_is_reported(refused, tmp_path):
    (tmp_path / "file").touch()
    refused([*EVOLVE, "--out", str(tmp_path / "file" / "out")], "a file is where a folder is needed")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "the file is empty"),
        ('{"format": "cardwright tr', "unterminated string"),
        ('{"settings": {"seed": 1e999}}', "is not a number here"),
        ('{"settings": {"seed": "one"}}', "is missing"),
    ],
)
def test_a_damaged_checkpoint_is_reported_and_left_alone(refused, tmp_path, text, complaint):
    (tmp_path / "training.json").write_text(text)
    refused([*EVOLVE, "--out", str(tmp_path), "--resume"], complaint)
    assert [each.name for each in tmp_path.iterdir()] == ["training.json"]
    assert (tmp_path / "training.json").read_text() == text


def test_individuals_are_evaluated_and_the_best_start_another_evolution(tmp_path, capsys, refused):
    for run_seed in ("1", "2"):
        assert run([*EVOLVE, "--seed", run_seed, "--out", str(tmp_path / "runs" / run_seed)]) == 0
    folders, best = [str(tmp_path / "runs" / each) for each in "12"], tmp_path / "best.json"
    arguments = ["evolve", "evaluate", *folders, "--game", GAME, "--games", "2", "--copies", "1"]
    capsys.readouterr()
    assert run([*arguments, "--best", "3", "--out", str(best)]) == 0
    output = capsys.readouterr().out
    assert "The best of 4 individuals" in output
    assert "100.0 [" in output
    assert run([*EVOLVE, "--start", str(best), "--seed", "1", "--out", str(tmp_path / "final")]) == 0
    capsys.readouterr()
    refused(["evolve", "evaluate", str(best)], "--game is needed")
    refused(["evolve", "evaluate", str(tmp_path / "nowhere")], "there is no folder or file")
    refused(["evolve", "evaluate", str(tmp_path / "nowhere"), "--game", GAME], "there is no folder or file")
    refused([*arguments[:2], str(tmp_path), *arguments[4:]], "has no population.json")
    refused([*arguments, "--out", "best.yaml"], "a population is a .json file")


def test_experiments_are_plotted(tmp_path, capsys, refused):
    for run_seed in ("1", "2"):
        assert run([*EVOLVE, "--seed", run_seed, "--out", str(tmp_path / "runs" / run_seed)]) == 0
    picture = tmp_path / "plot.svg"
    assert run(["evolve", "plot", str(tmp_path / "runs"), "--individuals", "--out", str(picture)]) == 0
    assert "runs best" in picture.read_text()
    capsys.readouterr()
    refused(["evolve", "plot", str(tmp_path), "--out", str(picture)], "holds no evolution")
    refused(["evolve", "evaluate", str(tmp_path)], "holds no evolution")
    refused(["evolve", "plot", str(tmp_path / "runs"), "--out", "plot.txt"], "plot.txt")
