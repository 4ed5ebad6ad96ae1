"""`cardwright arena`: its output, its errors and its help."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from cardwright.cli.main import run

GAME = ["arena", "kuhn", "--games", "50", "--seed", "1"]


def test_the_table_has_a_row_for_every_series(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert run([*GAME, "--seats", "2*random", "--seats", "first,random"]) == 0
    output = capsys.readouterr()
    lines = [line for line in output.out.splitlines() if line.strip().startswith(("2*random", "first, random"))]
    assert len(lines) == 3  # and one for their difference
    assert re.search(r"5\d\.\d \[4\d\.\d,[67]\d\.\d\] +[+-]0\.\d\d±0\.\d\d +3\.\d\d±0\.\d\d", lines[0])


SEVERAL = """
game: kuhn
scenarios:
  - {name: A king, start: {hands: {P1: King, P2: Jack}}, steps: []}
  - {name: A jack, start: {hands: {P1: Jack, P2: Queen}}, steps: []}
"""


@pytest.fixture
def several(tmp_path):
    file = tmp_path / "several.yaml"
    file.write_text(SEVERAL)
    return str(file)


def test_one_of_several_scenarios_is_played_and_named(several, tmp_path, capsys):
    log = str(tmp_path / "log")
    chosen = [several, "--scenario", "A jack"]
    assert run(["arena", *chosen, "--seats", "2*first", "--games", "5", "--seed", "1", "--log", log]) == 0
    assert capsys.readouterr().out.startswith("kuhn:A jack, 5 games per series, seed 1")
    assert run(["report", log, "--only", "results"]) == 0
    assert capsys.readouterr().out.startswith("kuhn:A jack, 5 games")
    assert run(["league", *chosen, "--agents", "first", "--agents", "random", "--games", "2", "--seed", "1"]) == 0
    assert capsys.readouterr().out.startswith("kuhn:A jack, 2 agents")


def test_an_unknown_scenario_is_refused(several, refused):
    refused(["arena", several, "--seats", "2*first", "--scenario", "A kink"], "did you mean 'A king'?")
    refused(["arena", several, "--seats", "2*first"], "name one with --scenario: 'A king', 'A jack'")
    refused(["arena", "kuhn", "--seats", "2*first", "--scenario", "A king"], "is no scenario file")


def test_a_terminal_sees_a_progress_bar_on_the_error_stream(capsys, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    assert run([*GAME, "--seats", "2*random"]) == 0
    output = capsys.readouterr()
    assert "━" in output.err
    assert "50/50" in output.err
    assert "win rate" in output.out


def test_json_prints_only_the_result(capsys):
    assert run([*GAME, "--seats", "2*random", "--seats", "first,random", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["seats"] for each in document["series"]] == ["2*random", "first,random"]
    assert all(each["games"] == 50 for each in document["series"])


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ([*GAME, "--seats", "2*random", "--games", "0"], "from 1 to"),
        ([*GAME, "--seats", "2*random", "--games", str(10**12)], "from 1 to"),
        ([*GAME, "--seats", "2*random", "--games", "many"], "integer"),
        ([*GAME, "--seats", "2*radom"], "did you mean 'random'"),
        ([*GAME, "--seats", "random"], "2 seats"),
        ([*GAME], "seats"),
        ([*GAME, "--seats", "2*random", "--jobs", "0"], "jobs"),
        ([*GAME, "--seats", "2*random", "--resume"], "log"),
        ([*GAME, "--seats", "2*random", "--log", "/dev/null/x"], "/dev/null"),
        (["arena", "kuhn:stndard", "--seats", "2*random"], "did you mean 'standard'"),
        (["arena", "no-such-file.yaml", "--seats", "2*random"], "no such file"),
    ],
)
def test_bad_input_is_reported_in_one_sentence_with_exit_code_2(refused, arguments, complaint):
    refused(arguments, complaint)


def test_help_imports_no_numba_and_polars_is_imported_only_for_logs():
    script = (
        "import sys; from cardwright.cli.main import run; run(['arena', '--help']); assert 'numba' not in sys.modules;"
        "from cardwright import arena; assert not {'polars', 'matplotlib'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", script], env=os.environ, check=True, capture_output=True)
