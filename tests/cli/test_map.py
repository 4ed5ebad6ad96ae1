"""The command `cardwright map`."""

from __future__ import annotations

import json

import pytest

from cardwright import route
from cardwright.cli.main import run
from cardwright.spire import maps


def test_json_is_the_generated_map(capsys):
    assert run(["map", "--seed", "-1", "--act", "3", "--ascension", "20", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == maps.generate(-1, 3, 20).to_data()


def test_the_burning_elite_can_be_left_out(capsys):
    assert run(["map", "--seed", "7", "--no-burning", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["burning_elite"] is None
    assert "burning_buff" not in found


def test_the_text_can_be_read_by_route(capsys):
    assert run(["map", "--seed", "HELLO", "--text"]) == 0
    assert route.from_text(capsys.readouterr().out) == route.RouteMap.from_act(maps.generate("HELLO"))


def test_the_terminal_shows_map_and_legend(capsys):
    assert run(["map", "--seed", "42", "--path", "0,1A"]) == 0
    shown = capsys.readouterr().out
    assert "seed 17 (42)" in shown
    assert "burning elite" in shown


def test_pictures_are_written(tmp_path, capsys):
    assert run(["map", "--seed", "42", "--svg", str(tmp_path / "a.svg"), "--png", str(tmp_path / "a.png")]) == 0
    assert (tmp_path / "a.svg").read_text().startswith("<?xml")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "arguments",
    [["a b"], ["1", "--act", "7"], ["1", "--ascension", "99"], ["1", "--bogus"], ["1", "2"], ["1", "--path", "0,9A"],
     ["1", "--png", "/no/such/folder/map.png"]],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, capsys):
    assert run(["map", "--seed", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cardwright: ")
    assert captured.err.count("\n") == 1
