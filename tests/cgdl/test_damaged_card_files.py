"""Damaged files are read or refused in one sentence; benchmarks/damaged_card_files.py reads many more."""

from __future__ import annotations

import json
from pathlib import Path

import card_file_damage
import pytest

from cardwright.cli.main import run
from cardwright.core import data
from cardwright.core.errors import BadData

FILES = 150


@pytest.mark.parametrize("kind", card_file_damage.FORMATS, ids=lambda kind: kind.name)
def test_the_undamaged_files_are_read(kind: card_file_damage.Format, tmp_path: Path) -> None:
    path = tmp_path / kind.suffix
    path.write_bytes(card_file_damage._written(kind.sources()[0], kind.suffix))
    kind.read(path)


@pytest.mark.parametrize("kind", card_file_damage.FORMATS, ids=lambda kind: kind.name)
def test_a_damaged_file_is_read_or_refused_in_one_sentence(kind: card_file_damage.Format) -> None:
    report = card_file_damage.run(kind, FILES, seed=1)
    assert report.violations == []
    assert report.refused > FILES / 4


@pytest.mark.parametrize("name", ["../x", "/tmp/x", "..\\x", ".x", "a/b", "C:x", "x" * 300, "", " ", "a\nb", "a\0b"])
def test_a_name_that_leaves_its_folder_is_no_file_name(name: str) -> None:
    with pytest.raises(BadData, match="cannot be the name of a file"):
        data.file_name(name)


@pytest.mark.parametrize("name", ["../../escaped", "/tmp/escaped", "..\\\\escaped", ".escaped", "a/escaped"])
@pytest.mark.parametrize("place", ["archive", "nursery"])
def test_a_search_whose_games_leave_the_folder_is_refused(tmp_path: Path, name: str, place: str) -> None:
    (saved,) = card_file_damage.searches()
    saved[place][0]["text"] = saved[place][0]["text"].replace('game "UNO"', f'game "{name}"')
    folder = tmp_path / "one" / "two"
    folder.mkdir(parents=True)
    (folder / card_file_damage.FILE).write_text(json.dumps(saved))
    with pytest.raises(BadData, match=rf"evolution.json: {place}.0: .*cannot be the name of a file"):
        card_file_damage.load(folder)
    assert [path.name for path in tmp_path.rglob("*") if path.is_file()] == [card_file_damage.FILE]


def test_a_crafted_search_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (saved,) = card_file_damage.searches()
    saved["archive"][0]["text"] = saved["archive"][0]["text"].replace('game "UNO"', 'game "../../escaped"')
    (tmp_path / card_file_damage.FILE).write_text(json.dumps(saved))
    assert run(["cgdl", "evolve", "--evaluations", "1", "--out", str(tmp_path), "--resume"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    assert "cannot be the name of a file" in error


@pytest.mark.parametrize("place", ["archive", "nursery"])
def test_a_search_without_a_verdict_is_refused(tmp_path: Path, place: str) -> None:
    (saved,) = card_file_damage.searches()
    judgement = saved[place][0]["judgement"]
    del judgement["length" if place == "archive" else "reads"]
    (tmp_path / card_file_damage.FILE).write_text(json.dumps(saved))
    with pytest.raises(BadData, match=rf"evolution.json: {place}.0: judgement: the stages must be"):
        card_file_damage.load(tmp_path)
