"""`cardwright papers unicorns`: the tables and figures of a thesis on Unstable Unicorns, next to our figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import AsJson, On, Threads, working
from .stopping import stoppable

if TYPE_CHECKING:
    from cardwright.papers.unicorns import Cell

TITLES = {
    "5.1": "Table 5.1: two seats of MCTS against four random agents",
    "5.2": "Table 5.2: three rule-based against three random agents",
    "figure 5.1": "Figure 5.1: wins of the best of the last generation, by size of the population",
    "6.1": "Table 6.1: two seats against four random agents",
    "6.2": "Table 6.2: two seats of evolved agents against four random agents",
    "6.3": "Table 6.3: two seats of evolved agents against four rule-based agents",
    "final": "The final evolution: two seats against four others",
    "switches": "Two rule-based against four random agents, with one switch changed",
    "search code": "Table 5.1 with a search as in the thesis's code",
    "search switches": "Two seats of MCTS 100 against four random agents, with one switch changed",
}


def command(
    table: Annotated[
        list[str] | None,
        typer.Option(help="5.1, 5.2, 6.1, 6.2, 6.3, final, switches, search switches, search code; repeatable."),
    ] = None,
    figure: Annotated[list[str] | None, typer.Option(help="5.1; repeatable (default: all).")] = None,
    full: Annotated[
        bool, typer.Option("--full", help="Also run the evolutions against MCTS in full, which takes days.")
    ] = False,
    profile: Annotated[
        list[str] | None, typer.Option(help="thesis or official rules; repeatable (default: both).")
    ] = None,
    quick: Annotated[bool, typer.Option("--quick", help="Run a first look, in minutes instead of a night.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of all randomness.")] = 0,
    jobs: Threads = None,
    on: On = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the results so far, evolutions and Figure 5.1.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue with the results in the folder.")] = False,
    as_json: AsJson = False,
) -> None:
    """Repeat the experiments of "Artificial intelligence for Unstable Unicorns", chapters 5 and 6.

    Every table is measured with the rules of the thesis and with the official ones.

    Example: cardwright papers unicorns --quick --seed 1

    Example: cardwright papers unicorns --table 6.1 --out thesis
    """
    from cardwright.core.compiling import jit
    from cardwright.core.errors import BadData
    from cardwright.core.showing.progress import bar
    from cardwright.papers import unicorns as paper

    if quick and full:
        raise BadData("choose one of --quick and --full")
    if resume and out is None:
        raise BadData("--resume needs the folder of the results: --out FOLDER")
    jit.watch_compiling()
    tables = table or ([] if figure else list(paper.USUAL_TABLES))
    figures = figure or ([] if table else list(paper.FIGURES))
    effort = paper.QUICK if quick else paper.WHOLE if full else paper.FULL
    profiles = profile or list(paper.PROFILES)
    advice = "nothing is kept without --out FOLDER" if out is None else "the same command with --resume continues"
    with stoppable(advice), working(on), bar("tables") as move:
        cells = paper.reproduce(effort, seed, tables, figures, out, resume, jobs, move, profiles)
    if figures and out is not None and set(profiles) == set(paper.PROFILES):
        _draw(out, effort, seed, jobs)
    sentences = paper.explanation(cells)
    if as_json:
        rows = [{**each._asdict(), "variance": each.variance, "differs": each.differs} for each in cells]
        print(json.dumps({"seed": seed, "effort": effort._asdict(), "cells": rows, "explanation": sentences}, indent=1))
        return
    _print(cells)
    for sentence in sentences:
        print(f"- {sentence}")


def _draw(out: Path, effort: object, seed: int, jobs: int | None) -> None:
    from cardwright.core.showing.pictures import save
    from cardwright.papers.unicorns_evolution import draw_figure_5_1

    save(draw_figure_5_1(out, effort, seed, jobs), out / "figure-5.1.png")  # type: ignore[arg-type]


def _print(cells: list[Cell]) -> None:
    from .tables import WITHOUT_LINES, print_table

    for name, title in TITLES.items():
        found = [each for each in cells if each.table == name]
        if not found:
            continue
        rows = []
        for row in dict.fromkeys(each.name for each in found):
            ours = {each.profile: each for each in found if each.name == row}
            first = next(iter(ours.values()))
            theirs = "" if first.thesis is None else f"{first.thesis:.1f}"
            figures = (_figure(each) for each in ours.values())
            spreads = map(_spread, (first.thesis_variance, *(each.variance for each in ours.values())))
            more = tuple(spreads) if name == "5.2" else ()
            rows.append((row.removeprefix("evo_").replace("_", " "), theirs, *figures, *more, f"{first.games:,}"))
        profiles = dict.fromkeys(each.profile for each in found)
        variances = ("variance, paper", *(f"variance, {each}" for each in profiles)) if name == "5.2" else ()
        columns = ("", "paper", *(f"{profile} rules" for profile in profiles), *variances, "games")
        print_table(columns, rows, f"{title}, wins in %", title_justify="left", **WITHOUT_LINES)
        print()


def _spread(variance: float | None) -> str:
    return "" if variance is None else f"{variance:.4f}"


def _figure(cell: Cell) -> str:
    if cell.value is None:
        return "-"
    return f"{cell.value:.1f} [{cell.low:.1f},{cell.high:.1f}]"
