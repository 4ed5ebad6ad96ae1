"""`cardwright balance`: measure the balance of a game, find what disturbs it, and tune its numbers."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cardwright.core.showing.progress import bar

from . import balance_sweeps
from .balance_options import Config, Plot, Seed, Show, draw, read_study, seed_or_default
from .options import AsJson, On, Threads, working
from .stopping import stoppable
from .tables import print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.figure import Figure

    from cardwright.balance import Metagame, Result, Study
    from cardwright.balance.evaluation import Evaluation
    from cardwright.balance.objectives import Objective
    from cardwright.balance.structure import Cycle
    from cardwright.balance.sweeps import Suspect


class _TuneByDefault(TyperGroup):
    """`cardwright balance CONFIG` is short for `cardwright balance tune CONFIG`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["tune", *args]
        return super().parse_args(ctx, args)


LONG_RUN = 2 * 3600.0  # seconds that a person wants to know of before waiting for them
MAX_CYCLES = 5  # printed for each kind; --json has them all

app = typer.Typer(
    cls=_TuneByDefault,
    no_args_is_help=True,
    help="Measure the balance of a game, find what disturbs it, and tune its numbers. "
    "`cardwright balance CONFIG.yaml` tunes; docs/balance.md describes configs.\n\n"
    "Example: cardwright balance look examples/balance_autobattler.yaml\n\n"
    "Example: cardwright balance examples/balance_autobattler.yaml --budget 500 --seed 1 --out report",
)


