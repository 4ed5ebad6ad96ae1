"""A search for new games that somebody made on purpose cannot write outside its folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import samples

from cardwright.cli.main import run
from cardwright.core import files
from cardwright.core.errors import BadData
from cardwright.generate.games.checkpoint import FILE, load


@pytest.mark.parametrize("name", ["../x", "/tmp/x", "..\\x", ".x", "a/b", "C:x", "x" * 300, "", " ", "a\nb", "a\0b"])
def test_a_name_that_leaves_its_folder_is_no_file_name(name: str) -> None:
    with pytest.raises(BadData, match="cannot be the name of a file"):
        files.file_name(name)


@pytest.mark.parametrize("name", ["../../escaped", "/tmp/escaped", "..\\\\escaped", ".escaped", "a/escaped"])
@pytest.mark.parametrize("place", ["archive", "nursery"])
def test_a_search_whose_games_leave_the_folder_is_refused(tmp_path: Path, name: str, place: str) -> None:
    saved = samples.evolution()
    saved[place][0]["text"] = saved[place][0]["text"].replace('game "UNO"', f'game "{name}"')
    folder = tmp_path / "one" / "two"
    folder.mkdir(parents=True)
    (folder / FILE).write_text(json.dumps(saved))
    with pytest.raises(BadData, match=rf"evolution.json: {place}.0: .*cannot be the name of a file"):
        load(folder)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [FILE]


def test_a_crafted_search_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = samples.evolution()
    saved["archive"][0]["text"] = saved["archive"][0]["text"].replace('game "UNO"', 'game "../../escaped"')
    (tmp_path / FILE).write_text(json.dumps(saved))
    assert run(["cgdl", "evolve", "--evaluations", "1", "--out", str(tmp_path), "--resume"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "cannot be the name of a file" in error


@pytest.mark.parametrize("place", ["archive", "nursery"])
def test_a_search_without_a_verdict_is_refused(tmp_path: Path, place: str) -> None:
    saved = samples.evolution()
    judgement = saved[place][0]["judgement"]
    del judgement["length" if place == "archive" else "reads"]
    (tmp_path / FILE).write_text(json.dumps(saved))
    with pytest.raises(BadData, match=rf"evolution.json: {place}.0: judgement: the stages must be"):
        load(tmp_path)


def test_an_unknown_game_of_a_search_for_cards_is_named_with_its_file(tmp_path: Path, refused) -> None:
    saved = samples._card_search("spire")
    saved["settings"]["game"] = "no-such-game"
    (tmp_path / "search.json").write_text(json.dumps(saved), encoding="utf-8")
    words = ["generate", "cards", "spire", "--out", str(tmp_path), "--resume"]
    refused(words, f"{tmp_path / 'search.json'}: unknown game 'no-such-game'")
