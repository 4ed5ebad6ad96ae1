"""Files are read, written and removed without following links, waiting for pipes or touching files of others."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys

import pytest

from cardwright.core import data, files
from cardwright.core.errors import BadData


@pytest.fixture(autouse=True)
def _new_process():
    """Let every test look for leftovers, as a new process does."""
    files._remove_leftovers.cache_clear()


@pytest.mark.parametrize(
    ("name", "complaint"),
    [
        ("", "a folder; name a file"),
        ("/", "a folder; name a file"),
        ("a file/x", "not a directory"),
        ("no folder/x", "no such file or directory"),
        ("x" * 300, "too long"),
        ("nul\0", "null character"),
    ],
)
def test_what_is_no_place_for_a_file_is_refused(tmp_path, name, complaint):
    (tmp_path / "a file").touch()
    for check in (files.check_target, lambda path: files.write(path, "x")):
        with pytest.raises(BadData, match=complaint):
            check(tmp_path / name)
    assert [each.name for each in tmp_path.iterdir()] == ["a file"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_devices_and_pipes_are_not_replaced(tmp_path):
    """An administrator who wrote to /dev/null would replace it for everybody."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    for path in (pipe, tmp_path / "link"):
        with pytest.raises(BadData, match="is a device or a pipe, not a file"):
            files.write(path, "x")
    assert pipe.is_fifo()


def test_the_longest_name_of_a_file_can_be_written(tmp_path):
    files.write(tmp_path / ("x" * 255), "x")
    assert [len(each.name) for each in tmp_path.iterdir()] == [255]


def test_no_folder_can_be_made_where_a_file_is(tmp_path):
    (tmp_path / "a file").touch()
    for name, complaint in (
        ("a file", "a folder is needed"),
        ("a file/x", "a folder is needed"),
        ("a\0", "null"),
    ):
        with pytest.raises(BadData, match=complaint):
            files.make_folder(tmp_path / name)


def test_writing_is_all_or_nothing(tmp_path):
    path = tmp_path / "out.txt"
    files.write(path, "one")
    with pytest.raises(BadData):
        files.write(tmp_path / "no" / "such" / "folder.txt", "two")
    with pytest.raises((BadData, UnicodeEncodeError)):
        files.write(path, "\ud800")
    assert path.read_text() == "one"
    assert [each.name for each in tmp_path.iterdir()] == ["out.txt"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
@pytest.mark.parametrize("name", ["pipe", "link", "/dev/zero"])
def test_pipes_and_devices_are_not_read(tmp_path, name):
    """Opening a pipe would wait for a writer forever."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to(tmp_path / "pipe")
    for read in (data.read, data.read_text, files.open_to_read):
        with pytest.raises(BadData, match="is a device or a pipe, not a file"):
            read(tmp_path / name)


def test_a_link_is_replaced_and_not_followed(tmp_path):
    (tmp_path / "precious").write_text("precious", encoding="utf-8")
    for target in ("precious", "missing"):
        (tmp_path / "link").unlink(missing_ok=True)
        (tmp_path / "link").symlink_to(tmp_path / target)
        files.write(tmp_path / "link", "new")
        assert not (tmp_path / "link").is_symlink()
        assert (tmp_path / "link").read_text(encoding="utf-8") == "new"
    assert (tmp_path / "precious").read_text(encoding="utf-8") == "precious"
    assert sorted(os.listdir(tmp_path)) == ["link", "precious"]


def test_nothing_is_added_to_the_target_of_a_link(tmp_path):
    files.append(tmp_path / "notes", "one\n")
    files.append(tmp_path / "notes", "two\n")
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "one\ntwo\n"
    for target in ("notes", "missing"):
        (tmp_path / "link").unlink(missing_ok=True)
        (tmp_path / "link").symlink_to(tmp_path / target)
        with pytest.raises(BadData, match="link: a symbolic link"):
            files.append(tmp_path / "link", "three\n")
    with pytest.raises(BadData, match="link: a symbolic link"):
        files.open_to_read(tmp_path / "link", follow=False)
    assert (tmp_path / "notes").read_text(encoding="utf-8") == "one\ntwo\n"
    assert not (tmp_path / "missing").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
def test_nothing_is_added_to_a_pipe(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadData, match="pipe: no such device"):
        files.append(tmp_path / "pipe", "x")


@pytest.mark.parametrize(
    ("error", "raised"),
    [(KeyError("x"), "x"), (OSError(28, "No space left on device"), "out: no space left on device")],
)
def test_a_failed_block_changes_nothing(tmp_path, error, raised):
    files.write(tmp_path / "out", "old")

    def fail(*_: object) -> None:
        raise error

    for block in (files.replacing(tmp_path / "out"), files.new_folder(tmp_path / "new out")):
        with pytest.raises((KeyError, BadData), match=raised), block as made:
            fail(made.write(b"half") if isinstance(made, io.BufferedRandom) else (made / "x").touch())
    assert os.listdir(tmp_path) == ["out"]
    assert (tmp_path / "out").read_bytes() == b"old"


def test_a_run_keeps_its_files_in_its_own_folder(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "elsewhere")
    (tmp_path / "dangling").symlink_to(tmp_path / "missing")
    assert files.own_folder(tmp_path / "own").is_dir()
    with pytest.raises(BadData, match="a symbolic link; a run keeps"):
        files.own_folder(tmp_path / "link")
    with pytest.raises(BadData, match="a file is where a folder is needed"):
        files.own_folder(tmp_path / "dangling")
    assert files.make_folder(tmp_path / "link").is_dir()  # the user named it


@pytest.mark.parametrize("foreign", [[], ["notes.txt"]])
def test_only_files_that_the_run_made_are_discarded(tmp_path, foreign):
    folder = files.own_folder(tmp_path / "parts")
    for name in ("1.part", "2.part", *foreign):
        (folder / name).touch()
    files.discard(folder, re.compile(r"\d\.part"))
    assert [str(each.relative_to(tmp_path)) for each in tmp_path.rglob("*.*")] == [f"parts/{each}" for each in foreign]


WRITER = """
import os, signal, sys
from pathlib import Path
from cardwright.core import files
with files.replacing("out.txt") as file, files.new_folder(Path("folder")) as folder:
    file.write(b"half")
    (folder / "x").touch()
    print("begun", flush=True)
    sys.stdin.readline()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="kills as POSIX systems do")
def test_what_a_killed_program_leaves_is_removed_by_the_next(tmp_path):
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    program = subprocess.Popen(
        [sys.executable, "-c", WRITER], cwd=tmp_path, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert program.stdout.readline() == b"begun\n"
    half = sorted(os.listdir(tmp_path))
    assert [files.TEMPORARY.fullmatch(each) is not None for each in half] == [True, True]
    (tmp_path / ".mine.0123456789abcdef.cardwright").symlink_to(tmp_path / "precious")
    (tmp_path / ".notes.cardwright").touch()
    files.write(tmp_path / "out.txt", "other")
    assert set(half) < set(os.listdir(tmp_path))  # the program still runs
    program.kill()
    program.communicate()
    files._remove_leftovers.cache_clear()
    files.write(tmp_path / "out.txt", "other")
    assert sorted(os.listdir(tmp_path)) == [".mine.0123456789abcdef.cardwright", ".notes.cardwright", "out.txt"]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_temporary_files_of_other_users_stay(tmp_path):
    name = ".x.0123456789abcdef.cardwright"
    (tmp_path / name).touch()
    os.chown(tmp_path / name, 12345, 12345)
    files.write(tmp_path / "out", "")
    assert sorted(os.listdir(tmp_path)) == [name, "out"]
