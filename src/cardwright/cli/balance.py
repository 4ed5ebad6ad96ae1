"""`cardwright balance`: look at the balance of a game, find what disturbs it, and tune its numbers."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from cardwright.core.jobs import checked_jobs

from .progress import bar
from .stopping import stoppable
from .tables import print_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from matplotlib.figure import Figure

    from cardwright.balance import Metagame, Result, Study
    from cardwright.balance.objectives import Objective
    from cardwright.balance.search import Evaluation
    from cardwright.balance.structure import Circle
    from cardwright.balance.sweeps import Suspect


class _TuneFirst(TyperGroup):
    """`cardwright balance CONFIG` is short for `cardwright balance tune CONFIG`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        if args and args[0] not in self.commands and args[0] not in ("-h", "--help"):
            args = ["tune", *args]
        return super().parse_args(ctx, args)


MOST_CIRCLES = 5  # that are printed; --json has them all
WIDE = 0.2  # an interval of a share on either side that leaves open what matters

app = typer.Typer(
    cls=_TuneFirst,
    no_args_is_help=True,
    help="Look at the balance of a game, find what disturbs it, and tune its numbers. "
    "`cardwright balance CONFIG.yaml` tunes; docs/balance.md says what a config is.\n\n"
    "Example: cardwright balance look examples/balance_autobattler.yaml\n\n"
    "Example: cardwright balance examples/balance_autobattler.yaml --budget 500 --seed 1 --out report",
)
Config = Annotated[Path, typer.Argument(help="A config: what is played, which numbers may change, what is wanted.")]
Seed = Annotated[int | None, typer.Option(help="The seed of everything; the config's if not given.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        help="How many threads play; one for each processor if not given.", callback=lambda jobs: checked_jobs(jobs)
    ),
]
MetricName = Annotated[str | None, typer.Option(help="The metric; the config's first objective if not given.")]
Plot = Annotated[list[Path] | None, typer.Option(help="Draw into this .png or .svg file; may be given again.")]
Show = Annotated[bool, typer.Option("--show", help="Show the picture, in a notebook in its place.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")]


@app.command()
def tune(
    config: Config,
    seed: Seed = None,
    budget: Annotated[int | None, typer.Option(help="How many settings are tried; the config's if not given.")] = None,
    optimiser: Annotated[
        str | None, typer.Option(help="nsga2, ga, cma, pygad, hill_climbing or random; the config's if not given.")
    ] = None,
    jobs: Jobs = None,
    out: Annotated[Path | None, typer.Option(help="A folder for the report, its pictures and the tuned rules.")] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the search in that folder.")] = False,
    as_json: AsJson = False,
) -> None:
    """Search for better numbers and say what they change.

    Ctrl-C keeps what was tried in the folder; the same command with --resume goes on, and ends as if nothing happened.

    Example: cardwright balance examples/balance_autobattler.yaml --budget 500 --seed 1 --out report
    """
    from cardwright import balance
    from cardwright.balance.objectives import ties_trap
    from cardwright.core.errors import CardwrightError

    study = _study(config)
    if resume and out is None:
        raise CardwrightError("to go on with a search, say where it is: --out FOLDER")
    if budget is not None and budget < 1:
        raise CardwrightError(f"the budget is at least 1 setting, not {budget}")
    trap = ties_trap(study.objectives, study.limits)
    if trap:
        print(trap, file=sys.stderr)
    advice = "nothing is kept without --out FOLDER" if out is None else "the same command with --resume goes on with it"
    with stoppable(advice), bar("settings tried") as move:
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
    from cardwright.balance.report import number

    name = study.objectives[0].label

    def progress(done: int, budget: int, best: Evaluation | None) -> None:
        move(done, budget, f"({name} {number(best.values[0])})" if best else "")

    return progress


def _print_result(result: Result, files: Sequence[Path]) -> None:
    from rich.console import Console

    from cardwright.balance.report import number, summary

    console = Console(highlight=False)
    print_table(("", "before", "after", "wanted"), summary(result), result.study.title)
    rows = [(each.label, number(each.before), number(each.after)) for each in result.changes]
    if rows:
        print_table(("number", "before", "after"), rows, "What changed")
    for warning in result.warnings():
        console.print(warning, style="bold", markup=False)
    if len(result.front) > 1:
        console.print(
            f"{len(result.front)} settings are beaten by none in every objective; the report shows all of them."
        )
    if files:
        console.print(f"The report is {next(each for each in files if each.suffix == '.html')}", soft_wrap=True)
    else:
        console.print("For a report with pictures and the tuned rules as a file, say --out FOLDER.")


