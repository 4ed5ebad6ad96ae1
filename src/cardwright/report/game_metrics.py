"""The metrics about whole games. Each metric is a function from a run to a Polars frame; docs/report.md explains them.

Those about actions are in action_metrics.py, those that compare players and series in rival_metrics.py.
"""

from __future__ import annotations

from collections.abc import Iterable

import polars
from polars import col

from cardwright.arena import statistics

from . import plots
from .registry import metric
from .run import Run

QUANTILES = {"5th": 0.05, "25th": 0.25, "median": 0.5, "75th": 0.75, "95th": 0.95}  # percentiles


@metric("Results", plot=plots.win_rates)
def results(run: Run) -> polars.DataFrame:
    """Wins and scores (from -1 to 1) of each agent in each series, per seat, with 95 % intervals. An agent that has all
    seats is shown seat by seat.
    """
    alone = (col("agent").n_unique().over("series") == 1) & (polars.len().over("series") > 1)
    seat = polars.format("{} (P{})", "agent", "player")
    sides = run.agents.with_columns(polars.when(alone).then(seat).otherwise("agent").alias("agent"))
    rows = run.results.drop("agent").join(sides, on=["series", "player"], how="left", maintain_order="left")
    found = rows.group_by("series", "seats", "agent", maintain_order=True).agg(
        col("game").n_unique().alias("games"),
        col("share").sum().alias("wins"),
        col("share").len().alias("of"),
        col("score").mean(),
        (col("score").std() / col("score").len().sqrt()).alias("error"),
    )
    half = col("error") * statistics.Z
    return with_rates(found.sort("series", maintain_order=True), "win rate %", "wins", "of", trials="games").select(
        "seats", "agent", "games", "win rate %", "win rate % low", "win rate % high", "score",
        (col("score") - half).alias("score low"), (col("score") + half).alias("score high"),
    )  # fmt: skip


@metric("Length", plot=plots.lengths)
def length(run: Run) -> polars.DataFrame:
    """Turns and decisions of a game: mean, standard deviation and percentiles."""
    return _distribution(run, [name for name in ("turns", "decisions") if name in run.measures])


@metric("Measures", plot=plots.measures)
def measures(run: Run) -> polars.DataFrame:
    """What the game measures, and the scores: mean, standard deviation and percentiles over the games of a series."""
    scores = [name for name in run.games.columns if name.startswith("score")]
    others = ("turns", "decisions", *run.value_names)
    return _distribution(run, [name for name in [*scores, *run.measures] if name not in others])


@metric("Endings")
def endings(run: Run) -> polars.DataFrame:
    """How games ended, if the game has names for it: how often, with 95 % intervals."""
    tables = []
    for name, values in run.value_names.items():
        number = col(name)
        word = number.replace_strict(range(len(values)), values, default=number.cast(polars.String))
        found = (
            run.games.with_columns(word.alias("ending"), polars.len().over("series").alias("of"))
            .group_by("series", "seats", "ending", "of", maintain_order=True)
            .agg(polars.lit(name.replace("_", " ")).alias("measure"), polars.len().alias("games"))
            .sort("series", col("games"), descending=[False, True], maintain_order=True)
        )
        tables.append(with_rates(found, "share %", "games", "of"))
    columns = ("seats", "measure", "ending", "games", "share %", "share % low", "share % high")
    return polars.concat(tables).select(columns) if tables else polars.DataFrame()


def _distribution(run: Run, names: Iterable[str]) -> polars.DataFrame:
    """Return mean, spread and quantiles of some columns in each series."""
    tables = []
    for name in names:
        value = col(name).cast(polars.Float64)
        quantiles = [value.quantile(share, "nearest").alias(key) for key, share in QUANTILES.items()]
        tables.append(
            run.games.group_by("series", "seats", maintain_order=True).agg(
                polars.lit(name.replace("_", " ")).alias("measure"),
                value.mean().alias("mean"),
                value.std().alias("deviation"),
                value.min().alias("min"),
                *quantiles,
                value.max().alias("max"),
            )
        )
    return polars.concat(tables).drop("series") if tables else polars.DataFrame()


def percent(share: polars.Expr, name: str) -> polars.Expr:
    """Return a share as a column in per cent."""
    return (100 * share).fill_nan(None).alias(name)


def with_rates(
    frame: polars.DataFrame, name: str, successes: str, of: str, trials: str | None = None
) -> polars.DataFrame:
    """Add a rate in per cent and its 95 % interval; `trials` are the independent ones, if not all are."""
    shares = frame[successes] / frame[of]
    rates = [
        statistics.rate(share * n, n) if n else (None, None, None)
        for share, n in zip(shares, frame[trials or of], strict=True)
    ]
    columns = zip(*rates, strict=True) if rates else ([], [], [])
    named = zip((name, f"{name} low", f"{name} high"), columns, strict=True)
    return frame.with_columns(
        polars.Series(key, [None if each is None else 100 * each for each in values], polars.Float64)
        for key, values in named
    )
