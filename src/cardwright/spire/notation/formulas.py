"""Formulas: amounts such as "6 + 2 * named.Strike" or "target.Vulnerable > 0", and the steps they compile to.

A formula is parsed with Python's grammar, but only the words below have a meaning and nothing is ever executed.
docs/cards.md lists them with their values.
"""

from __future__ import annotations

import ast
import functools
import warnings
from collections.abc import Callable
from dataclasses import dataclass

from cardwright.core.errors import BadData, UnknownName, nearest, unknown

from ..engine.opcodes import TermOp, Who
from ..engine.state import MAX_AMOUNT, MAX_STATUSES, STACK_SIZE, Room
from .vocabulary import PILES, TYPES

Terms = list[tuple[TermOp, int, int]]

WORDS = {
    "X": TermOp.X_OR_STACKS,
    "stacks": TermOp.X_OR_STACKS,
    "amount": TermOp.AMOUNT,
    "dealt": TermOp.DEALT,
    "killed": TermOp.KILLED,
    "affected": TermOp.AFFECTED,
    "bonus": TermOp.BONUS,
    "cost": TermOp.CHOSEN_COST,
    "energy": TermOp.ENERGY,
    "turn": TermOp.TURN,
    "played": TermOp.PLAYED,
    "hurt": TermOp.HURT,
    "enemies": TermOp.LIVING_ENEMIES,
    "allies": TermOp.LIVING_ALLIES,
    "roll": TermOp.ROLL,
    "by_self": TermOp.BY_SELF,
    "replayed": TermOp.REPLAYED,
    "position": TermOp.SLOT,
}
_OF_AGENTS = {
    "hp": TermOp.HP, "max_hp": TermOp.MAX_HP, "block": TermOp.BLOCK, "attacking": TermOp.ATTACKING,
    "position": TermOp.SLOT,
}  # fmt: skip
_AGENTS = {"self": Who.SELF, "target": Who.TARGET, "player": Who.PLAYER}
_OPERATORS: dict[type, TermOp] = {
    ast.Add: TermOp.PLUS,
    ast.Sub: TermOp.MINUS,
    ast.Mult: TermOp.TIMES,
    ast.FloorDiv: TermOp.DIVIDE,
    ast.Mod: TermOp.REMAINDER,
    ast.And: TermOp.AND,
    ast.Or: TermOp.OR,
}
ROOMS = {"elite": Room.ELITE, "boss": Room.BOSS}  # the battle takes place there
_FUNCTIONS = {"random": TermOp.RANDOM, "min": TermOp.MIN, "max": TermOp.MAX}


def all_words() -> set[str]:
    """Return every word that means something in a formula by itself."""
    return {*WORDS, *ROOMS, *_OF_AGENTS, *_AGENTS, *_FUNCTIONS, *PILES, "ascension", "upgrades", "named", "last"}


@dataclass(frozen=True)
class Names:
    """The numbers behind the names in a formula (statuses, moves, groups of cards), and the constants of a battle."""

    ascension: int
    status: Callable[[str], int]
    move: Callable[[str], int]
    group: Callable[[str], int]
    known: Callable[[], list[str]]
    resource: Callable[[str], int | None] = lambda name: None


def translate(text: str, names: Names) -> Terms:
    """Return the steps of a formula, in the order in which a stack machine takes them.

    >>> names = Names(7, status=lambda name: 3, move=lambda name: 0, group=lambda name: 0, known=list)
    >>> [(op.name, int(a), b) for op, a, b in translate("6 + 2 * target.Weak", names)]
    [('NUMBER', 6, 0), ('NUMBER', 2, 0), ('STATUS', 1, 3), ('TIMES', 0, 0), ('PLUS', 0, 0)]
    >>> [(op.name, a, b) for op, a, b in translate("40 + 2 * (ascension >= 7)", names)]
    [('NUMBER', 42, 0)]
    """
    tree = _parsed(text)
    try:
        terms = _fold(_translate(tree, names))
    except RecursionError:
        raise BadData(f"the formula {text!r} is nested too deeply") from None
    except BadData as error:
        raise BadData(f"in the formula {text!r}: {error}") from None
    if _depth(terms) > STACK_SIZE:
        raise BadData(f"the formula {text!r} is nested too deeply")
    return terms


