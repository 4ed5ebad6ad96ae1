"""The thesis's evolutions: sizes of the population (Figure 5.1), kinds of opponents (Tables 6.2 and 6.3), the last.

The genes are one number per card, as in the thesis. Its code, not its text, says which cards are worth a Neigh: those
in the best fifth of the range.
"""

from __future__ import annotations

import contextlib
import functools
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from pydantic import Field

from cardwright.agents import make
from cardwright.arena import statistics
from cardwright.core import data
from cardwright.core.errors import BadData
from cardwright.core.game import Game
from cardwright.core.random import seed_for
from cardwright.training import Judge, Settings, Trained, evolve, make_genes
from cardwright.training.plots import COLORS, moving_average
from cardwright.training.population import write_population

from . import unicorns as thesis
from .unicorns import SEARCH, TEST_SAMPLE, Cell, Cells, Number, Share

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GENES = ("worth",)
NEIGHS = {"neigh limit": 2.0, "protect limit": 2.0}  # 0.2 of the range
OPPONENTS = {
    "evo_rule_based": "rules",
    "evo_best_last_gen": "last",
    "evo_random": "random",
    "evo_mcts_rule_based": f"{SEARCH}:100",
    "evo_mcts_random": f"{SEARCH}:100+policy=0",
}
RIVALS = {"6.2": "random", "6.3": "rules"}
FIGURE = "figure 5.1"
SMOOTH = 10  # generations in a moving average, as in the thesis


class _Tests(data.Data):
    best: Share  # of the games against a kind of rivals that the best individual won
    again: Share  # the same in new games


class _Individual(data.Data):
    genes: list[Share]
    wins: Share  # of the games against rule-based agents


class _Evolved(data.Data):
    random: _Tests
    rules: _Tests
    weights: list[Number]
    population: list[_Individual] = Field(default_factory=list)  # the last generation


class _Generation(data.Data):
    best: Number
    mean: Number
    worst: Number
    wins: Share


def table_6_2(cells: Cells, profile: str) -> Iterator[Cell]:
    """Evolved agents against random agents."""
    return _compare(cells, profile, "6.2", thesis.TABLE_6_2)


def table_6_3(cells: Cells, profile: str) -> Iterator[Cell]:
    """Evolved agents against rule-based agents."""
    return _compare(cells, profile, "6.3", thesis.TABLE_6_3)


def _compare(cells: Cells, profile: str, table: str, theirs: dict[str, tuple[float, float]]) -> Iterator[Cell]:
    for kind, (mean, best) in theirs.items():
        results = [result[RIVALS[table]] for result in _results(cells, profile, kind)]
        yield from _cells(table, profile, kind, results, cells.effort.tests, mean, best)


def _cells(
    table: str, profile: str, kind: str, results: Sequence[Any], games: int, mean: float, best: float
) -> Iterator[Cell]:
    """Yield the mean over runs of the best individual, the best of all, and the same measured again in new games."""
    if not results:
        yield Cell(table, profile, f"{kind}, mean", mean, TEST_SAMPLE, 0, None)
        yield Cell(table, profile, f"{kind}, best", best, TEST_SAMPLE, 0, None)
        return
    firsts = np.array([result["best"] for result in results])
    again = max(results, key=lambda result: float(result["best"]))["again"]
    every = len(results) * games
    spread = statistics.mean(firsts) if len(firsts) > 1 else statistics.rate(firsts.sum() * games, every)
    yield thesis.as_cell(table, profile, f"{kind}, mean", mean, TEST_SAMPLE, every, spread)
    for name, theirs, share in (("best", best, firsts.max()), ("best again", None, again)):
        estimate = statistics.rate(share * games, games)
        yield thesis.as_cell(table, profile, f"{kind}, {name}", theirs, TEST_SAMPLE, games, estimate)


def _results(cells: Cells, profile: str, kind: str) -> list[Any]:
    """Return the results of all runs of an evolution."""
    effort, searching = cells.effort, kind.startswith("evo_mcts")
    runs = effort.search_runs if searching else effort.runs
    results = []
    for run in range(runs):
        key = f"{profile}: {kind} run {run}"
        settings = Settings(
            seed_for(cells.seed, key),
            OPPONENTS[kind],
            effort.population,
            effort.search_generations if searching else effort.generations,
            10 if searching else effort.fitness_games,
            genes=GENES,
            fixed=NEIGHS,
        )
        results.append(cells.get(key, _Evolved, functools.partial(_measured, cells, profile, key, settings)))
    return results


def _measured(cells: Cells, profile: str, key: str, settings: Settings) -> dict[str, Any]:
    """Evolve, let each individual of the last generation play, and return the best ones with their weights."""
    trained = _evolved(cells, profile, key, settings)
    return _tested(trained, cells, seed_for(cells.seed, f"{key} tests"))


def _evolved(cells: Cells, profile: str, key: str, settings: Settings) -> Trained:
    folder = None if cells.folder is None else cells.folder / key.replace(": ", "-").replace(" ", "-")
    trained = evolve(thesis.game_for(profile), settings, jobs=cells.jobs, folder=folder, resume=folder is not None)
    if trained.interrupted:
        raise KeyboardInterrupt
    return trained


