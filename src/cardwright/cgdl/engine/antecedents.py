"""From the antecedents of rules to the fields of the tables that the kernels read."""

from __future__ import annotations

from typing import Any

from ..language import tree
from ..language.decks import Pack
from . import codes
from .codes import Condition, Relation

RELATIONS = {
    **dict(zip(tree.RELATIONS, Relation, strict=False)),
    tree.SAME_SUIT: Relation.SAME_SUIT,
    tree.SAME_NUMBER: Relation.SAME_NUMBER,
    tree.ANY: Relation.ANY,
    tree.BEATING: Relation.BEATING,
    tree.MATCHING: Relation.MATCHING,
    tree.CATCHING_NOTHING: Relation.CATCHING_NOTHING,
}
OWNER_BITS = {
    tree.ME: codes.ME_BIT, tree.OTHERS: codes.OTHERS_BIT, tree.LEFT: codes.LEFT_BIT, tree.RIGHT: codes.RIGHT_BIT,
    tree.OPPOSITE: codes.OPPOSITE_BIT, tree.CHOSEN: codes.CHOSEN_BIT, tree.STARTER: codes.STARTER_BIT,
}  # fmt: skip


def set_antecedent(
    row: Any, antecedent: tree.Antecedent, limit: int, pack: Pack, layouts: tuple[str, ...] = ()
) -> None:
    """Set an antecedent of language 1 or 2; `limit` is that of cards with two scores."""
    match antecedent:
        case tree.Always():
            row["condition"] = Condition.ALWAYS
        case tree.CompareTokens(left, relation, right):
            row["condition"], row["relation"] = Condition.TOKENS, RELATIONS[relation]
            row["who"], row["pile"] = left.who, left.pile
            row["other_who"], row["other_pile"] = right.who, right.pile
        case tree.ComparePlays(left, relation, right) | tree.CompareSums(left, relation, right):
            row["condition"] = Condition.SUMS if isinstance(antecedent, tree.CompareSums) else Condition.PLAYS
            row["relation"], row["left"], row["limit"] = RELATIONS[relation], side(left), limit
            if isinstance(right, int):
                row["by_number"], row["number"], row["limit"] = 1, right, right
            else:
                row["right"] = side(right)
        case tree.Have(parts):
            sets = [pack.cards(part) for part in parts if not isinstance(part, tree.Play)]
            row["condition"], row["empty"], row["part_count"] = Condition.HAVE, not parts, len(sets)
            row["parts"][: len(sets)] = sets
            row["plays"] = sum(1 << tree.PLAYS.index(part.name) for part in parts if isinstance(part, tree.Play))
        case tree.Draw():
            row["condition"] = Condition.DRAW
        case tree.Found(cards, zones):
            row["condition"], row["left"], row["parts"][0] = Condition.FOUND, side(zones, layouts), pack.selected(cards)
        case tree.ComparePoints(left, relation, right):
            row["condition"], row["relation"], row["left"] = Condition.POINTS, RELATIONS[relation], side((left,))
            if isinstance(right, int):
                row["by_number"], row["number"] = 1, right
            else:
                row["right"] = side((right,))
        case tree.Show(relation, table):
            row["condition"], row["relation"], row["table"] = Condition.SHOW, RELATIONS[relation], table.which


def side(zones: tuple[Any, ...], layouts: tuple[str, ...] = ()) -> tuple[int, int, int, int, bool]:
    """Return zones as one side of a comparison; the deck does not count."""
    hands = sum(_owner(zone.who) for zone in zones if isinstance(zone, tree.Hand))
    stacks = sum(_owner(zone.who) for zone in zones if isinstance(zone, tree.Stack))
    on_tables = sum(1 << zone.which for zone in zones if isinstance(zone, tree.Table))
    layout = sum(place_code(zone, layouts) for zone in zones if isinstance(zone, tree.InLayout))
    return hands, stacks, on_tables, layout, bool((hands | stacks) & codes.OTHERS_BIT)


def place_code(place: tree.InLayout, layouts: tuple[str, ...]) -> int:
    """Return the code of a layout in the tables: k + 1, or for its table of the current round -k - 1."""
    code = layouts.index(place.name) + 1
    return -code if place.this else code


def _owner(who: int) -> int:
    """Return the bit of the owner of a zone."""
    return OWNER_BITS[who] if who < 0 else 1 << who
