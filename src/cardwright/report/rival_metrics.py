"""The metrics that compare: who leads, and where two series that play from the same seeds diverge."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import numpy as np
import polars
from polars import col

from . import plots
from .action_metrics import as_array
from .game_metrics import QUANTILES, percent
from .registry import metric
from .run import Block, Run, Table

GAME = ["series", "game"]
COMPARED = 6  # series that are compared with each other, at most
MOST_PAIRS = 20  # pairs of choices that are shown for each comparison


@metric("Lead", decisions=True)
def leads(run: Run) -> polars.DataFrame:
    """How often the lead passes to another player in a game, in what share of games it never does, and in what share of
    the decisions at which somebody leads this is a later winner. A player leads whose position the game's own estimate
    puts ahead of all others by more than 0.1 on a scale from -1 to 1. Games that do not estimate have no such table.
    """
    if "leader" not in run.lazy_decisions.collect_schema().names():
        return polars.DataFrame()
    changed = ((col("player") != col("player").shift(1)) & (col("game") == col("game").shift(1))).fill_null(False)

    def of_games(block: Block) -> Table:
        led = block.decisions.filter(col("leader") > 0).select(*GAME, col("leader").alias("player"))
        led = led.with_columns(changed.alias("changed")).join(
            block.results.lazy().select("game", "player", "win"), on=["game", "player"]
        )
        games = led.group_by(GAME).agg(col("changed").sum(), col("win").sum(), polars.len().alias("led"))
        return games.group_by("series").agg(
            polars.len().alias("games"),
            col("changed").sum(),
            (col("changed") == 0).sum().alias("steady"),
            col("led").sum(),
            col("win").sum(),
        )

    found = run.in_blocks(of_games).group_by("series").sum().sort("series")
    return found.select(
        col("series").replace_strict(run.series, return_dtype=polars.String).alias("seats"),
        "games",
        (col("changed") / col("games")).alias("changes per game"),
        percent(col("steady") / col("games"), "never changes %"),
        percent(col("win") / col("led"), "led by winner %"),
    )


@metric("Where agents diverge", decisions=True, plot=plots.divergence)
def divergence(run: Run) -> polars.DataFrame:
    """For every two series, which play from the same seeds: the share of games in which they ever take different
    actions, and the number of the first such decision, counted from 1: mean and percentiles.
    """
    found = [(_names(run, pair), _first_differences(run, *pair)) for pair in _compared(run)]
    tables = []
    for names, first in found:
        at = col("decision").cast(polars.Float64) + 1
        quantiles = [at.quantile(share, "nearest").alias(key) for key, share in QUANTILES.items()]
        tables.append(
            first.select(
                polars.lit(names[0]).alias("seats"),
                polars.lit(names[1]).alias("other"),
                polars.len().alias("games"),
                percent(col("decision").is_not_null().mean(), "diverge in %"),
                at.mean().alias("mean"),
                *quantiles,
            )
        )
    return polars.concat(tables) if tables else polars.DataFrame()


@metric("What they do where they diverge", decisions=True)
def divergent_choices(run: Run) -> polars.DataFrame:
    """The most frequent pairs of actions at the first decision in which two series differ."""
    tables = []
    for pair in _compared(run):
        one, other = _names(run, pair)
        first = _first_differences(run, *pair).filter(col("decision").is_not_null())
        counted = first.group_by("taken", "other").agg(polars.len().alias("games"))
        tables.append(
            counted.sort("games", "taken", "other", descending=[True, False, False]).head(MOST_PAIRS).select(
                polars.lit(one).alias("seats"), polars.lit(other).alias("other"),
                col("taken").cast(polars.String).alias("action"),
                col("other").cast(polars.String).alias("other action"), "games",
                percent(col("games") / len(first), "of divergences %"),
            )
        )  # fmt: skip
    return polars.concat(tables) if tables else polars.DataFrame()


def _compared(run: Run) -> list[tuple[int, int]]:
    return list(itertools.combinations(list(run.series)[:COMPARED], 2))


def _names(run: Run, pair: tuple[int, int]) -> tuple[str, str]:
    return run.series[pair[0]], run.series[pair[1]]


def _first_differences(run: Run, one: int, other: int) -> polars.DataFrame:
    """Return each game of two series with the first decision at which they differ, and what each takes there.

    Up to there both are in the same position, so neither can have ended before.
    """
    return run.remember(f"{one} and {other}", lambda: polars.concat(_differences(run, one, other)))


def _differences(run: Run, one: int, other: int) -> Iterator[polars.DataFrame]:
    """Yield the same block by block; decisions are sorted, so looking them up takes less time than joining them."""
    number = (col("game").cast(polars.UInt64) * 2**32 + col("decision")).alias("number")
    for first, last in run.blocks():
        inside = run.lazy_decisions.filter(col("game").is_between(first, last))
        ours, theirs = (inside.filter(col("series") == each).select(number, "taken").collect() for each in (one, other))
        numbers, others = (as_array(run, frame, "number") for frame in (ours, theirs))
        games = polars.Series("game", np.intersect1d(numbers >> 32, others >> 32), polars.UInt64).to_frame()
        indices = np.searchsorted(others, numbers)
        at = np.flatnonzero((indices < len(others)) & (np.append(others, 0)[indices] == numbers))
        to = indices[at]
        differ = np.flatnonzero((ours["taken"].gather(at) != theirs["taken"].gather(to)).to_numpy())
        apart, chosen = np.unique(numbers[at[differ]] >> 32, return_index=True)
        at, to = at[differ[chosen]], to[differ[chosen]]
        found = {"game": apart, "decision": numbers[at] & 0xFFFFFFFF}
        words = {"taken": ours["taken"].gather(at), "other": theirs["taken"].gather(to)}
        yield games.join(polars.DataFrame({**found, **words}), on="game", how="left")
