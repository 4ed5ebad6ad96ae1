"""The command `cardwright seed`."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from cardwright.cli.main import run
from cardwright.spire import run as spire_run
from cardwright.spire.maps import seed_text

PAGE = (Path(__file__).parents[2] / "docs" / "seeds.md").read_text(encoding="utf-8")
COMMANDS = [shlex.split(line)[1:] for line in re.findall(r"^\$ (cardwright .*)", PAGE, re.MULTILINE)]


def test_a_seed_is_shown_as_data(capsys):
    assert run(["seed", "-1", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["seed"], found["seed_text"], found["acts"][0]["act"]) == (-1, "5G24A25UXKXFF", 1)
    assert len(found["path"]) == 15
    path = ",".join(found["path"][:2])
    assert run(["seed", "show", "5G24A25UXKXFF", "--json", "--path", path]) == 0
    assert json.loads(capsys.readouterr().out) == found


def test_a_seed_is_shown_in_tables(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    assert run(["seed", "4YUHY81W7GRHT", "--ascension", "20"]) == 0
    shown = capsys.readouterr().out
    for text in (
        "neows_lament",
        "Donu and Deca, Time Eater",
        "Slaver's Collar",
        "Act 1 along 1A, 2A",
        "shop, floor 13",
    ):
        assert text in shown


def test_a_scripted_run_is_one_json_object(capsys):
    assert run(["seed", "77", "--scripted", "--json"]) == 0
    played = json.loads(capsys.readouterr().out)
    assert (played["end"]["outcome"], played["end"]["last_floor"]) == ("stopped", 31)
    assert run(["seed", "77", "--scripted"]) == 0
    assert "The Colosseum" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["Z!"], "made of the characters 0-9 and A-Z"),
        (["1", "--ascension", "21"], "ascension must be 0 to 20, not 21"),
        (["1", "--ascension", "many"], "--ascension"),
        (["1", "--path", "9Z"], "unknown room '9Z'"),
        (["1", "--path", "2A"], "a path begins on floor 1, not with 2A"),
        (["1", "--path", "1A,3A"], "no link leads from 1A to 3A"),
        (["1", "--scripted", "--path", "1A"], "leave out --path"),
        (["1", "--nonsense"], "nonsense"),
        (["find"], "--require"),
        (["find", "--require", "boss is Nobody"], "unknown encounter 'Nobody'"),
        (["find", "--require", "boss is Hexaghost", "--require", "boss is Slime Boss"], "can never hold together"),
        (["find", "--require", "boss is Hexaghost", "--from", "Z!"], "made of the characters 0-9 and A-Z"),
        (["find", "--require", "boss is Hexaghost", "--count", "0"], "count must be 1 to 100,000, not 0"),
        (["find", "--require", "boss is Hexaghost", "--resume"], "--resume needs the file of the search"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments, message, capsys):
    assert run(["seed", *arguments]) == 2
    output = capsys.readouterr()
    assert message in " ".join(output.err.split())
    assert output.out == ""
    assert "Traceback" not in output.err


@pytest.mark.parametrize("command", [each for each in COMMANDS if each[1] != "find"], ids=" ".join)
def test_the_commands_of_the_page_run(command, capsys):
    assert run(command) == 0
    assert capsys.readouterr().out


def test_the_search_of_the_page_finds_what_it_shows():
    (command,) = (each for each in COMMANDS if each[1] == "find")
    required = [command[k + 1] for k, word in enumerate(command) if word == "--require"]
    found = spire_run.find(required, count=3, jobs=1, compiled=False).found
    assert "\n".join(f"{seed_text(seed)} ({seed})" for seed in found) in PAGE


def test_the_requirements_of_the_page_can_be_read():
    examples = re.findall(r"^\| .*? \| (`.*`) \|$", PAGE, re.MULTILINE)
    sentences = [each for row in examples for each in re.findall(r"`(.*?)`", row)]
    assert len(spire_run.conditions.parse(sentences).groups) == len(sentences) > 12


def test_the_code_of_the_page_runs(capsys):
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(compile(code, "docs/seeds.md", "exec"), {})  # noqa: S102
    assert capsys.readouterr().out.strip()
