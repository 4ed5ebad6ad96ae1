"""Tables fit a terminal of 80 columns, and break no word."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from cardwright.arena.statistics import Estimate
from cardwright.cli import papers, papers_cgdl
from cardwright.cli.main import run
from cardwright.cli.tables import print_table
from cardwright.papers import cgdl as cgdl_paper
from cardwright.papers import ludus

EXAMPLES = Path(__file__).parents[2] / "examples"
ESTIMATE = Estimate(0.0589, 0.0571, 0.0607)
COMMANDS = [
    ["autobattler", "cards"],
    ["autobattler", "cards", "table-1"],
    ["balance", "metrics"],
    ["cgdl", "check", "uno"],
    ["check", f"{EXAMPLES / 'kuhn.py'}:family", "--games", "2"],
]


def ludus_report() -> ludus.Report:
    """A report with the longest words that occur in it."""
    sizes = dict.fromkeys(ludus.SIZES, 0.01234)
    profiles = (*ludus.PROFILES, ludus.ALWAYS)
    report = ludus.Report(seed=1, effort=ludus.FULL)
    report.errors += [ludus.GroupErrors(profile, sizes) for profile in ludus.PROFILES]
    report.spreads += [
        ludus.Spread(section, cards, paper, profile, ESTIMATE, ESTIMATE, 0.123)
        for section, cards, paper in ludus.SETS
        for profile in profiles
    ]
    seed, limit = 2**64 - 1, ", at most 10 % ties"
    report.found += [
        ludus.Found("4.3", (0.0751, 0.0589), profile, "pygad", limit, seed, 20_000, 0.0751, 0.0512, ESTIMATE, 0.1, [])
        for profile in ludus.PROFILES
    ]
    return report


def cgdl_rows() -> list[cgdl_paper.Row]:
    turns = Estimate(139.5, 120.1, 158.9)
    return [cgdl_paper.Row(name, 1000, (200, 200, 200), 200, 200, 150, turns) for name in cgdl_paper.PAPER]


def printed(show: Callable[[], object], width: int, monkeypatch, capsys) -> str:
    monkeypatch.setenv("COLUMNS", str(width))
    show()
    return str(capsys.readouterr().out)


def words(text: str) -> set[str]:
    return set(re.findall(r"[\w.,±%-]+", text))


def assert_fits(show: Callable[[], object], monkeypatch, capsys) -> None:
    wide, narrow = (printed(show, width, monkeypatch, capsys) for width in (1000, 80))
    assert max(map(len, narrow.splitlines())) <= 80
    assert words(wide) <= words(narrow)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_tables_of_a_command_fit(command, monkeypatch, capsys):
    assert_fits(lambda: run(command), monkeypatch, capsys)


def test_the_tables_of_ludus_fit(monkeypatch, capsys):
    monkeypatch.setattr(ludus.Report, "explanation", lambda report: [])
    assert_fits(lambda: papers._print(ludus_report()), monkeypatch, capsys)


def test_table_5_fits(monkeypatch, capsys):
    assert_fits(lambda: papers_cgdl._print(cgdl_rows(), 1_000_000, 2**64 - 1, "paper"), monkeypatch, capsys)


def test_a_table_of_many_columns_is_printed_in_parts(monkeypatch, capsys) -> None:
    columns, row = ["", *map(str, range(30))], ["first", *(f"{number / 7:.3f}" for number in range(30))]
    for style in ({}, {"box": None, "padding": (0, 1, 0, 0)}):
        text = printed(lambda style=style: print_table(columns, [row], "title", **style), 80, monkeypatch, capsys)
        assert max(map(len, text.splitlines())) <= 80
        assert [word for word in re.findall(r"[\d.]+", text) if "." in word] == row[1:]
        assert text.count("title") == 1 < text.count("first")


def test_what_can_be_wrapped_gives_way_before_figures_are_cut(monkeypatch, capsys):
    agents = ("random", "first", "rules", "lookahead:1", "lookahead:2", "mcts:400")
    rows = [("mean without twins", "28", *(f"0.{number}2±0.03" for number in range(len(agents))))]
    columns = ("scenario", "best HP", *agents)
    shown = printed(lambda: print_table(columns, rows, box=None, padding=(0, 1, 0, 0)), 80, monkeypatch, capsys)
    assert words(" ".join(columns + rows[0])) <= words(shown)


def test_headings_and_empty_tables_are_not_squeezed(monkeypatch, capsys):
    assert "group size" in printed(lambda: print_table(("group size", "n"), [("2", "1")]), 80, monkeypatch, capsys)
    assert "group size" in printed(lambda: print_table(("group size", "n"), []), 80, monkeypatch, capsys)


def test_games_have_their_whole_names_in_a_narrow_terminal(monkeypatch, capsys):
    shown = printed(lambda: run(["games"]), 50, monkeypatch, capsys)
    assert "cgdl:beggar_my_neighbour" in shown
    assert max(map(len, shown.splitlines())) <= 50
