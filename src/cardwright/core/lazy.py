"""Packages that import their parts on first use, so that importing them is quick."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any


def lazy_names(
    package: str, homes: Mapping[str, Iterable[str]], submodules: Iterable[str] = ()
) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """Return `__getattr__` and `__dir__` for a package that offers names of its modules.

    `homes` maps modules, relative to the package, to the names they define; `submodules` are offered as they are.
    """
    home_of = {name: home for home, names in homes.items() for name in names}
    offered = sorted([*home_of, *submodules])

    def __getattr__(name: str) -> Any:  # noqa: N807
        if name in home_of:
            return getattr(importlib.import_module(f".{home_of[name]}", package), name)
        if name in submodules:
            return importlib.import_module(f".{name}", package)
        raise AttributeError(f"module {package!r} has no attribute {name!r}")

    return __getattr__, lambda: offered
