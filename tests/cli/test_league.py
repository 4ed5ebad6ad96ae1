"""`cardwright league`: its output, its errors and its help."""

from __future__ import annotations

import json

import pytest

from cardwright.cli.main import run

GAME = ["league", "kuhn", "--games", "10", "--seed", "1"]
TWO = ["--agents", "random", "--agents", "first"]


def test_the_tables_show_every_agent(capsys):
    assert run([*GAME, *TWO]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines if "±" in line] == ["random", "first"]
    assert any(line.startswith("1 random") for line in lines)


def test_columns_are_explained(capsys):
    assert run([*GAME, *TWO]) == 0
    out = " ".join(capsys.readouterr().out.split())
    for column in ("rating: strength by", "P1 %: win rate in the first seat", "score: mean result from -1 to 1"):
        assert column in out


def test_json_prints_games_and_intervals(capsys, tmp_path):
    assert run([*GAME, *TWO, "--json", "--log", str(tmp_path / "league"), "--plot", str(tmp_path / "p.png")]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["agent"] for each in document["standings"]] == ["random", "first"]
    assert document["comparisons"][0]["games"] == 20
    assert len(document["comparisons"][0]["rate_interval"]) == 2
    assert len(document["standings"][0]["seats"]) == 2
    assert (tmp_path / "p.png").read_bytes().startswith(b"\x89PNG")
    assert len(list((tmp_path / "league").glob("*.parquet"))) == 2


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([*GAME, "--agents", "random"], "from 2 to 100 agents"),
        ([*GAME, *TWO, "--agents", "radom"], "did you mean 'random'"),
        ([*GAME, *TWO, "--plot", "league.gif"], ".svg or .png"),
        ([*GAME, *TWO, "--resume"], "folder"),
        ([*GAME, *TWO, "--log", "/dev/null/x"], "/dev/null"),
    ],
)
def test_bad_input_is_reported_in_one_sentence_with_exit_code_2(refused, arguments, complaint):
    refused(arguments, complaint)
