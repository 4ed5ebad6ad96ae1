"""Maps as SVG, for notebooks: rooms as circles with their letters, the top row first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from cardwright.core.showing.text import escape_html

from .drawing import Cell, Link
from .looks import LOOKS

STEP = 36  # pixels between two columns or rows
RADIUS = 12  # of a room, in pixels
PAPER, INK, FAINT, HIGHLIGHT = "#f6efdf", "#3b3026", "#8a7b66", "#c8102e"


def draw_svg(rooms: Mapping[Cell, str], links: Iterable[Link], marked: Collection[Cell] = ()) -> str:
    """Return a drawing of rooms, given by cell, and the links between them, as an SVG element, with a path marked.

    >>> draw_svg({(0, 0): "N", (0, 1): "E"}, [((0, 0), (0, 1))]).count("<circle")
    2
    """
    top = max(row for _, row in rooms)
    width = STEP * (max(column for column, _ in rooms) + 1)
    lines = [_line(*_point(start, top), *_point(end, top), start in marked and end in marked) for start, end in links]
    circles = [_room(*_point(cell, top), symbol, cell in marked) for cell, symbol in rooms.items()]
    size = f'width="{width:g}" height="{STEP * (top + 1)}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="background:{PAPER}">{"".join(lines + circles)}</svg>'


def _point(cell: Cell, top: int) -> tuple[float, float]:
    column, row = cell
    return STEP * (column + 0.5), STEP * (top - row + 0.5)


def _line(x1: float, y1: float, x2: float, y2: float, marked: bool) -> str:
    style = f'stroke="{HIGHLIGHT}" stroke-width="3"' if marked else f'stroke="{FAINT}" stroke-dasharray="4 3"'
    return f'<line x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}" {style}/>'


def _room(x: float, y: float, symbol: str, marked: bool) -> str:
    edge = f'stroke="{HIGHLIGHT}" stroke-width="2.5"' if marked else f'stroke="{INK}"'
    fill = LOOKS[symbol].colour if symbol in LOOKS else PAPER
    circle = f'<circle cx="{x:g}" cy="{y:g}" r="{RADIUS}" fill="{fill}" {edge}/>'
    style = f'text-anchor="middle" dominant-baseline="central" font-size="13" fill="{INK}"'
    return f'{circle}<text x="{x:g}" y="{y:g}" {style}>{escape_html(symbol)}</text>'