@functools.lru_cache(maxsize=4096)
def _parsed(text: str) -> ast.expr:
    """Return a formula as a tree; battles compile the same few formulas again and again."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # what Python warns of is refused too
            return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError, Warning):
        raise BadData(f"the formula {text!r} cannot be read") from None


def _translate(node: ast.expr, names: Names) -> Terms:
    match node:
        case ast.Constant(value=int(number)) if not isinstance(number, bool) and abs(number) <= 9999:
            return [(TermOp.NUMBER, number, 0)]
        case ast.Name(id=word):
            return [_word(word, names)]
        case ast.Attribute(value=ast.Name(id=owner), attr=word):
            return [_word_of(owner, word, names)]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return [(TermOp.NUMBER, 0, 0), *_translate(operand, names), (TermOp.MINUS, 0, 0)]
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return [*_translate(operand, names), (TermOp.NOT, 0, 0)]
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            if isinstance(op, ast.FloorDiv | ast.Mod) and _is_zero(right, names):
                raise BadData("it always divides by zero")
            return [*_translate(left, names), *_translate(right, names), (_OPERATORS[type(op)], 0, 0)]
        case ast.BoolOp(op=op, values=[first, *others]):
            terms = _translate(first, names)
            for each in others:
                terms += [*_translate(each, names), (_OPERATORS[type(op)], 0, 0)]
            return terms
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _compare(_translate(left, names), op, _translate(right, names))
        case ast.Call(func=ast.Name(id=function), args=[a, b], keywords=[]) if function in _FUNCTIONS:
            return [*_translate(a, names), *_translate(b, names), (_FUNCTIONS[function], 0, 0)]
    raise BadData(f"{_source(node)!r} has no meaning here")


def _is_zero(node: ast.expr, names: Names) -> bool:
    """Return whether a part of a formula is 0 on any level of ascension."""
    levels = any(isinstance(each, ast.Name) and each.id == "ascension" for each in ast.walk(node))
    return not levels and _fold(_translate(node, names)) == [(TermOp.NUMBER, 0, 0)]


def _source(node: ast.expr) -> str:
    """Return a part of a formula as text, or its kind: Python cannot write every f-string that it can read."""
    try:
        return ast.unparse(node)[:60]
    except ValueError:
        return type(node).__name__


def _word(word: str, names: Names) -> tuple[TermOp, int, int]:
    if word in WORDS:
        return WORDS[word], 0, 0
    if word in ROOMS:
        return TermOp.ROOM, ROOMS[word], 0
    if word == "ascension":
        return TermOp.NUMBER, names.ascension, 0
    if word == "upgrades":
        return TermOp.NUMBER, 0, 0  # a card that has been upgraded has numbers in its place
    if word in PILES:
        return TermOp.PILE, PILES[word], 0
    resource = names.resource(word.replace("_", " "))
    return _word_of("self", word, names, alone=True) if resource is None else (TermOp.RESOURCE, resource, 0)


def _word_of(owner: str, word: str, names: Names, alone: bool = False) -> tuple[TermOp, int, int]:
    """Return the step for a word after its owner, or for one that stands `alone` and means its own agent."""
    if owner in _AGENTS:
        if word in _OF_AGENTS:
            return _OF_AGENTS[word], _AGENTS[owner], 0
        try:
            status = names.status(word.replace("_", " "))
            relic = status >= MAX_STATUSES
            return (TermOp.COUNTER, status, 0) if relic else (TermOp.STATUS, _AGENTS[owner], status)
        except KeyError:
            raise _unknown_word(word, alone, names) from None
    if owner in PILES and word in TYPES:
        return TermOp.PILE_TYPE, PILES[owner], TYPES[word]
    if owner == "named":
        return TermOp.NAMED, names.group(word.replace("_", " ")), 0
    if owner == "last":
        return TermOp.LAST_MOVE, names.move(word.replace("_", " ")), 0
    if owner in PILES:
        raise unknown("word", f"{owner}.{word}", [f"{owner}.{each}" for each in TYPES])
    owners = (*_AGENTS, *(PILES if word in TYPES else ()), "named", "last")
    raise unknown("word", f"{owner}.{word}", [f"{each}.{word}" for each in owners])


def _unknown_word(word: str, alone: bool, names: Names) -> UnknownName:
    """Return the error for a word that is neither a word of formulas nor a status."""
    allowed = [*_OF_AGENTS, *((*WORDS, *ROOMS, *PILES, "ascension", "upgrades") if alone else ())]
    near = nearest(word, [*allowed, *names.known()])
    if near is not None:
        return unknown("word or status", word, [near])
    return UnknownName(f"{unknown('word or status', word, allowed)}, and the statuses")


def _compare(left: Terms, op: ast.cmpop, right: Terms) -> Terms:
    less, equal, opposite = (TermOp.LESS, 0, 0), (TermOp.EQUAL, 0, 0), (TermOp.NOT, 0, 0)
    match op:
        case ast.Lt():
            return [*left, *right, less]
        case ast.Gt():
            return [*right, *left, less]
        case ast.LtE():
            return [*right, *left, less, opposite]
        case ast.GtE():
            return [*left, *right, less, opposite]
        case ast.Eq():
            return [*left, *right, equal]
        case ast.NotEq():
            return [*left, *right, equal, opposite]
    raise BadData("amounts are compared with <, <=, >, >=, == or !=")


_CONSTANT: dict[TermOp, Callable[[int, int], int]] = {
    TermOp.PLUS: lambda a, b: a + b,
    TermOp.MINUS: lambda a, b: a - b,
    TermOp.TIMES: lambda a, b: a * b,
    TermOp.DIVIDE: lambda a, b: a // b if b else 0,
    TermOp.LESS: lambda a, b: int(a < b),
}


def _fold(terms: Terms) -> Terms:
    """Return the steps with constant parts computed, the level of ascension among them."""
    folded: Terms = []
    for op, a, b in terms:
        if op is TermOp.NOT and folded and folded[-1][0] is TermOp.NUMBER:
            folded[-1] = (TermOp.NUMBER, int(not folded[-1][1]), 0)
        elif op in _CONSTANT and [each[0] for each in folded[-2:]] == [TermOp.NUMBER, TermOp.NUMBER]:
            right, left = folded.pop()[1], folded.pop()[1]
            value = _CONSTANT[op](left, right)
            if abs(value) > MAX_AMOUNT:
                raise BadData(f"a number is from -{MAX_AMOUNT:,} to {MAX_AMOUNT:,}, not {value:,}")
            folded.append((TermOp.NUMBER, value, 0))
        else:
            folded.append((op, a, b))
    return folded


def _depth(terms: Terms) -> int:
    height = highest = 0
    for op, _, _ in terms:
        if op is TermOp.NOT:
            continue
        takes_two = TermOp.FIRST_OPERATOR <= op <= TermOp.LAST_OPERATOR
        height += -1 if takes_two else 1
        highest = max(highest, height)
    return highest
