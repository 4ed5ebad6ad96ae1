"""What a person at the terminal is told: what is wrong with a file."""

from __future__ import annotations

import os

import pytest
from typed_console import played

from cardwright.agents import make


@pytest.mark.parametrize(
    ("line", "file"), [("s .", "./game.json"), ("s! {}", "{}/game.json"), ("save {}/", "{}/game.json")]
)
def test_a_folder_is_not_a_file_to_save_to(kuhn_game, tmp_path, line, file):
    file = file.format(tmp_path).replace("/game", f"{os.sep}game")
    _, shown = played(kuhn_game, line.format(tmp_path), seats=[None, make("first")], width=1000)
    assert f" is a folder; name a file in it: s {file}\n" in shown
    assert "s!" not in shown
