"""docs/tutorial_student.md: its code is a game that every agent plays, and its commands print what it says."""

from __future__ import annotations

import doctest
import io
import re
import shlex
from pathlib import Path

import numpy as np
import pytest

import cardwright
from cardwright.agents import make_seats, play_games
from cardwright.cli.main import run
from cardwright.core import array_verbs, registry
from cardwright.testing import check

PAGE = (Path(__file__).parents[2] / "docs" / "tutorial_student.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with the files that the page tells to write."""
    path = tmp_path_factory.mktemp("my games")
    (path / "swap.py").write_text("\n\n".join(blocks("python")))
    (path / "swap.yaml").write_text("\n".join(blocks("yaml")))
    return path


@pytest.fixture(autouse=True)
def _in_folder(folder, monkeypatch):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", "120")
    yield
    registry._registered.pop("swap", None)


@pytest.mark.parametrize("agent", ["first", "random", "rules", "lookahead:2", "mcts:50"])
@pytest.mark.parametrize("player", [0, 1])
def test_every_agent_plays_the_game(agent, player):
    game = cardwright.game("swap.py:family")
    seeds = np.arange(400, dtype=np.uint64)
    played = play_games(game, make_seats(f"{agent},random" if player == 0 else f"random,{agent}"), seeds, seeds)
    scores = np.zeros((len(seeds), 2))
    array_verbs.score_all(played.states, scores)
    assert played.finished.all()
    assert abs(scores.sum()) == 0
    if agent in ("rules", "mcts:50"):
        assert scores[:, player].mean() > 0.15


def test_the_game_keeps_the_contract():
    assert check(cardwright.game("swap.py:family"), games=100).longest == 2


def session(text: str) -> tuple[str, str, list[str]]:
    """Return the command of a terminal session, what it prints, and the lines that a person types."""
    command, _, shown = text.partition("\n")
    typed = re.findall(r"^P\d> (.*)\n", shown, re.MULTILINE)
    return command.removeprefix("$ cardwright "), re.sub(r"^(P\d> ).*\n", r"\1", shown, flags=re.MULTILINE), typed


@pytest.mark.parametrize("text", blocks("console"), ids=lambda text: text.split()[2])
def test_commands_print_what_the_page_shows(text, capsys, monkeypatch):
    command, shown, typed = session(text)
    monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
    assert run(shlex.split(command)) == 0
    printed = capsys.readouterr().out
    assert printed.strip()
    if shown:
        assert printed.rstrip() == shown.rstrip()  # the page leaves out the space after the last prompt


def test_the_search_and_the_rule_of_thumb_win_as_often_as_the_page_says():
    result = cardwright.arena.run(
        "swap.py:family", ["mcts:200,random", "rules,random", "first,random"], games=1000, seed=1
    )
    assert [round(series.win_rate, 1) for series in result.series] == [0.7, 0.7, 0.5]


def test_the_python_session():
    parsed = doctest.DocTestParser().get_doctest("".join(blocks("pycon")), {}, "page", None, 0)
    results = doctest.DocTestRunner().run(parsed)
    assert results.attempted == 4
    assert results.failed == 0
