"""The source files that user code is made of: a module and the modules of the user that it imports, directly or not.

Their hash tells code compiled from one version of the files from code compiled from another. Libraries and the standard
library are not read: files in a folder that packages were installed into, such as `site-packages`, count only if they
belong to the same package as the module.
"""

from __future__ import annotations

import ast
import functools
import hashlib
import os
import sys
import sysconfig
from collections.abc import Iterator
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

PACKAGE = Path(__file__).resolve().parents[1]
LIBRARIES = ("site-packages", "dist-packages")
_STANDARD_LIBRARY = Path(sysconfig.get_path("stdlib")).resolve()

_texts: dict[int, tuple[ModuleSpec | None, bytes]] = {}  # by the identity of the spec, which each load makes anew


def hash_of(module: str) -> str:
    """Return eight hex digits for the sources of a loaded module; without a file, they are different every time."""
    digest = hashlib.blake2b(digest_size=4)
    found = sys.modules.get(module)
    if found is None or not getattr(found, "__file__", None):  # such as a cell of a notebook
        digest.update(os.urandom(16))
        return digest.hexdigest()
    for file, text in (_source(found), *imported_by(module).values()):
        digest.update(f"{file.name} {len(text)} ".encode())
        digest.update(text)
    return digest.hexdigest()


def imported_by(module: str) -> dict[str, tuple[Path, bytes]]:
    """Return the user's modules that a loaded module imports, with their files and texts, in alphabetical order.

    The text is the one that was loaded. An edit counts once the module is loaded again.
    """
    root = sys.modules[module]
    file, text = _source(root)
    own = _package_folder(root)
    reached: dict[str, tuple[Path, bytes]] = {}
    seen = {module}
    waiting = list(_imports(text, root.__package__ or ""))
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            source = _user_source(name, own)
            if source is not None and source[0] != file:
                reached[name] = source
                is_package = source[0].stem == "__init__"
                waiting += _imports(source[1], name if is_package else name.rpartition(".")[0])
    return dict(sorted(reached.items()))


def forget_edited(module: str) -> bool:
    """Return whether a file was edited that a loaded module imports; if so, Python will import all of them again."""
    imported = imported_by(module)
    if all(_current(file) == text for file, text in imported.values()):
        return False
    for name in list(sys.modules):
        if any(f"{name}.".startswith(f"{each}.") for each in imported):
            del sys.modules[name]
    return True


def _current(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _source(module: ModuleType) -> tuple[Path, bytes]:
    """Return the file of a loaded module and its text when this was first asked for."""
    file, spec = Path(module.__file__ or ""), module.__spec__
    if spec is None:  # a program that Python runs
        return file, file.read_bytes()
    if id(spec) not in _texts:
        read = getattr(module.__loader__, "get_data", None)
        _texts[id(spec)] = spec, read(str(file)) if read else file.read_bytes()
    return file, _texts[id(spec)][1]


def _package_folder(module: ModuleType) -> Path | None:
    """Return the folder of the package that a module belongs to; None if it stands alone."""
    package = sys.modules.get((module.__package__ or "").partition(".")[0])
    folder = next(iter(getattr(package, "__path__", ())), None)
    return Path(folder).resolve() if folder else None


def _user_source(name: str, own: Path | None) -> tuple[Path, bytes] | None:
    """Return the file of a module and its text; None if it is not the user's."""
    top = name.partition(".")[0]
    if top in sys.stdlib_module_names or top == PACKAGE.name:
        return None
    around, file = _file_of(top), _file_of(name)  # a package without a file can hold modules of anybody
    if file is None or not all(_is_users(each, own) for each in (around or file, file)):
        return None
    loaded = sys.modules.get(name)
    try:
        return _source(loaded) if loaded else (file, file.read_bytes())
    except OSError:
        return None


def _is_users(file: Path, own: Path | None) -> bool:
    if own is not None and own in file.parents:
        return True
    if {PACKAGE, _STANDARD_LIBRARY} & set(file.parents) or set(LIBRARIES) & set(file.parts):
        return False
    return not any({file, *file.parents} & _installed_into(folder) for folder in sys.path)


@functools.lru_cache(maxsize=1024)
def _installed_into(folder: str) -> frozenset[Path]:
    """Return the modules and packages that were installed into a folder, as by `pip install --target`."""
    here = Path(folder).resolve()
    records = here.glob("*.dist-info/RECORD") if folder else ()
    lines = (line for record in records for line in record.read_text("utf-8", errors="replace").splitlines())
    return frozenset(here / line.partition(",")[0].partition("/")[0] for line in lines)


def _file_of(name: str) -> Path | None:
    """Return the Python file of a module, found without running anything; None if there is none."""
    loaded = sys.modules.get(name)
    spec = None if loaded else _spec(name)
    file = getattr(loaded, "__file__", None) if loaded else spec and spec.has_location and spec.origin
    return Path(file).resolve() if file and file.endswith(".py") else None


def _spec(name: str) -> ModuleSpec | None:
    parent = name.rpartition(".")[0]
    folders: list[str] | None = None
    if parent:
        loaded = sys.modules.get(parent)
        around = None if loaded else _spec(parent)
        found = getattr(loaded, "__path__", None) if loaded else around and around.submodule_search_locations
        if not found:
            return None
        folders = list(found)
    try:
        return PathFinder.find_spec(name, folders)
    except (ImportError, ValueError):
        return None


@functools.lru_cache(maxsize=1024)
def _imports(text: bytes, package: str) -> tuple[str, ...]:
    """Return the names of all modules that a text in a package may import, and of the packages around them."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return ()
    names = {name for node in ast.walk(tree) for name in imported_names(node, package)}
    parts = [name.split(".") for name in names]
    return tuple(sorted({".".join(each[: k + 1]) for each in parts for k in range(len(each))}))


def imported_names(node: ast.AST, package: str = "") -> Iterator[str]:
    """Yield what an import statement in a module of `package` may import: modules, or names in them."""
    if isinstance(node, ast.Import):
        yield from (each.name for each in node.names)
    elif isinstance(node, ast.ImportFrom):
        around = package.split(".")[: package.count(".") + 2 - node.level] if node.level else []
        base = ".".join([*filter(None, around), *filter(None, [node.module])])
        if base:
            yield base
            yield from (f"{base}.{each.name}" for each in node.names if each.name != "*")
