"""`cardwright papers cgdl`: Table 5 of "A Card Game Description Language", next to our figures."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cardwright.arena.statistics import Estimate
    from cardwright.papers.cgdl import Row

WIDTH = 100  # the table needs this many columns, with or without a terminal


def command(
    games: Annotated[
        int, typer.Option(help="Plays per row, and new games per row of mutations or random games.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of all randomness.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Repeat the experiments of "A Card Game Description Language": three games, mutations, random games.

    Example: cardwright papers cgdl --games 100 --seed 1
    """
    from cardwright.core import jit
    from cardwright.papers import cgdl as paper

    from .progress import bar

    jit.watch_compiling()
    with bar("plays") as move:
        rows = paper.reproduce(games, seed, move)
    if as_json:
        data = {"games": games, "seed": seed, "rows": [row.to_dict() for row in rows]}
        print(json.dumps({**data, "explanation": [row.explanation() for row in rows]}, indent=1))
    else:
        _print(rows, games, seed)


def _print(rows: list[Row], games: int, seed: int) -> None:
    from rich.table import Table

    from cardwright.core.terminal import Console

    console = Console()
    console.width = max(console.width, WIDTH)
    table = Table(title=f"Table 5, per 1,000 plays; ours from {games:,} plays, seed {seed}", padding=(0, 0, 0, 1))
    for column in ("", "P1 wins", "P2 wins", "P3 wins", "draws", "crashes", "refused", "turns"):
        table.add_column(column, no_wrap=True)
    for row in rows:
        paper = row.paper
        figures = map(str, (*paper.wins, paper.draws, paper.crashes))
        table.add_row(row.name)
        table.add_row("  paper", *figures, "-", str(paper.turns))
        shares = (_with_error(share, 1000, 0) for share in row.shares().values())
        refused = f"{1000 * row.refused / row.plays:.0f}"
        table.add_row("  ours", *shares, refused, _with_error(row.turns, 1, 1), end_section=True)
    console.print(table)
    for row in rows:
        console.print(f"- {row.explanation()}")


def _with_error(estimate: Estimate, factor: int, digits: int) -> str:
    """Return a figure and half the width of its 95 % interval."""
    shown = f"{factor * estimate.value:.{digits}f}"
    return shown if math.isnan(estimate.low) else f"{shown} ±{factor * (estimate.high - estimate.low) / 2:.{digits}f}"
