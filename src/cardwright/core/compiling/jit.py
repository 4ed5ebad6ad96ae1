"""How kernels are compiled: `kernel`, `inner` and `inlined` mark the functions, and machine code is cached on disk.

Numba's own cache does not notice changes in a function that is called from another file. Cardwright therefore names
the cache folder after a hash of all sources a kernel can reach: its own room and the rooms which that one imports. For
a user's kernel, these are the whole package and the modules of the user that its own module imports.

Agents reach a game only through the type of its record, which contains a hash of the game's own sources. A change in
one game therefore leaves the code for all other games valid. Importing compiles nothing.
"""

from __future__ import annotations

import ast
import contextlib
import functools
import hashlib
import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np

from ..user_sources import hash_of, imported_names
from . import numba_hooks
from .cache import cache, drop_old_folders, subfolder

Function = TypeVar("Function", bound=Callable[..., Any])

COMPILED: bool = not numba_hooks.config.DISABLE_JIT

PACKAGE = Path(__file__).resolve().parents[2]
_OWN_IMPORT = re.compile(rf"^(?:from|import) {PACKAGE.name}\b[^\n(]*(?:\((?:[^)#]|#.*)*\))?", re.MULTILINE)
_DECORATORS = (b"@kernel", b"@inner", b"@inlined")


@functools.cache
def source_hash(*sources: Path) -> str:
    """Return eight hex digits that change whenever kernels in `sources`, Python files or folders of them, can change.

    All files of a folder count if one of them contains a kernel, because its constants can come from the others.
    """
    digest = hashlib.blake2b(digest_size=4)
    for source in sources:
        files = {path: path.read_bytes() for path in (source.rglob("*.py") if source.is_dir() else [source])}
        folders = {path.parent for path, text in files.items() if any(each in text for each in _DECORATORS)}
        for path in sorted(path for path in files if path.parent in folders):
            digest.update(path.relative_to(source.parent).as_posix().encode())
            digest.update(files[path])
    return digest.hexdigest()


def module_hash(module: str) -> str:
    """Return the hash of a module's sources: its room and what that imports, or what a module of the user imports."""
    package, _, rest = module.partition(".")
    return source_hash(*rooms_reached(PACKAGE / rest.partition(".")[0])) if package == PACKAGE.name else hash_of(module)


@functools.cache
def rooms_reached(room: Path) -> tuple[Path, ...]:
    """Return a room of the package and the rooms it imports, directly or not, in alphabetical order."""
    reached, waiting = set(), {room}
    while waiting:
        reached |= waiting
        waiting = {found for each in waiting for found in _rooms_named(each)} - reached
    return tuple(sorted(reached))


@functools.cache
def _rooms_named(room: Path) -> frozenset[Path]:
    """Return the rooms that the modules of a room import themselves."""
    texts = (path.read_text(encoding="utf-8") for path in room.rglob("*.py"))
    named = {name for text in texts for name in _own_imports(text)}
    return frozenset(PACKAGE / name for name in named if (PACKAGE / name).is_dir())


def _own_imports(text: str) -> Iterator[str]:
    """Yield the rooms and other names that a module of the package imports from it when it is loaded.

    Only these statements are parsed: parsing whole rooms would take longer than to start.
    """
    for statement in _OWN_IMPORT.findall(text):
        names = (name for node in ast.parse(statement).body for name in imported_names(node))
        yield from (name.split(".")[1] for name in names if "." in name)


@functools.cache
def cache_folder(sources: tuple[Path, ...] = (PACKAGE,)) -> Path:
    """Return the folder for code compiled from `sources` by this version of Numba, with or without bounds checking."""
    checked = {None: "", 0: "-nobounds"}.get(numba_hooks.config.BOUNDSCHECK, "-bounds")
    folder = subfolder(f"{source_hash(*sources)}-{numba_hooks.VERSION}{checked}")
    with contextlib.suppress(OSError):  # another process may be dropping the same old folders
        os.utime(folder)
        drop_old_folders(folder.parent)
    return folder


def kernel(function: Function) -> Function:
    """Compile `function` with Numba on first use: cached on disk, and without the GIL while it runs.

    Array indices count from the start. A computed index below zero is out of bounds; only a constant one, as in
    `array[-1]`, counts from the end. Kernels in your own files check their indices, unless they are marked `unchecked`.
    The package's own do so with NUMBA_BOUNDSCHECK=1.

    >>> @kernel
    ... def twice(x):
    ...     return 2 * x
    >>> twice(21)
    42
    """
    if not COMPILED:
        return function
    dispatcher = numba_hooks.kernel_dispatcher(function)
    keep_compiled(dispatcher, function)
    return cast("Function", dispatcher)


