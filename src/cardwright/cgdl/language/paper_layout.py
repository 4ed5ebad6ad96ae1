"""The layout of games in the paper's notation: lines and tables, split into the parts of each game.

Tables 3 and 4 of the paper have two stages, or two games, side by side. A line with tabs or bars is a row of such a
table: the name of a stage and its rules, once or twice. A row without a name continues the stage above it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from .problem import BadGame, Problem
from .tree import Located, Location

MARKUP = re.compile(r"</?i>|\*\*|\$")
CELL_BORDER = re.compile(r"[\t|]")
STAGE = re.compile(r"\s*STAGE\s+(\d+)\s*(?:\(([^)]*)\))?", re.IGNORECASE)
TITLE = re.compile(r"\s*\([a-z]\)\s*(.+?)\s*")
CAPTION = re.compile(r"\W*Table \d+\b.*?(?:Codification of (.+?) stages\W*)?", re.IGNORECASE)
HEADER = re.compile(r"\W*(STAGES|NAME|RULES)?\W*", re.IGNORECASE)
SIZES = re.compile(r"\W*([PT])\s*=\s*(\d+)(?:\W+([PT])\s*=\s*(\d+))?\W*")
SIZE = re.compile(r"\W*[PT]\s*=")
SECTION = re.compile(r"\W*(RANKING|WINNING CONDITIONS)\b[ :]*", re.IGNORECASE)
USUAL_PLAYERS = 3  # in all games of the paper
MOST_DIGITS = 9


class Piece(NamedTuple):
    """Some text and where it begins."""

    at: Location
    text: str


@dataclass
class Section:
    """A stage, the ranking or the winning conditions: its name and its text."""

    at: Location
    name: str = ""
    pieces: list[Piece] = field(default_factory=list)


@dataclass
class Sheet:
    """The parts of one game."""

    name: str = ""
    at: Location | None = None  # of its title
    stages: dict[int, Section] = field(default_factory=dict)
    sections: dict[str, Section] = field(default_factory=dict)  # RANKING and WINNING CONDITIONS


class Layout:
    """The games of a text; `players` and `tables` are as the text gives them, in "P = 3, T = 2"."""

    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.players = USUAL_PLAYERS
        self.tables: int | None = None
        self.sheets = [Sheet()]
        self._columns: list[Sheet] = [self.sheets[0]] * 2  # which game the left and the right half of a row belong to
        self._open: list[Section | None] = [None, None]  # where rules of the left and the right half go
        for number, line in enumerate(text.splitlines(), 1):
            self._read(number, MARKUP.sub(lambda match: " " * len(match[0]), line))
        self.sheets = [sheet for sheet in self.sheets if sheet.stages or sheet.sections]
        if not self.sheets:
            raise self.error(Location(1, 1), "this text has no stages; a stage begins with STAGE and its number")
        for sheet in self.sheets:
            self._check(sheet)

    def error(self, at: Location, sentence: str) -> BadGame:
        """Return an error at a location."""
        return BadGame(self.file, [Problem(at, sentence)])

    def _read(self, number: int, line: str) -> None:
        if sizes := SIZES.fullmatch(line):
            for group in (1, 3):
                if sizes[group] == "P":
                    self.players = self.number(sizes[group + 1], Location(number, sizes.start(group) + 1))
                elif sizes[group] == "T":
                    self.tables = self.number(sizes[group + 1], Location(number, sizes.start(group) + 1))
            return
        if SIZE.match(line):
            raise self.error(Location(number, 1), "the numbers of players and tables are written as in P = 3, T = 2")
        if caption := CAPTION.fullmatch(line):
            self._columns = [self._sheet(caption[1] or "", Location(number, 1))] * 2
            return
        halves = _halves(number, line)
        if all(HEADER.fullmatch(piece.text) for half in halves for piece in half):
            return
        titles = [TITLE.fullmatch(half[0].text) for half in halves]
        if any(titles):
            for side, title in enumerate(titles):
                self._title(side, title[1] if title else "", halves[side][0].at)
            return
        for side, half in enumerate(halves):
            for piece in half:
                self._add(side, piece)

    def number(self, digits: str, at: Location) -> Located:
        """Return a number and where it is."""
        if len(digits) > MOST_DIGITS:
            raise self.error(at, f"a number can have at most {MOST_DIGITS} digits, not {len(digits)}")
        return Located.read(int(digits), at)

    def _sheet(self, name: str, at: Location) -> Sheet:
        """Return the game of this name, a new one if there is none."""
        known = next((sheet for sheet in self.sheets if sheet.name == name), None)
        if known is None:
            known = Sheet(name, at)
            self.sheets.append(known)
        return known

    def _title(self, side: int, name: str, at: Location) -> None:
        """Let the lines below a title belong to its game; a half without a title goes with the left one."""
        sheet = self._sheet(name, at) if name else self._columns[0]
        self._columns[side:] = [sheet] * (2 - side)
        self._open[side:] = [None] * (2 - side)

    def _add(self, side: int, piece: Piece) -> None:
        """Add a cell: the beginning of a stage or a section, or a part of the one that is open."""
        sheet, rest = self._columns[side], piece
        if stage := STAGE.match(piece.text):
            index = int(self.number(stage[1], piece.at))
            if index in sheet.stages:
                raise self.error(piece.at, f"STAGE {index} is described twice")
            self._open[side] = sheet.stages[index] = Section(piece.at, (stage[2] or "").strip())
            rest = _after(piece, stage.end())
        elif section := SECTION.match(piece.text):
            self._open[side] = sheet.sections.setdefault(section[1].upper(), Section(piece.at))
            rest = _after(piece, section.end())
        opened = self._open[side]
        if rest.text.strip():
            if opened is None:
                raise self.error(rest.at, f"{rest.text.strip()[:40]!r} belongs to no stage; begin one with STAGE 0")
            opened.pieces.append(rest)

    def _check(self, sheet: Sheet) -> None:
        for expected, index in enumerate(sorted(sheet.stages)):
            if index != expected:
                raise self.error(
                    sheet.stages[index].at, f"STAGE {expected} is missing; stages are numbered 0, 1, 2 and so on"
                )


def _halves(number: int, line: str) -> list[list[Piece]]:
    """Return the cells of the left and of the right half of a row; a line that is no row is all left."""
    column = 2 if line.startswith("|") else 1
    pieces = []
    for cell in CELL_BORDER.split(line[column - 1 :].removesuffix("|")):
        pieces.append(Piece(Location(number, column), cell))
        column += len(cell) + 1
    return [half for half in (pieces[:2], pieces[2:]) if half]


def _after(piece: Piece, end: int) -> Piece:
    return Piece(Location(piece.at.line, piece.at.column + end), piece.text[end:])
