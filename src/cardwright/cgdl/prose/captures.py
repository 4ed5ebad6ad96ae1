"""Captures in plain English: what players may do, choose and notice."""

from __future__ import annotations

from typing import Any

from ..language import tree
from .cards import plural_cards
from .words import Words

CAPTURED = {
    tree.BY_NUMBER: "one card of its number",
    tree.BY_SUM: "several cards that add up to its number",
    tree.BY_EITHER: "one card of its number or several that add up to it",
    tree.NUMBER_FIRST: "one card of its number or, if there is none, several that add up to it",
}


def capture_action(consequent: Any, words: Words) -> str:
    """Return what a consequent captures, as what follows "you may"; empty for others."""
    match consequent:
        case tree.CaptureCards(by, table):
            whence = words.table(table.which)
            return f"play a card that captures {CAPTURED[by]} from {whence} (all of these go under your {words.stack})"
    return ""


def capture_test(what: Any, negated: bool) -> str:
    """Return a test about captures, as what follows "if"; empty for others."""
    if isinstance(what, tree.CapturedLast):
        return f"you were {'not ' if negated else ''}the last to capture cards"
    return ""


def capture_choice(card: str, using: str) -> str:
    """Return the choice of a card in a capture, after the card that captures has been chosen, or before."""
    return f"capture {card} with the {using}" if using else f"capture {card}: play it, and choose what it captures"


def best_cards(best: tree.BestOf, where: str) -> str:
    """Return the highest score among cards."""
    return f"the highest value of {plural_cards(best.cards)} in {where}"