def _tested(trained: Trained, cells: Cells, seed: int) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for rival in RIVALS.values():
        judge = Judge(trained.game, cells.effort.tests, copies=2, jobs=cells.jobs)
        verdict = judge.evaluate(trained.last, [make(rival)] * 4, seed_for(seed, rival))
        assert verdict is not None
        best = trained.last[int(np.argmax(verdict.wins))]
        again = judge.evaluate([best], [make(rival)] * 4, seed_for(seed, f"{rival} again"))
        assert again is not None
        results[rival] = {"best": float(verdict.wins.max()), "again": float(again.wins[0])}
        if rival == "rules":
            results["weights"] = [round(float(each), 6) for each in best]
            results["population"] = [
                {"genes": [round(float(gene), 4) for gene in trained.genes.genome(each.tolist())], "wins": float(wins)}
                for each, wins in zip(trained.last, verdict.wins, strict=True)
            ]
    return results


def final(cells: Cells, profile: str) -> Iterator[Cell]:
    """The final evolution, which begins with the best individuals of all others and plays against its own last."""
    results = [result for kind in OPPONENTS for result in _results(cells, profile, kind)]
    key, effort = f"{profile}: final evolution", cells.effort

    def measure() -> dict[str, Any]:
        game = thesis.game_for(profile)
        found = best_individuals(game, results, effort.final_population)
        with _file(cells, game, found) as file:
            settings = Settings(
                seed_for(cells.seed, key),
                "last",
                effort.final_population,
                effort.final_generations,
                effort.fitness_games,
                genes=GENES,
                fixed=NEIGHS,
                start=(file,),
            )
            return _measured(cells, profile, key, settings)

    result = cells.get(key, _Evolved, measure)
    for rival, (mean, best) in thesis.FINAL.items():
        yield from _cells("final", profile, f"against {rival}", [result[rival]], effort.tests, mean, best)


def best_individuals(game: Game, results: Sequence[Any], count: int) -> list[Sequence[float]]:
    """Return the weights of the individuals of all last generations that win most against rule-based agents.

    Of a run whose last generation was not kept, only the best one is known.
    """
    genes = make_genes(game, GENES, NEIGHS)
    found: list[tuple[float, Sequence[float]]] = []
    for result in results:
        population = result.get("population", ())
        found += [(each["wins"], genes.weights(np.array(each["genes"])).tolist()) for each in population]
        found += [] if population else [(result["rules"]["best"], result["weights"])]
    return [weights for _, weights in sorted(found, key=lambda each: -each[0])[:count]]


@contextlib.contextmanager
def _file(cells: Cells, game: Game, found: Sequence[Sequence[float]]) -> Iterator[str]:
    """Yield a file with the individuals found, in the folder of the results or in a temporary one."""
    with tempfile.TemporaryDirectory() as temporary:
        file = (cells.folder or Path(temporary)) / f"{game.name}-best.json"
        for weights in found:
            if len(weights) != len(game.weights):
                raise BadData(f"{cells.name}: an individual has {len(weights)} weights, not {len(game.weights)}")
        write_population(file, game, found, {"by": "the last generations of the thesis's evolutions"})
        yield str(file)


def figure_5_1(cells: Cells, profile: str) -> Iterator[Cell]:
    """The size of the population: after equally many individuals, how often the best of the last generations win."""
    for size in cells.effort.sizes:
        wins = [history[-1]["wins"] for history in histories(cells, profile, size)]
        games = len(wins) * cells.effort.size_games
        estimate = statistics.rate(sum(wins) * cells.effort.size_games, games)
        yield thesis.as_cell(FIGURE, profile, f"population {size}", None, 0, games, estimate)


def histories(cells: Cells, profile: str, size: int) -> list[list[dict[str, float]]]:
    """Return the figures of all generations of each run with a population of this size, against random agents."""
    effort = cells.effort
    made = []
    for run in range(effort.size_runs):
        key = f"{profile}: population {size} run {run}"
        generations = max(2, effort.individuals // size)
        settings = Settings(
            seed_for(cells.seed, key), "random", size, generations, effort.size_games, genes=GENES, fixed=NEIGHS
        )
        shape = Annotated[list[_Generation], Field(min_length=generations, max_length=generations)]
        made.append(cells.get(key, shape, functools.partial(_history, cells, profile, key, settings)))
    return made


def _history(cells: Cells, profile: str, key: str, settings: Settings) -> list[dict[str, float]]:
    history = _evolved(cells, profile, key, settings).history
    return [{name: round(figure, 6) for name, figure in each._asdict().items()} for each in history]


def draw_figure_5_1(folder: Path, effort: thesis.Effort, seed: int, jobs: int | None = None) -> Figure:
    """Plot the mean fitness of the best individuals over all runs, by individuals judged, as a moving average."""
    from cardwright.core.showing.figure import Figure

    cells = Cells(seed, effort, folder, resume=True, jobs=jobs)
    figure = Figure(figsize=(7, 4.4), facecolor="white", layout="constrained")
    panels = figure.subplots(1, len(thesis.PROFILES), sharey=True)
    for axes, profile in zip(panels, thesis.PROFILES, strict=True):
        for size, color in zip(effort.sizes, COLORS, strict=False):
            runs = np.array([[each["best"] for each in run] for run in histories(cells, profile, size)])
            smooth = moving_average(runs.mean(axis=0), min(SMOOTH, max(1, runs.shape[1] // 3)))
            judged = size * np.arange(runs.shape[1] - len(smooth) + 1, runs.shape[1] + 1)
            axes.plot(judged, smooth, color=color, linewidth=1.4, label=f"ps {size}")
        axes.set_title(f"{profile} rules", fontsize=10)
        axes.set_xlabel("individuals judged")
        axes.grid(axis="y", alpha=0.25)
        axes.spines[["top", "right"]].set_visible(False)
    panels[0].set_ylabel("fitness of the best individual")
    panels[0].legend(frameon=False)
    return figure
