"""Machine code is read only from a folder that nobody else can write."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardwright.agents.llm.cache import answers
from cardwright.core.compiling import cache as cache_module
from cardwright.core.compiling.jit import _Announcer, cache_folder

pytestmark = pytest.mark.skipif(not hasattr(os, "getuid"), reason="no POSIX modes")


@pytest.fixture
def found(monkeypatch, tmp_path):
    """Return the cache that is used when the variable names a folder of this name in `tmp_path`."""

    def find(name: str = "cache") -> cache_module.Cache:
        monkeypatch.setenv(cache_module.VARIABLE, str(tmp_path / name))
        monkeypatch.setenv(cache_module.TEMPORARY, "")
        for each in (cache_module.cache, cache_module._temporary_folder, cache_module.warn_not_kept):
            monkeypatch.setattr(cache_module, each.__name__, functools.cache(each.__wrapped__))
        return cache_module.cache()

    return find


def test_a_new_folder_is_private(found, tmp_path) -> None:
    assert found() == (tmp_path / "cache", True)
    assert (tmp_path / "cache").stat().st_mode & 0o777 == 0o700


def test_a_folder_that_only_the_user_can_write_is_used(found, tmp_path) -> None:
    (tmp_path / "cache").mkdir(mode=0o755)
    (tmp_path / "cache/index.nbi").touch(mode=0o644)
    assert found() == (tmp_path / "cache", True)


@pytest.mark.parametrize("open_to_others", ["", "cache", "cache/room", "cache/room/index.nbi"])
def test_a_folder_that_others_can_write_is_not_used(found, tmp_path, capsys, open_to_others) -> None:
    (tmp_path / "cache/room").mkdir(parents=True)
    (tmp_path / "cache/room/index.nbi").touch(mode=0o644)
    (tmp_path / open_to_others).chmod(0o777)
    assert found().kept == open_to_others.startswith("cache/")
    folder = cache_module.subfolder("room").parent
    assert tmp_path not in folder.parents
    assert folder.stat().st_mode & 0o777 == 0o700
    [line] = capsys.readouterr().err.splitlines()
    assert line.startswith(f"cardwright: {tmp_path / open_to_others} can be written by other users, so ")
    assert os.environ[cache_module.TEMPORARY] == str(folder)


def test_files_of_another_user_are_not_read(found, tmp_path, monkeypatch) -> None:
    found()
    me = os.getuid()
    monkeypatch.setattr(os, "getuid", lambda: me + 1)
    assert not found().kept


def test_modes_in_a_private_folder_do_not_matter(found, tmp_path) -> None:
    """Under a lax umask, Numba's files can be written by everybody who can reach them."""
    found()
    (tmp_path / "cache/room").mkdir()
    (tmp_path / "cache/room").chmod(0o777)
    assert cache_module.subfolder("room") == tmp_path / "cache/room"


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can give files away")
def test_a_file_that_another_user_planted_is_not_read(found, tmp_path, capsys) -> None:
    (tmp_path / "cache/room").mkdir(parents=True)
    (tmp_path / "cache/room/index.nbi").touch(mode=0o644)
    os.chown(tmp_path / "cache/room/index.nbi", 12345, 12345)
    assert found().kept
    assert tmp_path not in cache_module.subfolder("room").parents
    assert "index.nbi belongs to another user" in capsys.readouterr().err


def test_a_sticky_parent_is_trusted(found, tmp_path) -> None:
    (tmp_path / "shared").mkdir()
    (tmp_path / "shared").chmod(0o1777)
    assert found("shared/cache").kept


def test_a_link_leads_to_the_folder_that_counts(found, tmp_path) -> None:
    (tmp_path / "open/cache").mkdir(parents=True)
    (tmp_path / "open").chmod(0o777)
    (tmp_path / "link").symlink_to(tmp_path / "open/cache")
    assert not found("link").kept


def test_a_folder_that_cannot_be_made_is_reported(found, tmp_path, capsys) -> None:
    (tmp_path / "file").touch()
    assert not found("file/cache").kept
    assert "cannot be used (not a directory), so compiled code is not kept" in capsys.readouterr().err


def test_planted_code_is_not_run_and_nothing_is_left_behind(tmp_path) -> None:
    """Every file in the shared folder is a pickle that creates a file when it is read."""
    cache, temporary = tmp_path / "cache", tmp_path / "temporary"
    temporary.mkdir()
    script = "from cardwright.core.compiling.jit import kernel\nfrom probe import twice\nprint(twice(21))"
    (tmp_path / "probe.py").write_text(
        "from cardwright.core.compiling.jit import kernel\n\n@kernel\ndef twice(x):\n    return 2 * x\n"
    )
    environment = os.environ | {
        "CARDWRIGHT_CACHE": str(cache),
        "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
        "TMPDIR": str(temporary),
        "NUMBA_DISABLE_JIT": "0",
    }

    def run() -> subprocess.CompletedProcess[str]:
        return subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True)

    assert run().stdout == "42\n"
    planted = f"cos\nsystem\n(S'touch {tmp_path / 'executed'}'\ntR.".encode()
    indices = [path for path in cache.rglob("*") if path.is_file()]
    for path in indices:
        path.write_bytes(planted)
    cache.chmod(0o777)
    done = run()
    assert indices
    assert done.stdout == "42\n"
    assert "can be written by other users" in done.stderr
    assert not (tmp_path / "executed").exists()
    assert not os.listdir(temporary)


