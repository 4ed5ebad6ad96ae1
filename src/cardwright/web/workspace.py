"""The folder that people work in: which files it has, reading them and writing them, and never anything outside."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from cardwright.core import data, files
from cardwright.core.errors import BadData
from cardwright.core.showing.text import printable

from .table_files import FOLDER as TABLES

KINDS = (".yaml", ".yml", ".json", ".cgdl", ".csv", ".svg", ".html", ".txt", ".md")
MOST_FILES = 5000
DEEPEST = 6
LARGEST_TEXT = data.LARGEST_FILE


def is_plain(text: str) -> bool:
    """Return whether a text is one line without characters that print nothing.

    >>> is_plain("my cards.yaml"), is_plain("my\\ncards.yaml"), is_plain("why?\\u202e")
    (True, False, False)
    """
    return not {"\n", "\t"}.intersection(text) and printable(text).count("?") == text.count("?")


def is_shown(name: str) -> bool:
    """Return whether pages list a file or folder: not one that is hidden, or whose name nobody could read."""
    return not name.startswith(".") and is_plain(name)


def told(error: Exception) -> str:
    """Return the sentence of an error for a page, without the path of the folder that the server works in."""
    return str(error).replace(f"{os.getcwd()}{os.sep}", "")


class Workspace:
    """A folder, seen through paths relative to it."""

    def __init__(self, folder: Path):
        self.folder = folder.resolve()

    def path(self, name: str) -> Path:
        """Return the path of a file in the folder; one that leads out of it, or to a hidden file, is refused.

        >>> Workspace(Path("/tmp")).path("../etc/passwd")
        Traceback (most recent call last):
        ...
        cardwright.core.errors.BadData: '../etc/passwd' is not a file of this folder
        """
        if not is_plain(name):
            raise BadData(f"{name[:80]!r}: the name of a file is one line of printable characters")
        files.check_path(name)
        path = (self.folder / name).resolve()
        inside = path.is_relative_to(self.folder) and path != self.folder
        # A name that begins with a dash would be an option of a command.
        if not inside or any(part.startswith((".", "-")) for part in path.relative_to(self.folder).parts):
            raise BadData(f"{name[:80]!r} is not a file of this folder")
        return path

    def own_path(self, name: str) -> Path:
        """Return the path of what a person writes; what tables keep is the server's, and holds secrets of seats."""
        path = self.path(name)
        if path.relative_to(self.folder).parts[0] == TABLES:
            raise BadData(f"{name[:80]!r}: the folder {TABLES!r} is for games with people; choose another")
        return path

    def list(self) -> list[dict[str, Any]]:
        """Return the files of the folder that pages can open, by name."""
        found: list[dict[str, Any]] = []
        for home, folders, names in os.walk(self.folder):
            depth = len(Path(home).relative_to(self.folder).parts)
            folders[:] = sorted(filter(is_shown, folders)) if depth < DEEPEST else []
            for name in sorted(filter(is_shown, names)):
                path = Path(home, name)
                if path.suffix in KINDS and not path.is_symlink():
                    size, changed = path.stat().st_size, path.stat().st_mtime
                    found.append({"name": path.relative_to(self.folder).as_posix(), "size": size, "changed": changed})
                if len(found) >= MOST_FILES:
                    return found
        return found

    def read(self, name: str) -> str:
        """Return the text of a file."""
        return data.read_text(self.own_path(name), LARGEST_TEXT)

    def write(self, name: str, text: str, *, new: bool = False) -> None:
        """Write a text file; with `new`, one that exists is refused."""
        path = self.own_path(name)
        if path.suffix not in KINDS:
            raise BadData(f"{name[:80]!r}: the name of a file here ends in one of {', '.join(KINDS)}")
        if new and os.path.exists(path):  # which is false for names that no file can have
            raise BadData(f"{name[:80]!r} exists already; choose another name")
        files.make_folder(path.parent)
        files.write(path, text)
