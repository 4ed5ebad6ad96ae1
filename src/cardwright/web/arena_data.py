"""What arenas and leagues found, as plain data; see run_data.py."""

from __future__ import annotations

import itertools
import math
from pathlib import Path

import numpy as np

from cardwright.arena.series import Series, Side, difference
from cardwright.arena.statistics import Estimate
from cardwright.arena.table import Report
from cardwright.report.run import load
from cardwright.report.stored import stored_league, stored_series

from .run_tables import Data, grid_table, intervals, lines

MOST_BINS = 40
MOST_DIFFERENCES = 50


def arena(folder: Path) -> Data:
    """Return what an arena run found."""
    run = load(folder)
    series = stored_series(run)
    differences = [difference(later, earlier) for earlier, later in itertools.combinations(series, 2)]
    about = run.about
    game = f"{about['game']}:{about['name']}"
    title = f"{game}, seed {about['seed']}, 95 % intervals"
    report = Report(title, series, differences[:MOST_DIFFERENCES])
    graded = any(each.has_graded_scores for each in series)
    rates = {_label(each, side): side.win_rate for each in series for side in each.sides}
    scores = {_label(each, side): side.score for each in series for side in each.sides}
    plots = [intervals("Win rate, %", rates, 100), *([intervals("Score", scores)] if graded else [])]
    return {
        "kind": "arena",
        "title": game,
        "facts": [
            ["game", game],
            ["games", " + ".join(f"{each.games:,}" for each in series)],
            ["seed", str(about["seed"])],
        ],
        "done": sum(each.games for each in series),
        "tables": [grid_table(each) for each in report.grids()],
        "notes": report.notes(),
        "plots": [*plots, _histogram("Turns of a game", {each.seats: each.columns["turns"] for each in series})],
        "estimates": {
            "win rate, %": {label: Estimate(*(100 * part for part in each)) for label, each in rates.items()},
            **({"score": scores} if graded else {}),
            **{name.replace("_", " "): {each.seats: each.measures[name] for each in series} for name in run.measures},
        },
        "continued": {"game": game, "seats": about["seats"], "games": max(each.games for each in series)},
    }  # fmt: skip


def _label(series: Series, side: Side) -> str:
    """Return a name for one side of a series."""
    if len(series.agents) == 1:
        return series.seats
    seats = ", ".join(f"P{seat + 1}" for seat in side.seats)
    return f"{side.agent} ({seats}) in {series.seats}"


def _histogram(title: str, samples: dict[str, np.ndarray]) -> Data:
    """Return how often values occur, as lines."""
    values = np.concatenate([np.asarray(each, float) for each in samples.values()])
    low, high = math.floor(values.min()), math.ceil(values.max()) + 1
    step = max(1, -(-(high - low) // MOST_BINS))
    edges = np.arange(low, high + step, step)
    shares = {
        name: [(float(edge), 100 * count / len(each)) for edge, count in zip(edges, np.histogram(each, edges)[0],
                                                                             strict=False)]
        for name, each in samples.items()
    }  # fmt: skip
    return lines(title, "turns" if step == 1 else f"turns, in steps of {step}", "% of games", shares)


def league(folder: Path) -> Data:
    """Return what a league found."""
    found = stored_league(folder)
    standings = found.standings
    ranks = {each.agent: found.rank(each) for each in standings}
    names = list(ranks)
    rate = {pair: each.rate for pair, each in found.comparisons.items()}
    cells = [[None if (a == b) else 100 * rate[a, b].value for b in names] for a in names]
    report = found.report()
    return {
        "kind": "league",
        "title": found.game,
        "facts": [["game", found.game], ["tables", f"{len(found.series):,}"], ["seed", str(found.seed)],
                  ["games", f"{sum(each.games for each in found.series):,}"]],
        "done": sum(each.games for each in found.series),
        "tables": [grid_table(each) for each in report.grids()],
        "notes": report.notes(),
        "plots": [
            intervals(found.ranked_by.capitalize(), ranks),
            {"kind": "matrix", "title": "Row did better than column, % of games", "names": names, "cells": cells},
        ],
        "estimates": {found.ranked_by: ranks},
        "continued": {"game": found.game, "agents": found.agents},
    }  # fmt: skip
