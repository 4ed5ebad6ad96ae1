"""One way to compile: every kernel is made by `kernel`, and its machine code is kept between runs.

Numba's own cache does not notice that a function called from another file has changed, so the folder it
writes to is named after a hash of the sources a kernel can reach: its own room and the rooms that this one imports.
Agents reach a game through the type of its record only, which carries the hash of the game's room. So a change in one
game leaves what was compiled for the others. Importing compiles nothing.
"""

from __future__ import annotations

import functools
import hashlib
import os
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from unittest import mock

import numba
import numpy as np
import platformdirs
from llvmlite import ir
from numba.core import event, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher
from numba.np import arrayobj

config: Any = numba.config
Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED = not config.DISABLE_JIT
KEPT_FOLDERS = 24
DAY = 24 * 60 * 60


PACKAGE = Path(__file__).resolve().parent.parent


@functools.cache
def source_hash(*sources: Path) -> str:
    """Eight hex digits that change whenever kernels in `sources`, Python files or folders of them, may change.

    All files of a folder count as soon as one of them holds a kernel: constants come from its neighbours.
    """
    digest = hashlib.blake2b(digest_size=4)
    for source in sources:
        files = {path: path.read_bytes() for path in (source.rglob("*.py") if source.is_dir() else [source])}
        folders = {path.parent for path, text in files.items() if b"@kernel" in text or b"@inner" in text}
        for path in sorted(path for path in files if path.parent in folders):
            digest.update(path.relative_to(source.parent).as_posix().encode())
            digest.update(files[path])
    return digest.hexdigest()


@functools.cache
def rooms_reached(room: Path) -> tuple[Path, ...]:
    """A room of the package and the rooms it imports, directly or not, in alphabetical order."""
    reached, waiting = set(), {room}
    while waiting:
        reached |= waiting
        text = "".join(path.read_text() for each in waiting for path in each.rglob("*.py"))
        imported = re.findall(r"^from cardwright(?:\.(\w+)| import (\w+))", text, re.MULTILINE)
        named = {PACKAGE / name for names in imported for name in names if name}
        waiting = {each for each in named if each.is_dir()} - reached
    return tuple(sorted(reached))


def reachable_sources(file: Path) -> tuple[Path, ...]:
    """What kernels in `file` are made of: the rooms its room reaches; for a file from outside, the whole package."""
    file = file.resolve()
    if PACKAGE in file.parents:
        return rooms_reached(PACKAGE / file.relative_to(PACKAGE).parts[0])
    return (PACKAGE,)


@functools.cache
def cache_folder(sources: tuple[Path, ...] = (PACKAGE,)) -> Path:
    """Where code compiled from `sources` is kept, apart for runs with bounds checking."""
    root = os.environ.get("CARDWRIGHT_CACHE") or platformdirs.user_cache_dir("cardwright", appauthor=False)
    checked = "-bounds" if config.BOUNDSCHECK else ""
    folder = Path(root) / f"{source_hash(*sources)}{checked}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
        _drop_old_folders(folder.parent)
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cardwright-"))
    return folder


def _drop_old_folders(root: Path) -> None:
    folders = sorted((each for each in root.iterdir() if each.is_dir()), key=lambda each: each.stat().st_mtime)
    for folder in folders[:-KEPT_FOLDERS]:
        if folder.stat().st_mtime < time.time() - DAY:  # a younger one may be in use
            shutil.rmtree(folder, ignore_errors=True)


def kernel(function: Function) -> Function:
    """Compile `function` with Numba on first use: cached on disk, and free of the GIL while it runs.

    Places in arrays are counted from the start: one that comes out negative is out of bounds (NUMBA_BOUNDSCHECK=1 finds
    it); only where it stands there as a number, as in `array[-1]`, it counts from the end.

    >>> @kernel
    ... def twice(x):
    ...     return 2 * x
    >>> twice(21)
    42
    """
    return _compile(function, _Dispatcher) if COMPILED else function


def inner(function: Function) -> Function:
    """Like `kernel`, for what only kernels call: without a way in from Python it takes a fifth less time to compile."""
    without = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    return _compile(function, _Inner, **without) if COMPILED else function


def _compile(function: Any, kind: type[CPUDispatcher], **options: bool) -> Any:
    dispatcher = kind(function, targetoptions={"nopython": True, "nogil": True, "boundscheck": None, **options})
    keep_compiled(dispatcher, function)
    return dispatcher


