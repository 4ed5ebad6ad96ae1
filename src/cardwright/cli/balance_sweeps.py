"""`cardwright balance sweep`, `influence` and `groups`: measure how a metric depends on parameters and groups."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from cardwright.core.showing.progress import bar

from .balance_options import (
    Config,
    MetricName,
    Plot,
    Seed,
    Show,
    draw,
    find_objective,
    read_study,
    seed_or_default,
)
from .options import AsJson, On, Threads, working
from .tables import WITHOUT_LINES, print_table

WIDE = 0.2  # half the width of an interval from which on it is too wide to compare shares


def sweep(
    config: Config,
    x: Annotated[str, typer.Option(help="Parameter, as cards.Ogre.attack or with bounds: cards.Ogre.attack=1:10.")],
    y: Annotated[str | None, typer.Option(help="Second parameter, for a heat map.")] = None,
    metric: MetricName = None,
    seed: Seed = None,
    jobs: Threads = None,
    on: On = None,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Measure a metric over one or two parameters while all others keep their current values.

    Example: cardwright balance sweep CONFIG.yaml --x cards.Ogre.attack --y cards.Imp.health --plot map.png
    """
    from cardwright.balance import plots, sweeps
    from cardwright.balance.words import number

    study = read_study(config)
    with working(on), bar("settings played") as move:
        found = sweeps.sweep(
            study, x, y, find_objective(study, metric), seed=seed_or_default(study, seed), jobs=jobs, progress=move
        )
    draw(lambda: plots.heat_map(found), plot, show)
    if as_json:
        print(json.dumps(found.to_dict(), indent=1))
        return
    title = f"{found.metric}; columns: {found.x.label}" + (f", rows: {found.y.label}" if found.y else "")
    names = [number(value) for value in found.y.grid] if found.y else [""]
    text = found.objective.metric.text
    rows = [
        (name, *(text(float(value), study.unit) for value in row))
        for name, row in zip(names, found.values, strict=True)
    ]
    print_table(("", *map(number, found.x.grid)), rows, title, **WITHOUT_LINES)
    best = ", ".join(f"{label} = {value:g}" for label, value in found.best().items())
    print(f"best {found.metric}: {text(float(found.values[found.best_index]), study.unit)} with {best}")


def influence(
    config: Config,
    by: Annotated[
        str, typer.Option(help="Group by parameter, card (all its numbers) or kind (such as all attacks).")
    ] = "parameter",
    metric: MetricName = None,
    samples: Annotated[int, typer.Option(help="Sample size, a power of 2; more samples mean narrower intervals.")] = 64,
    seed: Seed = None,
    jobs: Threads = None,
    on: On = None,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Measure which parameters matter: the share of a metric's variance that each causes (Sobol indices).

    Example: cardwright balance influence examples/balance_autobattler.yaml --by kind --plot influence.png
    """
    from cardwright.balance import plots, sweeps

    study = read_study(config)
    objective = find_objective(study, metric) or study.objectives[0]
    with working(on), bar("settings played") as move:
        found = sweeps.influence(
            study, objective, by=by, samples=samples, seed=seed_or_default(study, seed), jobs=jobs, progress=move
        )
    draw(lambda: plots.shares(found, objective.label), plot, show)
    if as_json:
        print(json.dumps({"metric": objective.metric.name, "shares": [each._asdict() for each in found]}, indent=1))
        return
    rows = [
        (
            each.name,
            f"{100 * each.alone:.0f} % ± {100 * each.alone_error:.0f}",
            f"{100 * each.total:.0f} % ± {100 * each.total_error:.0f}",
        )
        for each in found
    ]
    print_table((by, "alone", "together with others"), rows, f"Share of the variance of {objective.label}")
    print("alone: by its own effect; together with others: including what it does only beside others; ±: 95 % interval")
    if max(each.total_error for each in found) > WIDE:
        print(f"The intervals are wide: --samples {4 * samples} makes them about half as wide.")


def groups(
    config: Config,
    sizes: Annotated[
        str | None, typer.Option(help="Group sizes to try, separated by commas (default: 64, 128, ... and all).")
    ] = None,
    folds: Annotated[int, typer.Option(help="Times the groups are drawn in one tournament.")] = 1,
    repeats: Annotated[int, typer.Option(help="Tournaments to play for each size.")] = 8,
    seed: Seed = None,
    jobs: Threads = None,
    on: On = None,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Measure the error of a group tournament against the full round robin, by group size.

    Example: cardwright balance groups examples/balance_autobattler.yaml --sizes 16,32,64 --plot groups.svg
    """
    from cardwright.balance import plots, sweeps
    from cardwright.core.errors import CardwrightError

    study = read_study(config)
    try:
        group_sizes = None if sizes is None else [int(size) for size in sizes.split(",")]
    except ValueError:
        raise CardwrightError(f"--sizes must be integers separated by commas, not {sizes!r}") from None
    with working(on), bar("sizes tried") as move:
        found = sweeps.group_error(
            study, group_sizes, folds=folds, repeats=repeats, seed=seed_or_default(study, seed), jobs=jobs,
            progress=move,
        )  # fmt: skip
    draw(lambda: plots.group_errors(found), plot, show)
    if as_json:
        print(json.dumps({"groups": [each._asdict() for each in found]}, indent=1))
        return
    rows = [(f"{each.size:,}", f"{each.matches:,}", f"{each.mean:.4f}", f"{each.largest:.3f}") for each in found]
    print_table(("group size", "matches", "mean", "largest"), rows, "Error of a lineup's payoff")
    print("mean, largest: difference from the payoff in a full tournament, which is from -1 to 1")
