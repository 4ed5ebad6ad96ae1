"""The folder that people work in: which files it has, reading them and writing them, and never anything outside."""

from __future__ import annotations

import os
import unicodedata
from pathlib import Path
from typing import Any

from cardwright.core import data, files
from cardwright.core.errors import BadData
from cardwright.core.showing.text import printable

from .table_files import FOLDER as TABLES

KINDS = (".yaml", ".yml", ".json", ".cgdl", ".csv", ".svg", ".html", ".txt", ".md")
MOST_FILES = 5000
DEEPEST = 6
MARKS = " ._-+,()&'"  # that names of new files may have
SENSIBLE = f"names of files and folders have letters, digits, spaces and {' '.join(MARKS.strip())}; choose another name"
LARGEST_TEXT = data.LARGEST_FILE


def is_plain(text: str) -> bool:
    """Return whether a text is one line without characters that print nothing.

    >>> is_plain("my cards.yaml"), is_plain("my\\ncards.yaml"), is_plain("why?\\u202e")
    (True, False, False)
    """
    return not {"\n", "\t"}.intersection(text) and printable(text).count("?") == text.count("?")


def is_sensible(name: str) -> bool:
    """Return whether a new file or folder may have a name, which works on every system and in every command.

    >>> is_sensible("my cards (2).yaml"), is_sensible("Königin.cgdl"), is_sensible("<b>x<"), is_sensible("aux.yaml")
    (True, True, False, False)
    """
    try:
        files.file_name(name)
    except BadData:
        return False
    return all(each.isalnum() or each in MARKS or unicodedata.combining(each) for each in name)


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
        if not os.path.exists(path) and not all(map(is_sensible, path.relative_to(self.folder).parts)):
            raise BadData(f"{name[:80]!r}: {SENSIBLE}")
        if new and os.path.exists(path):  # which is false for names that no file can have
            raise BadData(f"{name[:80]!r} exists already; choose another name")
        files.make_folder(path.parent)
        files.write(path, text)
