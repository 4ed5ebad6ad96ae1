"""`cardwright autobattler`, as it is typed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright.cli.main import run

LINE = {
    "a": [{"mechanic": "vanilla", "attack": 3, "health": 2}],
    "b": [{"mechanic": "explode_on_death", "attack": 1, "health": 1, "parameter": 3}],
}


def write(path: Path, *lines: object) -> str:
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return str(path)


def turned(line: dict) -> dict:
    return {**line, "a": line["b"], "b": [{"mechanic": "vanilla", "attack": 1, "health": 9}]}


@pytest.mark.parametrize(("profile", "results"), [("corrected", [0, -1]), ("reference", [0, 0]), ("paper", [0, 0])])
def test_a_file_of_matches_gives_one_result_a_line(profile, results, tmp_path, capsys) -> None:
    file = write(tmp_path / "matches.jsonl", LINE, "", turned(LINE))
    assert run(["autobattler", "match", file, "--profile", profile, "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == results


def test_results_in_the_file_are_compared(tmp_path, capsys) -> None:
    right, wrong = {**LINE, "corrected": 0, "phases_corrected": 1}, {**turned(LINE), "corrected": 1}
    assert run(["autobattler", "match", write(tmp_path / "right.jsonl", right)]) == 0
    assert "1 of 1 agree" in capsys.readouterr().out
    assert run(["autobattler", "match", write(tmp_path / "wrong.jsonl", right, wrong)]) == 1
    assert "the file says: a wins" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("not a match", "object"), ("[1, 2]", "object"), ('{"a": 1', "line 2"), ({"a": LINE["a"]}, "b: field required"),
        ({**LINE, "a": []}, "at least 1"), ({**LINE, "a": LINE["a"] * 8}, "at most 7"),
        ({**LINE, "corrected": 2}, "corrected"), ({**LINE, "c": 2}, "unknown key 'c'"),
        ({**LINE, "a": [{"attack": 1, "health": 0}]}, "health"),
        ({**LINE, "a": [{"attack": 1, "health": 1, "mechanic": "vanila"}]}, "did you mean 'vanilla'"),
        ({**LINE, "a": [{"attack": 1, "health": 1, "mechanic": "rampage"}]}, "middle age"),
        ({**LINE, "a": [{"attack": 1, "health": 1, "mechanic": "rampage", "parameter": 11}]}, "equal to 10"),
        ("x" * 200_000, "longer than"),
    ],
)  # fmt: skip
def test_a_bad_line_is_one_error_with_its_number(line, words, tmp_path, capsys) -> None:
    file = write(tmp_path / "matches.jsonl", LINE, line)
    assert run(["autobattler", "match", file, "--json"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert f"{file}, line 2:" in said.err
    assert words in said.err


def test_bytes_that_are_no_text_are_refused(tmp_path, capsys) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_bytes(b'{"a": "\xff"}\n')
    assert run(["autobattler", "match", str(path)]) == 2
    assert "line 1: not text" in capsys.readouterr().err


def test_a_tournament_is_reported_as_data(capsys) -> None:
    assert run(["autobattler", "tournament", "table-2", "--group", "32", "--seed", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["payoff"]) == 125
    assert len(data["card_win_rates"]) == len(data["cards"]) == 5
    assert run(["autobattler", "tournament", "table-2", "--group", "32", "--seed", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == data


def test_a_tournament_without_winners_says_so(capsys) -> None:
    assert run(["autobattler", "tournament", "vanilla"]) == 0
    assert "All matches are ties" in capsys.readouterr().out


def test_a_match_can_be_watched(tmp_path, capsys) -> None:
    cards = tmp_path / "cards.yaml"
    cards.write_text("cards: [{name: Bear, attack: 2, health: 3}, {name: Ant, attack: 1, health: 1}]")
    assert run(["autobattler", "watch", str(cards), "Bear", "Ant, Ant"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "0: Bear 2/3 | Ant 1/1, Ant 1/1", "1: Bear 2/2 | Ant 1/1", "2: Bear 2/1 | nobody", "a wins",
    ]  # fmt: skip
    assert run(["autobattler", "watch", str(cards), "Bear", "Ant", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["result"] == 1


@pytest.mark.parametrize("arguments", [
    ["watch", "table-1", "Nobody", "Rampage"], ["watch", "table-1", "", "Rampage"], ["cards", "nosuch"],
    ["tournament", "nosuch.yaml"], ["tournament", "table-1", "--size", "9"], ["match", "nosuch.jsonl"],
    ["match", "nosuch.jsonl", "--profile", "odd"],
])  # fmt: skip
def test_bad_arguments_are_one_sentence(arguments, capsys) -> None:
    assert run(["autobattler", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_cards_are_shown_with_what_they_do(capsys) -> None:
    assert run(["autobattler", "cards", "table-2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["cards"][0]["name"] == "Survivalist"
    assert run(["autobattler", "cards"]) == 0
    assert "table-1-initial" in capsys.readouterr().out


def test_drafts_show_which_cards_are_bought(capsys) -> None:
    assert run(["autobattler", "draft", "--games", "20", "--seed", "1", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert {row["card"] for row in data["cards"]} >= {"Recruit", "Veteran"}
    assert sum(row["bought"] for row in data["cards"]) > 3
    assert run(["autobattler", "draft", "--games", "20", "--seed", "1"]) == 0
    assert "win rate" in capsys.readouterr().out
    assert run(["autobattler", "draft", "kuhn"]) == 2


@pytest.mark.parametrize("command", ["cards", "tournament"])
def test_names_in_brackets_are_shown_as_they_are(command, tmp_path, capsys):
    names = "[bold]x[/red] a", "[/red]", "[link=x]y"
    cards = [{"name": name, "attack": 1, "health": 2} for name in names]
    (tmp_path / "odd.json").write_text(json.dumps({"cards": cards}))
    assert run(["autobattler", command, str(tmp_path / "odd.json")]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in names)
