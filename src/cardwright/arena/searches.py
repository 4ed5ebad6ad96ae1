"""Tree searches of a run: the visits and values of each decision, for the action log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cardwright.agents import OnSearch, SearchResult

from .decisions import Decisions

if TYPE_CHECKING:
    import polars

Searches = dict[tuple[int, int], SearchResult]  # by the number of the game and that of the decision


def note_in(searches: Searches, game: int) -> OnSearch:
    """Return what notes the searches of one game."""

    def note(decision: int, found: SearchResult) -> None:
        searches[game, decision] = found

    return note


def column_types() -> dict[str, polars.DataType]:
    """Return the columns of the action log that searches fill; docs/report.md explains them."""
    import polars

    return {"visits": polars.List(polars.UInt32()), "values": polars.List(polars.Float32())}


def columns_of(decisions: Decisions, words: np.ndarray, searches: Searches) -> dict[str, polars.Series]:
    """Return the visits and the mean payoff of each action in `available`; nothing where another agent decided.

    `words` are the numbers of the words for each of `decisions.available`. Actions with the same words count together.
    """
    import polars

    visits, payoffs = _by_label(decisions, searches)
    rows = np.repeat(np.arange(len(decisions.ends)), np.diff(decisions.ends, prepend=0))
    pairs = polars.DataFrame({"row": rows, "word": words, "visits": visits, "values": payoffs})
    pairs = pairs.group_by("row", "word").agg(polars.sum("visits", "values")).sort("row", "word")
    pairs = pairs.with_columns(polars.when(polars.col("visits") > 0).then(polars.col("values") / polars.col("visits")))
    lists = pairs.group_by("row", maintain_order=True).agg("visits", "values")
    searched = polars.when(polars.col("visits").list.sum() > 0)
    columns = (searched.then(polars.col(name)).cast(kind).alias(name) for name, kind in column_types().items())
    return {each.name: each for each in lists.select(columns)}


def _by_label(decisions: Decisions, searches: Searches) -> tuple[np.ndarray, np.ndarray]:
    """Return the visits and the sum of payoffs for each of the labels available."""
    visits, payoffs = np.zeros(len(decisions.available), np.uint32), np.zeros(len(decisions.available))
    begin = 0
    for row, end in enumerate(decisions.ends.tolist()):
        found = searches.get((int(decisions.game[row]), int(decisions.decision[row])))
        if found is not None:
            places = begin + np.searchsorted(decisions.available[begin:end], [each.label for each in found.actions])
            visits[places] = found.visits
            payoffs[places] = np.nan_to_num(found.values) * found.visits
        begin = end
    return visits, payoffs
