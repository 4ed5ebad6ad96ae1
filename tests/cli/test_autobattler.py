"""The command `cardwright autobattler`."""

from __future__ import annotations

import csv
import io
import json
import re
import types
from pathlib import Path

import numpy as np
import pytest

from cardwright.autobattler import match, sample, tournament
from cardwright.cli.main import run

LINE = {
    "a": [{"mechanic": "vanilla", "attack": 3, "health": 2}],
    "b": [{"mechanic": "explode_on_death", "attack": 1, "health": 1, "parameter": 3}],
}


def write(path: Path, *lines: object) -> str:
    path.write_text("".join((line if isinstance(line, str) else json.dumps(line)) + "\n" for line in lines))
    return str(path)


def mirrored(line: dict) -> dict:
    return {**line, "a": line["b"], "b": [{"mechanic": "vanilla", "attack": 1, "health": 9}]}


@pytest.mark.parametrize(
    ("profile", "results"), [("corrected", [0, -1]), ("reference", [0, 0]), ("experiments", [0, 0]), ("paper", [0, -1])]
)
def test_a_match_file_prints_one_result_per_line(profile, results, tmp_path, capsys) -> None:
    file = write(tmp_path / "matches.jsonl", LINE, "", mirrored(LINE))
    assert run(["autobattler", "match", file, "--profile", profile, "--json"]) == 0
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == results


def test_results_in_the_file_are_compared(tmp_path, capsys) -> None:
    right, wrong = {**LINE, "corrected": 0, "phases_corrected": 1}, {**mirrored(LINE), "corrected": 1}
    assert run(["autobattler", "match", write(tmp_path / "right.jsonl", right)]) == 0
    assert "1 of 1 agree" in capsys.readouterr().out
    assert run(["autobattler", "match", write(tmp_path / "wrong.jsonl", right, wrong)]) == 1
    assert "expected: a wins" in capsys.readouterr().out


def test_phases_in_the_file_are_compared_too(tmp_path, capsys) -> None:
    right = {**LINE, "corrected": 0, "phases_corrected": 1}
    file = write(tmp_path / "right.jsonl", right)
    assert run(["autobattler", "match", file]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "1: tie after 1 phase",
        "1 of 1 agree with the file, including phases",
    ]
    only_phases = {**LINE, "phases_corrected": 2}
    file = write(tmp_path / "wrong.jsonl", {**right, "phases_corrected": 99}, only_phases, {**LINE, "corrected": 0})
    assert run(["autobattler", "match", file]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "1: tie after 1 phase; expected: tie after 99 phases",
        "2: tie after 1 phase; expected: after 2 phases",
        "3: tie after 1 phase",
        "1 of 3 agree with the file, including phases",
    ]
    assert run(["autobattler", "match", file, "--json"]) == 0
    assert capsys.readouterr().out == "0\n0\n0\n"


