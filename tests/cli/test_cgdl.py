"""`cardwright cgdl`: check, format, rules, mutate, random."""

from __future__ import annotations

import ast
import inspect
import json

import pytest

from cardwright import cgdl
from cardwright.cgdl.trial import warnings
from cardwright.cli import play_session
from cardwright.cli.main import run
from cardwright.cli.play_commands import ALONE, WITH_WORDS, hidden_words

WRONG = """language 1 game "x" players 3 tables 0 stage { put 1 in T1 any face up
bet any } ranking {} winning { token = 1 alive = 0 }
"""


@pytest.fixture
def wrong(tmp_path):
    file = tmp_path / "wrong.cgdl"
    file.write_text(WRONG)
    return str(file)


def test_check_accepts_a_valid_game(capsys):
    assert run(["cgdl", "check", "uno"]) == 0
    assert capsys.readouterr().out == "uno: 'UNO', 3 players, 2 stages, 4 rules: valid\n"
    assert run(["cgdl", "check", "uno", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"game": "uno", "valid": True, "problems": [], "warnings": []}


def test_a_game_can_be_named_as_in_other_commands(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert run(["cgdl", "check", "cgdl:uno"]) == 0
    assert capsys.readouterr().out == "uno: 'UNO', 3 players, 2 stages, 4 rules: valid\n"
    assert run(["cgdl", "play", "cgdl:uno", "--games", "2", "--seed", "1", "--json"]) == 0
    assert run(["cgdl", "format", "cgdl:uno", "--write"]) == 2
    assert not list(tmp_path.iterdir())


DRAWN = """language 1 game "x" players 2 tables 0 stage { com deal 3 to all players take 1 from D face down
done }
ranking {} winning { token = 0 alive = 0 }
"""


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        (DRAWN, "nobody won: all 20 random plays were drawn"),
        (DRAWN.replace("take 1 from D face down\ndone", "mandatory take 20 from HA face up"), "random plays crashed"),
        (DRAWN.replace("token = 0 alive = 0", "token = 0 alive = 7"), "all 20 random plays were drawn"),
    ],
)
def test_check_warns_if_random_play_never_has_a_winner(tmp_path, capsys, text, warning):
    file = tmp_path / "drawn.cgdl"
    file.write_text(text)
    assert run(["cgdl", "check", str(file)]) == 0
    valid, warned = capsys.readouterr().out.splitlines()
    assert valid.endswith("valid")
    assert warned.startswith(f"{file}: warning: nobody won: ")
    assert warning in warned
    assert run(["cgdl", "check", str(file), "--json"]) == 0
    assert warning in json.loads(capsys.readouterr().out)["warnings"][0]


def test_check_warns_about_no_shipped_game():
    for name in cgdl.games():
        game = cgdl.load(name)
        assert [*warnings(game), *hidden_words(game)] == [], name


SAID = """language 3 game "x" players 2 tables 1 stage { com deal 3 to all players }
stage { put 1 in T0 any face up, next say "%s"
win say "end" } winning { score = 1 }
"""


@pytest.mark.parametrize("word", [*ALONE, *WITH_WORDS, "Hint", "save the card"])
def test_check_warns_of_words_that_are_commands_of_the_terminal(tmp_path, capsys, word):
    file = tmp_path / "said.cgdl"
    file.write_text(SAID % word)
    assert run(["cgdl", "check", str(file)]) == 0
    command = word.casefold().split()[0]
    because = f"line 2: players cannot type {word!r}, because {command!r} is a command of 'cardwright play'"
    assert f"{file}: warning: {because}; find another word" in capsys.readouterr().out


def test_the_list_of_commands_is_that_of_the_terminal():
    cases = (each for each in ast.walk(ast.parse(inspect.getsource(play_session))) if isinstance(each, ast.MatchValue))
    words = {each.value.value for each in cases if isinstance(each.value, ast.Constant)}
    assert words - {""} == {*ALONE, *WITH_WORDS}


