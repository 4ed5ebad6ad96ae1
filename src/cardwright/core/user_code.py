"""Python code that a user names: `my_module` or `path/to/file.py`. It is imported, so name only code you trust.

A file that has been edited is loaded again, as you expect in a notebook, and so are the modules of yours that it
imports. A module that is named without its file is imported once, as usual.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import json
import os
import sys
import sysconfig
import traceback
from collections.abc import Iterable
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from urllib.parse import quote, unquote

from .errors import CardwrightError, UnknownName, reason, unknown
from .user_sources import forget_edited, imported_by

PACKAGE = str(Path(__file__).parent.parent)
PREFIX = "code in "  # of the module name, so that a file called random.py cannot shadow a module
ALLOWED = "CARDWRIGHT_CODE"  # the environment variable with the code that a program is confined to, as JSON

_allowed: frozenset[str] | None = frozenset(json.loads(os.environ[ALLOWED])) if ALLOWED in os.environ else None


def confine(*homes: str) -> None:
    """Let this process, and those it starts, import only these of the user's modules and files, and what they import.

    A program that works for others, such as a server, must not run what a file of theirs names.
    """
    global _allowed
    _allowed = frozenset(_full_name(each, Path()) for each in homes)
    os.environ[ALLOWED] = json.dumps(sorted(_allowed))


def _full_name(home: str, folder: Path) -> str:
    return str((folder / home).resolve()) if home.endswith(".py") else home


def load_module(home: str, what: str, others: Iterable[str] = (), folder: Path = Path()) -> ModuleType:
    """Import the module or the file in `folder` called `home`, which should define a `what`.

    An error suggests the names in `others`.

    >>> load_module("math", "number").pi > 3
    True
    """
    if _allowed is not None and _full_name(home, folder) not in _allowed:
        raise UnknownName(f"{home[:80]!r} is Python code, which this server runs only if it was started with it")
    with contextlib.redirect_stdout(sys.stderr):  # keep its prints out of the command's output
        return _load_file(folder / home, what) if home.endswith(".py") else _import_module(home, what, others)


def text_of(thing: Any) -> str:
    """Return the source text of the file that defines a function or class, and of the user's files that it imports.

    It is empty if the file cannot be read.

    >>> "def text_of" in text_of(text_of)
    True
    """
    home = inspect.getmodule(thing)
    try:
        if home is not None and isinstance(home.__loader__, _Text):
            own = home.__loader__.get_source(home.__name__) or ""  # as it was loaded; the file may have changed
        else:
            own = inspect.getsource(home or thing)
    except (OSError, TypeError):
        return ""
    imported = imported_by(home.__name__).values() if home is not None and home.__name__ in sys.modules else ()
    return "\n".join([own, *(text.decode(errors="replace") for _, text in imported)])


def home_of(module: str) -> str:
    """Return what a person calls a module: its name, or the path of a file that was loaded.

    >>> home_of("my_module")
    'my_module'
    """
    return unquote(module.removeprefix(PREFIX)) if module.startswith(PREFIX) else module


def failure(error: BaseException) -> str:
    """Return what went wrong in user code, in one line.

    >>> failure(KeyError("Ogre")), failure(ZeroDivisionError())
    ("KeyError: 'Ogre'", 'ZeroDivisionError')
    """
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def location(error: BaseException) -> str:
    """Return where user code raised an error or called what did, as "my_agent.py, line 12, in choose".

    >>> try:
    ...     1 / 0
    ... except ZeroDivisionError as error:
    ...     "line 2" in location(error)
    True
    """
    frames = traceback.extract_tb(error.__traceback__)
    foreign = (PACKAGE, sysconfig.get_path("stdlib"), sysconfig.get_path("purelib"))
    frame = ([each for each in frames if not each.filename.startswith(foreign)] or frames)[-1]
    return f"{frame.filename}, line {frame.lineno}, in {frame.name}"


def _import_module(name: str, what: str, others: Iterable[str]) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise UnknownName(f"{name[:80]!r} is neither a module nor a .py file with {_a(what)}")
    _search_in(Path.cwd())
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and f"{name}.".startswith(f"{error.name}."):
            raise unknown(f"{what} or module", name, others) from None
        raise CardwrightError(f"{name} cannot be imported: {error}") from error
    except SyntaxError as error:
        raise CardwrightError(f"{name} is not Python: {error}") from error
    except (Exception, SystemExit) as error:
        raise CardwrightError(f"{name} cannot be imported: {failure(error)}") from error


def _load_file(path: Path, what: str) -> ModuleType:
    if not os.path.isfile(path):
        raise UnknownName(f"there is no file {str(path)[:200]!r} with {_a(what)}")
    path = path.resolve()
    name = PREFIX + quote(str(path)).replace(".", "%2E")  # a dot would separate packages
    try:
        loader = _Text(name, path)
    except OSError as error:
        raise CardwrightError(f"{path} cannot be loaded: {reason(error)}") from None
    known = sys.modules.get(name)
    if known is not None and not forget_edited(name) and known.__loader__ == loader:
        return known
    _search_in(path.parent)
    spec = importlib.util.spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    try:
        loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception | SystemExit):
            raise CardwrightError(f"{path} cannot be loaded: {failure(error)}") from error
        raise
    return module


class _Text(SourceFileLoader):
    """Loads the current text of a file; two loaders are equal if a second load would change nothing.

    No bytecode cache: it would miss an edit of equal length within a second.
    """

    def __init__(self, name: str, path: Path):
        super().__init__(name, str(path))
        self.text = path.read_bytes()

    def get_data(self, path: str) -> bytes:
        return self.text

    def get_code(self, fullname: str) -> CodeType:
        return self.source_to_code(self.text, self.path)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Text) and (other.path, other.text) == (self.path, self.text)

    __hash__ = SourceFileLoader.__hash__


class _Finder:
    """Lets worker processes import such a file by its module name when they unpickle its objects."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith(PREFIX):
            return None
        file = Path(unquote(name.removeprefix(PREFIX)))
        _search_in(file.parent)
        return importlib.util.spec_from_file_location(name, file, loader=_Text(name, file))


sys.meta_path.append(_Finder)


def _search_in(folder: Path) -> None:
    """Add a folder to the import path, as Python does for a script's own folder."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _a(what: str) -> str:
    return f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"
