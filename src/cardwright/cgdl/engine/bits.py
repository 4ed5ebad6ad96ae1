# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Sets of cards as the bits of one integer, and what a CPU computes of them in one instruction.

The card with number n of suit s is bit 13 s + n - 1. Sets are signed integers: 52 bits do not reach the sign.
"""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic, overload


def count(cards: int) -> int:
    """Return the number of cards in a set.

    >>> count(0b10110)
    3
    """
    return int(cards).bit_count()


def lowest(cards: int) -> int:
    """Return the lowest card of a set that is not empty.

    >>> lowest(0b10110)
    1
    """
    return (int(cards) & -int(cards)).bit_length() - 1


@intrinsic
def _population(typing_context, cards):
    def generate(context, builder, signature, values):
        return builder.ctpop(values[0])

    return types.int64(types.int64), generate


@intrinsic
def _trailing_zeros(typing_context, cards):
    def generate(context, builder, signature, values):
        return builder.cttz(values[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


@overload(count)
def _count(cards):
    if isinstance(cards, types.Integer):
        return lambda cards: _population(cards)  # type: ignore[call-arg]
    return None


@overload(lowest)
def _lowest(cards):
    if isinstance(cards, types.Integer):
        return lambda cards: _trailing_zeros(cards)  # type: ignore[call-arg]
    return None
