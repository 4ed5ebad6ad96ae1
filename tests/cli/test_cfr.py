"""`cardwright cfr`: its output, its errors and its help."""

from __future__ import annotations

import json

import pytest

from cardwright.cli.main import run

GAME = ["cfr", "kuhn", "--iterations", "100", "--deals", "50"]


def test_the_table_has_a_row_for_every_stage(capsys):
    assert run(GAME) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[1] for line in lines if "±" in line] == ["1", "10", "100"]
    assert max(map(len, lines)) <= 80


def test_json_prints_only_the_result(capsys):
    assert run([*GAME, "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["iterations"] for each in document["steps"]] == [1, 10, 100]
    assert len(document["steps"][0]["measured"]["at_least"]) == 3


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([*GAME, "--iterations", "0"], "must be from 1"),
        ([*GAME, "--deals", "1"], "must be from 2"),
        (["cfr", "spire:jaw-worm"], "two players"),
    ],
)
def test_bad_input_is_reported_in_one_sentence_with_exit_code_2(refused, arguments, complaint):
    refused(arguments, complaint)
