"""Pictures as files: a matplotlib figure written whole or not at all, as SVG or PNG."""

from __future__ import annotations

import io
import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import data
from .errors import BadData

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure whole or not at all; the ending of the name, .svg or .png, says how."""
    kind = Path(path).suffix.lower()
    if kind not in (".svg", ".png"):
        raise BadData(f"{path}: pictures are written as .svg or .png, not {kind or 'without an ending'}")
    data.write(path, render(figure, kind[1:]))


def render(figure: Figure, kind: str) -> bytes:
    """The bytes of a figure as svg or png; the same figure always gives the same bytes."""
    import matplotlib

    options: dict[str, Any] = {"metadata": {"Date": None}} if kind == "svg" else {"dpi": 150}
    buffer = io.BytesIO()
    with (
        matplotlib.rc_context({"svg.hashsalt": "cardwright", "font.family": "DejaVu Sans"}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a name in a script that the font has not: boxes
        figure.savefig(buffer, format=kind, facecolor=figure.get_facecolor(), **options)
    return buffer.getvalue()
