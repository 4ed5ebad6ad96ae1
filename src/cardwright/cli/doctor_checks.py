"""What `cardwright doctor` looks at: each check returns what it found, whether that works, and what to do if not."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import locale
import os
import platform
import re
import shutil
import sys
import webbrowser
from collections.abc import Callable, Iterator
from typing import Literal, NamedTuple

import cardwright
from cardwright.core.errors import CardwrightError

PACKAGE = "cardwright"
DEVELOPERS = ("docs", "test")  # the extras that only developers need
GIGABYTE = 1024**3
LITTLE_DISK = 1 * GIGABYTE  # compiled rules take some hundred megabytes
LITTLE_MEMORY = 2 * GIGABYTE  # a process that compiles takes about one gigabyte
SHOWN_BY_TABLES = "♣±─"
_NAME = re.compile(r"[A-Za-z0-9_.-]+")
_EXTRA = re.compile(r"extra == ['\"]([a-z]+)['\"]")
_NOT_ON_WINDOWS = re.compile(r"sys_platform != ['\"]win32['\"]")

State = Literal["ok", "note", "problem"]


class Finding(NamedTuple):
    """What was found of one thing; a problem keeps Cardwright from working, a note does not."""

    what: str
    state: State
    found: str
    advice: str = ""


def findings() -> Iterator[Finding]:
    """Yield what all checks find."""
    for check in CHECKS:
        yield from check()


def _versions() -> Iterator[Finding]:
    system = f"{platform.system()} {platform.machine()}"
    yield Finding("Python", "ok", f"{platform.python_version()} ({platform.python_implementation()}, {system})")
    yield Finding(PACKAGE, "ok", cardwright.__version__)
    for name in ("numba", "llvmlite", "numpy"):
        version = _version(name)
        advice = "" if version else f"run pip install {name}"
        yield Finding(name, "ok" if version else "problem", version or "not installed", advice)


def _version(name: str) -> str:
    """Return the version of an installed package, or nothing."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def _compiler() -> Iterator[Finding]:
    """Compile a function, which shows that Numba fits this system."""
    try:
        import numba

        from cardwright.core.compiling.jit import COMPILED

        if not COMPILED:
            yield Finding("compiler", "note", "switched off by NUMBA_DISABLE_JIT", "unset NUMBA_DISABLE_JIT")
            return
        assert numba.njit(lambda x: x + 1)(1) == 2
    except (ImportError, OSError, CardwrightError) as error:
        advice = "run pip install --force-reinstall cardwright"
        yield Finding("compiler", "problem", str(error), "" if isinstance(error, CardwrightError) else advice)
    else:
        yield Finding("compiler", "ok", "compiles")


def _machine() -> Iterator[Finding]:
    from cardwright.core.working.jobs import cores

    yield Finding("processors", "ok", f"{cores()} of {os.cpu_count()} can be used")
    total = _memory()
    if total is None:
        yield Finding("memory", "ok", "this system does not tell")
        return
    advice = "use --jobs 1, because each process that compiles takes about 1 GB" if total < LITTLE_MEMORY else ""
    yield Finding("memory", "note" if advice else "ok", _gigabytes(total), advice)


def _memory() -> int | None:
    """Return the bytes of memory, where the system tells."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _cache() -> Iterator[Finding]:
    """Look at the folder for machine code and at the disk that it is on."""
    from cardwright.core.compiling.cache import VARIABLE, wanted_folder

    folder, why = wanted_folder()
    advice = f"name another folder in {VARIABLE}; without one, everything is compiled anew in each run"
    if why:
        yield Finding("cache", "problem", why, advice)
        return
    size = sum(os.path.getsize(os.path.join(here, each)) for here, _, names in os.walk(folder) for each in names)
    yield Finding("cache", "ok", f"{folder}, {_gigabytes(size)} used")
    free = shutil.disk_usage(folder).free
    little = free < LITTLE_DISK
    advice = f"make room, or name a folder on another disk in {VARIABLE}" if little else ""
    yield Finding("disk", "problem" if little else "ok", f"{_gigabytes(free)} free", advice)


def _gigabytes(size: int) -> str:
    return f"{size / GIGABYTE:.1f} GB"


def _gpu() -> Iterator[Finding]:
    if importlib.util.find_spec("numba_cuda") is None:
        yield Finding("GPU", "note", "numba-cuda is not installed", _pip("gpu"))
        return
    try:
        from numba import cuda

        if cuda.is_available():
            yield Finding("GPU", "ok", str(getattr(cuda.get_current_device(), "name", "CUDA")))
            return
        why = str(cuda.cuda_error() or "no NVIDIA GPU was found")
    except Exception as error:  # noqa: BLE001  # a driver can fail in any way
        why = str(error)
    yield Finding("GPU", "note", " ".join(why.split()), "everything runs on the processors; docs/gpu.md")


def extras() -> dict[str, list[str]]:
    """Return the packages of each extra on this system, as the installed package declares them."""
    found: dict[str, list[str]] = {}
    for requirement in importlib.metadata.requires(PACKAGE) or ():
        extra, name = _EXTRA.search(requirement), _NAME.match(requirement)
        elsewhere = sys.platform == "win32" and _NOT_ON_WINDOWS.search(requirement)
        if extra and name and extra[1] not in DEVELOPERS and not elsewhere:
            found.setdefault(extra[1], []).append(name[0])
    return found


def _extras() -> Iterator[Finding]:
    for extra, names in sorted(extras().items()):
        missing = [each for each in names if not _version(each)]
        found = f"not installed: {', '.join(missing)}" if missing else ", ".join(names)
        yield Finding(f"extra {extra}", "note" if missing else "ok", found, _pip(extra) if missing else "")


def _pip(extra: str) -> str:
    return f"pip install '{PACKAGE}[{extra}]'"


def _browsers() -> Iterator[Finding]:
    try:
        webbrowser.get()
    except webbrowser.Error:
        advice = "open the address that cardwright web prints"
        yield Finding("browser", "note", "none that programs can open", advice)
    else:
        yield Finding("browser", "ok", "cardwright web can open one")
    driver = shutil.which("chromedriver")
    advice = "" if driver else "only tests of the pages need it: install chromium and chromium-driver"
    yield Finding("browser for tests", "ok" if driver else "note", driver or "no chromedriver", advice)


def _terminal() -> Iterator[Finding]:
    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    try:
        SHOWN_BY_TABLES.encode(encoding)
        advice = ""
    except UnicodeEncodeError:
        advice = "suits are shown as letters; for symbols, use a terminal in UTF-8 and set PYTHONUTF8=1"
    found = f"{encoding} (the system: {locale.getencoding()})"
    yield Finding("terminal", "note" if advice else "ok", found, advice)


CHECKS: tuple[Callable[[], Iterator[Finding]], ...] = (
    _versions, _compiler, _machine, _cache, _gpu, _extras, _browsers, _terminal,
)  # fmt: skip
