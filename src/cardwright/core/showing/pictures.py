"""Matplotlib figures as SVG or PNG files."""

from __future__ import annotations

import functools
import io
import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import files
from ..errors import BadData
from .text import printable

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure atomically, in the format of the suffix: .svg or .png."""
    files.write(path, render(figure, check_suffix(path)[1:]))


def check_suffix(path: str | Path) -> str:
    """Return the suffix of a picture's file, .svg or .png; others are refused."""
    kind = Path(path).suffix.lower()
    if kind not in (".svg", ".png"):
        raise BadData(f"{path}: a picture needs the suffix .svg or .png, not {kind or 'none'}")
    return kind


def render(figure: Figure, kind: str) -> bytes:
    """Return a figure as svg or png bytes; equal figures have equal bytes."""
    import matplotlib

    _show_names_as_they_are(figure)
    options: dict[str, Any] = {"metadata": {"Date": None}} if kind == "svg" else {"dpi": 150}
    buffer = io.BytesIO()
    with (
        matplotlib.rc_context({"svg.hashsalt": "cardwright", "font.family": "DejaVu Sans"}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", "Glyph .* missing")  # names in scripts the font lacks show as boxes
        figure.savefig(buffer, format=kind, facecolor=figure.get_facecolor(), **options)
    return buffer.getvalue()


def _show_names_as_they_are(figure: Figure) -> None:
    """Make all texts of a figure printable, and let no name from a file be read as a formula."""
    from matplotlib.text import Text
    from matplotlib.ticker import FuncFormatter

    for text in figure.findobj(Text):
        text.set_text(_literal(text.get_text()))
    for axis in (each for axes in figure.axes for each in (axes.xaxis, axes.yaxis)):
        formatter = axis.get_major_formatter()
        if isinstance(formatter, FuncFormatter):  # what `set_ticks` makes of names; other formatters write numbers
            formatter.func = functools.partial(_literal_label, formatter.func)


def _literal_label(label: Any, value: float, index: int | None) -> str:
    return _literal(label(value, index))


def _literal(text: str) -> str:
    """Return a text that Matplotlib draws character by character.

    >>> print(_literal("$x$\\x1b"))
    \\$x\\$?
    """
    return re.sub(r"(?<!\\)\$", r"\\$", printable(text))
