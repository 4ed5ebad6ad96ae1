"""The files of an archive: content for the game, a page to browse, and a plot."""

from __future__ import annotations

from pathlib import Path

from cardwright.core import files
from cardwright.core.showing import pictures

from . import checkpoint
from .page import archive_page
from .plot import archive_plot
from .search import Search


def write_archive(search: Search, folder: str | Path) -> None:
    """Write search.json, archive.json, archive.html and archive.svg."""
    folder = files.make_folder(folder)
    checkpoint.save(folder, search)
    files.write(folder / "archive.html", archive_page(search))
    pictures.save(archive_plot(search), folder / "archive.svg")