@app.command()
def look(
    config: Config,
    seed: Seed = None,
    jobs: Jobs = None,
    structure: Annotated[
        bool, typer.Option("--structure", help="Who beats whom: circles, Nash, alpha-rank; --plot draws the circles.")
    ] = False,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Play the rules as they are: the metrics, how each card does, and how even the others would be without it.

    Example: cardwright balance look examples/balance_autobattler.yaml --plot histogram.png
    """
    from cardwright.balance import sweeps

    study = _study(config)
    use = _or_own(study, seed)
    with bar("looks without one of them") as move:
        metagame = study.look(use, jobs, matrix=structure)
        suspects = sweeps.suspects(study, use, jobs, metagame, progress=move)
    figures = _metrics(study, metagame)
    circles = _circles(metagame) if structure else {}
    _draw(lambda: _picture(metagame, structure), plot, show)
    if as_json:
        found = {**metagame.to_dict(), "metrics": figures, "suspects": [each._asdict() for each in suspects]}
        if structure:
            found["circles"] = {kind: [each._asdict() for each in some] for kind, (_, some) in circles.items()}
        print(json.dumps(found, indent=1))
        return
    _print_figures(study.title, figures)
    _print_suspects(suspects, metagame.unit, study.objectives[0].label)
    if structure:
        _print_circles(circles, metagame)
    if metagame.all_ties:
        print("All games end in a tie: the figures are even because nothing is ever decided.")


def _picture(metagame: Metagame, structure: bool) -> Figure:
    from cardwright.balance import domination_graph, plots
    from cardwright.balance.structure import payoffs

    if not structure:
        return plots.spread(metagame)
    matrix, names = next(iter(payoffs(metagame).values()))
    return plots.domination(domination_graph(matrix, names))


def _circles(metagame: Metagame) -> dict[str, tuple[int, list[Circle]]]:
    """Of the cards and of the lineups: how many there are, and their circles."""
    from cardwright.balance.structure import circles, payoffs
    from cardwright.core.errors import CardwrightError

    known = payoffs(metagame)
    if not known:
        raise CardwrightError("--structure needs the payoffs of each against each; this way to play has none")
    return {kind: (len(names), circles(matrix, names)) for kind, (matrix, names) in known.items()}


def _print_figures(title: str, figures: dict[str, float]) -> None:
    from cardwright.balance.report import number

    print_table(("metric", ""), [(name.replace("_", " "), number(value)) for name, value in figures.items()], title)


def _print_suspects(suspects: Sequence[Suspect], unit: str, objective: str) -> None:
    from cardwright.balance.report import number

    rows = [
        (
            each.name,
            number(each.rate) + (f" ± {number(1.96 * each.error)}" if each.error else ""),
            f"{each.share:.0%}",
            "" if each.without is None else number(each.without),
        )
        for each in suspects
    ]
    columns = ("", unit, "share of the spread", f"{objective} without it")
    print_table(columns, rows, "The greatest disturbance first")


def _print_circles(circles: dict[str, tuple[int, list[Circle]]], metagame: Metagame) -> None:
    from cardwright.balance.structure import MAX_STRATEGIES

    rows = []
    for kind, (count, found) in circles.items():
        rows += [(f"{len(each.members):,} of {count:,} {kind}", str(each)) for each in found[:MOST_CIRCLES]]
        if not found:
            rows.append((f"none of {count:,} {kind}", "nothing that is beaten wins back, not even through others"))
    title = "Circles of who beats whom (>), of which none is best"
    print_table(("on a circle", "the shortest through the strongest"), rows, title)
    lineups = len(metagame.lineup_names)
    if lineups > MAX_STRATEGIES:
        print(f"{lineups:,} lineups are too many for the metrics of who beats whom; {MAX_STRATEGIES:,} are the most.")


def _metrics(study: Study, metagame: Metagame) -> dict[str, float]:
    """The metrics of the config, and the others that can be had without being told more."""
    from cardwright.balance import METRICS
    from cardwright.core.errors import CardwrightError

    figures = {each.metric.name: each.value(metagame) for each in study.objectives}
    for name, metric in METRICS.items():
        if name in ("change", *figures) or (metric.of is None) or (metric.needs_matrix and metagame.matrix is None):
            continue
        try:
            figures[name] = metric(metagame)
        except CardwrightError:
            continue  # not for such rates
    return figures


@app.command()
def sweep(
    config: Config,
    x: Annotated[str, typer.Option(help="A parameter, as cards.Ogre.attack or cards.Ogre.attack=1:10.")],
    y: Annotated[str | None, typer.Option(help="Another one, for a heat map.")] = None,
    metric: MetricName = None,
    seed: Seed = None,
    jobs: Jobs = None,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """A metric over one or two parameters, all others as they are.

    Example: cardwright balance sweep CONFIG.yaml --x cards.Ogre.attack --y cards.Imp.health --plot map.png
    """
    from cardwright.balance import plots, sweeps

    study = _study(config)
    with bar("settings played") as move:
        found = sweeps.sweep(
            study, x, y, _objective(study, metric), seed=_or_own(study, seed), jobs=jobs, progress=move
        )
    _draw(lambda: plots.heat_map(found), plot, show)
    if as_json:
        print(json.dumps(found.to_dict(), indent=1))
        return
    from cardwright.balance.report import number

    title = f"{found.metric}; across: {found.x.label}" + (f", down: {found.y.label}" if found.y else "")
    names = [number(value) for value in found.y.grid] if found.y else [""]
    rows = [(name, *(f"{value:.3f}" for value in row)) for name, row in zip(names, found.values, strict=True)]
    print_table(("", *map(number, found.x.grid)), rows, title, box=None, padding=(0, 1, 0, 0))
    best = ", ".join(f"{label} = {value:g}" for label, value in found.best().items())
    print(f"best {found.metric}: {number(float(found.values[found.best_place]))} with {best}")


@app.command()
def influence(
    config: Config,
    by: Annotated[
        str, typer.Option(help="parameter, card (all its numbers), or kind (the attack of all cards).")
    ] = "parameter",
    metric: MetricName = None,
    samples: Annotated[int, typer.Option(help="A power of 2; the larger, the surer.")] = 64,
    seed: Seed = None,
    jobs: Jobs = None,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """Which parameters matter: how much of what a metric varies comes from each (Sobol indices).

    Example: cardwright balance influence examples/balance_autobattler.yaml --by kind --plot influence.png
    """
    from cardwright.balance import plots, sweeps

    study = _study(config)
    objective = _objective(study, metric) or study.objectives[0]
    with bar("settings played") as move:
        found = sweeps.influence(
            study, objective, by=by, samples=samples, seed=_or_own(study, seed), jobs=jobs, progress=move
        )
    _draw(lambda: plots.shares(found, objective.label), plot, show)
    if as_json:
        print(json.dumps({"metric": objective.metric.name, "shares": [each._asdict() for each in found]}, indent=1))
        return
    rows = [
        (each.name, f"{each.alone:.2f} ± {each.alone_error:.2f}", f"{each.total:.2f} ± {each.total_error:.2f}")
        for each in found
    ]
    print_table((by, "alone", "together with others"), rows, f"Share of how much the {objective.label} varies")
    if max(each.total_error for each in found) > WIDE:
        print(f"The intervals are wide: --samples {4 * samples} makes them about half as wide.")


@app.command()
def groups(
    config: Config,
    sizes: Annotated[str, typer.Option(help="The sizes to try, with commas between them.")] = "64,128,256,512,1024",
    folds: Annotated[int, typer.Option(help="How often groups are drawn in one tournament.")] = 1,
    repeats: Annotated[int, typer.Option(help="How many tournaments are held of each size.")] = 8,
    seed: Seed = None,
    jobs: Jobs = None,
    plot: Plot = None,
    show: Show = False,
    as_json: AsJson = False,
) -> None:
    """How much a tournament in groups is off against all playing all, by the size of the groups.

    Example: cardwright balance groups examples/balance_autobattler.yaml --sizes 16,32,64 --plot groups.svg
    """
    from cardwright.balance import plots, sweeps
    from cardwright.core.errors import CardwrightError

    study = _study(config)
    try:
        wanted = [int(size) for size in sizes.split(",")]
    except ValueError:
        raise CardwrightError(f"sizes are whole numbers with commas between them, not {sizes!r}") from None
    with bar("sizes tried") as move:
        found = sweeps.group_error(
            study, wanted, folds=folds, repeats=repeats, seed=_or_own(study, seed), jobs=jobs, progress=move
        )
    _draw(lambda: plots.group_errors(found), plot, show)
    if as_json:
        print(json.dumps({"groups": [each._asdict() for each in found]}, indent=1))
        return
    rows = [(f"{each.size:,}", f"{each.matches:,}", f"{each.mean:.4f}", f"{each.largest:.3f}") for each in found]
    print_table(("group size", "matches", "mean", "largest"), rows, "Error of a lineup's payoff")


@app.command()
def metrics(as_json: AsJson = False) -> None:
    """The metrics there are, and what is healthy.

    Example: cardwright balance metrics
    """
    from cardwright.balance import METRICS

    if as_json:
        listing = [{"metric": each.name, "goal": each.goal, "about": each.about} for each in METRICS.values()]
        print(json.dumps({"metrics": listing}, indent=1))
        return
    rows = [(each.name, str(each.goal), " ".join(each.about.split("\n\n")[0].split())) for each in METRICS.values()]
    print_table(("metric", "usually", "what it is"), rows, "Metrics")


def _study(config: Path) -> Study:
    from cardwright.balance import Study
    from cardwright.core import jit

    jit.watch_compiling()
    return Study.read(config)


def _or_own(study: Study, seed: int | None) -> int:
    return study.config.seed if seed is None else seed


def _objective(study: Study, metric: str | None) -> Objective | None:
    """The metric asked for: as the config describes it, if it does."""
    if metric is None:
        return None
    from cardwright.balance.objectives import Objective, ObjectiveSpec

    named = {each.metric.name: each for each in study.objectives}
    return named.get(metric.replace(" ", "_")) or Objective.of(ObjectiveSpec(metric=metric), study.folder)


def _draw(make: Callable[[], Figure], files: list[Path] | None, show: bool) -> None:
    if not files and not show:
        return
    from cardwright.balance import plots

    figure = make()
    for file in files or []:
        plots.save(figure, file)
    if show:
        plots.show(figure)
