"""Layouts and moves as tables for the kernels."""

from __future__ import annotations

from typing import Any

from ..language import tree
from .antecedents import RELATIONS, place_code
from .codes import Relation
from .layouts import Empty, Fit
from .state import NONE

FITS = {
    tree.ONE_HIGHER: Fit.ONE_HIGHER,
    tree.ONE_LOWER: Fit.ONE_LOWER,
    tree.IN_ORDER: Fit.IN_ORDER,
    tree.OTHER_COLOUR: Fit.OTHER_COLOUR,
    tree.SAME_SUIT: Fit.SAME_SUIT,
    tree.SAME_NUMBER: Fit.SAME_NUMBER,
}
EMPTY = {tree.OR_EMPTY: Empty.ALSO, tree.EMPTY: Empty.ONLY}


def set_layouts(record: Any, game: tree.Game) -> None:
    """Set the layouts of a game."""
    record["layout_count"] = len(game.layouts)
    for row, layout in zip(record["layouts"], game.layouts, strict=False):
        row["first"], row["all_tables"] = layout.first.which, layout.size
        row["tables_each"], row["by_suit"], row["own"] = layout.each(game.players), layout.by_suit, layout.own


def set_move(row: Any, move: tree.MoveCards, layouts: tuple[str, ...]) -> None:
    """Set what a consequent moves, and where; without a condition, cards also go to empty tables."""
    for source in move.sources:
        match source:
            case tree.Hand():
                row["from_hand"] = 1
            case tree.Table(which):
                row["from_tables"] |= 1 << which
            case tree.InLayout(name):
                row["from_layouts"] |= 1 << layouts.index(name)
    row["above"], row["to_table"] = move.above, NONE
    if isinstance(move.to, tree.Hand):
        row["to_hand"] = 1
    else:
        row["to_table"], row["to_layout"] = place_of(move.to, layouts)
    row["fits"] = sum(FITS[fit] for fit in {*move.fits} if fit in FITS)
    row["relation"] = next((RELATIONS[fit] for fit in move.fits if fit in tree.RELATIONS), Relation.ANY)
    only_on_cards = move.fits and tree.IN_ORDER not in move.fits
    row["empty"] = EMPTY.get(move.empty, Empty.NEVER if only_on_cards else Empty.ALSO)


def place_of(place: tree.Table | tree.InLayout, layouts: tuple[str, ...]) -> tuple[int, int]:
    """Return the table, or NONE, and the code of the layout, or 0."""
    return (NONE, place_code(place, layouts)) if isinstance(place, tree.InLayout) else (place.which, 0)
