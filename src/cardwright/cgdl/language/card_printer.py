"""Cards, zones and piles of tokens as text."""

from __future__ import annotations

from collections.abc import Iterable

from . import tree

LETTERS = {
    tree.ME: "X", tree.OTHERS: "A", tree.LEFT: "L", tree.RIGHT: "R", tree.OPPOSITE: "O",
    tree.STARTER: "B", tree.CHOSEN: "C",
}  # fmt: skip


def combination_text(combination: tree.Combination) -> str:
    """Return cards or a play as text."""
    match combination:
        case tree.Card(number, suit):
            return f"{number} of {suit}"
        case tree.Number(number):
            return f"number {number}"
        case tree.Suit(suit):
            return f"suit {suit}"
        case tree.Kind(name) if name.isdecimal():
            return f"number {name}"
    return combination.name


def cards_text(cards: tree.Cards | tree.CalledCards | None) -> str:
    """Return cards as text, None as `any`."""
    if isinstance(cards, tree.CalledCards):
        return f"{cards.kind} {cards.word}"
    return tree.ANY if cards is None else combination_text(cards)


def selection_text(selection: tree.Selection) -> str:
    """Return a selection of cards as text."""
    return " except ".join([cards_text(selection.cards), *map(cards_text, selection.without)])


def zone_text(zone: tree.CardZone | tree.InLayout | tree.Exactly) -> str:
    """Return a zone of cards as text."""
    match zone:
        case tree.Table(which):
            return f"T{which}"
        case tree.Hand(who):
            return f"H{LETTERS.get(who, who)}"
        case tree.Stack(who):
            return f"S{LETTERS.get(who, who)}"
        case tree.InLayout(name, this):
            return f"this {name}" if this else name
        case tree.Exactly(amount, part):
            return f"{amount} of {zone_text(part)}"
    return "D"


def tokens_text(tokens: tree.Tokens | int) -> str:
    """Return a pile of tokens, or a number of tokens, as text."""
    return str(tokens) if isinstance(tokens, int) else f"K{LETTERS.get(tokens.who, tokens.who)}{tokens.pile}"


def zones_text(zones: Iterable[tree.CardZone | tree.InLayout | tree.Exactly]) -> str:
    """Return zones that count together as text."""
    return " + ".join(map(zone_text, zones))
