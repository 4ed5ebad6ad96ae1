"""Files and folders on disk: whatever the package reads, writes, renames or deletes goes through here.

Anybody may have put links, pipes or files of their own where a program wants to write. Therefore:

- Only regular files are read. A pipe could block forever, and a device never end.
- A file is created under an unpredictable name and then renamed, so it is there as a whole or not at all. Where its
  name is a symbolic link, the link is replaced, and the file that it points to stays as it is.
- The subfolders of a run are no links, and a run deletes only what it made.
- A killed program leaves temporary files behind. The next one that writes into the same folder removes them.
- A program that works for others, such as a server, is confined to a few folders, whatever paths it is asked for.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import re
import secrets
import shutil
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, cast

from .errors import BadData, reason

try:
    import fcntl
except ImportError:  # Windows, where a file that is open can be neither removed nor replaced
    fcntl = None  # type: ignore[assignment]

CONFINED = "CARDWRIGHT_FOLDERS"  # the environment variable with the folders that a program is confined to
LONGEST_FILE_NAME = 200  # bytes, which leaves room for a suffix
LOOKED_AT = 1024  # folders that a process remembers to have searched for leftovers
TEMPORARY = re.compile(r"\..{1,40}\.[0-9a-f]{16}\.cardwright", re.DOTALL)  # names of temporary files and folders
_NOT_IN_FILE_NAMES = set('/\\:*?"<>|')
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)", re.IGNORECASE)  # what Windows calls its devices
ATTEMPTS = 40  # to replace a file that another program is reading, where that is an error
SECONDS_BETWEEN = 0.05
PRIVATE = 0o600  # the mode of files that only their owner can read
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_READ = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY  # opening a pipe would wait for a writer
_CREATE = os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY
_APPEND = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | _NO_LINK | _BINARY


_folders: tuple[str, ...] = tuple(filter(None, os.environ.get(CONFINED, "").split(os.pathsep)))


def confine(*folders: str | Path) -> None:
    """Let this process, and those it starts, read and write only in these folders and in those of the package."""
    global _folders
    _folders = (str(Path(__file__).parent.parent.resolve()), *(str(Path(each).resolve()) for each in folders))
    os.environ[CONFINED] = os.pathsep.join(_folders)


def open_to_read(path: str | Path, follow: bool = True) -> BinaryIO:
    """Open a regular file; anything else is refused, and a link too unless links are followed."""
    with path_errors(path):
        return _opened(path, _READ | (0 if follow else _NO_LINK), "rb")


def read_bytes(path: str | Path, largest: int) -> bytes:
    """Return the content of a file of at most `largest` bytes."""
    with open_to_read(path) as file, path_errors(path):
        content = file.read(largest + 1)
    if len(content) > largest:
        raise BadData(f"{path}: the file is too large; at most {largest:,} bytes are read")
    return content


def write(path: str | Path, content: str | bytes, *, private: bool = False) -> None:
    """Write a file whole or not at all; text is written as UTF-8. Only its owner can read a private file."""
    encoded = content.encode() if isinstance(content, str) else content
    with replacing(path, private=private) as file:
        file.write(encoded)


@contextlib.contextmanager
def replacing(path: str | Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Yield an empty file that replaces the one at `path` when the block ends; if the block fails, nothing changes."""
    path = check_target(path)
    remove_leftovers(path.parent)
    with path_errors(path), contextlib.ExitStack() as stack:
        temporary, file = _new_file(path, _mode(private))
        stack.callback(temporary.unlink, missing_ok=True)
        with file:
            yield file
            file.flush()
            if fcntl:  # while it is locked, so that nobody takes it for a leftover
                os.replace(temporary, path)
        if not fcntl:
            _replace_patiently(temporary, path)


def _replace_patiently(temporary: Path, path: Path) -> None:
    """Replace a file on Windows, where that fails as long as another program reads it."""
    for _ in range(ATTEMPTS):
        with contextlib.suppress(PermissionError):
            return os.replace(temporary, path)
        time.sleep(SECONDS_BETWEEN)
    os.replace(temporary, path)


