"""Matplotlib figures as SVG or PNG files."""

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
    """Write a figure atomically, in the format of the suffix: .svg or .png."""
    data.write(path, render(figure, check_suffix(path)[1:]))


def check_suffix(path: str | Path) -> str:
    """Return the suffix of a picture's file, .svg or .png; others are refused."""
    kind = Path(path).suffix.lower()
    if kind not in (".svg", ".png"):
        raise BadData(f"{path}: a picture needs the suffix .svg or .png, not {kind or 'none'}")
    return kind


def render(figure: Figure, kind: str) -> bytes:
    """Return a figure as svg or png bytes; equal figures have equal bytes."""
    import matplotlib

    options: dict[str, Any] = {"metadata": {"Date": None}} if kind == "svg" else {"dpi": 150}
    buffer = io.BytesIO()
    with (
        matplotlib.rc_context({"svg.hashsalt": "cardwright", "font.family": "DejaVu Sans"}),
        warnings.catch_warnings(),
    ):
        warnings.filterwarnings("ignore", "Glyph .* missing")  # names in scripts the font lacks show as boxes
        figure.savefig(buffer, format=kind, facecolor=figure.get_facecolor(), **options)
    return buffer.getvalue()
