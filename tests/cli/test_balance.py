"""The command `cardwright balance`."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardwright.balance import Study, payoffs
from cardwright.cli.main import run

CONFIG = """
title: Small
play: {tournament: {cards: table-2, size: 2}}
parameters: {"cards.*.attack": [1, 10], "cards.*.health": [1, 10]}
budget: 40
"""


@pytest.fixture
def config(tmp_path):
    path = tmp_path / "config.yaml"
    path.write_text(CONFIG)
    return str(path)


def printed(capsys, *arguments):
    code = run(["balance", *arguments])
    return code, capsys.readouterr()


def test_a_config_alone_is_tuned(config, capsys, tmp_path):
    code, out = printed(capsys, config, "--seed", "1", "--out", str(tmp_path / "report"))
    assert code == 0
    assert "standard deviation" in out.out
    assert "tie share" in out.out
    assert (tmp_path / "report" / "report.html").exists()
    code, out = printed(capsys, "--seed", "1", "--json", config)
    assert code == 0
    assert json.loads(out.out)["evaluations"] == 40
    assert json.loads(out.out) == json.loads((tmp_path / "report" / "report.json").read_text())


def test_look_prints_metrics_suspects_and_cycles(config, capsys, tmp_path):
    code, out = printed(capsys, "look", config, "--structure", "--json", "--plot", str(tmp_path / "h.svg"))
    found = json.loads(out.out)
    assert code == 0
    assert {"standard_deviation", "tie_share", "nash_support", "alpha_rank_entropy"} <= set(found["metrics"])
    assert len(found["suspects"]) == 5
    assert (tmp_path / "h.svg").read_text().startswith("<?xml")
    assert set(found["cycles"]) == {"cards", "lineups"}
    for kind, count in (("cards", 5), ("lineups", 25)):
        on_cycles = sum(len(each["members"]) for each in found["cycles"][kind])
        assert on_cycles <= count
        assert kind == "cards" or on_cycles == round(25 * found["metrics"]["cyclic_share"])
    code, out = printed(capsys, "look", config, "--structure")
    assert code == 0
    assert "of 5 cards" in out.out
    assert "of 25 lineups" in out.out
    code, out = printed(capsys, "look", config)
    assert "of 5 cards" not in out.out


def test_with_too_many_lineups_only_the_cards_are_analysed(config, capsys, monkeypatch, tmp_path):
    monkeypatch.setattr(payoffs, "MAX_STRATEGIES", 10)
    code, out = printed(capsys, "look", config, "--structure", "--plot", str(tmp_path / "cards.png"))
    assert code == 0
    assert "of 5 cards" in out.out
    assert "25 lineups are too many" in out.out
    assert (tmp_path / "cards.png").exists()


def test_structure_needs_a_payoff_matrix(capsys, tmp_path):
    path = tmp_path / "config.yaml"
    home = Path(__file__).parents[1] / "balance" / "landscape.py"
    path.write_text(f"play: {{'{home}:Landscape': {{}}}}\n")
    code, out = printed(capsys, "look", str(path), "--structure")
    assert code == 2
    assert "this way to play has none" in out.err
    assert not out.out


def test_look_plays_the_original_rules_once(config, capsys, monkeypatch):
    looks = []
    look = Study.look
    monkeypatch.setattr(Study, "look", lambda *given, **more: looks.append(1) or look(*given, **more))
    code, _ = printed(capsys, "look", config)
    assert (code, len(looks)) == (0, 1)


def test_a_tie_warning_appears_before_the_search(tmp_path, capsys):
    path = tmp_path / "config.yaml"
    path.write_text(CONFIG + "objectives: [nash_entropy]\n")
    code, out = printed(capsys, str(path), "--budget", "2", "--json")
    assert code == 0
    assert "A game that always ties has the highest possible nash entropy" in out.err
    path.write_text(CONFIG + "objectives: [nash_entropy]\nconstraints: [{metric: tie_share, at_most: 0.5}]\n")
    _, out = printed(capsys, str(path), "--budget", "2", "--json")
    assert "always ties" not in out.err


def test_bounds_that_exclude_a_number_of_the_original_rules_are_pointed_out(tmp_path, capsys):
    path = tmp_path / "config.yaml"
    narrow = CONFIG.replace("[1, 10]", "[9, 10]")
    assert narrow != CONFIG
    path.write_text(narrow)
    code, out = printed(capsys, str(path), "--budget", "2", "--json")
    assert code == 0
    assert "outside of what it can be here" in out.err
    assert "the study starts from 9 and compares with that." in out.err


@pytest.mark.parametrize(("seconds", "warnings"), [(0.0, 1), (2 * 3600.0, 0)])
def test_a_long_search_says_how_long_it_takes(seconds, warnings, balance_config, capsys, monkeypatch):
    monkeypatch.setattr("cardwright.cli.balance.LONG_RUN", seconds)
    assert run(["balance", balance_config, "--budget", "9", "--seed", "1", "--optimiser", "random"]) == 0
    assert capsys.readouterr().err.count("9 settings take about") == warnings


def test_sweep_prints_a_row_per_value(config, capsys):
    code, out = printed(
        capsys, "sweep", config, "--x", "cards.Vanilla.attack", "--y", "cards.Vanilla.health=1:3", "--json"
    )
    assert code == 0
    assert [len(row) for row in json.loads(out.out)["values"]] == [10, 10, 10]
    code, out = printed(capsys, "sweep", config, "--x", "cards.Vanilla.attack", "--metric", "tie share")
    assert "best tie share" in out.out


def test_influence_and_groups_are_printed(config, capsys):
    code, out = printed(capsys, "influence", config, "--by", "kind", "--samples", "4", "--json")
    assert code == 0
    assert {each["name"] for each in json.loads(out.out)["shares"]} == {"attack", "health"}
    code, out = printed(capsys, "groups", config, "--sizes", "5,25", "--repeats", "2")
    assert code == 0
    assert "0.0000" in out.out  # one group of all has no error


def test_the_metrics_are_listed(capsys):
    code, out = printed(capsys, "metrics", "--json")
    assert code == 0
    assert {"standard_deviation", "nash_entropy"} <= {each["metric"] for each in json.loads(out.out)["metrics"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nowhere.yaml"], "nowhere.yaml: no such file"),
        (["CONFIG", "--resume"], "--resume needs the folder"),
        (["CONFIG", "--budget", "0"], "at least 1"),
        (["CONFIG", "--optimiser", "magic"], "unknown optimiser 'magic'"),
        (["sweep", "CONFIG", "--x", "cards.Vanila.attack=1:3"], "did you mean 'Vanilla'"),
        (["sweep", "CONFIG", "--x", "cards.Vanilla.attack", "--plot", "x.gif"], "the suffix .svg or .png"),
        (["groups", "CONFIG", "--sizes", "a,b"], "must be integers"),
        (["groups", "CONFIG", "--sizes", "5,1024"], "larger than the tournament"),
        (["look"], "Missing argument"),
    ],
)
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, message, config, capsys):
    code, out = printed(capsys, *(config if each == "CONFIG" else each for each in arguments))
    assert code == 2
    assert message in out.err
    assert out.err.count("\n") == 1
    assert not out.out


def test_an_error_names_its_line(tmp_path, capsys):
    path = tmp_path / "bad.yaml"
    path.write_text(CONFIG.replace('"cards.*.health": [1, 10]', "\n  cards.Vanilla.helth: [1, 10]"))
    code, out = printed(capsys, str(path))
    assert code == 2
    assert re.search(r"bad\.yaml, line \d+: cards\.Vanilla\.helth: .*did you mean 'health'", out.err)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_keeps_the_search_and_resume_continues(config, tmp_path, capsys):
    folder = tmp_path / "report"
    command = [sys.executable, "-m", "cardwright", "balance", config, "--optimiser", "random", "--seed", "1"]
    command += ["--out", str(folder), "--jobs", "1"]
    process = subprocess.Popen(
        [*command, "--budget", "200000"],
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell's background job ignores it
    )
    checkpoint = folder / "search.json"
    while not checkpoint.exists():
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate()
    assert process.returncode == 130, errors
    assert errors.splitlines()[-1] == "stopped; the same command with --resume continues"
    tried = len(json.loads(checkpoint.read_text())["tried"])
    assert tried >= 1
    assert not (folder / "report.html").exists()
    code, out = printed(capsys, *command[4:], "--budget", str(tried + 5), "--resume", "--json")
    assert code == 0
    resumed = json.loads(out.out)
    code, out = printed(capsys, config, "--optimiser", "random", "--seed", "1", "--budget", str(tried + 5), "--json")
    assert json.loads(out.out) == resumed


def test_structure_of_a_tournament_in_groups_plays_all_against_all(config, capsys, tmp_path):
    """Groups leave out most pairs, and who beats whom needs all of them."""
    grouped = tmp_path / "grouped.yaml"
    text = Path(config).read_text()
    grouped.write_text(text.replace("size: 2", "size: 2, group: 8, folds: 2"))
    assert "group" in grouped.read_text()
    looks = [printed(capsys, "look", str(each), "--structure", "--json") for each in (config, grouped)]
    assert [code for code, _ in looks] == [0, 0]
    whole, groups = (json.loads(out.out) for _, out in looks)
    assert groups["cycles"] == whole["cycles"]
    assert groups["rates"] == whole["rates"]


MISTAKES = """
title: 7
play: {tournament: {cards: table-2, size: 2}}
parameters: {"cards.*.attack": [1], "cards.*.helth": [1, 10], "cards.Vanilla.health": [1, 10]}
objectives: [{metric: nosuch}, {metric: tie_share, goal: small}]
constraints: [{metric: tie_share}, {metric: tie_share, at_most: -1}]
budget: 0
"""


def reported(capsys, path, text):
    path.write_text(text)
    code, out = printed(capsys, str(path))
    assert (code, out.out) == (2, "")
    return [line.removeprefix(f"cardwright: {path}, line ") for line in out.err.splitlines()]


def test_all_mistakes_of_a_config_are_reported_at_once(capsys, tmp_path):
    lines = reported(capsys, tmp_path / "config.yaml", MISTAKES)
    expected = [
        "2: title: input should be a valid string, not '7'",
        "5: objectives.1.goal: input should be 'minimise' or 'maximise', not 'small'",
        "6: constraints.0: a constraint needs either at_most or at_least",
        "7: budget: input should be greater than or equal to 1, not '0'",
        "5: unknown metric 'nosuch'; there are: alpha_rank_entropy",
        "6: the tie share is from 0 to 1 and never at most -1",
        "4: parameters.cards.*.attack: bounds are two numbers, the lower first, as in [1, 10]",
        "4: cards.*.helth: no entry has such a number",
    ]
    assert len(lines) == len(expected)
    assert all(line.startswith(start) for line, start in zip(lines, expected, strict=True))


def test_mistakes_in_what_is_played_are_reported_together(capsys, tmp_path):
    play = "play: {arena: {scenarios: kuhn, games: 0, seat: random}}\nbudget: many\n"
    lines = reported(capsys, tmp_path / "config.yaml", play)
    assert [line.split(": ")[1] for line in lines] == ["budget", "play.arena.games", "play.arena.seat"]


def test_what_is_wrong_with_all_parameters_together_is_reported(capsys, tmp_path):
    fixed = 'play: {tournament: {cards: table-2}}\nparameters: {"cards.*.attack": 3}\n'
    assert reported(capsys, tmp_path / "config.yaml", fixed) == ["2: 0 parameters are free; allowed are 1 to 1000"]


def test_of_very_many_mistakes_the_first_ten_are_listed(capsys, tmp_path):
    wrong = "".join(f"  cards.*.no{number}: [1, 2]\n" for number in range(25))
    path = tmp_path / "config.yaml"
    lines = reported(capsys, path, f"play: {{tournament: {{cards: table-2}}}}\nparameters:\n{wrong}")
    assert len(lines) == 11
    assert lines[-1] == f"cardwright: {path}: 15 more mistakes"