def append(path: str | Path, text: str, *, private: bool = False) -> None:
    """Add text to a file of a run, which is created if needed; a link is refused."""
    with path_errors(path), _opened(path, _APPEND, "ab", _mode(private)) as file:
        file.write(text.encode())


def remove(path: Path) -> None:
    """Delete a file that a run made, if it is still there."""
    with path_errors(path):
        path.unlink(missing_ok=True)


def check_target(path: str | Path) -> Path:
    """Return the path of a file that can be written; else raise `BadData`, best before work that takes long.

    >>> check_target("/")
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: /: a folder; name a file
    """
    path = check_path(path)
    with path_errors(path):
        try:
            mode = os.stat(path).st_mode
        except FileNotFoundError:
            mode = stat.S_IFREG
    if stat.S_ISDIR(mode):
        raise BadData(f"{path}: a folder; name a file")
    if not stat.S_ISREG(mode):  # as administrator, one would replace /dev/null
        raise BadData(f"{path} is a device or a pipe, not a file")
    if not os.access(path.parent, os.W_OK | os.X_OK):
        raise BadData(f"{path}: {'permission denied' if path.parent.is_dir() else 'no such file or directory'}")
    return path


def file_name(name: str) -> str:
    """Return a name that came from a file, if a file in any folder can safely have it; else raise `BadData`.

    >>> file_name("silver-heron-17")
    'silver-heron-17'
    >>> file_name("../elsewhere")
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: '../elsewhere' cannot be the name of a file
    """
    odd = any(each in _NOT_IN_FILE_NAMES or not each.isprintable() for each in name)
    odd = odd or bool(_DEVICE.match(name)) or name.endswith((".", " "))  # Windows drops these at the end
    if odd or not name.strip() or name.startswith(".") or len(name.encode(errors="replace")) > LONGEST_FILE_NAME:
        raise BadData(f"{name[:60]!r} cannot be the name of a file")
    return name


def make_folder(path: str | Path, *, private: bool = False) -> Path:
    """Create a folder and its parents if needed, and return its path; only their owner can enter private ones."""
    path = check_path(path)
    with path_errors(path):
        missing = [each for each in (path, *path.parents) if not each.exists()] if private else []
        try:
            for each in reversed(missing):
                each.mkdir(exist_ok=True)
                each.chmod(0o700)
            path.mkdir(parents=True, exist_ok=True)
        except (FileExistsError, NotADirectoryError):
            raise BadData(f"{path}: a file is where a folder is needed") from None
    return path


def own_folder(path: Path, *, private: bool = False) -> Path:
    """Create a subfolder of a run if needed, and return its path; a link to another folder is refused."""
    make_folder(path, private=private)
    if path.is_symlink():
        raise BadData(f"{path}: a symbolic link; a run keeps its files in its own folder")
    return path


@contextlib.contextmanager
def new_folder(path: Path) -> Iterator[Path]:
    """Yield an empty folder that appears at `path` when the block ends; if the block fails, it is removed."""
    with path_errors(path), temporary_folder(path) as temporary:
        yield temporary
        os.rename(temporary, path)


@contextlib.contextmanager
def temporary_folder(path: Path, mode: int = 0o777) -> Iterator[Path]:
    """Yield a new folder next to `path`, with a name like it, and remove it when the block ends."""
    remove_leftovers(check_path(path).parent)
    temporary = _temporary_name(path)
    with contextlib.ExitStack() as stack:
        temporary.mkdir(mode)
        stack.callback(shutil.rmtree, temporary, ignore_errors=True)
        if fcntl:
            descriptor = os.open(temporary, os.O_RDONLY)
            stack.callback(os.close, descriptor)
            _locked(descriptor)
        yield temporary


def discard(folder: Path, made: re.Pattern[str]) -> None:
    """Delete the files of a subfolder that a run made, known by their names, and the folder if it is empty then."""
    with path_errors(folder):
        if all(made.fullmatch(each) for each in os.listdir(folder)):
            folder = folder.rename(_temporary_name(folder))  # a program killed below leaves none or all
        with os.scandir(folder) as entries:
            for each in entries:
                if made.fullmatch(each.name) and each.is_file(follow_symlinks=False):
                    os.unlink(each)
        with contextlib.suppress(OSError):
            folder.rmdir()


