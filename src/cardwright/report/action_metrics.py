"""Metrics about decisions: the legal actions, the action taken, and the situation.

Decisions can be too many for memory. A metric that only counts decisions reads them lazily; one that must look at
whole games or turns goes through the run in blocks of games, counts in each, and adds the counts.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import polars
from polars import col

from cardwright.core.errors import BadData

from . import plots
from .game_metrics import percent, with_rates
from .registry import metric
from .run import Block, Run, Table

TURN = ["series", "game", "player", "turn"]


@metric("Actions", decisions=True, plot=plots.actions)
def actions(run: Run) -> polars.DataFrame:
    """How many decisions offered each action, how often it was then taken (with a 95 % interval), in what share of an
    agent's games it was taken at least once, and how many of those games were won, beside the others.
    """
    found = _by_agent(run, run.in_blocks(_count_actions), "action").join(_games_of(run), on=["series", "agent"])
    if (found["taken"] > found["available"]).any():
        raise BadData(f"{run.path} is damaged: actions are taken that are not available")
    found = with_rates(found, "taken %", "taken", "available")
    others = (col("all wins") - col("wins")) / (col("all games") - col("games"))
    order = {"series": False, "agent": False, "available": True, "action": False}
    return found.sort([*order], descending=[*order.values()]).select(
        "seats", "agent", "action", "available", "taken", "taken %", "taken % low", "taken % high",
        percent(col("games") / col("all games"), "in games %"),
        percent(col("wins") / col("games"), "won with %"),
        percent(others, "won without %"),
    )  # fmt: skip


def _count_actions(block: Block) -> polars.DataFrame:
    """Count for each player and action the decisions that offer it and that take it, and the games and wins with it."""
    tables = []
    for player in range(1, block.run.players + 1):
        rows = block.decisions.filter(col("player") == player)
        offered = as_array(block.run, rows.select(col("available").explode().to_physical()).collect(), "available")
        table = rows.select("game", col("taken").to_physical()).collect()
        taken = as_array(block.run, table, "taken")
        games, matrix = _incidence(block.run, as_array(block.run, table, "game"), taken)
        results = block.results.filter(col("player") == player)
        won = np.isin(games, results.filter("win")["game"].to_numpy())
        count = len(block.run.words)
        tables.append(
            polars.DataFrame(
                {
                    "action": block.run.words,
                    "available": np.bincount(offered, minlength=count),
                    "taken": np.bincount(taken, minlength=count),
                    "games": np.asarray(matrix.sum(axis=0)).ravel(),
                    "wins": np.asarray(matrix.T @ won.astype(np.int64)).ravel(),
                },
                schema_overrides=dict.fromkeys(("available", "taken", "games", "wins"), polars.Int64),
            ).with_columns(_player(block, player))
        )
    return polars.concat(tables).filter(col("available") > 0)


def as_array(run: Run, frame: polars.DataFrame, name: str) -> np.ndarray:
    """Return a column that has no gaps in any log that a run has written."""
    if frame[name].null_count():
        raise BadData(f"{run.path} is damaged: there are rows without {name}")
    return frame[name].to_numpy()


def _player(block: Block, player: int) -> list[polars.Expr]:
    return [polars.lit(block.series, polars.UInt32).alias("series"), polars.lit(player, polars.UInt8).alias("player")]


def _incidence(run: Run, groups: np.ndarray, taken: np.ndarray) -> tuple[np.ndarray, Any]:
    """Return the distinct groups, and a sparse matrix with a row for each, which is 1 at the actions taken in it."""
    from scipy.sparse import csr_matrix

    found, rows = np.unique(groups, return_inverse=True)
    matrix = csr_matrix((np.ones(len(taken), np.int64), (rows, taken)), (len(found), len(run.words)))
    matrix.data[:] = 1  # an action that was taken twice counts once
    return found, matrix


def _by_agent(run: Run, counts: polars.DataFrame, *keys: str) -> polars.DataFrame:
    """Add up the counts of all seats of an agent; `keys` are columns of words or names to keep apart."""
    names = polars.DataFrame({"series": [*run.series], "seats": [*run.series.values()]})
    return (
        counts.with_columns(col(key).cast(polars.String) for key in keys)
        .join(run.agents, on=["series", "player"])
        .drop("player")
        .group_by("series", "agent", *keys)
        .sum()
        .join(names.cast({"series": polars.UInt32}), on="series")
    )


def _games_of(run: Run) -> polars.DataFrame:
    """Return for each agent in how many games it had a seat, counted per seat, and how many of those it won."""
    seats = run.results.group_by("series", "agent")
    return seats.agg(polars.len().alias("all games"), col("win").sum().alias("all wins"))


@metric("Pairs in a turn", decisions=True)
def pairs(run: Run) -> polars.DataFrame:
    """Two actions that one player took in the same turn, in either order: in how many turns, in how many it would be if
    they did not depend on each other, and the ratio of the two. Those that differ most from expectation come first.
    """

    found = _by_agent(run, run.in_blocks(_count_pairs), "taken", "and")
    single = found.filter(col("taken") == col("and")).select("series", "agent", "taken", "turns")
    found = (
        found.filter(col("taken") != col("and"))
        .join(_turns_of(run), on=["series", "agent"])
        .join(single.rename({"turns": "one"}), on=["series", "agent", "taken"])
        .join(single.rename({"turns": "other", "taken": "and"}), on=["series", "agent", "and"])
        .with_columns((col("one").cast(polars.Float64) * col("other") / col("all turns")).alias("expected"))
    )
    order = {"series": False, "agent": False, "surprise": True, "taken": False, "and": False}
    found = found.with_columns((col("turns") - col("expected")).abs().alias("surprise"))
    return found.sort([*order], descending=[*order.values()]).select(
        "seats", "agent", col("taken").alias("action"), "and", "turns", "expected",
        (col("turns") / col("expected")).alias("ratio"),
    )  # fmt: skip


def _count_pairs(block: Block) -> polars.DataFrame:
    """Count the turns of each player with two actions; an action with itself is a turn with that action."""
    from scipy.sparse import triu

    tables = []
    words = np.array(block.run.words, object)
    for player in range(1, block.run.players + 1):
        rows = block.decisions.filter(col("player") == player).select(_turn(), col("taken").to_physical()).collect()
        _, matrix = _incidence(block.run, as_array(block.run, rows, "turn"), as_array(block.run, rows, "taken"))
        counts = triu(matrix.T @ matrix).tocoo()
        columns = {"taken": words[counts.row], "and": words[counts.col]}
        frame = polars.DataFrame(columns, schema=dict.fromkeys(columns, polars.String))
        turns = polars.Series("turns", counts.data, polars.Int64)
        tables.append(frame.with_columns(turns, *_player(block, player)))
    return polars.concat(tables)


def _turn() -> polars.Expr:
    """Return a number that tells the turns of a series apart."""
    return (col("game").cast(polars.UInt64) * 2**32 + col("turn")).alias("turn")


def _turns_of(run: Run) -> polars.DataFrame:
    """Return how many turns each agent took a decision in."""
    turns = col("turn").n_unique().cast(polars.Int64).alias("all turns")

    def count(block: Block) -> Table:
        return block.decisions.select("series", "player", _turn()).group_by("series", "player").agg(turns)

    return run.remember("turns", lambda: _by_agent(run, run.in_blocks(count)).drop("seats"))


@metric("Chains in a turn", decisions=True)
def chains(run: Run) -> polars.DataFrame:
    """Two and three actions that one player took one right after the other within a turn, in this order: how often, and
    how often for each turn of that agent.
    """

    def in_order(block: Block) -> Table:
        rows = block.decisions
        following = [
            polars.when(polars.all_horizontal(col(key) == col(key).shift(-step) for key in TURN))
            .then(col("taken").shift(-step))
            .alias(name)
            for step, name in ((1, "then"), (2, "last"))
        ]
        found = rows.select(*TURN, "taken").with_columns(following).filter(col("then").is_not_null())
        of_two = found.with_columns(polars.lit(None, rows.collect_schema()["taken"]).alias("last"))
        both = polars.concat([found.filter(col("last").is_not_null()), of_two])
        return both.group_by("series", "player", "taken", "then", "last").agg(polars.len().alias("times"))

    counts = run.in_blocks(in_order).with_columns(col("last").cast(polars.String).fill_null(""))
    found = _by_agent(run, counts, "taken", "then", "last").join(_turns_of(run), on=["series", "agent"])
    order = {"series": False, "agent": False, "times": True, "taken": False, "then": False, "last": False}
    return found.sort([*order], descending=[*order.values()]).select(
        "seats", "agent", col("taken").alias("action"), "then", col("last").alias("and then"), "times",
        (col("times") / col("all turns")).alias("per turn"),
    )  # fmt: skip


@metric("Statuses", decisions=True, plot=plots.statuses)
def statuses(run: Run) -> polars.DataFrame:
    """In what share of decisions, of turns and of games each status was in effect, and how many of the games with it
    were won, beside those without it.
    """
    holders = [name for name in run.lazy_decisions.collect_schema().names() if name.startswith("statuses_")]
    tables = [_of_holder(run, name) for name in holders]
    found = polars.concat(tables) if tables else polars.DataFrame()
    order = {"series": False, "decisions %": True, "holder": False, "status": False}
    return found.sort([*order], descending=[*order.values()]).drop("series") if len(found) else found


def _of_holder(run: Run, name: str) -> polars.DataFrame:
    """Return the shares of every status of one holder."""
    counts = run.in_blocks(lambda block: _count_masks(block, name)).group_by("series", "of", "mask").sum()
    rows = []
    for (series, seats), (bit, status) in itertools.product(run.series.items(), enumerate(run.statuses[:64])):
        own = counts.filter(col("series") == series)
        having = own.filter(col("mask") & polars.lit(1 << bit, polars.UInt64) != 0)
        every, has = (dict(each.group_by("of").agg(col("count").sum()).rows()) for each in (own, having))
        if has:
            shares = [100 * has[kind] / every[kind] for kind in ("decisions", "turns", "games")]
            rows.append((series, seats, name.removeprefix("statuses_"), status, *shares, *_wins(every, has)))
    columns = [
        "series",
        "seats",
        "holder",
        "status",
        "decisions %",
        "turns %",
        "games %",
        "won with %",
        "won without %",
    ]
    kinds = dict(zip(columns, [polars.UInt32, *[polars.String] * 3, *[polars.Float64] * 5], strict=True))
    return polars.DataFrame(rows, schema=kinds, orient="row")


def _wins(every: dict[str, int], has: dict[str, int]) -> tuple[float | None, float | None]:
    """Return the shares of games won with and without something, in per cent."""
    pairs = (
        (has.get("wins", 0), has["games"]),
        (every.get("wins", 0) - has.get("wins", 0), every["games"] - has["games"]),
    )
    one, other = (100 * wins / games if games else None for wins, games in pairs)
    return one, other


def _count_masks(block: Block, name: str) -> Table:
    """Count decisions, turns, games and wins by the statuses that were in effect at some time in them."""
    any_time = col(name).bitwise_or()
    rows = block.decisions.select(_turn(), name).collect().lazy()
    turns = rows.group_by("turn").agg(any_time).collect().lazy()
    games = turns.group_by((col("turn") // 2**32).alias("game")).agg(any_time)
    won = block.results.lazy().group_by("game").agg(col("win").any()).filter("win").cast({"game": polars.UInt64})
    kinds = {"decisions": rows, "turns": turns, "games": games, "wins": games.join(won, on="game")}
    counted = (
        each.group_by(col(name).alias("mask")).agg(polars.len().alias("count")).with_columns(of=polars.lit(kind))
        for kind, each in kinds.items()
    )
    return polars.concat(counted).with_columns(series=polars.lit(block.series, polars.UInt32))


@metric("Choices", decisions=True)
def branching(run: Run) -> polars.DataFrame:
    """The decisions of an agent in a game, how many legal actions they had (the branching factor) and how many distinct
    ones, the most there were, and the share of decisions that left no choice.
    """
    distinct = col("available").list.len().cast(polars.UInt64)
    counts = run.lazy_decisions.group_by("series", "player").agg(
        polars.len().cast(polars.UInt64).alias("decisions"),
        col("options").cast(polars.UInt64).sum(),
        distinct.sum().alias("distinct"),
        (col("options") == 1).sum().cast(polars.UInt64).alias("forced"),
        col("options").max().cast(polars.UInt64).alias("most"),
    )
    made = counts.collect(engine="streaming")
    most = made.join(run.agents, on=["series", "player"]).group_by("series", "agent").agg(col("most").max())
    found = (
        _by_agent(run, made.drop("most"))
        .join(_games_of(run), on=["series", "agent"])
        .join(most, on=["series", "agent"])
    )
    return found.sort("series", "agent").select(
        "seats", "agent", (col("decisions") / col("all games")).alias("decisions per game"),
        (col("options") / col("decisions")).alias("legal actions"),
        (col("distinct") / col("decisions")).alias("distinct"),
        "most", percent(col("forced") / col("decisions"), "forced %"),
    )  # fmt: skip