@app.command()
def tune(
    config: Config,
    seed: Seed = None,
    budget: Annotated[int | None, typer.Option(help="Number of settings to try (default: the config's).")] = None,
    optimiser: Annotated[
        str | None, typer.Option(help="nsga2, ga, cma, pygad, hill_climbing or random (default: the config's).")
    ] = None,
    jobs: Threads = None,
    on: On = None,
    out: Annotated[Path | None, typer.Option(help="Folder for the report, its plots and the tuned rules.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue the search in the folder of --out.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search for better numbers and report what each change does.

    Ctrl-C keeps the search in the folder of --out. The same command with --resume continues it and ends as if it had
    not been stopped.

    Example: cardwright balance examples/balance_autobattler.yaml --budget 500 --seed 1 --out report
    """
    from cardwright import balance
    from cardwright.balance.objectives import tie_warning
    from cardwright.core.errors import CardwrightError

    study = read_study(config)
    if resume and out is None:
        raise CardwrightError("--resume needs the folder of the search: --out FOLDER")
    if budget is not None and budget < 1:
        raise CardwrightError(f"--budget must be at least 1, not {budget}")
    for warning in (tie_warning(study.objectives, study.limits), study.space.start_warning()):
        if warning:
            print(warning, file=sys.stderr)
    advice = "nothing is kept without --out FOLDER" if out is None else "the same command with --resume continues"
    with stoppable(advice), working(on), bar("settings tried") as move:
        result = balance.tune(
            study, budget=budget, seed=seed, optimiser=optimiser, jobs=jobs, folder=out, resume=resume,
            progress=_best_so_far(study, move),
        )  # fmt: skip
    files = result.save(out) if out is not None else []
    if as_json:
        print(json.dumps(result.to_dict(), indent=1))
    else:
        _print_result(result, files)


def _best_so_far(study: Study, move: Callable[..., None]) -> Callable[[int, int, Evaluation | None], None]:
    first = study.objectives[0]
    begun, warned = time.monotonic(), False

    def progress(done: int, total: int, best: Evaluation | None) -> None:
        nonlocal warned
        move(done, total, f"({first.label} {first.metric.text(best.values[0], study.unit)})" if best else "")
        left = (total - done) * (time.monotonic() - begun) / max(1, done)
        if done and left > LONG_RUN and not warned:
            warned = True
            hours = f"{left / 3600:,.0f} hours" if left < 3 * 86_400 else f"{left / 86_400:,.0f} days"
            print(f"{total:,} settings take about {hours}; --budget sets another number", file=sys.stderr)

    return progress


def _print_result(result: Result, files: Sequence[Path]) -> None:
    from cardwright.balance.report import SUMMARY, summary
    from cardwright.balance.words import number
    from cardwright.core.showing.terminal import Console

    console = Console()
    print_table(SUMMARY, summary(result), result.study.title)
    rows = [(each.label, number(each.before), number(each.after)) for each in result.changes]
    if rows:
        print_table(("number", "before", "after"), rows, "What changed")
    for warning in result.warnings():
        console.print(warning, style="bold")
    if len(result.front) > 1:
        console.print(f"The Pareto front has {len(result.front)} settings; the report shows all of them.")
    if files:
        console.print(f"The report is {next(each for each in files if each.suffix == '.html')}", soft_wrap=True)
    else:
        console.print("Add --out FOLDER for a report with plots and a file of the tuned rules.")


@app.command()
def look(
    config: Config,
    seed: Seed = None,
    jobs: Threads = None,
    on: On = None,
    structure: Annotated[
        bool,
        typer.Option("--structure", help="Show who beats whom: cycles, Nash, alpha-rank; --plot draws cycles."),
    ] = False,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Measure the current rules: the metrics, how well each card does, and the balance without each card.

    Example: cardwright balance look examples/balance_autobattler.yaml --plot histogram.png
    """
    from cardwright.balance import sweeps

    study = read_study(config)
    use = seed_or_default(study, seed)
    with working(on), bar("played without one") as move:
        metagame = study.look(use, jobs, matrix=structure)
        suspects = sweeps.suspects(study, use, jobs, metagame, progress=move)
    figures = _metrics(study, metagame)
    cycles = _cycles(metagame) if structure else {}
    draw(lambda: _plot(metagame, structure), plot, show)
    if as_json:
        found = {**metagame.to_dict(), "metrics": figures, "suspects": [each._asdict() for each in suspects]}
        if structure:
            found["cycles"] = {kind: [each._asdict() for each in some] for kind, (_, some) in cycles.items()}
        print(json.dumps(found, indent=1))
        return
    _print_figures(study, figures, metagame.unit)
    _print_suspects(suspects, metagame, study.objectives[0])
    if structure:
        _print_cycles(cycles, metagame)
    if metagame.all_ties:
        print("All games end in a tie: the figures are even because no game is decided.")


def _plot(metagame: Metagame, structure: bool) -> Figure:
    from cardwright.balance import domination_graph, plots
    from cardwright.balance.payoffs import payoffs

    if not structure:
        return plots.distribution(metagame)
    matrix, names = next(iter(payoffs(metagame).values()))
    return plots.domination(domination_graph(matrix, names))


def _cycles(metagame: Metagame) -> dict[str, tuple[int, list[Cycle]]]:
    """Return the number of cards and of lineups, each with their cycles."""
    from cardwright.balance import cycles
    from cardwright.balance.payoffs import payoffs
    from cardwright.core.errors import CardwrightError

    known = payoffs(metagame)
    if not known:
        raise CardwrightError("--structure needs a payoff matrix; this way to play has none")
    return {kind: (len(names), cycles(matrix, names)) for kind, (matrix, names) in known.items()}


def _print_figures(study: Study, figures: dict[str, float], unit: str) -> None:
    from cardwright.balance import METRICS

    known = {**METRICS, **{each.metric.name: each.metric for each in study.objectives}}
    rows = [(known[name].label, known[name].text(value, unit)) for name, value in figures.items()]
    print_table(("metric", ""), rows, study.title)
    print("cardwright balance metrics explains each of them")


def _print_suspects(suspects: Sequence[Suspect], metagame: Metagame, objective: Objective) -> None:
    rows = [
        (
            each.name,
            metagame.rate_text(each.rate) + (f" ± {metagame.rate_text(1.96 * each.error)}" if each.error else ""),
            f"{100 * each.share:.0f} %",
            "" if each.without is None else objective.metric.text(each.without, metagame.unit),
        )
        for each in suspects
    ]
    columns = ("", metagame.unit, "share of the variance", f"{objective.label} without it")
    print_table(columns, rows, "What disturbs the balance most")
    print(
        f"{'±: the 95 % interval; ' if any(each.error for each in suspects) else ''}share of the variance: its part in "
        f"the differences between the rates; {objective.label} without it: the figure if it did not exist"
    )


def _print_cycles(cycles: dict[str, tuple[int, list[Cycle]]], metagame: Metagame) -> None:
    from cardwright.balance.payoffs import MAX_STRATEGIES

    rows = []
    for kind, (count, found) in cycles.items():
        rows += [(f"{len(each.members):,} of {count:,} {kind}", str(each)) for each in found[:MAX_CYCLES]]
        if not found:
            rows.append((f"none of {count:,} {kind}", "no cycle: all wins agree with one ranking"))
    print_table(("on a cycle", "shortest cycle through the strongest"), rows, "Cycles of who beats whom (>)")
    lineups = len(metagame.lineup_names)
    if lineups > MAX_STRATEGIES:
        print(f"{lineups:,} lineups are too many to analyse who beats whom; the limit is {MAX_STRATEGIES:,}.")


def _metrics(study: Study, metagame: Metagame) -> dict[str, float]:
    """Return the metrics of the config and all others that need no options."""
    from cardwright.balance import METRICS
    from cardwright.core.errors import CardwrightError

    figures = {each.metric.name: each.value(metagame) for each in study.objectives}
    for name, metric in METRICS.items():
        if name in ("change", *figures) or (metric.of is None) or (metric.needs_matrix and metagame.matrix is None):
            continue
        try:
            figures[name] = metric(metagame)
        except CardwrightError:
            continue  # undefined for such rates
    return figures


app.command()(balance_sweeps.sweep)
app.command()(balance_sweeps.influence)
app.command()(balance_sweeps.groups)


@app.command()
def metrics(as_json: AsJson = False) -> None:
    """List the metrics and what is healthy.

    Example: cardwright balance metrics
    """
    from cardwright.balance import METRICS

    if as_json:
        listing = [{"metric": each.name, "goal": each.goal, "about": each.about} for each in METRICS.values()]
        print(json.dumps({"metrics": listing}, indent=1))
        return
    rows = [(each.name, str(each.goal), " ".join(each.about.split("\n\n")[0].split())) for each in METRICS.values()]
    print_table(("metric", "usual goal", "meaning"), rows, "Metrics")