def remove_leftovers(folder: Path) -> None:
    """Remove temporary files and folders that the user's killed programs left in a folder; looks once per process."""
    _remove_leftovers(os.path.abspath(folder))


@functools.lru_cache(LOOKED_AT)
def _remove_leftovers(folder: str) -> None:
    with contextlib.suppress(OSError):
        for name in filter(TEMPORARY.fullmatch, os.listdir(folder)):
            with contextlib.suppress(OSError):
                _remove_leftover(Path(folder, name))


def _remove_leftover(path: Path) -> None:
    """Remove a temporary file or folder of the user, unless the program that made it still runs and holds its lock."""
    found = path.lstat()
    if not (stat.S_ISREG(found.st_mode) or stat.S_ISDIR(found.st_mode)):
        return
    if hasattr(os, "getuid") and found.st_uid != os.getuid():
        return
    if not fcntl:
        if stat.S_ISREG(found.st_mode):  # a file in use cannot be removed, but a folder could
            path.unlink()
        return
    descriptor = os.open(path, _READ | _NO_LINK)
    try:
        _lock(descriptor)
        if stat.S_ISDIR(found.st_mode):
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink()
    finally:
        os.close(descriptor)


def _temporary_name(path: Path) -> Path:
    return path.with_name(f".{path.name[:40]}.{secrets.token_hex(8)}.cardwright")


def _mode(private: bool) -> int:
    return PRIVATE if private else 0o666


def _keep_private(descriptor: int, mode: int) -> None:
    """Give a private file its mode under any umask."""
    if mode == PRIVATE and hasattr(os, "fchmod"):  # not on Windows
        os.fchmod(descriptor, mode)


def _new_file(path: Path, mode: int) -> tuple[Path, BinaryIO]:
    """Create a temporary file next to `path`, locked as long as it is open."""
    while True:
        temporary = _temporary_name(path)
        descriptor = os.open(temporary, _CREATE, mode)
        _keep_private(descriptor, mode)
        if _locked(descriptor):
            return temporary, os.fdopen(descriptor, "w+b")
        os.close(descriptor)


def _locked(descriptor: int) -> bool:
    """Lock what was just created; return False if another program has already taken it for a leftover."""
    try:
        _lock(descriptor)
    except BlockingIOError:
        return False
    except OSError:
        pass  # this file system has no locks
    return os.fstat(descriptor).st_nlink > 0


def _lock(descriptor: int) -> None:
    """Lock an open file; the system releases the lock when the program ends, in whatever way."""
    if fcntl:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _opened(path: str | Path, flags: int, mode: str, permissions: int = 0o666) -> BinaryIO:
    """Open a file if it is a regular one; a new one gets the permissions."""
    descriptor = os.open(check_path(path), flags, permissions)
    try:
        _keep_private(descriptor, permissions)
        kind = os.fstat(descriptor).st_mode
        if stat.S_ISDIR(kind):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if not stat.S_ISREG(kind):
            raise BadData(f"{path} is a device or a pipe, not a file")
        return cast("BinaryIO", os.fdopen(descriptor, mode))
    except BaseException:
        os.close(descriptor)
        raise


def check_path(path: str | Path) -> Path:
    """Return a path that a file can have; else raise `BadData`.

    >>> check_path("nul\\0")
    Traceback (most recent call last):
    ...
    cardwright.core.errors.BadData: nul?: the name of a file cannot contain a null character
    """
    try:
        if b"\0" in os.fsencode(path):
            raise BadData(f"{path}: the name of a file cannot contain a null character")
    except UnicodeEncodeError:
        raise BadData(f"{path}: this system cannot encode the name; use UTF-8, as in LC_ALL=C.UTF-8") from None
    if _folders and not any(Path(path).resolve().is_relative_to(each) for each in _folders):
        raise BadData(f"{path}: outside of the folder that this program works in")
    return Path(path)


@contextlib.contextmanager
def path_errors(path: str | Path) -> Iterator[None]:
    """Turn an error of the system in this block into one sentence about a path."""
    try:
        yield
    except OSError as error:
        what = "a symbolic link" if error.errno == errno.ELOOP and os.path.islink(path) else reason(error)
        raise BadData(f"{path}: {what}") from None
