"""`cardwright fit`: its output, its file, its errors and its help."""

from __future__ import annotations

import json

import pytest

from cardwright.cli.main import run

GAME = ["fit", "kuhn", "--games", "60", "--positions", "2"]


def test_the_table_compares_the_fit_with_the_estimate(capsys, tmp_path):
    assert run([*GAME, "--out", str(tmp_path / "value.yaml")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("│")[1].strip() for line in lines if line.startswith("│")] == [
        "mean result",
        "estimate",
        "estimate, calibrated",
        "fitted",
    ]
    assert lines[-1].startswith("Gain of the fitted value")
    assert (tmp_path / "value.yaml").read_text().startswith("format: cardwright value 1\ngame: kuhn\n")


def test_json_prints_only_the_result(capsys):
    assert run([*GAME, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert len(document["gain"]) == 3
    assert "bias" in document["weights"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([*GAME, "--games", "0"], "number of games"),
        ([*GAME, "--target", "luck"], "score or win"),
        ([*GAME, "--out", "/dev/null/x.yaml"], "/dev/null"),
        ([*GAME, "--agents", "radom"], "did you mean 'random'"),
    ],
)
def test_bad_input_is_reported_in_one_sentence_with_exit_code_2(refused, arguments, complaint):
    refused(arguments, complaint)
