"""`cardwright papers cgdl`: Table 5 of the card game description language, beside ours."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cardwright.arena.statistics import Estimate
    from cardwright.papers.cgdl import Row


def command(
    games: Annotated[int, typer.Option(help="How many plays each row has, and new games where it has those.")] = 1000,
    seed: Annotated[int, typer.Option(help="The seed of everything.")] = 0,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Do the experiments of "A Card Game Description Language" again: three games, mutations, random games.

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
        print(json.dumps({**data, "explanation": paper.EXPLANATION}, indent=1))
    else:
        _print(rows, games, seed)


def _print(rows: list[Row], games: int, seed: int) -> None:
    from rich.console import Console
    from rich.table import Table

    from cardwright.papers.cgdl import EXPLANATION

    console = Console(highlight=False)
    columns = ("", "", "P1 wins", "P2 wins", "P3 wins", "draws", "crashes", "refused", "turns")
    table = Table(*columns, title=f"Table 5, in plays of 1,000; ours of {games:,} plays, seed {seed}")
    for row in rows:
        paper = row.paper
        table.add_row(row.name, "paper", *map(str, (*paper.wins, paper.draws, paper.crashes)), "-", str(paper.turns))
        shares = (f"{1000 * share.value:.0f} ({_range(share, 1000)})" for share in row.shares().values())
        turns = f"{row.turns.value:.1f} ({_range(row.turns)})"
        table.add_row("", "ours", *shares, f"{1000 * row.refused / row.plays:.0f}", turns, end_section=True)
    console.print(table)
    for sentence in EXPLANATION:
        console.print(f"- {sentence}")


def _range(estimate: Estimate, factor: int = 1) -> str:
    """The 95 % interval."""
    if math.isnan(estimate.low):
        return "not known"
    digits = 0 if factor > 1 else 1
    return f"{factor * estimate.low:.{digits}f} to {factor * estimate.high:.{digits}f}"