def keep_compiled(dispatcher: Any, function: Any) -> None:
    """Keep what `dispatcher` compiles on disk, unless `function` comes from no file."""
    file = Path(function.__code__.co_filename)
    if file.exists():
        before = config.CACHE_DIR
        config.CACHE_DIR = str(cache_folder(reachable_sources(file)))
        try:
            dispatcher.enable_caching()
        finally:
            config.CACHE_DIR = before


def inlined(function: Function) -> Function:
    """Make `function` a part of each kernel that calls it instead of a kernel of its own.

    A kernel is compiled together with all that it calls. For one that reaches the rules of a game this takes seconds,
    so a function on the way there that is called in one place only is better a part.
    """
    if not COMPILED:
        return function
    result: Any = CPUDispatcher(function, targetoptions={"nopython": True, "inline": "always"})
    return result


class _OnDevice:
    """What numba-cuda finds when a GPU kernel calls a kernel of ours; the name is the one it looks for."""

    @property
    def _CUDATypingContext__dispatcher(self) -> Any:  # noqa: N802
        from .gpu import device_function

        return device_function(self)


_python_place = arrayobj.fix_integer_index


def _place(context: Any, builder: Any, kind: Any, place: Any, size: Any) -> Any:
    """A place in an array without Python's rule for negative ones, which costs every access three instructions."""
    if isinstance(place, ir.Constant) and place.constant < 0:
        return _python_place(context, builder, kind, place, size)
    return context.cast(builder, place, kind, types.intp)


class _Dispatcher(_OnDevice, CPUDispatcher):
    """Compiles a kernel once for all widths of integers it is called with from other kernels.

    Records hold narrow integers, so without this a function of four numbers would be compiled a dozen times.
    """

    def compile(self, sig: Any) -> Any:
        with global_compiler_lock, mock.patch.object(arrayobj, "fix_integer_index", _place):
            return super().compile(sig)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(
            tuple(map(_widened, args)), {name: _widened(each) for name, each in kws.items()}
        )


class _Inner(_Dispatcher):
    """A kernel without a way in from Python."""

    def add_overload(self, cres: Any) -> None:
        self.overloads[tuple(cres.signature.args)] = cres

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        raise TypeError(f"{self.py_func.__name__} can be called by kernels only")


def _widened(kind: types.Type) -> types.Type:
    kind = types.unliteral(kind)
    if isinstance(kind, types.Integer | types.IntEnumMember) and kind != types.uint64:
        return types.int64
    return kind


class _Switchboard(_OnDevice, CPUDispatcher):
    """A name that stands for several kernels; which one is meant is found by the type of the first argument."""

    find: Callable[[str, Any], CPUDispatcher]

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.find(self.py_func.__name__, args[0]).get_call_template(args, kws)

    def get_overload(self, sig: Any) -> Any:
        return self.find(self.py_func.__name__, sig[0]).get_overload(sig)


def switchboard(find: Callable[[str, Any], Any]) -> Callable[[Function], Function]:
    """Make calls of a function, in kernels, calls of the kernel that `find(name, type of the first argument)` gives.

    The call goes straight there, so nothing is compiled twice and the machine code can be cached. Uncompiled, `find` is
    given the first argument itself.
    """

    def decorate(function: Function) -> Function:
        name = function.__name__
        if not COMPILED:
            return functools.wraps(function)(lambda *args: find(name, args[0])(*args))  # type: ignore[return-value]
        board: Any = _Switchboard(function, targetoptions={"nopython": True})
        board.find = find
        return board

    return decorate


def wrapping(function: Function) -> Function:
    """Let integers wrap around in `function` without a warning when it runs uncompiled; compiled they always do."""
    if COMPILED:
        return function
    return functools.wraps(function)(np.errstate(over="ignore")(function))  # type: ignore[return-value]


class _Announcer(event.Listener):
    """Tells the person at the terminal what is being waited for, once a process."""

    def __init__(self) -> None:
        self.subject = "the rules"
        self.told = False
        self.lock = threading.Lock()

    def on_start(self, event: Any) -> None:
        with self.lock:
            if not self.told:
                self.told = True
                print(f"compiling {self.subject}, once on this machine ...", file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        pass


_announcer = _Announcer()


def compiling(subject: str) -> None:
    """Name what the next kernels belong to, so that the waiting person is told."""
    _announcer.subject = subject


def watch_compiling() -> None:
    """Print a line the first time this process has to compile something."""
    if COMPILED:
        event.register("numba:compile", _announcer)
