"""What a person at the terminal is told: who plays, why it takes a while, and what is wrong with a file."""

from __future__ import annotations

import os

import pytest
from typed_console import played

from cardwright import cgdl
from cardwright.agents import make
from cardwright.core.compiling import jit
from cardwright.play import opponents


@pytest.mark.parametrize(
    ("line", "file"), [("s .", "./game.json"), ("s! {}", "{}/game.json"), ("save {}/", "{}/game.json")]
)
def test_a_folder_is_not_a_file_to_save_to(kuhn_game, tmp_path, line, file):
    file = file.format(tmp_path).replace("/game", f"{os.sep}game")
    _, shown = played(kuhn_game, line.format(tmp_path), seats=[None, make("first")], width=1000)
    assert f" is a folder; name a file in it: s {file}\n" in shown
    assert "s!" not in shown


def test_a_card_in_the_line_is_never_taken_for_what_another_card_is_for():
    """`lay off` alone would be the two of hearts, and 6c would be what is discarded then."""
    start = {"T0": ["Kh", "9c"], "P1": {"hand": ["Kc", "Ks", "Ad", "Ac", "2h", "5c", "6c"]}}
    game = cgdl.game("canasta", stage="play", **start)
    _, shown = played(game, "take the pile", "lay off 6c", seats=[None, *[make("first")] * 3], width=1000)
    assert "your first melds must count at least 50 before you do anything else" in shown
    assert "You lay off" not in shown


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        ("random", "random"),
        ("rules", "a rule-based player"),
        ("rules:slips=0.3", "a rule-based player that makes mistakes"),
        ("mcts:200+points=1.0", "a search of 200 games"),
        ("mcts:1600+threads=2", "a search of 1,600 games"),
        ("mcts:1s", "a search of 1 second"),
        ("mcts:500ms+points=0.5", "a search of 0.5 seconds"),
        ("lookahead:2", "a search 2 decisions ahead"),
        ("strongest", "the strongest player of this game"),
    ],
)
def test_opponents_are_described_in_words(agent, words):
    assert make(agent).description == words


def test_the_first_line_describes_the_opponents(kuhn_game):
    _, shown = played(kuhn_game, seats=[None, make("lookahead:2")])
    assert "P1 is you, P2 is a search 2 decisions ahead; h for help" in shown


class Busy:
    """A compiler that is at work until somebody waits for it."""

    is_alive = staticmethod(lambda: True)
    join = staticmethod(lambda: None)
    kill = staticmethod(lambda: None)


def test_whoever_waits_for_an_opponent_is_told_so_in_plain_words(kuhn_game, monkeypatch, capsys):
    monkeypatch.setattr(opponents, "are_compiled", lambda game, agents: False)
    monkeypatch.setattr(opponents, "_start_compiler", lambda game, agents: Busy)
    played(kuhn_game, "pass", seats=[None, make("mcts:5")])
    assert capsys.readouterr().err == "P2 is getting ready, which takes up to a minute the first time ...\n"


@pytest.mark.skipif(not jit.COMPILED, reason="Numba is switched off")
def test_so_is_whoever_waits_for_a_hint(kuhn_game, monkeypatch, capsys):
    monkeypatch.setattr(jit.numba_hooks, "on_compiling", lambda announce: announce())
    monkeypatch.setattr(jit, "_announcer", jit._Announcer())
    played(kuhn_game, "hint", seats=[None, make("random")])
    assert capsys.readouterr().err == "the search is getting ready, which takes up to a minute the first time ...\n"
