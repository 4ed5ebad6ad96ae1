"""`cardwright report`: what happened in the games of an arena run."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from .options import AsJson, GameOptions, load_games, target


def command(
    run: Annotated[
        Path | None, typer.Argument(help="Log of an arena run: the folder or .parquet file of --log.")
    ] = None,
    only: Annotated[list[str] | None, typer.Option("--only", help="Metric to include; repeatable.")] = None,
    metrics: Annotated[
        list[str] | None, typer.Option("--metrics", help="Python file with metrics of your own; repeatable.")
    ] = None,
    cards: Annotated[
        bool, typer.Option("--cards", help="Report on cards instead: each with its text, and pairs of them.")
    ] = False,
    rows: Annotated[int, typer.Option(help="Rows of each agent in a table.", min=1, max=100_000)] = 12,
    plots: Annotated[Path | None, typer.Option(help="Folder for plots, as PNG and SVG.")] = None,
    html: Annotated[Path | None, typer.Option(help="File for the report as one HTML page.", callback=target)] = None,
    list_metrics: Annotated[bool, typer.Option("--list", help="List the metrics instead.")] = False,
    python_games: GameOptions = None,
    as_json: AsJson = False,
) -> int:
    """Report on the games of an arena run: results, length, and what was possible and taken in every decision.

    Most of it needs the log of decisions, which `cardwright arena ... --log RUN --actions` writes.

    With --cards, it is about the cards: which are played, and how games with and without each of them end. The page
    can then be sorted and filtered.

    Example: cardwright report runs/jaw --html jaw.html --plots plots

    Example: cardwright report runs/jaw --cards --html cards.html
    """
    from cardwright import report as reports
    from cardwright.core import files
    from cardwright.core.errors import BadData
    from cardwright.core.showing.terminal import Console

    for file in metrics or ():
        reports.load_metrics(file)
    if list_metrics:
        for each in reports.METRICS.values():
            Console().print(f"{each.name}: {each.title}. {each.about}", soft_wrap=True)
        return 0
    if run is None:
        raise BadData("name the log of a run, as in cardwright report runs/jaw")
    load_games(python_games)
    made = reports.report(run, [*(reports.CARDS if cards else ()), *(only or ())], rows)
    if html is not None:
        files.write(html, made.to_html())
    if plots is not None:
        made.write_plots(plots)
    if as_json:
        print(json.dumps(made.to_dict(), indent=2))
    else:
        Console().print(made)
    return 0
