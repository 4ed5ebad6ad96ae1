"""What a run found, as plain data for pages: facts, tables, plots and estimates, read from the run's own files.

The readers are those of the package, and each kind of run has the same form:

- facts: pairs of a name and a text
- tables: a title, columns, rows of texts, and which columns are aligned to the left
- plots: data that the page draws, so that its points can be hovered over and downloaded
- estimates: figures with their intervals, by what is measured and of whom, which can be compared between runs
- continued: what is known of the form that would continue the run; commands find its seed themselves

This runs in worker processes, because files can come from anybody.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardwright.core.errors import BadData

from .run_list import kind_of

Data = dict[str, Any]


def read(folder: str) -> Iterator[Data]:
    """Yield what the run in a folder found."""
    from . import arena_data, search_data
    from .run_tables import plain

    readers = {
        "arena": arena_data.arena,
        "league": arena_data.league,
        "balance": search_data.balance,
        "cards": search_data.cards,
        "games": search_data.games,
        "weights": search_data.weights,
    }
    path = Path(folder)
    reader = readers.get(kind_of(path) or "")
    if reader is None:
        raise BadData("this run has not written anything yet")
    yield plain(reader(path))


def compare(folders: dict[str, str], baseline: int) -> Iterator[Data]:
    """Yield the estimates of several runs by what they measure, and how each differs from one of them.

    An entry is what a run says about one of its agents, cards or the like.
    """
    from .run_tables import plain

    runs = {name: next(read(folder)) for name, folder in folders.items()}
    kinds = {run["kind"]: name for name, run in runs.items()}
    if len(kinds) > 1:
        named = " and ".join(f"{name} ({kind})" for kind, name in kinds.items())
        raise BadData(f"runs of different kinds measure different things: {named}; compare runs of one kind")
    found = {name: run["estimates"] for name, run in runs.items()}
    games = {name: run["title"] for name, run in runs.items()}
    entries = list(
        dict.fromkeys((run, label) for run, measures in found.items() for each in measures.values() for label in each)
    )
    if not 0 <= baseline < len(entries):
        raise BadData(f"there are {len(entries)} entries to compare with, numbered from 0; {baseline} is none of them")
    measures = []
    for name in dict.fromkeys(name for each in found.values() for name in each):
        values = [found[run].get(name, {}).get(label) for run, label in entries]
        own = [k for k, (run, _) in enumerate(entries) if run == entries[baseline][0] and values[k]]
        base = baseline if values[baseline] else next(iter(own), None)  # a series has turns, its players have wins
        differences = [None if base is None else _difference(each, values[base]) for each in values]
        measures.append({"name": name, "baseline": base, "values": values, "differences": differences})
    about = [{"run": run, "game": games[run], "label": label} for run, label in entries]
    done = [{"name": name, "done": run.get("done")} for name, run in runs.items()]
    yield plain({"entries": about, "games": sorted(set(games.values())), "measures": measures, "runs": done})


def _difference(mine: list[float | None] | None, yours: list[float | None] | None) -> tuple[float, ...] | None:
    from cardwright.arena.statistics import Estimate, independent_difference

    if mine is None or yours is None or mine is yours or mine[0] is None or yours[0] is None:
        return None
    first, second = (Estimate(*(math.nan if part is None else part for part in each)) for each in (mine, yours))
    return independent_difference(first, second)


def games_csv(folder: str) -> Iterator[str]:
    """Yield the games of an arena run as CSV, a row for every game."""
    from cardwright.report.run import load

    yield load(folder).games.write_csv()


def check_config(path: str) -> Iterator[None]:
    """Check the config of a balance study."""
    from cardwright.balance import Study
    from cardwright.balance.checks import check_bounds

    check_bounds(Study.read(path))
    yield None
