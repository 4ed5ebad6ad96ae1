"""The figures of a run as tables: for a terminal with Rich, and as plain HTML for a notebook."""

from __future__ import annotations

import io
import itertools
import math
import re
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.core.showing import html
from cardwright.core.showing.text import fold, group_columns, longest_word, name_parts, share_width

from .series import Difference, Series, Side
from .statistics import Estimate
from .usage import Usage

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, Group, JustifyMethod, RenderableType
    from rich.table import Table

NARROW_NAME = 12  # in tables of many columns
SCORE_LEGEND = "score: mean result from -1 to 1, which counts how well a game was won or lost, not only whether."
PLAIN_SCORE_LEGEND = "score: mean result, with 1 for a win, 0 for a draw and -1 for a loss."
TEAM_LEGEND = "per seat: mean over the seats of the agent; team win rate: how often any of them wins."
SERIES_LEGEND = "Figures in the first row of a series alone, such as games/s, are those of all its games and players."
TEXT = 40  # the least width of a column of sentences
WIDEST_WORD = 30  # a longer one may be broken
LEFT_ALIGNED = (
    *("agent", "seats", "player", "minus", "other"),
    *("card", "text", "action", "other action", "and", "then", "and then", "measure", "holder", "status"),
)


class Grid(NamedTuple):
    """A table as plain text."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    widest_name: int = WIDEST_WORD  # a longer name may be broken, where it has a sign such as ":" or "+"
    about: str = ""  # what the columns mean, which pages say in their own way

    def __rich_console__(self, console: object, options: ConsoleOptions) -> Iterator[RenderableType]:
        from rich.text import Text

        yield Text(self.title, style="bold")
        if self.about:
            yield Text(self.about, style="dim")
        for number, part in enumerate(self.parts(options.max_width)):
            if number:
                yield ""
            yield part.to_rich(options.max_width)

    def parts(self, width: int) -> list[Grid]:
        """Return it in parts that fit a terminal of `width` columns; each repeats the names at the left.

        >>> [part.columns for part in Grid("", ["seats", "turns", "HP"], [["random", "21.5", "70"]]).parts(12)]
        [['seats', 'turns'], ['seats', 'HP']]
        """
        names = list(itertools.takewhile(lambda index: self.columns[index] in LEFT_ALIGNED, range(len(self.columns))))
        groups = group_columns(self._narrowest(), len(names), width)
        return [self._only(names, group) for group in groups]

    def _cells(self, index: int) -> list[str]:
        """Return the heading and the cells of a column."""
        cells = [row[index] for row in self.rows]
        return [self.columns[index], *(map(_spaced, cells) if self.columns[index] in LEFT_ALIGNED else cells)]

    def _narrowest(self) -> list[int]:
        """Return how narrow each column can be."""
        widths = [min(longest_word(self._words(index)), WIDEST_WORD) for index in range(len(self.columns))]
        return [
            min(TEXT, max(map(len, self._cells(index)))) if column == "text" else width
            for index, (column, width) in enumerate(zip(self.columns, widths, strict=True))
        ]

    def _words(self, index: int) -> Iterable[str]:
        """Return what must not be broken in a column."""
        cells = self._cells(index)
        if self.columns[index] not in LEFT_ALIGNED:
            return cells
        return (part for cell in cells for word in cell.split() for part in name_parts(word, self.widest_name))

    def _widths(self, width: int) -> list[int]:
        """Return a width for each column: no word is broken, and wide columns share the rest."""
        narrowest = self._narrowest()
        widest = [max(map(len, self._cells(index))) for index in range(len(self.columns))]
        return share_width(narrowest, widest, width - (len(narrowest) - 1))

    def _only(self, names: list[int], others: list[int]) -> Grid:
        """Return some of the columns, without rows that have only names there."""
        kept = [row for row in self.rows if any(row[index] for index in others)] if others else self.rows
        rows = [[row[index] for index in (*names, *others)] for row in kept]
        return self._replace(columns=[self.columns[index] for index in (*names, *others)], rows=rows)

    def to_rich(self, width: int) -> Table:
        """Return it for a terminal of `width` columns, without its title."""
        from rich import box
        from rich.table import Table
        from rich.text import Text

        made = Table(box=box.SIMPLE_HEAD)
        made.show_edge, made.pad_edge, made.padding = False, False, (0, 0, 0, 0)
        shown = []
        for index, (column, each) in enumerate(zip(self.columns, self._widths(width), strict=True)):
            aligned: JustifyMethod = "left" if column in LEFT_ALIGNED else "right"
            made.add_column(Text(column), justify=aligned, overflow="fold", width=each)
            cells = self._cells(index)[1:]
            shown.append([fold(cell, each) for cell in cells] if aligned == "left" else cells)
        for row in zip(*shown, strict=True):
            made.add_row(*map(Text, row))
        return made

    def to_html(self) -> str:
        """Return it as an HTML table; names are escaped."""
        left = [index for index, column in enumerate(self.columns) if column in LEFT_ALIGNED]
        return html.table(self.columns, self.rows, title=self.title, left=left)


def _spaced(seats: str) -> str:
    """Return the names of seats with a space after each comma.

    >>> _spaced("mcts:200+c=1,random")
    'mcts:200+c=1, random'
    """
    return re.sub(r",(?=\S)", ", ", seats)


class Tables(ABC):
    """Tables and notes about them."""

    @abstractmethod
    def grids(self) -> list[Grid]:
        """Return the tables."""

    def notes(self) -> list[str]:
        """Return sentences below the tables."""
        return []

    def to_rich(self) -> Group:
        """Return everything for a terminal."""
        from rich.console import Group
        from rich.text import Text

        parts: list[RenderableType] = []
        for grid in self.grids():
            parts += [*([""] if parts else []), grid]
        return Group(*parts, *map(Text, self.notes()))

    def to_html(self) -> str:
        """Return everything as plain HTML."""
        return "".join([*(grid.to_html() for grid in self.grids()), *map(html.paragraph, self.notes())])


@dataclass(frozen=True)
class Grids(Tables):
    """Tables below one title, and sentences."""

    title: str
    tables: list[Grid]
    sentences: list[str]

    def grids(self) -> list[Grid]:
        """Return the tables; the first one has the title."""
        first, *others = self.tables or [Grid("", [], [])]
        return [first._replace(title=f"{self.title}\n\n{first.title}"), *others]

    def notes(self) -> list[str]:
        """Return the sentences."""
        return self.sentences


class Shown(ABC):
    """A result that text, terminals and notebooks show as tables."""

    @abstractmethod
    def report(self) -> Tables:
        """Return the tables."""

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """Return everything as data."""

    def __rich__(self) -> Group:
        return self.report().to_rich()

    def __str__(self) -> str:
        from cardwright.core.showing.terminal import Console

        file, width = io.StringIO(), shutil.get_terminal_size().columns
        Console(file=file, width=width, force_jupyter=False).print(self)  # in Jupyter, Rich would ignore the file
        return "\n".join(line.rstrip() for line in file.getvalue().splitlines())

    def _repr_html_(self) -> str:
        return html.notebook(self.report().to_html())


@dataclass(frozen=True)
class Report(Tables):
    """A table of series, a table of their differences, and notes on games that were stopped."""

    title: str
    series: Sequence[Series]
    differences: Sequence[Difference]

    def grids(self) -> list[Grid]:
        """Return the tables."""
        differences = [self._difference_grid()] if self.differences else []
        return [self._series_grid(), *differences, *usage_grids(self.series)]

    def notes(self) -> list[str]:
        """Return what columns mean, and a sentence for each series and language model that had trouble."""
        legend = [TEAM_LEGEND] if self._with_teams else []
        legend += [SCORE_LEGEND] if self._with_scores else []
        legend += [SERIES_LEGEND] if any(len(each.sides) > 1 for each in self.series) else []
        return [*legend, *stopped_games(self.series), *fallback_notes(self.series)]

    @property
    def _with_scores(self) -> bool:
        return any(each.has_graded_scores for each in self.series)

    def _result_columns(self, sides: Iterator[Side]) -> list[str]:
        """Return the columns of results; they say so if a rate is a mean over the seats of one agent."""
        per_seat = " per seat" if any(len(side.seats) > 1 for side in sides) else ""
        return [f"win rate %{per_seat}", *([f"score{per_seat}"] if self._with_scores else [])]

    def _results(self, row: Side | Difference, sign: str = "") -> list[str]:
        return [rate_text(row.win_rate, sign), *([mean_text(row.score, "+")] if self._with_scores else [])]

    @property
    def _with_teams(self) -> bool:
        return any(len(side.seats) > 1 for each in self.series for side in each.sides)

    def _series_grid(self) -> Grid:
        """Return a table with a row for every side of every series; figures of the whole series are in its first."""
        several = len(self.series[0].agents) > 1
        results = self._result_columns(side for each in self.series for side in each.sides)
        teams = ["team win rate %"] if self._with_teams else []
        paced = any(not math.isnan(each.games_per_second) for each in self.series)  # a stored run does not know it
        figures = [*self._measure_names(), *(["games/s"] if paced else [])]
        columns = ["seats", *(["player"] if several else []), *results, *teams, *figures]
        rows = []
        for each in self.series:
            of_series = [*self._measures(each), *([_pace(each)] if paced else [])]
            for number, side in enumerate(each.sides):
                names = ", ".join(f"P{seat + 1}" for seat in side.seats)
                player = [f"{side.agent} ({names})"] if several else []
                seats, rest = (each.seats, of_series) if number == 0 else ("", [""] * len(of_series))
                team = [rate_text(side.team_rate)] if self._with_teams else []
                rows.append([seats, *player, *self._results(side), *team, *rest])
        return Grid(self.title, columns, rows, NARROW_NAME)

    def _difference_grid(self) -> Grid:
        results = self._result_columns(each.sides[0] for each in self.series)
        rows = [
            [
                each.seats,
                each.minus,
                *self._results(each, "+"),
                *self._measures(each, "+"),
            ]
            for each in self.differences
        ]
        columns = ["seats", "minus", *results, *self._measure_names()]
        return Grid("Differences between series, game by game", columns, rows)

    def _measure_names(self) -> list[str]:
        """Return the headings of what the game measures; shares are in per cent, as win rates are."""
        shares = self.series[0].shares
        return [name.replace("_", " ") + (" %" if name in shares else "") for name in self.series[0].measures]

    def _measures(self, row: Series | Difference, sign: str = "") -> list[str]:
        shares = self.series[0].shares
        return [
            rate_text(each, sign) if name in shares else mean_text(each, sign) for name, each in row.measures.items()
        ]


def stopped_games(series: Sequence[Series]) -> list[str]:
    """Return a sentence for each series with games that were stopped."""
    return [
        f"{each.faults:,} games of {each.seats} were stopped by a fault in the rules or by the limit on decisions."
        for each in series
        if each.faults
    ]


def usage_by_agent(series: Iterable[Series]) -> dict[str, Usage]:
    """Return what each language model used in all games."""
    found: dict[str, Usage] = {}
    for side in (side for each in series for side in each.sides):
        if side.usage is not None:
            found[side.agent] = found[side.agent] + side.usage if side.agent in found else side.usage
    return found


def usage_grids(series: Sequence[Series]) -> list[Grid]:
    """Return a table of what language models used, if there were any."""
    rows = []
    for agent, used in usage_by_agent(series).items():
        counts = used.requests, used.tokens_in, used.tokens_out, used.repairs, used.fallbacks
        rows.append([agent, *(f"{count:,}" for count in counts), f"{used.cost:.4g}" if used.cost else "-"])
    columns = ["agent", "requests", "tokens in", "tokens out", "repairs", "fallbacks", "cost"]
    return [Grid("Language models, totals", columns, rows, NARROW_NAME)] if rows else []


def fallback_notes(series: Sequence[Series]) -> list[str]:
    """Return a sentence for each language model of which some replies could not be used."""
    return [
        f"No reply of {agent} could be used for {used.fallbacks:,} of {used.decisions:,} decisions "
        f"({100 * used.fallbacks / used.decisions:.1f} %); its fallback took them."
        for agent, used in usage_by_agent(series).items()
        if used.fallbacks
    ]


def rate_text(rate: Estimate, sign: str = "") -> str:
    """Return a rate in per cent with its interval; with sign "+", a difference of rates.

    >>> rate_text(Estimate(0.5, 0.4, 0.6)), rate_text(Estimate(0.25, -0.1, 0.6), "+")
    ('50.0 [40.0,60.0]', '+25.0 [-10.0,+60.0]')
    """
    if math.isnan(rate.value):
        return "-"
    value, low, high = (f"{100 * each:{sign}.1f}" for each in rate)
    return f"{value} [{low},{high}]"


def mean_text(mean: Estimate, sign: str = "") -> str:
    """Return a mean and half the width of its interval, or both ends of one that is cut on one side.

    >>> mean_text(Estimate(12.34, 11.34, 13.34)), mean_text(Estimate(5, 4.75, 5.25), "+")
    ('12.3±1.0', '+5.00±0.25')
    >>> mean_text(Estimate(0.5, 0.497, 0.503))
    '0.500±0.003'
    >>> mean_text(Estimate(0.5, -1, 1), "+")
    '+0.50 [-1.00,+1.00]'
    """
    if math.isnan(mean.value):
        return "-"
    digits = 2 if abs(mean.value) < 10 else 1
    half = mean.high - mean.value
    if not math.isnan(half) and not math.isclose(half, mean.value - mean.low, abs_tol=1e-6):
        return f"{mean.value:{sign}.{digits}f} [{mean.low:{sign}.{digits}f},{mean.high:{sign}.{digits}f}]"
    if 0 < half < 0.5 * 10**-digits:  # else it would read ±0.00
        digits += 1
    return mean.text(digits, sign)


def _pace(series: Series) -> str:
    pace = series.games_per_second
    return "-" if math.isnan(pace) else f"{pace:,.0f}" if pace >= 10 else f"{pace:.2f}"
