"""The command `cardwright route`."""

from __future__ import annotations

import json

import pytest

from cardwright import route
from cardwright.cli.main import run


@pytest.fixture
def file(tmp_path):
    route.write(route.example(), tmp_path / "map.txt")
    return str(tmp_path / "map.txt")


def answer(capsys, *arguments):
    assert run(["route", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_the_results_match_the_paper(file, capsys):
    found = answer(capsys, file)
    assert list(found) == ["path", "totals", "total"]
    assert (found["path"][:3], found["totals"][:3], found["total"]) == (["0", "1B", "2C"], [0, 2, 3], 26)
    assert answer(capsys, file, "--from", "9B")["total"] == 13
    assert answer(capsys, "example") == found


def test_paths_are_evaluated_and_constraints_kept(capsys):
    assert answer(capsys, "example", "--path", "9C,10D,11C,12C")["totals"] == [0, 2, 6, 7]
    assert answer(capsys, "example", "--require", "through 10D", "--require", "through 11C")["total"] == 29
    assert answer(capsys, "example", "--highest")["total"] == 36


def test_weights_come_from_options_and_files(tmp_path, capsys):
    (tmp_path / "weights.yaml").write_text("risk: {E: 5, 'E@10-': 1}\nhurt: {N: 10}\n")
    weights = ["--measures", str(tmp_path / "weights.yaml")]
    assert answer(capsys, "example", *weights, "--path", "9A,10B")["total"] == 1
    assert answer(capsys, "example", *weights, "--path", "9A,10B", "--weight", "E@10=7")["total"] == 7
    assert answer(capsys, "example", *weights, "--path", "5A,6A", "--objective", "hurt")["total"] == 0
    assert answer(capsys, "example", "--path", "8A,9A", "--objective", "reward", "--weight", "reward:T=9")["total"] == 9


def test_a_truth_value_is_no_weight(tmp_path, refused):
    (tmp_path / "weights.yaml").write_text("risk: {E: true}\n")
    refused(
        ["route", "example", "--measures", str(tmp_path / "weights.yaml")], "risk.E: input should be a valid number"
    )


def test_all_options_work_together(tmp_path, capsys):
    plot = tmp_path / "front.svg"
    found = answer(capsys, "--seed", "HELLO", "--k", "5", "--pareto", "--next", "--plot", str(plot))
    assert len(found["routes"]) == 5
    assert found["front"][0]["risk"] == found["total"]
    assert sum(step["paths"] for step in found["next"]) > 5
    assert plot.exists()


def test_the_terminal_shows_running_totals(capsys):
    assert run(["route", "example", "--from", "9B", "--k", "2", "--next", "--pareto"]) == 0
    shown = capsys.readouterr().out
    assert "9B 0  10C 3  11B 5  12B 7" in shown
    assert "Total risk: 13" in shown


@pytest.mark.parametrize(
    "arguments",
    [[], ["example", "--seed", "1"], ["nowhere.txt"], ["example", "--from", "77"], ["example", "--objective", "fun"],
     ["example", "--require", "a dragon"], ["example", "--weight", "E"], ["example", "--k", "0"],
     ["example", "--slack", "-1", "--next"], ["example", "--slack", "nan"], ["example", "--plot", "x.png"],
     ["example", "--require", "at least 9 shops"], ["example", "--pareto", "--plot", "x.gif"]],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, capsys):
    assert run(["route", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cardwright: ")
    assert captured.err.count("\n") == 1


def test_damaged_files_are_refused(tmp_path, capsys):
    (tmp_path / "map.txt").write_bytes(b"\xff\xfe\x00bad")
    assert run(["route", str(tmp_path / "map.txt")]) == 2
    (tmp_path / "map.json").write_text('{"seed": 1, "nodes": [{"x": 99}]}')
    assert run(["route", str(tmp_path / "map.json")]) == 2
    assert "Traceback" not in capsys.readouterr().err


def test_pictures_say_which_map_they_show(tmp_path, capsys):
    picture = tmp_path / "path.svg"
    assert run(["route", "--seed", "HELLO", "--act", "2", "--svg", str(picture)]) == 0
    assert "Act 2, ascension 0, seed HELL0" in picture.read_text()
    assert capsys.readouterr().out.startswith("Act 2, ascension 0, seed HELL0")


def test_the_error_in_a_cost_table_names_the_file_and_the_line(tmp_path, capsys):
    file = tmp_path / "costs.yaml"
    for table in ("risk:\n  E: 4\n  E@: 2\n", "risk:\n  E: 4\n  M: 1.0e+30\n", "fear:\n  M: 1\n  QQ: 1\n"):
        file.write_text(table)
        assert run(["route", "example", "--measures", str(file)]) == 2
        assert f"{file}, line 3: " in capsys.readouterr().err


def test_a_bad_name_of_a_measure_is_named_with_its_file(tmp_path, refused):
    """Even if the measure has no weights."""
    file = tmp_path / "weights.yaml"
    file.write_text("risk: {E: 1}\nA B: {}\n", encoding="utf-8")
    refused(["route", "example", "--measures", str(file)], f"{file}, line 2: measure 'A B': names consist of")


@pytest.mark.parametrize("option", ["--pareto", "--next", "--explain", "--json"])
def test_what_interactive_would_ignore_is_refused(option, refused):
    refused(["route", "example", "--interactive", option], f"shows the best path from each; leave out {option}")


@pytest.mark.parametrize("word", ["exit", "q", "Quit"])
def test_interactive_questions_end_with_a_word(word, monkeypatch, capsys):
    typed = iter(["@", word, "@"])
    monkeypatch.setattr("cardwright.core.showing.terminal.Console.input", lambda *_, **__: next(typed))
    assert run(["route", "example", "--interactive"]) == 0
    assert capsys.readouterr().out.count("Total") == 1
    assert next(typed) == "@"
