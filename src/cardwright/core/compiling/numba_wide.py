# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Integers of 192 bits in kernels, for sets with more members than an integer of Numba's has bits.

A field of the NumPy type `WIDE` is such an integer, in two's complement. Kernels use it like any other: `&`, `|`, `^`,
`~`, `-`, shifts, `==` and truth, and `int(x)` for its lowest 64 bits. An integer of Numba's becomes a wide one wherever
the two meet. It is three words, so that machines which know no such integers, as GPUs, need no help.

In plain Python, and in `read` and `written`, wide integers are Python's.
"""

from __future__ import annotations

import operator
from typing import Any, cast

import numba
import numpy as np
from numba import types

from .numba_versions import private_parts

with private_parts("numba", numba.__version__):
    from llvmlite import ir
    from numba.core.typeconv.castgraph import Conversion
    from numba.core.typing.templates import AbstractTemplate, infer_global, signature
    from numba.extending import lower_builtin, lower_cast, models, register_model
    from numba.np.numpy_support import FROM_DTYPE

WORDS = 3
BITS = 64 * WORDS
WIDE = np.dtype((np.void, BITS // 8))


def read(value: bytes | np.void) -> int:
    """Return a wide integer from the bytes of its field.

    >>> read(written(5)), read(written(-1))
    (5, -1)
    """
    return int.from_bytes(value if isinstance(value, bytes) else value.tobytes(), "little", signed=True)


def written(number: int) -> np.void:
    """Return the bytes of a wide integer, as its field holds them."""
    return np.void(in_bytes(number))


def in_bytes(number: int) -> bytes:
    """Return the bytes of a wide integer."""
    return (int(number) & (1 << BITS) - 1).to_bytes(BITS // 8, "little")


class WideInteger(types.EnumMember):
    """An integer of 192 bits, as Numba knows it.

    It is a member of an enumeration only because Numba asks those, and no other types of its users, for their NumPy
    type, which must be one that Numba knows: as many bytes.
    """

    bitwidth = BITS

    def __init__(self):
        super().__init__(WideInteger, types.CharSeq(BITS // 8))

    @property
    def key(self):
        """What tells this type from others."""
        return "wide_integer"

    def can_convert_from(self, typingctx, other):
        """Say that integers become wide ones where these are wanted."""
        return Conversion.promote if isinstance(other, types.Integer) else None

    def unify(self, typingctx, other):
        """Let what is sometimes wide be wide always."""
        return self if isinstance(other, types.Integer) else None


wide = WideInteger()
cast(dict[Any, Any], FROM_DTYPE)[WIDE] = wide  # Numba knows no such fields of its own


@register_model(WideInteger)
class _Words(models.StructModel):
    def __init__(self, manager, wide_type):
        super().__init__(manager, wide_type, [(f"word_{k}", types.int64) for k in range(WORDS)])


def _words(builder, value):
    return [builder.extract_value(value, k) for k in range(WORDS)]


def _joined(builder, words):
    value = ir.Constant(ir.LiteralStructType([word.type for word in words]), ir.Undefined)
    for k, word in enumerate(words):
        value = builder.insert_value(value, word, k)
    return value


def _constant(number):
    return ir.Constant(ir.IntType(64), number)


# Types.


class _Binary(AbstractTemplate):
    def generic(self, args, kws):
        if wide in args and all(each == wide or isinstance(each, types.Integer) for each in args) and len(args) == 2:
            return signature(wide, wide, wide)
        return None


class _Comparison(AbstractTemplate):
    def generic(self, args, kws):
        if wide in args and all(each == wide or isinstance(each, types.Integer) for each in args) and len(args) == 2:
            return signature(types.boolean, wide, wide)
        return None


class _Shift(AbstractTemplate):
    def generic(self, args, kws):
        if len(args) == 2 and args[0] == wide and isinstance(args[1], types.Integer):
            return signature(wide, wide, types.int64)
        return None


class _Unary(AbstractTemplate):
    def generic(self, args, kws):
        return signature(wide, wide) if args == (wide,) else None


class _Truth(AbstractTemplate):
    def generic(self, args, kws):
        return signature(types.boolean, wide) if args == (wide,) else None


class _Lowest(AbstractTemplate):
    def generic(self, args, kws):
        return signature(types.int64, wide) if args == (wide,) else None


def _typed(template, *functions):
    for function in functions:
        infer_global(function)(type(template.__name__, (template,), {}))


_typed(_Binary, operator.and_, operator.or_, operator.xor, operator.sub)
_typed(_Binary, operator.iand, operator.ior, operator.ixor, operator.isub)
_typed(_Comparison, operator.eq, operator.ne)
_typed(_Shift, operator.lshift, operator.rshift)
_typed(_Unary, operator.invert, operator.neg)
_typed(_Truth, bool, operator.truth, operator.not_)
_typed(_Lowest, int)


# Code.


@lower_cast(types.Integer, wide)
def _widened(context, builder, source, target, value):
    word = context.cast(builder, value, source, types.int64)
    sign = builder.ashr(word, _constant(63)) if getattr(source, "signed", True) else _constant(0)
    return _joined(builder, [word] + [sign] * (WORDS - 1))


@lower_cast(types.IntegerLiteral, wide)
def _widened_literal(context, builder, source, target, value):
    number = source.literal_value
    return _joined(builder, [_constant(number >> 64 * k & (1 << 64) - 1) for k in range(WORDS)])


def _word_by_word(name):
    def lower(context, builder, signature, values):
        one, other = (_words(builder, value) for value in values)
        return _joined(builder, [getattr(builder, name)(*pair) for pair in zip(one, other, strict=True)])

    return lower


for _name in ("and_", "or_", "xor"):
    for _function in (getattr(operator, _name), getattr(operator, "i" + _name.removesuffix("_"))):
        lower_builtin(_function, wide, wide)(_word_by_word(_name))


def _difference(builder, one, other):
    """Return the words of a difference; each word borrows from the next one."""
    borrow = _constant(0)
    words = []
    for a, b in zip(one, other, strict=True):
        less = builder.sub(a, b)
        words.append(builder.sub(less, borrow))
        under = builder.or_(builder.icmp_unsigned("<", a, b), builder.icmp_unsigned("<", less, borrow))
        borrow = builder.zext(under, borrow.type)
    return words


@lower_builtin(operator.sub, wide, wide)
@lower_builtin(operator.isub, wide, wide)
def _sub(context, builder, signature, values):
    return _joined(builder, _difference(builder, *(_words(builder, value) for value in values)))


@lower_builtin(operator.neg, wide)
def _neg(context, builder, signature, values):
    return _joined(builder, _difference(builder, [_constant(0)] * WORDS, _words(builder, values[0])))


@lower_builtin(operator.invert, wide)
def _invert(context, builder, signature, values):
    return _joined(builder, [builder.not_(word) for word in _words(builder, values[0])])


def _differ(builder, one, other):
    """Return whether two values differ in any word, as a bit."""
    different = _constant(0)
    for a, b in zip(one, other, strict=True):
        different = builder.or_(different, builder.xor(a, b))
    return builder.icmp_unsigned("!=", different, _constant(0))


@lower_builtin(operator.ne, wide, wide)
def _ne(context, builder, signature, values):
    return _differ(builder, *(_words(builder, value) for value in values))


@lower_builtin(operator.eq, wide, wide)
def _eq(context, builder, signature, values):
    return builder.not_(_differ(builder, *(_words(builder, value) for value in values)))


@lower_builtin(bool, wide)
@lower_builtin(operator.truth, wide)
def _truth(context, builder, signature, values):
    return _differ(builder, _words(builder, values[0]), [_constant(0)] * WORDS)


@lower_builtin(operator.not_, wide)
def _not(context, builder, signature, values):
    return builder.not_(_differ(builder, _words(builder, values[0]), [_constant(0)] * WORDS))


@lower_builtin(int, wide)
def _int(context, builder, signature, values):
    return builder.extract_value(values[0], 0)


def _chosen(builder, words, place):
    """Return the word at a place that is known only when the code runs."""
    found = words[-1]
    for k, word in reversed([*enumerate(words[:-1])]):
        found = builder.select(builder.icmp_signed("==", place, _constant(k)), word, found)
    return found


def _split(builder, shift):
    """Return by how many words and bits a shift moves, and the shift of what comes from the word beside, less one."""
    words = builder.lshr(shift, _constant(6))
    bits = builder.and_(shift, _constant(63))
    return words, bits, builder.sub(_constant(63), bits)


@lower_builtin(operator.rshift, wide, types.int64)
def _rshift(context, builder, signature, values):
    own = _words(builder, values[0])
    sign = builder.ashr(own[-1], _constant(63))
    words = own + [sign] * (WORDS + 1)
    by, bits, rest = _split(builder, values[1])
    result = []
    for k in range(WORDS):
        low = _chosen(builder, words[k : k + WORDS + 1], by)
        high = _chosen(builder, words[k + 1 : k + WORDS + 2], by)
        carried = builder.shl(builder.shl(high, rest), _constant(1))
        result.append(builder.or_(builder.lshr(low, bits), carried))
    return _joined(builder, result)


@lower_builtin(operator.lshift, wide, types.int64)
def _lshift(context, builder, signature, values):
    words = [_constant(0)] * (WORDS + 1) + _words(builder, values[0])
    by, bits, rest = _split(builder, values[1])
    result = []
    for k in range(WORDS):
        high = _chosen(builder, words[k + 1 : k + WORDS + 2][::-1], by)
        low = _chosen(builder, words[k : k + WORDS + 1][::-1], by)
        carried = builder.lshr(builder.lshr(low, rest), _constant(1))
        result.append(builder.or_(builder.shl(high, bits), carried))
    return _joined(builder, result)


def lower_bit(context, builder, signature, values):
    """Return the wide integer with the one bit whose number is the last argument."""
    place, bits, _ = _split(builder, values[-1])
    one = builder.shl(_constant(1), bits)
    words = [builder.select(builder.icmp_signed("==", place, _constant(k)), one, _constant(0)) for k in range(WORDS)]
    return _joined(builder, words)


def lower_count(context, builder, signature, values):
    """Return how many bits of a wide integer are set."""
    total = _constant(0)
    for word in _words(builder, values[0]):
        total = builder.add(total, builder.ctpop(word))
    return total


def lower_lowest(context, builder, signature, values):
    """Return the number of the lowest bit that is set in a wide integer."""
    words = _words(builder, values[0])
    found = None
    for k in reversed(range(WORDS)):
        place = builder.add(builder.cttz(words[k], ir.Constant(ir.IntType(1), 0)), _constant(64 * k))
        empty = builder.icmp_signed("==", words[k], _constant(0))
        found = place if found is None else builder.select(empty, found, place)
    return found
