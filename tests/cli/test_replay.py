"""`cardwright replay`: in the terminal, as a list, as JSON and as a web page."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from pathlib import Path

import kuhn
import pytest
from patience import PATIENCE
from typed_console import TypedConsole

import cardwright
from cardwright.arena.story import Story
from cardwright.cli.main import run
from cardwright.cli.replay import Viewer

EXAMPLES = Path(__file__).parents[2] / "examples"
PROGRAM = f"""
import sys
sys.path.insert(0, {str(EXAMPLES)!r})
import kuhn
from cardwright.core import registry
registry.register_family(kuhn.family)
import cardwright
from cardwright.arena.story import Story
from cardwright.cli.main import run
from cardwright.cli.replay import Viewer
sys.exit(run(sys.argv[1:]))
"""


@pytest.fixture
def saved(tmp_path):
    path = tmp_path / "saved.json"
    kuhn.family.game({"hands": {"P1": "King", "P2": "Jack"}}).new(1).play("bet").play("call").save(path)
    return path


LIST = """\
1. turn 1, P1: bet
     P1 bets
2. turn 2, P2: call
     P2 calls
     P1 has the King
     P2 has the Jack
P1 wins, pot 4
"""


def test_list_prints_every_decision(saved, capsys):
    assert run(["replay", str(saved), "--list"]) == 0
    assert capsys.readouterr().out == LIST


def test_the_list_is_the_default_without_a_terminal(saved, capsys, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert run(["replay", str(saved)]) == 0
    assert capsys.readouterr().out == LIST


def test_json_holds_every_decision(saved, capsys):
    assert run(["replay", str(saved), "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert [each["choice"] for each in document["decisions"]] == ["bet", "call"]
    assert document["decisions"][1]["state"] == {"hands": {"P1": "King", "P2": "Jack"}, "pot": 3}
    assert document["end"]["pot"] == 4
    assert document["players"][0]["won"]


def test_html_writes_a_page(saved, tmp_path, capsys):
    page = tmp_path / "game.html"
    assert run(["replay", str(saved), "--html", str(page)]) == 0
    assert page.read_text().startswith("<!doctype html>")
    assert str(page) in capsys.readouterr().err


def test_a_page_that_cannot_be_written_is_reported(saved, tmp_path, capsys):
    assert run(["replay", str(saved), "--html", str(tmp_path / "no" / "where.html")]) == 2
    assert "no such file or directory" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["", "{}", "not json", '{"format": "cardwright replay 1"}'])
def test_bad_files_are_reported_in_one_sentence(content, tmp_path, capsys):
    path = tmp_path / "bad.json"
    path.write_text(content)
    assert run(["replay", str(path)]) == 2
    error = capsys.readouterr().err
    assert error.startswith(f"cardwright: {path}")
    assert error.count("\n") == 1


@pytest.fixture
def viewer(keyboard):
    """Return what the viewer of a game shows for keys."""

    def show(state, keys):
        keyboard(keys)
        console = TypedConsole()
        Viewer(Story.of(state), console).watch()
        return console.file.getvalue()

    return show


def test_positions_are_drawn_as_in_play(viewer):
    state = cardwright.game("cgdl:uno").new(1, logged=True)
    shown = viewer(state.play(state.legal()[0]), "q")
    first = cardwright.game("cgdl:uno").new(1, logged=True)
    assert str(first) in shown
    assert "Hidden from P1:\n  P2: hand" in shown


def test_a_long_position_can_be_scrolled():
    state = cardwright.game("spire:sentries").new(5, logged=True).play("end turn")
    viewer = Viewer(Story.of(state), TypedConsole())
    whole = viewer._lines(1_000)
    screens = [viewer._lines(14)]
    assert screens[0][-1][0].endswith("more lines: press down")
    for _ in range(6):
        viewer._press("\x1b[B")
        screens.append(viewer._lines(14))
    assert all(len(screen) <= 14 for screen in screens)
    assert all(any(line in screen for screen in screens) for line in whole)
    assert screens[-1][-1] == whole[-1]
    viewer._press("\x1b[C")
    assert viewer.scrolled == 0


def test_bets_that_could_be_made_are_not_all_listed(viewer):
    shown = viewer(cardwright.game("cgdl:holdem").new(1, logged=True).play("bet 3"), "q")
    assert "Choices: check, bet 1, bet 2, ..., bet 98\n" in shown


def test_keys_that_arrive_together_are_all_taken(viewer):
    state = kuhn.family.game({"hands": {"P1": "King", "P2": "Jack"}}).new(1).play("bet").play("call")
    shown = viewer(state, "nn\x1b[Dq")
    assert [line[0] for line in re.findall(r"^(\d\. turn|The end)", shown, re.MULTILINE)] == ["1", "2", "T", "2"]


def test_keys_step_through_the_game(saved):
    pexpect = pytest.importorskip("pexpect")
    child = pexpect.spawn(
        sys.executable,
        ["-c", PROGRAM, "replay", str(saved)],
        env={**os.environ, "TERM": "xterm", "NO_COLOR": "1"},
        dimensions=(40, 120),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect_exact("seed 1; h for help")
    child.expect_exact("1. turn 1, P1: bet")
    child.expect_exact("hands: P1 King, P2 Jack")  # all cards
    child.send("\x1b[C")
    child.expect_exact("2. turn 2, P2: call")
    child.send("n")
    child.expect_exact("The end: P1 wins, pot 4")
    child.send("\x1b[D")
    child.expect_exact("2. turn 2, P2: call")
    child.send("\r")
    child.expect_exact("decisions")
    child.expect_exact("> 2. turn 2, P2: call")
    child.send("\r")
    child.expect_exact("Choices: fold, call")
    child.send("\x1b[H")
    child.expect_exact("1. turn 1, P1: bet")
    child.send("h")
    child.expect_exact("summary on and off")
    child.send("q")
    child.expect(pexpect.EOF)
    child.wait()
    assert child.exitstatus == 0


@pytest.mark.parametrize("name", ["unicorns:4", "cgdl:hearts"])
def test_a_terminal_of_24_lines_shows_each_decision_in_place(name):
    import io

    from cardwright.core.showing.terminal import Console

    state = cardwright.game(name).new(3, logged=True)
    for _ in range(6):
        state.play(state.legal()[0])
    console = Console(file=io.StringIO(), width=80, height=24, force_terminal=True, legacy_windows=False)
    watching = Viewer(Story.of(state), console)
    for watching.now in range(6):
        lines = [text for text, _ in watching._lines(console.height - 1)]
        assert len(lines) < console.height
        assert any(line.startswith(f"{watching.now + 1}. ") for line in lines)
    watching._show()
    assert "\x1b[2J" in console.file.getvalue()
