"""The runs in a folder, found by the files that commands leave there, whoever started them."""

from __future__ import annotations

import contextlib
import os
import re
from pathlib import Path
from typing import Any

from cardwright.core import files
from cardwright.core.errors import BadData, CardwrightError

from .workspace import DEEPEST, KINDS, Workspace, is_shown

MOST_RUNS = 1000
MOST_FILES = 500
MOST_CONFIGS = 500
CONFIGS = (".yaml", ".yml", ".json")
SHOWN_KINDS = (*KINDS, ".png", ".parquet")
_SEARCH = "search.json"  # of a balance study, or of a search for cards
_SEARCHES = {"cardwright balance 1": "balance", "cardwright card search 1": "cards"}  # by their format
_MARKS = {  # the file that shows what kind of run a folder holds
    "league.json": "league",
    "games.json": "arena",
    "evolution.json": "games",
    "training.json": "weights",
    _SEARCH: "search",
    "report.json": "balance",
    "study.json": "",  # started from a page, and nothing written yet
}
_PLAY = re.compile(r"^\s*[\"']?play[\"']?\s*:", re.MULTILINE)  # the key that configs need
_FORMAT = re.compile(rb'\A\s*\{\s*"format": "([^"]{1,60})"')


def kind_of(folder: Path) -> str | None:
    """Return what kind of run a folder holds; None if it holds none."""
    mark = next((each for each in _MARKS if (folder / each).is_file()), None)
    if mark == _SEARCH:
        return _kind_of_search(folder / mark)
    return None if mark is None else _MARKS[mark]


def _kind_of_search(path: Path) -> str | None:
    try:
        with files.open_to_read(path) as file:
            found = _FORMAT.match(file.read(200))
    except CardwrightError:
        return None
    return _SEARCHES.get(found[1].decode(errors="replace")) if found else None


def runs(workspace: Workspace) -> list[dict[str, Any]]:
    """Return the runs of a workspace, those changed last first."""
    found: list[dict[str, Any]] = []
    for home, folders, names in os.walk(workspace.folder):
        path = Path(home)
        depth = len(path.relative_to(workspace.folder).parts)
        folders[:] = sorted(filter(is_shown, folders)) if depth < DEEPEST else []
        kind = kind_of(path) if depth and not _MARKS.keys().isdisjoint(names) else None
        if kind is not None:
            folders.clear()  # what is in a run belongs to it
            changed = max((path / each).stat().st_mtime for each in names if (path / each).is_file())
            name = path.relative_to(workspace.folder).as_posix()
            found.append({"name": name, "kind": kind, "changed": changed})
        if len(found) >= MOST_RUNS:
            break
    return sorted(found, key=lambda each: -each["changed"])


def configs(workspace: Workspace) -> list[str]:
    """Return the files of a workspace that look like configs of balance studies."""
    named = [each["name"] for each in workspace.list() if each["name"].endswith(CONFIGS)]
    return [each for each in named[:MOST_CONFIGS] if _looks_like_config(workspace, each)]


def _looks_like_config(workspace: Workspace, name: str) -> bool:
    try:
        return _PLAY.search(workspace.read(name)) is not None
    except CardwrightError:
        return False


def run_folder(workspace: Workspace, name: str) -> Path:
    """Return the folder of a run by its name."""
    folder = workspace.path(name)
    if kind_of(folder) is None:
        raise BadData(f"{name[:80]!r} is not the folder of a run")
    return folder


def run_files(folder: Path) -> list[dict[str, Any]]:
    """Return the files of a run that a page can open or keep."""
    found: list[dict[str, Any]] = []
    for home, folders, names in os.walk(folder):
        folders[:] = sorted(filter(is_shown, folders))
        for path in (Path(home, name) for name in sorted(filter(is_shown, names))):
            if path.suffix in SHOWN_KINDS and not path.is_symlink():
                with contextlib.suppress(OSError):
                    found.append({"name": path.relative_to(folder).as_posix(), "size": path.stat().st_size})
            if len(found) >= MOST_FILES:
                return found
    return found
