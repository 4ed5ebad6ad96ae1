"""Lineups as integers: eight bits for each card, the leftmost lowest."""

from __future__ import annotations

from ...core.jit import inner
from ..state import CARD, CARD_BITS


@inner
def length(lineup):
    """How many cards there are."""
    count = 0
    while lineup:
        lineup >>= CARD_BITS
        count += 1
    return count


@inner
def card_at(lineup, place):
    """The card in a place."""
    return (lineup >> (CARD_BITS * place)) & CARD


@inner
def without(lineup, place):
    """The lineup without the card in a place."""
    before = (1 << (CARD_BITS * place)) - 1
    return (lineup & before) | ((lineup >> CARD_BITS) & ~before)
