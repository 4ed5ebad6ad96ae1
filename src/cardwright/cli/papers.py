"""`cardwright papers`: repeat the experiments of published papers."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardwright.core.showing.progress import bar

from . import papers_cgdl, papers_minists, papers_unicorns
from .options import AsJson, On, Threads, working
from .tables import WITHOUT_LINES, print_table

if TYPE_CHECKING:
    from cardwright.papers.ludus import Effort, Report

app = typer.Typer(
    help="Repeat the experiments of published papers, and compare with the papers' numbers.\n\n"
    "Example: cardwright papers ludus --quick --seed 1",
    no_args_is_help=True,
)
app.command("cgdl")(papers_cgdl.command)
app.command("minists")(papers_minists.command)
app.command("unicorns")(papers_unicorns.command)


@app.callback()
def _papers() -> None:
    pass


@app.command()
def ludus(
    quick: Annotated[bool, typer.Option("--quick", help="Run a first look, in seconds instead of minutes.")] = False,
    seed: Annotated[int, typer.Option(help="Seed of all randomness.")] = 0,
    jobs: Threads = None,
    on: On = None,
    plots: Annotated[Path | None, typer.Option(help="Draw Figures 1 to 4 to this folder.")] = None,
    as_json: AsJson = False,
) -> None:
    """Repeat the experiments of "LUDUS: An Optimization Framework to Balance Auto Battler Cards".

    Example: cardwright papers ludus --quick --seed 1
    """
    from cardwright.core import files
    from cardwright.core.compiling import jit
    from cardwright.papers import ludus as paper

    jit.watch_compiling()
    effort = paper.QUICK if quick else paper.FULL
    if plots is not None:
        files.make_folder(plots)  # a bad folder must fail now, not after minutes of play
    with working(on), bar("experiments") as move:
        report = paper.reproduce(effort, seed, jobs, move)
    if as_json:
        print(json.dumps(report.to_dict(), indent=1), flush=True)
    else:
        _print(report)
    if plots is not None:
        _draw(plots, effort, seed, jobs)


def _draw(folder: Path, effort: Effort, seed: int, jobs: int | None) -> None:
    from cardwright.core.showing.pictures import save
    from cardwright.papers.ludus_figures import figures

    for name, figure in figures(effort, seed, jobs).items():
        save(figure, folder / f"{name}.png")
        save(figure, folder / f"{name}.svg")


def _print(report: Report) -> None:
    from cardwright.core.showing.terminal import Console
    from cardwright.papers.ludus import AUTHORS_ERRORS

    console = Console()
    if report.errors:
        rows = [
            (str(size), f"{theirs:.4f}", *(f"{each.sizes[size]:.4f}" for each in report.errors))
            for size, theirs in AUTHORS_ERRORS.items()
        ]
        columns = ("group size", "authors", *(each.profile for each in report.errors))
        print_table(columns, rows, "4.1 Error of payoffs in groups", **WITHOUT_LINES)
    spreads = [
        (each.section, each.cards, f"{each.paper:.4f}", each.profile, each.std.text(4), each.once.text(4),
         f"{each.ties:.0%}")
        for each in report.spreads
    ]  # fmt: skip
    columns = ("", "cards", "paper", "profile", "standard deviation", "each card once", "ties")
    print_table(columns, spreads, "The paper's card sets", **WITHOUT_LINES)
    if report.found:
        _print_searches(report)
    for sentence in report.explanation():
        console.print(f"- {sentence}")


def _print_searches(report: Report) -> None:
    seeds = ", ".join(dict.fromkeys(str(each.seed) for each in report.found))
    columns = ("", "paper", "profile", "search", "start", "best", "measured again", "ties")
    rows = []
    for row in report.found:
        start = "-" if row.paper[0] is None else f"{row.paper[0]:.4f}"
        search = f"{row.optimiser} {row.evaluations:,}{row.limit}"
        cells = (row.section, f"{start} to {row.paper[1]:.4f}", row.profile, search, f"{row.start:.4f}")
        rows.append((*cells, f"{row.best:.4f}", row.again.text(4), f"{row.ties:.0%}"))
    print_table(columns, rows, "Searches for balanced cards", caption=f"seeds: {seeds}", **WITHOUT_LINES)
