"""Python code that a person names: `my_module` or `path/to/file.py`. It is imported, so name only what you trust."""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import inspect
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

from .errors import CardwrightError, UnknownName, unknown


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
    try:
        return inspect.getsource(inspect.getmodule(thing) or thing)
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
    name = f"code in {path}"  # a name of its own, so that a file called random.py does no harm
    if name in sys.modules:
        return sys.modules[name]
    _search_in(path.parent)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    sys.modules[name] = module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, Exception | SystemExit):
            raise CardwrightError(f"{path} cannot be loaded: {failure(error)}") from error
        raise
    return module


def _search_in(folder: Path) -> None:
    """Find modules in a folder too, as Python does for a program that lies there."""
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _a(what: str) -> str:
    return f"{'an' if what[:1] in 'aeiou' else 'a'} {what}"
