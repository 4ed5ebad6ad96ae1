"""The search for seeds: many threads, a checkpoint, and the same result however it is spread or resumed."""

from __future__ import annotations

import functools
import json
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import Field

from cardwright.core import data, files
from cardwright.core.compiling import jit
from cardwright.core.errors import BadData
from cardwright.core.interpreted import plain
from cardwright.core.random import as_seed
from cardwright.core.working.workers import Workers, jobs_for
from cardwright.spire.maps import parse_seed

from .conditions import MOST_REQUIREMENTS, Conditions, Subject, parse
from .matching import search
from .recording import check_ascension
from .state import Run
from .tables import tables

BLOCK = 4096  # seeds that a thread checks in one call
SAVE_SECONDS = 2.0
MOST_SEEDS, MOST_FOUND = 10**15, 100_000

Progress = Callable[[int, int, str], object]


@dataclass
class Search:
    """A search for seeds: what it requires, how many seeds from `first` on it has checked, and which fulfil it."""

    require: list[str]
    ascension: int = 0
    first: int = 1
    checked: int = 0
    found: list[int] = field(default_factory=list)


class _Saved(data.Data):
    format: Literal["cardwright seeds 1"]
    require: Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=MOST_REQUIREMENTS)]
    ascension: Annotated[int, Field(ge=0, le=20)]
    first: Annotated[int, Field(ge=-(2**63), lt=2**63)]
    checked: Annotated[int, Field(ge=0, le=MOST_SEEDS)]
    found: Annotated[list[Annotated[int, Field(ge=-(2**63), lt=2**63)]], Field(max_length=MOST_FOUND)]


def find(
    require: Sequence[str],
    *,
    ascension: int = 0,
    first: int | str = 1,
    count: int = 5,
    limit: int = 1_000_000,
    jobs: int | None = None,
    out: Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
    compiled: bool = True,
) -> Search:
    """Return the first `count` seeds, from `first` on, that fulfil all requirements; at most `limit` are checked.

    With `out`, the search is kept in a file, and `resume` continues it. `progress` is called with the number of checked
    seeds, the limit, and how many were found. Without `compiled`, a few seeds are checked sooner.

    >>> find(["boss is Slime Boss", "neow has three_potions"], count=2, compiled=False).found
    [1, 2]
    """
    conditions = parse(require)
    check_ascension(ascension)
    for name, value, most in (("count", count, MOST_FOUND), ("limit", limit, MOST_SEEDS)):
        if not 1 <= value <= most:
            raise BadData(f"{name} must be 1 to {most:,}, not {value:,}")
    state = Search(list(require), ascension, parse_seed(first))
    if out is not None:
        state = _begun(out, state, resume)
    if compiled:
        jit.compiling("the rules of runs")
    _continue(state, conditions, count, limit, jobs_for(jobs), out, progress, compiled)
    return state


def _continue(
    state: Search,
    conditions: Conditions,
    count: int,
    limit: int,
    jobs: int,
    out: Path | None,
    progress: Progress | None,
    compiled: bool,
) -> None:
    """Check more seeds, in blocks; results count in the order of seeds, as far as no block before them is missing."""
    blocks = range(state.checked, limit, BLOCK if compiled else 1)
    task = functools.partial(_check, conditions, state, limit, compiled)
    waiting: dict[int, tuple[int, list[int]]] = {}
    ready, saved = 0, time.monotonic()
    try:
        with Workers(jobs, threads=True) as workers:
            for chunk in workers.chunks(task, blocks, lambda: len(state.found) >= count):
                waiting[chunk.first] = chunk.items, chunk.result
                while ready in waiting and len(state.found) < count:
                    items, found = waiting.pop(ready)
                    ready += items
                    state.found += found
                    state.checked = blocks[ready] if ready < len(blocks) else limit
                if progress:
                    progress(state.checked, limit, f"found {min(count, len(state.found))}")
                if out is not None and time.monotonic() - saved > SAVE_SECONDS:
                    _save(out, state)
                    saved = time.monotonic()
    finally:
        if len(state.found) >= count:  # a resumed search goes on after the last seed that was asked for
            del state.found[count:]
            state.checked = (state.found[-1] - state.first) % 2**64 + 1
        if out is not None:
            _save(out, state)


def _check(conditions: Conditions, state: Search, limit: int, compiled: bool, blocks: range) -> list[int]:
    """Return the seeds of some blocks that fulfil the requirements."""
    first, last = blocks[0], min(blocks[-1] + blocks.step, limit)
    found = np.zeros(last - first, np.uint64)
    run = np.zeros(1, Run).view(np.recarray)
    hits, counts = np.zeros(len(conditions.groups), np.int8), np.zeros(len(Subject), np.int64)
    check = search if compiled else plain(search)
    start = as_seed(state.first + first)
    work = (conditions.rows, conditions.groups, hits, counts, start, last - first)
    number = check(found, run, tables(), *work, state.ascension, conditions.last_act)
    return [parse_seed(int(seed)) for seed in found[:number]]


def _begun(out: Path, state: Search, resume: bool) -> Search:
    """Return the search in a file if it is to be resumed, else the new one."""
    if not out.exists():
        return state
    if not resume:
        raise BadData(f"{out} already holds a search; continue it with --resume or choose another file")
    document = data.read(out, data.LARGEST_CHECKPOINT)
    saved = data.validate(_Saved, document.value, document)
    for name in ("require", "ascension", "first"):
        before, now = getattr(saved, name), getattr(state, name)
        if before != now:
            raise BadData(f"{out}: {name} was {_shown(before)} in this search, not {_shown(now)}")
    return Search(saved.require, saved.ascension, saved.first, saved.checked, saved.found)


def _shown(value: Any) -> str:
    return ", ".join(map(repr, value)) if isinstance(value, list) else str(value)


def _save(out: Path, state: Search) -> None:
    files.write(out, json.dumps({"format": "cardwright seeds 1", **asdict(state)}) + "\n")
