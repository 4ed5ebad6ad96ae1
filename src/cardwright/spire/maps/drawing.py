"""Maps drawn in letters, for terminals: rooms on a grid, links as strokes between the rows, the top row first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

Cell = tuple[float, int]  # column and row
Link = tuple[Cell, Cell]  # from below to above

WIDTH = 4  # characters per column
CROSSING = "X"


class Canvas:
    """Lines of characters. It records which belong to marked rooms and links, to let callers highlight them."""

    def __init__(self, width: int, height: int):
        self.cells = [[" "] * width for _ in range(height)]
        self.marked: set[tuple[int, int]] = set()

    def put(self, line: int, column: int, text: str, marked: bool = False) -> None:
        """Overwrite characters with a text, and their marks with its mark."""
        for offset, character in enumerate(text):
            self.cells[line][column + offset] = character
            spot = (line, column + offset)
            (self.marked.add if marked else self.marked.discard)(spot)

    def put_stroke(self, line: int, column: int, text: str, marked: bool) -> None:
        """Write a link so that every link stays visible: slopes cover underscores, and slopes that cross make an X."""
        for offset, character in enumerate(text):
            before = self.cells[line][column + offset]
            if character == before:
                marked_here = marked or (line, column + offset) in self.marked
                self.put(line, column + offset, character, marked_here)
            elif before in " _":
                self.put(line, column + offset, character, marked)
            elif character != "_":
                self.put(line, column + offset, CROSSING, marked or (line, column + offset) in self.marked)

    def __str__(self) -> str:
        return "\n".join("".join(line).rstrip() for line in self.cells)


def draw(
    rooms: Mapping[Cell, str],
    links: Iterable[Link],
    marked: Collection[Cell] = (),
    floors: Mapping[int, str] | None = None,
) -> Canvas:
    """Return a drawing of rooms, given by cell, and the links between them; links between marked rooms are marked too.

    >>> print(draw({(0, 0): "N", (1, 1): "E", (0, 1): "U"}, [((0, 0), (1, 1)), ((0, 0), (0, 1))]))
      2  U   E
         | /
      1  N
    """
    top = max(row for _, row in rooms)
    names = floors or {row: str(row + 1) for row in range(top + 1)}
    margin = 5
    width = margin + int(WIDTH * max(column for column, _ in rooms)) + 2
    canvas = Canvas(width, 2 * top + 1)
    for row in range(top + 1):
        canvas.put(2 * (top - row), 0, names[row].rjust(3))
    for start, end in sorted(links, key=_reach, reverse=True):  # long strokes first, to draw short ones over them
        line, left, stroke = _stroke(top, margin, start, end)
        canvas.put_stroke(line, left, stroke, start in marked and end in marked)
    for (column, row), symbol in rooms.items():
        canvas.put(2 * (top - row), margin + round(WIDTH * column), symbol, (column, row) in marked)
    return canvas


def _reach(link: Link) -> float:
    return abs(link[0][0] - link[1][0])


def _stroke(top: int, margin: int, start: Cell, end: Cell) -> tuple[int, int, str]:
    """Return the line, column and characters of a link: underscores next to the lower room, a slope below the upper."""
    line = 2 * (top - start[1]) - 1
    low, high = (margin + round(WIDTH * column) for column in (start[0], end[0]))
    if low == high:
        return line, low, "|"
    if abs(high - low) <= WIDTH:
        return line, (low + high) // 2, "/" if low < high else "\\"
    if low < high:
        return line, low + 1, "_" * (high - low - 2) + "/"
    return line, high + 1, "\\" + "_" * (low - high - 2)
