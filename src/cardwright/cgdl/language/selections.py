"""Sets of cards by their names, as the bits of one integer: the card with number n of suit s is bit 13 s + n - 1."""

from __future__ import annotations

from . import tree
from .card_names import card_index

WHOLE_DECK = (1 << tree.DECK_SIZE) - 1
_SUIT = (1 << tree.HIGHEST_NUMBER) - 1  # the bits of one suit


def card_set(cards: tree.Combination) -> int:
    """Return the cards that a card, a number or a suit names.

    >>> card_set(tree.Card(2, "clubs")), card_set(tree.Suit("clubs"))
    (2, 8191)
    """
    match cards:
        case tree.Card(number, suit):
            return 1 << card_index(number, suit)
        case tree.Number(number):
            return sum(1 << card_index(number, suit) for suit in tree.SUITS)
        case tree.Suit(suit):
            return _SUIT << card_index(1, suit)
    raise ValueError(f"{cards} is not a set of cards")


def selected(selection: tree.Selection) -> int:
    """Return the cards of a selection.

    >>> selected(tree.Selection(tree.Suit("clubs"), (tree.Number(1),)))
    8190
    """
    cards = WHOLE_DECK if selection.cards is None else card_set(selection.cards)
    for each in selection.without:
        cards &= ~card_set(each)
    return cards
