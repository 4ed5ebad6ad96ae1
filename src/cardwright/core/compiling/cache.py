"""The folder for machine code. Numba unpickles its files, so anybody who can write there can run code as the user.

A folder is used only if nobody but the user can write it. Otherwise kernels are compiled into a temporary folder, which
is removed at exit.

The folder may hold other things, such as the replies of language models. The cache marks the folders that it makes
and removes no others.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import platformdirs

from .. import files
from ..errors import CardwrightError, reason
from ..showing.text import one_line

VARIABLE = "CARDWRIGHT_CACHE"
TEMPORARY = "CARDWRIGHT_TEMPORARY_CACHE"  # tells worker processes of a temporary folder, which replies must not go to
SAFE_OWNERS = (0,)  # besides the user: the administrator can do anything anyway

KEPT_FOLDERS = 24
DAY = 24 * 60 * 60
TAG = "CACHEDIR.TAG"  # see https://bford.info/cachedir/: backups leave such folders out
MARK = b"Signature: 8a477f597d28d172789f06886806bc55\n# Machine code that Cardwright made.\n"
_OWN_NAME = re.compile(r"[0-9a-f]{8}-[0-9][0-9a-z.+]*(-bounds|-nobounds)?")  # see `jit.cache_folder`


class Cache(NamedTuple):
    """A folder for machine code."""

    folder: Path
    kept: bool  # whether it outlives the process


@functools.cache
def cache() -> Cache:
    """Return the user's folder for machine code, or a temporary one with a warning if that cannot be used."""
    shared = Path(os.environ.get(TEMPORARY, ""))
    if shared.is_absolute() and shared.is_dir():
        return Cache(shared, kept=False)
    folder, why = wanted_folder()
    if not why:
        return Cache(folder, kept=True)
    warn_not_kept(why)
    return Cache(_temporary_folder(), kept=False)


def wanted_folder() -> tuple[Path, str]:
    """Return the folder that the user or the system names, and why it cannot be used, if so."""
    folder = Path(os.environ.get(VARIABLE) or platformdirs.user_cache_dir("cardwright", appauthor=False))
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder = folder.resolve(strict=True)
        why = next(_threats_around(folder), "")
        if not why and not os.access(folder, os.W_OK):
            why = f"{folder} cannot be written"
    except (OSError, RuntimeError, ValueError) as error:
        why = f"{folder} cannot be used ({reason(error)})"
    return folder, why


def subfolder(name: str) -> Path:
    """Return a folder in the cache for the code of some sources."""
    folder = cache().folder / name
    try:
        _mark(folder)
        why = next(_threats_inside(folder), "")
    except OSError as error:
        why = f"{folder} cannot be used ({reason(error)})"
    if not why:
        return folder
    warn_not_kept(why)
    folder = _temporary_folder() / name
    _mark(folder)
    return folder


def _mark(folder: Path) -> None:
    """Make a folder and mark it as the cache's own; one that is there already stays as it is."""
    with contextlib.suppress(FileExistsError):
        folder.mkdir()
        (folder / TAG).write_bytes(MARK)


def drop_old_folders(root: Path) -> None:
    """Remove the folders of the cache that have not been used for a day, except for the newest ones."""
    folders = sorted(filter(_is_own, root.iterdir()), key=_last_use)
    for folder in folders[:-KEPT_FOLDERS]:
        if _last_use(folder) < time.time() - DAY:  # a newer one can be in use
            shutil.rmtree(folder, ignore_errors=True)


def _is_own(folder: Path) -> bool:
    """Return whether the cache made a folder: it has such a name, and the mark is inside."""
    if not _OWN_NAME.fullmatch(folder.name) or folder.is_symlink():
        return False
    tag = folder / TAG
    try:
        return not tag.is_symlink() and tag.is_file() and tag.read_bytes() == MARK
    except OSError:
        return False


def _last_use(folder: Path) -> float:
    return folder.stat().st_mtime


@contextlib.contextmanager
def alone(path: Path, waiting: Callable[[], object]) -> Iterator[None]:
    """Let one process at a time into this block; call `waiting` before waiting for another one.

    The system opens the lock when a process ends, in whatever way. Where there are no such locks, nobody waits.
    """
    from filelock import FileLock, Timeout  # which takes a while to import, and only compiling needs it

    lock = FileLock(path)
    with contextlib.ExitStack() as stack:
        with contextlib.suppress(OSError, NotImplementedError):
            try:
                stack.enter_context(lock.acquire(blocking=False))
            except Timeout:
                waiting()
                stack.enter_context(lock.acquire())
        yield


@functools.cache
def _temporary_folder() -> Path:
    stack = contextlib.ExitStack()
    try:
        place = Path(tempfile.gettempdir()) / "cardwright"
        folder = stack.enter_context(files.temporary_folder(place, mode=0o700))
    except OSError as error:
        raise CardwrightError(f"there is no folder for temporary files: {error}") from None
    atexit.register(stack.close)
    os.environ[TEMPORARY] = str(folder)
    return folder


@functools.cache
def warn_not_kept(why: str) -> None:
    """Say once why compiled code is not kept."""
    line = one_line(f"cardwright: {why}, so compiled code is not kept; name another folder in {VARIABLE}")
    print(line, file=sys.stderr, flush=True)


def _threats_around(folder: Path) -> Iterator[str]:
    """Yield why others could put files into a folder; nothing on systems without POSIX modes."""
    if not hasattr(os, "getuid"):
        return
    for parent in folder.parents:
        found = parent.stat()
        if found.st_uid not in (os.getuid(), *SAFE_OWNERS):
            yield f"{parent} belongs to another user"
        elif _others_can_write(found) and not found.st_mode & stat.S_ISVTX:  # in /tmp, nobody can replace a folder
            yield f"{parent} can be written by other users"
    yield from _threat(folder)


def _threats_inside(folder: Path) -> Iterator[str]:
    """Yield which files others could have put into a folder when they still could."""
    if not hasattr(os, "getuid"):
        return
    reachable = bool(folder.parent.stat().st_mode & 0o011)  # else the modes of files do not matter
    yield from _threat(folder, reachable)
    for here, folders, others in os.walk(folder):
        for name in (*folders, *others):
            yield from _threat(os.path.join(here, name), reachable)


def _threat(path: str | Path, reachable: bool = True) -> Iterator[str]:
    with contextlib.suppress(FileNotFoundError):  # another process may be removing old files
        found = os.lstat(path)
        if found.st_uid != os.getuid():
            yield f"{path} belongs to another user"
        elif reachable and not stat.S_ISLNK(found.st_mode) and _others_can_write(found):
            yield f"{path} can be written by other users"


def _others_can_write(found: os.stat_result) -> bool:
    writable_by_group = found.st_mode & stat.S_IWGRP and not _is_own_group(found.st_gid)
    return bool(found.st_mode & stat.S_IWOTH or writable_by_group)


@functools.cache
def _is_own_group(group: int) -> bool:
    """Return whether a group is the user's alone, as many systems create one for each user."""
    import grp
    import pwd

    try:
        entry, user = grp.getgrgid(group), pwd.getpwuid(os.getuid())
    except KeyError:
        return False
    return entry.gr_gid == user.pw_gid and entry.gr_name == user.pw_name and not set(entry.gr_mem) - {user.pw_name}
