"""A file of another kind than a command reads: the answer names the kind and the command that reads it."""

from __future__ import annotations

import pytest

from cardwright.cli.main import run
from cardwright.core import registry

CARDS = "cards: {Jab: {type: attack, cost: 1, effect: {to: an enemy, attack: 6}}}\n"
STUDY = "play: {tournament: {cards: table-1}}\nparameters: {cards.*.attack: [1, 5]}\nobjectives: [standard_deviation]\n"
DECK = "cards: {Star: {type: basic}}\n"
SET = "cards: [{name: Golem, attack: 6, health: 7}]\n"


@pytest.mark.parametrize(
    ("command", "name", "text", "reader"),
    [
        ("cgdl rules", "a.yaml", CARDS, "cardwright spire check"),
        ("route", "a.yaml", CARDS, "cardwright spire check"),
        ("balance", "a.yaml", CARDS, "cardwright spire check"),
        ("unicorns check", "a.yaml", CARDS, "cardwright spire check"),
        ("spire check", "a.yaml", STUDY, "cardwright balance"),
        ("generate judge", "a.cgdl", "language 2\n", "cardwright cgdl check"),
        ("generate judge", "a.yaml", DECK, "cardwright unicorns check"),
        ("generate judge", "a.yaml", SET, "cardwright generate judge"),
    ],
)
def test_a_file_of_another_kind_is_named_with_its_commands(command, name, text, reader, tmp_path, capsys):
    file = tmp_path / name
    file.write_text(text)
    assert run([*command.split(), str(file)]) == 2
    error = capsys.readouterr().err
    assert f"{file} is a file of another kind" in error
    assert f"{reader} {file}" in error
    assert error.count("\n") == 1


def test_a_file_of_an_option_is_not_blamed_for_other_mistakes(tmp_path, capsys):
    file = tmp_path / "deck.yaml"
    file.write_text("deck: {Strike: 4}\n")
    assert run(["route", "--seed", "HELLO", "--deck", str(file)]) == 2
    assert "rooms are measured by an agent" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "text", "mistake"),
    [
        ("spire check", CARDS.replace("attack,", "magic,"), "cards.Jab.type"),
        ("balance", STUDY.replace("table-1", "table-99"), "table-99"),
    ],
)
def test_a_mistake_in_a_file_of_the_right_kind_is_told(command, text, mistake, tmp_path, capsys):
    file = tmp_path / "a.yaml"
    file.write_text(text)
    assert run([*command.split(), str(file)]) == 2
    assert mistake in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (["play", "--load"], "not a saved game (format 'cardwright game 1')"),
        (["replay"], "not a saved game (format 'cardwright game 1') or a replay (format 'cardwright replay 1')"),
    ],
)
@pytest.mark.parametrize("text", ["{}", "[]", '{"format": 3}'])
def test_a_file_that_is_no_saved_game_is_called_so(arguments, wanted, text, tmp_path, capsys):
    file = tmp_path / "g.json"
    file.write_text(text)
    assert run([*arguments, str(file)]) == 2
    assert f"{file}: {wanted}\n" in capsys.readouterr().err


@pytest.mark.parametrize(("line", "name"), [("name: opening\n", "opening"), ("", "fight")])
def test_the_only_scenario_of_a_file_can_be_named(line, name, tmp_path, capsys):
    file = tmp_path / "fight.yaml"
    file.write_text(f"game: spire\n{line}start: {{hand: [Strike], enemies: [Cultist]}}\n")
    assert run(["play", str(file), "--scenario", "nope"]) == 2
    assert f"unknown scenario 'nope'; there are: {name}\n" in capsys.readouterr().err
    assert registry.game(file, scenario=name).name == name


@pytest.mark.parametrize(
    ("command", "text", "says"),
    [
        ("unicorns check a.yaml", "cards:\n  A: {type: magik, play: {draw: 2}}\n", "did you mean 'magic'"),
        ("generate judge a.yaml --game unicorns", "cards: {A: [}\n", "line 1"),
        ("generate judge a.yaml --game unicorn", DECK, "did you mean 'unicorns'"),
        ("generate judge a.yaml --game unicorns", "base: second-prnt\n" + DECK, "did you mean 'second-print'"),
        ("generate judge a.yaml", "[1, 2]\n", "a.yaml"),
    ],
)
def test_what_is_wrong_with_a_file_of_the_right_kind_is_said(command, text, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(text)
    assert run(command.split()) == 2
    complaint = capsys.readouterr().err
    assert says in complaint
    assert "another kind" not in complaint