def inner(function: Function) -> Function:
    """Like `kernel`, for functions that only kernels call: they take half as long to compile.

    The cache keeps them as parts of kernels and verbs.
    """
    return cast("Function", numba_hooks.inner_dispatcher(function)) if COMPILED else function


def inlined(function: Function) -> Function:
    """Make `function` a part of each kernel that calls it, instead of a kernel of its own.

    A kernel is compiled together with everything it calls. This takes seconds for a kernel that reaches the rules of a
    game, so a function on the way there with a single caller is better inlined.
    """
    return cast("Function", numba_hooks.inlined_dispatcher(function)) if COMPILED else function


def unchecked(function: Function) -> Function:
    """Leave bounds checks out of a kernel in your own file, which makes it faster: write `@kernel`, then `@unchecked`.

    It works with `@inner` and the kernel of an agent as well. Other functions marked `@inlined` are checked if the
    kernel is that they are a part of. An index out of bounds then reads and overwrites whatever lies there.
    """
    function.unchecked = True  # type: ignore[attr-defined]
    return function


def switchboard(find: Callable[[str, Any], Any], by: int = 0) -> Callable[[Function], Function]:
    """Resolve calls of a function, in kernels, to the kernel that `find(name, type)` returns.

    The type is that of the argument numbered `by`, a record. The call is direct: nothing is compiled twice, and the
    machine code can be cached. Uncompiled, `find` receives the NumPy type of the record.
    """

    def decorate(function: Function) -> Function:
        name = function.__name__
        if not COMPILED:
            return cast("Function", functools.wraps(function)(lambda *args: find(name, args[by].dtype)(*args)))
        return cast("Function", numba_hooks.switchboard_dispatcher(function, find, by))

    return decorate


def settle(function: Callable[..., bool], decide: Callable[[Any], bool]) -> None:
    """Let kernels know the answer of a function, by the type of its first argument, before they are compiled.

    What depends on it and does not hold is then not compiled at all.
    """
    if COMPILED:
        numba_hooks.settle(function, decide)


def keep_compiled(dispatcher: Any, function: Any) -> None:
    """Cache on disk what `dispatcher` compiles, unless `function` comes from no file."""
    if not Path(function.__code__.co_filename).exists():
        return
    package, _, rest = function.__module__.partition(".")
    if package == PACKAGE.name:
        numba_hooks.keep_compiled(dispatcher, cache_folder(rooms_reached(PACKAGE / rest.partition(".")[0])))
    else:
        numba_hooks.keep_compiled(dispatcher, cache_folder(), stamp=hash_of(function.__module__))


def is_compiled(function: Callable[..., Any], arguments: tuple[Any, ...]) -> bool:
    """Return whether a call of a kernel needs no compiling: its machine code is in this process or on disk."""
    return COMPILED and numba_hooks.is_compiled(function, arguments)


def compiled_signatures(function: Callable[..., Any]) -> set[tuple[Any, ...]]:
    """Return the types of arguments for which a kernel has machine code, in this process or on disk."""
    return numba_hooks.compiled_signatures(function) if COMPILED else set()


def wrapping(function: Function) -> Function:
    """Let integers wrap around in `function` without a warning when it runs uncompiled; compiled they always do."""
    if COMPILED:
        return function
    return cast("Function", functools.wraps(function)(np.errstate(over="ignore")(function)))


class _Announcer:
    """Prints once what the compiler is working on."""

    def __init__(self) -> None:
        self.subject = "the rules"
        self.line = ""  # in place of the usual one
        self.announced = False
        self.lock = threading.Lock()

    def announce(self) -> None:
        with self.lock:
            if not self.announced:
                self.announced = True
                once = ", once on this machine" if cache().kept else ""
                print(self.line or f"compiling {self.subject}{once} ...", file=sys.stderr, flush=True)


_announcer = _Announcer()


def compiling(subject: str) -> None:
    """Name what the next kernels belong to, for the line that `watch_compiling` prints."""
    _announcer.subject = subject


def watch_compiling(line: str = "") -> None:
    """Print a line the first time this process has to compile something; by default it names what is compiled."""
    if COMPILED:
        _announcer.line = line
        numba_hooks.on_compiling(_announcer.announce)
