"""The tutorials: their files are written and their commands run in order, with fewer games than a reader plays.

The second half of the designer's tutorial is in tests/balance, and the game in Python in tests/examples.
"""

from __future__ import annotations

import io
import re
import shlex
from pathlib import Path

import pytest
from few_known_cards import MAKER, all_known

from cardwright import cgdl
from cardwright.cgdl.trial import warnings
from cardwright.cli.main import run

DOCS = Path(__file__).parents[1] / "docs"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
SMALLER = {  # what a reader does, and what the test does in its place
    "--games 400": "--games 4", "--games 200": "--games 4", "--games 1000": "--games 20", "--games 2000": "--games 40",
    "--games 20 ": "--games 2 ", "Guess:20": "Guess:1", "--games 10 ": "--games 2 ", "mcts:100": "mcts:5",
    "2-mcts-100-": "2-mcts-5-", "mcts:200": "mcts:5", "mcts:50": "mcts:5",
    "--decks starter": "--decks starter --agents random",
    "--count 3": "--count 1", "cardwright report runs": "cardwright report runs --only results",
}  # fmt: skip
KNOWN = {"Iron Wave", "Pommel Strike", "Headbutt", "Shrug It Off", "Anger", "Cleave"}
ELSEWHERE = ("cardwright web", "cardwright seed find")  # tests/web and tests/cli


def follow(page: str, until: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Write every file and run every command of a page in a folder, up to a heading."""
    monkeypatch.chdir(folder)
    text = (DOCS / page).read_text(encoding="utf-8").partition(until)[0]
    for language, title, content in BLOCK.findall(text):
        if title:
            (folder / title).write_text(content, encoding="utf-8")
        elif language == "sh":
            for line in content.splitlines():
                if not line.startswith(ELSEWHERE):
                    _run(line, monkeypatch)


def _run(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for usual, small in SMALLER.items():
        line = line.replace(usual, small)
    program, *arguments = shlex.split(line)
    assert program == "cardwright"
    monkeypatch.setattr("sys.stdin", io.StringIO("q\n"))
    assert run(arguments) == 0, line


def test_the_researcher(tmp_path, monkeypatch):
    follow("tutorial_researcher.md", "## Before you publish", tmp_path, monkeypatch)
    assert "Guess" in (tmp_path / "report.html").read_text(encoding="utf-8")
    text = (DOCS / "tutorial_researcher.md").read_text(encoding="utf-8")
    (script,) = (code for language, title, code in BLOCK.findall(text) if language == "python" and not title)
    exec(compile(script.replace("games=20", "games=2"), "tutorial", "exec"), {"print": lambda *_: None})  # noqa: S102


def test_the_designer_makes_a_card(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(MAKER, "known", lambda maker: [card for card in all_known(maker) if KNOWN & set(card["cards"])])
    follow("tutorial_designer.md", "## A set of five cards", tmp_path, monkeypatch)
    printed = capsys.readouterr().out
    assert "Iron Wave" in printed
    assert "1 passed, 0 failed" in printed


def test_the_student_writes_a_text(tmp_path, monkeypatch, capsys):
    follow("tutorial_student.md", "## A game in Python", tmp_path, monkeypatch)
    assert "if the sum of the pile is more than 30, you drop out" in " ".join(capsys.readouterr().out.split())


def test_the_author_of_a_card_game(tmp_path, monkeypatch, capsys):
    follow("cgdl_tutorial.md", "Three mistakes", tmp_path, monkeypatch)
    printed = " ".join(capsys.readouterr().out.split())
    assert "if your hand is better than every other hand, you win the game" in printed
    text = (DOCS / "cgdl_tutorial.md").read_text(encoding="utf-8")
    assert cgdl.source("spades") in text
    for file in tmp_path.glob("*.cgdl"):
        assert not list(warnings(cgdl.load(file))), file


def test_the_player(tmp_path, monkeypatch, capsys):
    follow("tutorial_player.md", "Further:", tmp_path, monkeypatch)
    assert (tmp_path / "nob.html").exists()
    assert "Hexaghost" in capsys.readouterr().out