def test_phases_are_compared_only_in_the_corrected_profile(tmp_path, capsys) -> None:
    file = write(tmp_path / "matches.jsonl", {**LINE, "reference": 0, "phases_corrected": 99})
    assert run(["autobattler", "match", file, "--profile", "reference"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 agree with the file"


def replace_stdin(monkeypatch: pytest.MonkeyPatch, content: bytes) -> None:
    monkeypatch.setattr("sys.stdin", types.SimpleNamespace(buffer=io.BytesIO(content)))


def test_matches_are_read_from_standard_input(monkeypatch, capsys) -> None:
    replace_stdin(monkeypatch, json.dumps(LINE).encode() + b"\n\n" + json.dumps(mirrored(LINE)).encode())
    assert run(["autobattler", "match", "-", "--json"]) == 0
    assert capsys.readouterr().out == "0\n-1\n"
    replace_stdin(monkeypatch, b"{")
    assert run(["autobattler", "match", "-"]) == 2
    assert "standard input, line 1: the line is not JSON" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "\n", " \n\t\n\n"])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_match_file_without_matches_is_refused(content, options, tmp_path, capsys) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_text(content)
    assert run(["autobattler", "match", str(path), *options]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert f"{path}: no matches found" in printed.err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("not a match", "not JSON"), ("[1, 2]", "object"), ('{"a": 1', "not JSON"), ("{a: 1}", "not JSON"),
        ('{"a": NaN}', "not a number"), ('{"a": ' + "[" * 9000, "nested too deeply"),
        ('{"a": 1, "a": 2}', "twice"), ({"a": LINE["a"]}, "b is missing"),
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
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert f"{file}, line 2:" in printed.err
    assert words in printed.err


@pytest.mark.parametrize("content", [b'{"a": "\xff"}\n', b"\x7fELF\x02\x01\0\0", bytes(200_000)])
def test_binary_files_are_refused(content, tmp_path, capsys) -> None:
    path = tmp_path / "matches.jsonl"
    path.write_bytes(content)
    assert run(["autobattler", "match", str(path)]) == 2
    assert "line 1: not text" in capsys.readouterr().err


def test_a_tournament_prints_json(capsys) -> None:
    assert run(["autobattler", "tournament", "table-2", "--group", "32", "--seed", "3", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert len(data["payoff"]) == 125
    assert len(data["card_win_rates"]) == len(data["cards"]) == 5
    assert run(["autobattler", "tournament", "table-2", "--group", "32", "--seed", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == data


def test_win_rates_are_in_per_cent(capsys) -> None:
    assert run(["autobattler", "tournament", "table-2", "--size", "1"]) == 0
    out = " ".join(capsys.readouterr().out.split())
    rates = tournament(sample("table-2"), 1).card_win_rates()
    assert "win rate %" in out
    assert f"{100 * rates.max():.1f} " in out
    assert re.search(r"standard deviation of the cards' win rates \d+\.\d\d percentage points", out)


def test_a_tournament_without_winners_says_so(capsys) -> None:
    assert run(["autobattler", "tournament", "vanilla"]) == 0
    assert "All matches are ties" in capsys.readouterr().out


def test_a_tournament_of_one_lineup_plays_nothing(tmp_path, capsys) -> None:
    cards = tmp_path / "cards.yaml"
    cards.write_text("cards: [{name: Bear, attack: 2, health: 3}]")
    assert run(["autobattler", "tournament", str(cards), "--size", "1"]) == 0
    assert capsys.readouterr().out == "Nothing was played: there is only one lineup.\n"


def test_the_matrix_of_a_tournament_is_written(tmp_path, capsys) -> None:
    files = tmp_path / "payoffs.csv", tmp_path / "payoffs.npy"
    for file in files:
        assert run(["autobattler", "tournament", "table-2", "--size", "2", "--matrix", str(file)]) == 0
        assert f"matrix written to {file}" in capsys.readouterr().out
    expected = tournament(sample("table-2"), size=2, matrix=True)
    assert (np.load(files[1]) == expected.matrix).all()
    with open(files[0], encoding="utf-8", newline="") as text:
        header, *rows = csv.reader(text)
    lineups = [", ".join(expected.lineup_names(index)) for index in range(25)]
    assert header == ["lineup", *lineups]
    assert [row[0] for row in rows] == lineups
    assert expected.matrix is not None
    assert [[int(cell) for cell in row[1:]] for row in rows] == expected.matrix.tolist()
    assert sorted(tmp_path.iterdir()) == sorted(files)
    assert run(["autobattler", "tournament", "table-2", "--size", "2", "--matrix", str(files[0]), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["matches"] == 300


@pytest.mark.parametrize(
    ("file", "more", "words"),
    [
        ("payoffs.txt", [], ".csv or .npy"), ("none/payoffs.csv", [], "no such file or directory"),
        ("payoffs.csv", ["--group", "8"], "full tournament"), ("payoffs.npy", ["--folds", "2"], "full tournament"),
        ("payoffs.npy", ["--device", "odd"], "device"),
    ],
)  # fmt: skip
def test_a_matrix_that_cannot_be_written_is_refused(file, more, words, tmp_path, capsys) -> None:
    assert run(["autobattler", "tournament", "table-2", "--matrix", str(tmp_path / file), *more]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert words in printed.err
    assert not list(tmp_path.iterdir())


WATCHED = """\
   ┌──────┐
a  │ Bear │
   │ 2/3  │
   └──────┘
   ┌─────┐ ┌─────┐
b  │ Ant │ │ Ant │
   │ 1/1 │ │ 1/1 │
   └─────┘ └─────┘

Phase 1
  a's Bear fights b's Ant
  a's Bear loses 1 health (2 left)
  b's Ant loses 1 health (0 left)
  b's Ant dies
   ┌──────┐
a  │ Bear │
   │ 2/2  │
   └──────┘
   ┌─────┐
b  │ Ant │
   │ 1/1 │
   └─────┘

Phase 2
  a's Bear fights b's Ant
  a's Bear loses 1 health (1 left)
  b's Ant loses 1 health (0 left)
  b's Ant dies
   ┌──────┐
a  │ Bear │
   │ 2/1  │
   └──────┘
b  nobody is left

a wins after 2 phases
"""


@pytest.fixture
def bears(tmp_path) -> str:
    cards = tmp_path / "cards.yaml"
    cards.write_text("cards: [{name: Bear, attack: 2, health: 3}, {name: Ant, attack: 1, health: 1}]")
    return str(cards)


def test_lineups_are_named_without_capitals_and_in_part(bears, capsys) -> None:
    printed = []
    for names in (["Bear", "Ant, Ant"], ["bear", "ANT, an"]):
        assert run(["autobattler", "watch", bears, *names, "--json"]) == 0
        printed.append(capsys.readouterr().out)
    assert printed[0] == printed[1]


def test_a_match_can_be_watched_blow_by_blow(bears, capsys) -> None:
    assert run(["autobattler", "watch", bears, "Bear", "Ant, Ant"]) == 0
    assert capsys.readouterr().out == WATCHED
    assert run(["autobattler", "watch", bears, "Bear", "Ant", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["result"], document["phases"]) == (1, 1)
    assert document["lineups"][-1] == [
        [["Bear", 2, 2]], [],
        ["a's Bear fights b's Ant", "a's Bear loses 1 health (2 left)", "b's Ant loses 1 health (0 left)",
         "b's Ant dies"],
    ]  # fmt: skip


@pytest.mark.parametrize(("keys", "shown"), [("\r ", 2), ("xnq", 1), ("a", 2), ("q", 0)])
def test_a_terminal_waits_for_a_key_after_each_phase(keys, shown, bears, capsys, keyboard) -> None:
    keyboard(keys)
    assert run(["autobattler", "watch", bears, "Bear", "Ant, Ant"]) == 0
    assert capsys.readouterr().out == (WATCHED if shown == 2 else _until(f"Phase {shown + 1}"))
    assert run(["autobattler", "watch", bears, "Bear", "Ant, Ant", "--all"]) == 0
    assert capsys.readouterr().out == WATCHED


def _until(heading) -> str:
    return WATCHED[: WATCHED.index(heading)]


def test_lineups_that_are_not_named_follow_from_the_seed(capsys, refused) -> None:
    def lineups(*arguments):
        assert run(["autobattler", "watch", "table-1", *arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)["lineups"][0][:2]

    assert lineups("--seed", "7") == lineups("--seed", "7") != lineups("--seed", "8")
    assert [len(side) for side in lineups("Rampage", "--size", "5")] == [1, 5]
    refused(["autobattler", "watch", "table-1", "Rampage", "Rampage", "--seed", "7"], "both are named")
    refused(["autobattler", "watch", "table-1", "--seed", "-7"], "a seed is 0 or more")


def test_many_cards_are_drawn_in_rows_that_fit(capsys, monkeypatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    named = ", ".join([max(sample("table-1").names, key=len)] * 7)
    assert run(["autobattler", "watch", "table-1", named, named]) == 0
    drawn = [line for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert max(map(len, drawn)) <= 60
    assert drawn[0].startswith("a  │")


def test_only_health_that_comes_back_is_told(tmp_path, capsys) -> None:
    path = tmp_path / "set.yaml"
    path.write_text("cards:\n  - {name: Nurse, attack: 1, health: 9, mechanics: {friendly_vampire: 3}}\n"
                    "  - {name: Rat, attack: 1, health: 3}\n")  # fmt: skip
    assert run(["autobattler", "watch", str(path), "Nurse, Rat", "Rat"]) == 0
    out = capsys.readouterr().out
    assert "heals the rightmost card of its bench by 3 before combat" in out
    assert "is healed by" not in out.partition("Phase 2")[0]  # the rat on the bench is at full health


@pytest.mark.parametrize("profile", ["corrected", "reference"])
def test_what_is_watched_ends_as_the_compiled_match(profile, capsys) -> None:
    cards = sample("table-1")
    rng = np.random.default_rng(1)
    for _ in range(5):
        one, two = ([cards.card(cards.names[each]) for each in rng.integers(len(cards.names), size=3)] for _ in "ab")
        names = [", ".join(card.name for card in side) for side in (one, two)]
        assert run(["autobattler", "watch", "table-1", *names, "--profile", profile, "--json"]) == 0
        document = json.loads(capsys.readouterr().out)
        assert (document["result"], document["phases"]) == match(one, two, profile)


@pytest.mark.parametrize("arguments", [
    ["watch", "table-1", "Nobody", "Rampage"], ["watch", "table-1", "", "Rampage"], ["cards", "nosuch"],
    ["tournament", "nosuch.yaml"], ["tournament", "table-1", "--size", "9"], ["match", "nosuch.jsonl"],
    ["match", "nosuch.jsonl", "--profile", "odd"],
])  # fmt: skip
def test_bad_arguments_are_one_sentence(arguments, capsys) -> None:
    assert run(["autobattler", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_cards_are_listed(capsys) -> None:
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
def test_markup_in_names_is_shown_literally(command, tmp_path, capsys):
    names = "[bold]x[/red] a", "[/red]", "[link=x]y"
    cards = [{"name": name, "attack": 1, "health": 2} for name in names]
    (tmp_path / "odd.json").write_text(json.dumps({"cards": cards}))
    assert run(["autobattler", command, str(tmp_path / "odd.json")]) == 0
    printed = capsys.readouterr().out
    assert all(name in printed for name in names)


def test_no_lineup_is_printed_as_one_of_the_best_and_of_the_worst(tmp_path, capsys) -> None:
    file = tmp_path / "lineups.yaml"
    file.write_text("- [Rampage]\n- [Time Bomb]\n- [Threshold]\n")
    assert run(["autobattler", "tournament", "table-1", "--lineups", str(file)]) == 0
    printed = [line.partition(": ")[2] for line in capsys.readouterr().out.splitlines() if " lineup: " in line]
    assert len(printed) == len(set(printed)) == 3


def test_a_tournament_between_the_lineups_of_a_file(tmp_path, capsys) -> None:
    file = write(
        tmp_path / "lineups.yaml", "- [Rampage, Time Bomb, Rampage]", "- Grow On Damage, Threshold", "- [Rampage]"
    )
    assert run(["autobattler", "tournament", "table-1", "--lineups", file, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["cards"] == ["Grow On Damage", "Rampage", "Threshold", "Time Bomb"]
    assert (found["matches"], found["lineups"]) == (3, [[1, 3, 1], [0, 2], [1]])
    assert run(["autobattler", "tournament", "table-1", "--lineups", file]) == 0
    assert "best lineup" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("lines", "options", "words"),
    [
        (["- [Rampag]"], [], "did you mean"),
        (["- [Rampage]", "- 3"], [], "line 2"),
        (["Rampage: 3"], [], "list"),
        (["- [Rampage]"], ["--size", "3"], "either size or lineups"),
        (["- [Rampage, 3]"], [], "a lineup is a list of names of cards, or one text with commas, not"),
        (["- 5"], [], "a lineup is a list of names of cards, or one text with commas, not '5'"),
        (["- []"], [], "a lineup has 1 to"),
        (["[]"], [], "lineups are a list with at least one lineup"),
        (["a: 1"], [], "lineups are a list with at least one lineup"),
        (None, [], "lineups.yaml"),
    ],
)
def test_files_of_lineups_are_checked(lines, options, words, tmp_path, capsys) -> None:
    file = str(tmp_path / "lineups.yaml")
    if lines is not None:
        write(tmp_path / "lineups.yaml", *lines)
    assert run(["autobattler", "tournament", "table-1", "--lineups", file, *options]) == 2
    out = capsys.readouterr()
    assert words in out.err
    assert not out.out


def test_card_texts_follow_the_profile(capsys) -> None:
    texts = []
    for profile in ("corrected", "paper"):
        assert run(["autobattler", "cards", "table-1", "--profile", profile]) == 0
        texts.append(capsys.readouterr().out)
    assert ["30 % of every heal" in " ".join(re.findall("[a-z0-9%]+", each)) for each in texts] == [True, False]
    assert sample("table-1").text("Health Donor", "paper").startswith("Keeps 3 % of every heal")
    assert run(["autobattler", "cards", "table-1", "--profile", "papr"]) == 2
    assert "did you mean 'paper'" in capsys.readouterr().err


def test_check_reports_every_mistake_of_a_set_with_its_line(tmp_path, capsys) -> None:
    path = tmp_path / "set.yaml"
    path.write_text("cards:\n  - {name: Ant, attack: 1, health: 0}\n  - {name: Bee, atack: 1, health: 2}\n")
    assert run(["autobattler", "check", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "line 2: cards.Ant.health" in lines[0]
    assert any("line 3" in line and "did you mean 'attack'" in line for line in lines)
    path.write_text(
        "cards:\n  - {name: Ant, attack: 1, health: 1, mechanics: [rampage]}\n"
        "  - {name: Ant, attack: 1, health: 2, mechanics: {ramage: 2}}\n"
    )
    assert run(["autobattler", "check", str(path)]) == 2
    assert [re.search(r"line (\d)", line)[1] for line in capsys.readouterr().err.splitlines()] == ["2", "3", "3"]
    path.write_text(
        "cards:\n  - {name: Ant, attack: 1, health: many}\n  - {name: Bee, attack: 1, health: 2, mechanics: [ramage]}\n"
    )
    assert run(["autobattler", "check", str(path)]) == 2
    lines = capsys.readouterr().err.splitlines()
    assert "line 2" in lines[0]
    assert "unknown mechanic 'ramage'" in lines[1]  # in the same go


def test_check_accepts_a_set(tmp_path, capsys) -> None:
    path = tmp_path / "set.yaml"
    sample("draft").write(path)
    assert run(["autobattler", "check", str(path)]) == 0
    assert "8 cards: valid" in capsys.readouterr().out
