# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Lineups as integers: eight bits per card, the leftmost card in the lowest bits."""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from ..state import CARD_BITS, CARD_MASK


@inner
def length(lineup):
    """Return the number of cards in a lineup."""
    count = 0
    while lineup:
        lineup >>= CARD_BITS
        count += 1
    return count


@inner
def card_at(lineup, position):
    """Return the card at a position, 0 for none."""
    return (lineup >> (CARD_BITS * position)) & CARD_MASK


@inner
def without(lineup, position):
    """Return the lineup without the card at a position."""
    before = (1 << (CARD_BITS * position)) - 1
    return (lineup & before) | ((lineup >> CARD_BITS) & ~before)