@pytest.mark.parametrize("word", ["hint at", "saved", "cards", "play"])
def test_words_that_only_resemble_commands_are_left_alone(word):
    assert not list(hidden_words(cgdl.parse(SAID % word)))


def test_format_shows_no_control_characters_of_comments(tmp_path, capsys):
    file = tmp_path / "mine.cgdl"
    text = cgdl.source("uno").replace("# UNO", "# \x1b[2J\u202eUNO", 1)
    file.write_text(text)
    assert run(["cgdl", "format", str(file)]) == 0
    out = capsys.readouterr().out
    assert all(each.isprintable() or each == "\n" for each in out)
    assert out.startswith("# ?[2J?UNO")
    assert run(["cgdl", "format", str(file), "--write"]) == 0
    assert file.read_text() == text


def test_check_lists_every_problem(wrong, capsys):
    assert run(["cgdl", "check", wrong]) == 2
    assert capsys.readouterr().out.splitlines() == [
        f"{wrong}, line 1, column 57: there is no T1: the game has no tables",
        f"{wrong}, line 2, column 1: there are no tokens to bet: no 'com give' comes before this rule",
    ]
    assert run(["cgdl", "check", wrong, "--json"]) == 2
    found = json.loads(capsys.readouterr().out)
    assert not found["valid"]
    assert [(each["line"], each["column"]) for each in found["problems"]] == [(1, 57), (2, 1)]


def test_format_prints_or_writes_the_file(tmp_path, capsys):
    file = tmp_path / "mine.cgdl"
    file.write_text(cgdl.source("uno").replace("\n", "\n\n"))
    assert run(["cgdl", "format", str(file)]) == 0
    assert capsys.readouterr().out == cgdl.source("uno")
    assert run(["cgdl", "format", str(file), "--write"]) == 0
    assert file.read_text() == cgdl.source("uno")


def test_format_does_not_change_an_invalid_file(tmp_path, capsys):
    file = tmp_path / "mine.cgdl"
    file.write_text("language 1 gam")
    assert run(["cgdl", "format", str(file), "--write"]) == 2
    assert file.read_text() == "language 1 gam"
    assert "did you mean 'game'?" in capsys.readouterr().err


def test_rules_are_explained_in_english(capsys):
    assert run(["cgdl", "rules", "uno"]) == 0
    assert capsys.readouterr().out == cgdl.english(cgdl.load("uno"))
    assert run(["cgdl", "rules", "uno", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"] == cgdl.english(cgdl.load("uno"))


@pytest.mark.parametrize("arguments", [["mutate", "uno"], ["random"], ["random", "--language", "2", "--players", "4"]])
def test_printed_and_written_games_depend_on_the_seed_only(arguments, tmp_path, capsys):
    assert run(["cgdl", *arguments, "-n", "3", "--seed", "1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["seed"] == 1
    assert len({each["text"] for each in found["games"]}) > 1
    assert run(["cgdl", *arguments, "-n", "3", "--seed", "1", "--out", str(tmp_path / "new" / "games")]) == 0
    written = {file.stem: file.read_text() for file in (tmp_path / "new" / "games").iterdir()}
    assert written == {each["name"]: each["text"] for each in found["games"]}
    for text in written.values():
        cgdl.parse(text)
    capsys.readouterr()
    assert run(["cgdl", *arguments, "-n", "3", "--seed", "1"]) == 0
    assert all(text in capsys.readouterr().out for text in list(written.values())[:1])


@pytest.mark.parametrize(
    "arguments",
    [["check"], ["check", "nothing"], ["check", "nothing.cgdl"], ["rules", "nothing"], ["format", "uno", "--write"],
     ["mutate", "uno", "-n", "0"], ["random", "--players", "9"], ["random", "--out", "/dev/null/x"], ["bogus"]],
)  # fmt: skip
def test_bad_input_is_one_sentence_and_exit_code_2(arguments, capsys):
    assert run(["cgdl", *arguments]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cardwright: ")
    assert captured.err.count("\n") == 1
