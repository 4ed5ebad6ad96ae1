# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Sets of cards as the bits of one integer, and what a CPU computes of them in one instruction.

The card with number n of suit s is bit 13 s + n - 1. Sets are signed integers: 52 bits do not reach the sign. Large
decks have sets of 192 bits (see wide.py). `bit` makes sets of the kind that a game has, everything else follows.
"""

from __future__ import annotations

from numba import types
from numba.extending import intrinsic, lower_builtin, overload, type_callable

from cardwright.core.compiling.numba_wide import lower_bit, lower_count, lower_lowest, wide


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


def bit(record, card: int) -> int:
    """Return the set of one card, for games whose position or rules are a record of this type.

    >>> bit(None, 4)
    16
    """
    return 1 << int(card)


@type_callable(bit)
def _type_of_bit(context):
    def result(record, card):
        if isinstance(record, types.Record) and isinstance(card, types.Integer):
            return wide if "wide" in record.fields else types.int64
        return None

    return result


@lower_builtin(bit, types.Record, types.Integer)
def _bit(context, builder, signature, values):
    card = context.cast(builder, values[1], signature.args[1], types.int64)
    if signature.return_type == wide:
        return lower_bit(context, builder, signature, [card])
    return builder.shl(context.get_constant(types.int64, 1), card)


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


@intrinsic
def _wide_population(typing_context, cards):
    return types.int64(wide), lower_count


@intrinsic
def _wide_trailing_zeros(typing_context, cards):
    return types.int64(wide), lower_lowest


@overload(count)
def _count(cards):
    if cards == wide:
        return lambda cards: _wide_population(cards)  # type: ignore[call-arg]
    if isinstance(cards, types.Integer):
        return lambda cards: _population(cards)  # type: ignore[call-arg]
    return None


@overload(lowest)
def _lowest(cards):
    if cards == wide:
        return lambda cards: _wide_trailing_zeros(cards)  # type: ignore[call-arg]
    if isinstance(cards, types.Integer):
        return lambda cards: _trailing_zeros(cards)  # type: ignore[call-arg]
    return None
