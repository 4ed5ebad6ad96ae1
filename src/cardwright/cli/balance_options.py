"""Options and helpers that the commands of `cardwright balance` share."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .options import picture, report_mistakes

if TYPE_CHECKING:
    from collections.abc import Callable

    from matplotlib.figure import Figure

    from cardwright.balance import Study
    from cardwright.balance.objectives import Objective

Config = Annotated[Path, typer.Argument(help="Config file: what to play, which numbers to vary, what to aim for.")]
Seed = Annotated[int | None, typer.Option(help="Seed of all randomness (default: the config's).")]
MetricName = Annotated[str | None, typer.Option(help="Metric to measure (default: the config's first objective).")]
Plot = Annotated[
    list[Path] | None,
    typer.Option(
        help="Draw a plot to this .png or .svg file; repeatable.",
        callback=lambda files: [picture(each) for each in files or ()],
    ),
]
Show = Annotated[bool, typer.Option("--show", help="Display the plot (inline in a notebook).")]
MOST_LISTED = 10  # mistakes of a config


def read_study(config: Path) -> Study:
    """Read the study of a config file, or report all mistakes that can be found in it."""
    from cardwright.balance import Study
    from cardwright.balance.checking import mistakes
    from cardwright.core import data
    from cardwright.core.compiling import jit
    from cardwright.core.errors import CardwrightError

    jit.watch_compiling()
    try:
        return Study.read(config)
    except CardwrightError:
        _, found = data.read_and_check(config, lambda document: mistakes(document, config.parent))
        more = [f"{config}: {len(found) - MOST_LISTED} more mistakes"] if len(found) > MOST_LISTED else []
        report_mistakes([*found[:MOST_LISTED], *more], config, "study")
        raise


def seed_or_default(study: Study, seed: int | None) -> int:
    """Return the seed of the command line, or else that of the config."""
    return study.config.seed if seed is None else seed


def find_objective(study: Study, metric: str | None) -> Objective | None:
    """Return the objective with this metric, as the config describes it if it does; None without a metric."""
    if metric is None:
        return None
    from cardwright.balance.objectives import Objective, ObjectiveSpec

    named = {each.metric.name: each for each in study.objectives}
    return named.get(metric.replace(" ", "_")) or Objective.of(ObjectiveSpec(metric=metric), study.folder)


def draw(make: Callable[[], Figure], files: list[Path] | None, show: bool) -> None:
    """Save a plot to files and display it, as the options say; `make` is called only if needed."""
    if not files and not show:
        return
    from cardwright.balance import plots

    figure = make()
    for file in files or []:
        plots.save(figure, file)
    if show:
        plots.show(figure)