def test_a_full_disk_keeps_nothing_and_stops_nothing(tmp_path) -> None:
    """A limit on the size of files stands in for the disk."""
    import resource

    (tmp_path / "probe.py").write_text(
        "from cardwright.core.compiling.jit import kernel\n\n@kernel\ndef twice(x):\n    return 2 * x\n"
    )
    done = subprocess.run(
        [sys.executable, "-B", "-c", "from probe import twice\nprint(twice(21), twice(2.5))"],
        env=os.environ
        | {
            "CARDWRIGHT_CACHE": str(tmp_path / "cache"),
            "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path]),
            "NUMBA_DISABLE_JIT": "0",
        },
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert done.stdout == "42 5.0\n"
    [line] = done.stderr.splitlines()
    assert line.startswith(f"cardwright: {tmp_path / 'cache'}")
    assert "cannot be written (file too large), so compiled code is not kept; name another folder" in line
    assert not [each for each in (tmp_path / "cache").rglob("*.nb*") if each.stat().st_size]


def test_worker_processes_use_the_temporary_folder(found, tmp_path) -> None:
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    temporary = found().folder
    cache_module.cache.cache_clear()
    assert cache_module.cache() == (temporary, False)


def test_replies_of_language_models_are_never_kept_in_a_temporary_folder(found, tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("CARDWRIGHT_ANSWERS", raising=False)
    (tmp_path / "cache").mkdir()
    (tmp_path / "cache").chmod(0o777)
    assert not found().kept
    assert answers().folder == tmp_path / "cache/answers"


def aged(path: Path, days: float) -> Path:
    then = time.time() - days * 24 * 60 * 60
    os.utime(path, (then, then))
    return path


@pytest.fixture
def full(found, tmp_path):
    """A cache with more folders of its own than it keeps, of which it has used ten today."""
    root = found().folder
    for k in range(40):
        aged(cache_module.subfolder(f"{k:08x}-0.68.1"), 40 - k if k < 30 else 0)
    return root


def names(root: Path) -> set[str]:
    return {each.name for each in root.iterdir()}


def test_old_folders_of_machine_code_are_dropped(full) -> None:
    cache_module.drop_old_folders(full)
    assert names(full) == {f"{k:08x}-0.68.1" for k in range(16, 40)}


def test_folders_that_were_used_today_are_kept(full) -> None:
    for each in full.iterdir():
        aged(each, 0.5)
    cache_module.drop_old_folders(full)
    assert len(names(full)) == 40


def test_nothing_is_dropped_that_the_cache_did_not_make(full, tmp_path) -> None:
    """Neither the user's own folders, nor replies, nor folders named like its own, nor what a link leads to."""
    foreign = tmp_path / "foreign"
    others = [foreign, full / "thesis", full / "answers/ab", full / "ffffffff-0.68.1", full / "eeeeeeee-0.68.1"]
    for folder in others:
        folder.mkdir(parents=True)
        (folder / "mine.txt").write_text("mine")
    (full / "eeeeeeee-0.68.1" / cache_module.TAG).write_text("the mark of another program")
    (full / "thesis" / cache_module.TAG).write_bytes(cache_module.MARK)
    (foreign / cache_module.TAG).write_bytes(cache_module.MARK)
    (full / "dddddddd-0.68.1").symlink_to(foreign)
    for folder in (*others, full / "answers"):
        aged(folder, 1000)
    cache_module.drop_old_folders(full)
    assert all((folder / "mine.txt").read_text() == "mine" for folder in others)
    assert (full / "dddddddd-0.68.1").is_symlink()
    assert len(names(full)) == 24 + 5


def test_links_in_an_old_folder_are_not_followed(full, tmp_path) -> None:
    (tmp_path / "foreign").mkdir()
    (tmp_path / "foreign/mine.txt").touch()
    oldest = full / f"{0:08x}-0.68.1"
    (oldest / "link").symlink_to(tmp_path / "foreign")
    aged(oldest, 50)
    cache_module.drop_old_folders(full)
    assert not oldest.exists()
    assert (tmp_path / "foreign/mine.txt").exists()


def test_a_folder_that_was_there_before_is_not_marked(found) -> None:
    folder = found().folder / "ffffffff-0.68.1"
    folder.mkdir()
    assert cache_module.subfolder(folder.name) == folder
    assert not list(folder.iterdir())


def test_the_folder_for_kernels_has_a_name_that_is_recognised() -> None:
    assert cache_module._OWN_NAME.fullmatch(cache_folder().name)


@pytest.mark.parametrize("kept", [True, False])
def test_once_on_this_machine_is_only_said_if_it_is_true(monkeypatch, capsys, kept) -> None:
    monkeypatch.setattr("cardwright.core.compiling.jit.cache", lambda: cache_module.Cache(Path(), kept))
    _Announcer().announce()
    assert capsys.readouterr().err == f"compiling the rules{', once on this machine' if kept else ''} ...\n"
