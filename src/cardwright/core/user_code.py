"""Python code that a person names: `my_module` or `path/to/file.py`. It is imported, so name only what you trust.

A file that was edited since is loaded anew, as one expects in a notebook; a module is imported once, as ever in Python.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterable
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any
from urllib.parse import quote, unquote

from .errors import CardwrightError, UnknownName, unknown

PREFIX = "code in "  # before the path, so that the module of a file called random.py does no harm


def load(home: str, what: str, others: Iterable[str] = ()) -> ModuleType:
    """The module or file `home`, to take a `what` from; `others` are names that could have been meant instead.

    >>> load("math", "number").pi > 3
    True
    """
    with contextlib.redirect_stdout(sys.stderr):  # what it prints is no part of what a command prints
        return _load_file(Path(home), what) if home.endswith(".py") else _load_module(home, what, others)


def text_of(thing: Any) -> str:
    """The file in which a function or class is written, as text; what cannot be read is empty.

    >>> "def text_of" in text_of(text_of)
    True
    """
    home = inspect.getmodule(thing)
    try:
        if home is not None and isinstance(home.__loader__, _Text):
            return home.__loader__.get_source(home.__name__) or ""  # as it was loaded, whatever the file says by now
        return inspect.getsource(home or thing)
    except (OSError, TypeError):
        return ""


def failure(error: BaseException) -> str:
    """What went wrong in code of others, in one line.

    >>> failure(KeyError("Ogre")), failure(ZeroDivisionError())
    ("KeyError: 'Ogre'", 'ZeroDivisionError')
    """
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


def _load_module(name: str, what: str, others: Iterable[str]) -> ModuleType:
    if not all(part.isidentifier() for part in name.split(".")):
        raise UnknownName(f"{name[:80]!r} is neither a module nor a file ending in .py to take {_a(what)} from")
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
    if not path.is_file():
        raise UnknownName(f"there is no file {str(path)[:200]!r} to take {_a(what)} from")
    path = path.resolve()
    name = PREFIX + quote(str(path)).replace(".", "%2E")  # the dots of a module's name are between packages
    try:
        loader = _Text(name, path)
    except OSError as error:
        raise CardwrightError(f"{path} cannot be loaded: {(error.strerror or str(error)).lower()}") from None
    known = sys.modules.get(name)
    if known is not None and known.__loader__ == loader:
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
    """The text of a file as it is now; one with the same text need not be loaded again, one with another must be.

    Bytecode is not kept, for it is told from that of a file edited within the same second only by the file's length.
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
    """Lets other processes, which are sent objects of such a file, import it by the name of its module."""

    @staticmethod
    def find_spec(name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if not name.startswith(PREFIX):
            return None
        file = Path(unquote(name.removeprefix(PREFIX)))
        _search_in(file.parent)
        return importlib.util.spec_from_file_location(name, file, loader=_Text(name, file))


sys.meta_path.append(_Finder)


def _search_in(folder: Path) -> None:
    """Find modules in a folder too, as Python does for a program that lies there."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _a(what: str) -> str:
    return f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"
