"""`cardwright papers cgdl`: Table 5 of "A Card Game Description Language", next to our figures."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, On, Processes, working
from .tables import WITHOUT_LINES, print_table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cardwright.papers.cgdl import Row


def command(
    games: Annotated[
        int, typer.Option(help="Plays per row, and new games per row of mutations or random games.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="Seed of all randomness.")] = 0,
    jobs: Processes = None,
    on: On = None,
    profile: Annotated[
        str, typer.Option(help="paper, the reading closest to the paper's figures, or usual, our games as they are.")
    ] = "paper",
    as_json: AsJson = False,
) -> None:
    """Repeat the experiments of "A Card Game Description Language": three games, mutations, random games.

    Example: cardwright papers cgdl --games 100 --seed 1
    """
    from cardwright.core.compiling import jit
    from cardwright.core.showing.progress import bar
    from cardwright.papers import cgdl as paper

    jit.watch_compiling()
    with working(on), bar("plays") as move:
        rows = paper.reproduce(games, seed, move, jobs, profile)
    if as_json:
        data = {"games": games, "seed": seed, "profile": profile, "rows": [row.to_dict() for row in rows]}
        print(json.dumps({**data, "explanation": [row.explanation() for row in rows]}, indent=1))
    else:
        _print(rows, games, seed, profile)


def _print(rows: list[Row], games: int, seed: int, profile: str) -> None:
    from cardwright.core.showing.terminal import Console

    columns = ("", "P1 wins", "P2 wins", "P3 wins", "draws", "crashes", "refused", "turns")
    title = f"Table 5, per 1,000 plays; ours from {games:,} plays, profile {profile}, seed {seed}"
    print_table(columns, (line for row in rows for line in _lines(row)), title, **WITHOUT_LINES)
    console = Console()
    for row in rows:
        console.print(f"- {row.explanation()}")


def _lines(row: Row) -> Iterator[tuple[str, ...]]:
    """Yield the paper's line, ours, and the difference."""
    from cardwright.arena.statistics import Estimate

    paper = row.paper
    yield f"{row.name}, paper", *map(str, (*paper.wins, paper.draws, paper.crashes)), "-", str(paper.turns)
    shares = (Estimate(*(1000 * each for each in share)).text(0) for share in row.shares().values())
    yield f"{row.name}, ours", *shares, f"{1000 * row.refused / row.plays:.0f}", row.turns.text(1)
    *counts, turns = row.distances().values()
    yield "difference", *(f"{each:+.0f}" for each in counts), "", "-" if math.isnan(turns) else f"{turns:+.1f}"
