"""Links and files of others in the folder of a run, and disks that are full: nothing is overwritten or deleted."""

from __future__ import annotations

import io
import os
import shutil
import sys

import polars
import pytest

from cardwright import arena, report
from cardwright.arena import actions
from cardwright.arena.parquet import parquet_read, without_panics
from cardwright.cli.main import run
from cardwright.core.errors import BadData

SERIES = ["2*random"]
PRECIOUS = b"precious"


def play(folder, **changes):
    return arena.run("kuhn", SERIES, **{"games": 20, "seed": 5, "log": folder, "actions": True, "jobs": 1} | changes)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """The folder of a run that was killed, with three blocks, and beside it a precious file."""
    monkeypatch.setattr(actions, "BLOCK", 7)
    (tmp_path / "precious").write_bytes(PRECIOUS)
    play(tmp_path / "log", replays=2)
    log = actions.ActionLog(tmp_path / "log" / "actions.parquet")
    log._split([polars.Series(range(20)).to_numpy()])
    return tmp_path / "log"


@pytest.mark.parametrize("name", [".actions.parquet.joining", ".games.llm.jsonl.new", ".0000-000000.parquet"])
def test_links_under_names_that_can_be_guessed_are_not_followed(folder, name):
    (folder / name).symlink_to(folder.parent / "precious")
    play(folder, games=30, resume=True)
    assert (folder.parent / "precious").read_bytes() == PRECIOUS
    assert (folder / name).is_symlink()


@pytest.mark.parametrize("name", ["actions.parquet", "actions.json", "games.json", "games.parquet"])
def test_links_under_names_of_the_log_are_replaced(folder, name):
    target = folder.parent / f"other {name}"
    shutil.move(folder / name, target)
    before = target.read_bytes()
    (folder / name).symlink_to(target)
    play(folder, games=30, resume=True)
    assert target.read_bytes() == before
    assert not (folder / name).is_symlink()
    assert report.load(folder).games.height == 30


@pytest.mark.parametrize("name", ["games.json", "games.parquet"])
def test_a_link_to_nothing_under_a_name_of_the_log_is_kept(tmp_path, name):
    (tmp_path / name).symlink_to(tmp_path / "nothing")
    with pytest.raises(BadData, match=f"{name} already exists; resume the run or choose another log"):
        play(tmp_path)
    assert os.listdir(tmp_path) == [name]


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX systems")
def test_a_report_of_something_that_is_no_log_says_so(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(BadData, match="pipe is a device or a pipe, not a file"):
        report.load(tmp_path / "pipe")
    (tmp_path / "note.txt").touch()
    with pytest.raises(BadData, match=r"note.txt is not a log, which is a folder or a .parquet file"):
        report.load(tmp_path / "note.txt")


@pytest.mark.parametrize("name", ["replays", "actions.parts"])
def test_a_linked_subfolder_is_refused(folder, name):
    shutil.move(folder / name, folder.parent / "elsewhere")
    (folder / name).symlink_to(folder.parent / "elsewhere")
    before = sorted(os.listdir(folder.parent / "elsewhere"))
    with pytest.raises(BadData, match=f"{name}: a symbolic link"):
        play(folder, games=30, replays=5, resume=True)
    assert sorted(os.listdir(folder.parent / "elsewhere")) == before


@pytest.mark.parametrize(
    "name",
    [
        "a-b.parquet",
        "1-2-3.parquet",
        "notes.txt",
        "0000.parquet",
        "00001-000001.parquet",
        ".0000-000000.parquet",
        "0000-0000²0.parquet",
    ],
)
def test_other_files_among_the_blocks_are_refused(folder, name):
    (folder / "actions.parts" / name).write_bytes(PRECIOUS)
    with pytest.raises(BadData, match="not a file of this run"):
        play(folder, games=30, resume=True)
    assert (folder / "actions.parts" / name).read_bytes() == PRECIOUS


def test_a_link_or_a_folder_in_place_of_a_block_is_refused(folder):
    block = folder / "actions.parts" / "0000-000001.parquet"
    for make in (lambda: block.symlink_to(folder.parent / "precious"), block.mkdir):
        block.unlink()
        make()
        with pytest.raises(BadData, match=r"0000-000001\.parquet: not a file of this run"):
            play(folder, games=30, resume=True)
    assert (folder.parent / "precious").read_bytes() == PRECIOUS


@pytest.mark.parametrize("name", ["actions.gone", "actions.new"])
def test_folders_of_the_user_stay(folder, name):
    (folder / name).mkdir()
    (folder / name / "notes.txt").write_bytes(PRECIOUS)
    play(folder, games=30, resume=True)
    assert (folder / name / "notes.txt").read_bytes() == PRECIOUS


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes")
@pytest.mark.parametrize("name", ["games.json", "games.parquet", "actions.json", "actions.parquet"])
def test_a_pipe_in_place_of_a_log_is_refused(folder, name):
    shutil.rmtree(folder / "actions.parts")
    (folder / name).unlink()
    os.mkfifo(folder / name)
    for read in (report.load, lambda log: play(log, games=30, resume=True)):
        with pytest.raises(BadData, match=f"{name} is a device or a pipe"):
            read(folder)


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="file names are Unicode")
def test_a_name_that_is_not_utf_8_is_refused(tmp_path):
    with pytest.raises(BadData, match="must be UTF-8"):
        play(tmp_path / os.fsdecode(b"\xff"))


def no_space(*_: object, **__: object) -> None:
    raise polars.exceptions.ComputeError("underlying IO error: No space left on device (os error 28)")


@pytest.mark.parametrize("method", ["DataFrame.write_parquet", "LazyFrame.sink_parquet"])
def test_a_full_disk_is_reported_in_one_sentence(tmp_path, monkeypatch, refused, method):
    """Polars raises an error of its own, which does not say that it comes from the system."""
    command = ["arena", "kuhn", "--seats", *SERIES, "--games", "20", "--seed", "5", "--log", str(tmp_path), "--actions"]
    kind, name = method.split(".")
    usual = getattr(getattr(polars, kind), name)

    def write(frame, file, **options):
        return no_space() if not isinstance(file, io.BytesIO) else usual(frame, file, **options)

    with monkeypatch.context() as patches:
        patches.setattr(getattr(polars, kind), name, write)
        refused(command, "no space left on device")
    assert not [each for each in tmp_path.rglob(".*")]
    assert run([*command, "--resume"]) == 0


def test_what_rust_prints_about_a_damaged_file_is_not_shown(capfd):
    """Rust writes to the file descriptor, past the streams of Python."""
    with pytest.raises(BadData, match=r"^damaged$"), parquet_read("damaged"):
        os.write(2, b"thread '<unnamed>' panicked at crates/polars\n") and no_space()
    assert capfd.readouterr().err == ""
    with without_panics(), without_panics():
        os.write(2, b"a warning\n")
    assert capfd.readouterr().err == "a warning\n"
