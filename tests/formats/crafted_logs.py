"""Logs of games that somebody made on purpose: their checksums fit, but no run wrote them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars

from cardwright.arena.log import checksum

Columns = dict[str, Any]


def games(count: int) -> Columns:
    """Return the columns of so many games of two players."""
    ones = np.ones(count, np.int64)
    players = {"win_1": ones, "score_1": ones * 1.0, "win_2": 0 * ones, "score_2": ones * -1.0}
    numbers = {"game": np.arange(count), "seed": np.arange(count), "turns": ones, "decisions": ones, "fault": 0 * ones}
    return {"series": 0 * ones, "seats": polars.Series(["a,b"]).gather(0 * ones), **numbers, **players}


CASES: dict[str, tuple[Callable[[int], Columns], int, int, str]] = {
    "long seats": (lambda size: {**games(5), "seats": ["x" * size] * 5}, 2001, 10**6, "has seats with texts of"),
    "long seats as words": (
        lambda size: {**games(5), "seats": polars.Series(["x" * size] * 5, dtype=polars.Enum(["x" * size]))},
        2001,
        10**6,
        "too long words",
    ),
    "many columns": (
        lambda size: games(5) | {f"m{number}": np.arange(5) for number in range(size)},
        1000,
        6000,
        "columns; at most 1,000 are read",
    ),
    "a long name": (lambda size: games(5) | {"x" * size: np.arange(5)}, 201, 10**6, "a column whose name is longer"),
    "many series": (
        lambda size: games(size) | {"series": np.arange(size), "seats": [f"{number},b" for number in range(size)]},
        1002,
        9000,
        "does not have the columns of a log",
    ),
    "many rows": (games, 10**7, 3 * 10**7, "values are read"),
    "infinities": (lambda size: games(size) | {"score_1": [np.inf] * size}, 5, 10**5, "'score_1' has a number beyond"),
    "negative infinities": (lambda size: games(size) | {"x": [-np.inf] * size}, 5, 10**5, "'x' has a number beyond"),
    "large numbers": (
        lambda size: games(size) | {"turns": [2**63 - 1] * size},
        5,
        10**5,
        "'turns' has a number beyond",
    ),
    "lists": (lambda size: games(size) | {"x": [[1]] * size}, 5, 10**5, "its columns are not numbers"),
    "texts": (lambda size: games(5) | {"x": ["y" * size] * 5}, 5, 10**6, "its columns are not numbers"),
}  # columns of some size, a small size, the full one, and what the refusal says


def write(folder: Path, columns: Columns) -> Path:
    """Write a log with these columns and return its folder."""
    file = folder / "games.parquet"
    polars.DataFrame(columns).write_parquet(file)
    head = {"format": "x", "game": "g", "name": "n", "version": 1, "start": {}, "seats": ["a,b"], "seed": 1}
    (folder / "games.json").write_text(json.dumps({**head, "checksums": [checksum(file.read_bytes())]}))
    return folder
