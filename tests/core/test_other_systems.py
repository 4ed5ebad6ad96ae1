"""What differs on Windows and macOS, simulated here: locks, files in use, processes, line ends, encodings, paths."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import cardwright
from cardwright import cgdl
from cardwright.agents import spec
from cardwright.core import data, files, registry
from cardwright.core.errors import BadData
from cardwright.core.working import pool

LEFTOVER = ".x.0123456789abcdef.cardwright"
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture
def windows(monkeypatch):
    """Files have no locks, and who replaces one that is being read is refused."""
    monkeypatch.setattr(files, "fcntl", None)
    monkeypatch.setattr(files, "SECONDS_BETWEEN", 0)
    files._remove_leftovers.cache_clear()


def test_a_file_is_replaced_when_its_reader_is_done(tmp_path, windows, monkeypatch):
    replace, refused = os.replace, [PermissionError(13, "in use")] * 3

    def sometimes(*paths):
        if refused:
            raise refused.pop()
        replace(*paths)

    monkeypatch.setattr(os, "replace", sometimes)
    files.write(tmp_path / "x", "new")
    assert not refused
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("x", "new")]


def test_a_file_that_stays_in_use_is_an_error_in_one_sentence(tmp_path, windows, monkeypatch):
    def never(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "replace", never)
    with pytest.raises(BadData, match="x: permission denied"):
        files.write(tmp_path / "x", "new")
    assert list(tmp_path.iterdir()) == []


def test_leftover_files_are_removed_while_nobody_has_them_open(tmp_path, windows, monkeypatch):
    """The program itself must not hold open what it removes."""
    (tmp_path / LEFTOVER).touch()
    (tmp_path / LEFTOVER.replace("x", "y")).mkdir()  # a folder may be in use
    opened: list[str] = []
    monkeypatch.setattr(os, "open", lambda path, *rest, open=os.open: opened.append(str(path)) or open(path, *rest))
    files.write(tmp_path / "z", "")
    assert sorted(each.name for each in tmp_path.iterdir()) == [LEFTOVER.replace("x", "y"), "z"]
    assert str(tmp_path / LEFTOVER) not in opened


@pytest.mark.parametrize("name", ["con", "NUL.json", "Lpt1.cgdl", "rummy.", "rummy ", "a:b"])
def test_names_that_windows_cannot_store_are_refused_everywhere(name):
    with pytest.raises(BadData, match="cannot be the name of a file"):
        files.file_name(name)
    assert files.file_name("connect-4") == "connect-4"


def test_windows_waits_for_no_more_than_61_processes(monkeypatch):
    asked = []
    monkeypatch.setattr(ProcessPoolExecutor, "__init__", lambda self, jobs, *_: asked.append(jobs))
    monkeypatch.setattr(pool, "MOST_PROCESSES", 61)
    pool.ProcessPool(8)
    pool.ProcessPool(96)
    assert asked == [8, 61]


def test_lines_may_end_as_on_windows(tmp_path):
    (tmp_path / "game.cgdl").write_bytes(cgdl.source("uno").replace("\n", "\r\n").encode("utf-8-sig"))
    assert cgdl.load(tmp_path / "game.cgdl") == cgdl.load("uno")
    (tmp_path / "x.yaml").write_bytes("\ufeffa:\r\n  - ♠\r\n  - b\r\n".encode())
    assert data.read(tmp_path / "x.yaml").value == {"a": ["♠", "b"]}


def test_the_letter_of_a_drive_is_no_family_of_games_and_no_agent():
    assert registry.is_file(r"C:\games\my_game.py:family")
    assert spec._split(r"C:\agents\mine.py:Careful:3") == (r"C:\agents\mine.py", "Careful", "3")


def test_stubs_are_ascii():
    """The library that reads them opens them in the encoding of the system."""
    for stub in Path(cardwright.__file__).parent.rglob("*.pyi"):
        assert stub.read_bytes().isascii(), stub


def test_files_are_opened_with_an_encoding(tmp_path):
    """Python itself warns of those that are not."""
    code = (
        "import warnings; warnings.filterwarnings('error', category=EncodingWarning, module='cardwright')\n"
        "from cardwright.cli.main import run\n"
        "assert run(['cgdl', 'rules', 'uno']) == 0\n"
    )
    command = [sys.executable, "-X", "warn_default_encoding", "-c", code]
    done = subprocess.run(command, env=ENVIRONMENT, cwd=tmp_path, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
