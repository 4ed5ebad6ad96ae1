"""Formulas in English, as the text of a card says them: quantities, conditions and repetitions.

>>> quantity("6 + 2 * named.Strike")
Quantity(number='6 ', rest=', plus 2 for each card with Strike in its name')
>>> condition("hand == hand.attack")
'every card in hand is an attack'
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import NamedTuple

from .phrases import with_article, write_pile, write_types
from .vocabulary import PILES, TYPES

_VALUES = {  # what a word of a formula is, as a noun
    "X": "X", "amount": "the amount", "stacks": "the stacks", "dealt": "the unblocked damage dealt", "hp": "your HP",
    "max_hp": "your max HP", "block": "your block", "bonus": "this card's bonus", "cost": "its cost",
    "energy": "your energy", "turn": "the number of the turn", "roll": "its roll", "position": "its position",
    "ascension": "the level of ascension", "upgrades": "the number of its upgrades",
}  # fmt: skip
_COUNTS = {  # what can be counted: one of it, and several
    "killed": ("enemy killed", "enemies killed"), "affected": ("of those", "of those"),
    "played": ("card played this turn", "cards played this turn"),
    "hurt": ("time you have lost HP", "times you have lost HP"),
    "enemies": ("enemy", "enemies"), "allies": ("ally", "allies"),
}  # fmt: skip
_FACTS = {  # words that are true or not: what they say if so, and if not
    "killed": ("this kills an enemy", "this kills no enemy"),
    "dealt": ("this takes HP", "this takes no HP"),
    "attacking": ("you intend to attack", "you do not intend to attack"),
    "by_self": ("you caused it yourself", "you did not cause it yourself"),
    "elite": ("you fight an elite", "you fight no elite"),
    "boss": ("you fight a boss", "you fight no boss"),
    "replayed": ("the card is replayed", "the card is not replayed"),
}
_PRESENT = {  # what is said of counts that are more than 0, and of those that are 0
    "killed": _FACTS["killed"],
    "affected": ("there are any of those", "there are none of those"),
    "played": ("you have played a card this turn", "you have played no card this turn"),
    "hurt": ("you have lost HP", "you have lost no HP"),
}
_OF_AGENTS = {"hp": "HP", "max_hp": "max HP", "block": "block"}
_NUMBERS_OF = {  # what is said of how many there are: `{}` is a number, and what is counted
    "killed": "this kills {}", "affected": "there are {}", "played": "you have played {}",
    "hurt": "you have lost HP {}",
}  # fmt: skip
_OPERATORS: dict[type, str] = {ast.Add: "plus", ast.Sub: "minus", ast.Mult: "times"}
_COMPARED: dict[type, str] = {
    ast.Lt: "less than ", ast.LtE: "at most ", ast.Gt: "more than ", ast.GtE: "at least ",
    ast.Eq: "", ast.NotEq: "not ",
}  # fmt: skip
_OPPOSITE: dict[type, Callable[[], ast.cmpop]] = {
    ast.Lt: ast.GtE, ast.GtE: ast.Lt, ast.Gt: ast.LtE, ast.LtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


class Quantity(NamedTuple):
    """An amount as it surrounds its unit: `number` before it, as in "6 damage", and `rest` after it."""

    number: str
    rest: str


def _parsed(value: int | str) -> ast.expr | None:
    """Return a formula as a tree, None for one that cannot be read; compiling it reports the mistake."""
    try:
        return ast.parse(str(value).strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def constant(value: int | str) -> int | None:
    """Return the value of an amount that never changes, None for any other.

    >>> constant("2 * 3 > 5"), constant("hp > 5 and 0"), constant("hp > 5")
    (1, 0, None)
    """
    tree = _parsed(value)
    return None if tree is None else _constant(tree)


_WORKED_OUT: dict[type, Callable[[int, int], int]] = {
    ast.Add: int.__add__, ast.Sub: int.__sub__, ast.Mult: int.__mul__,
    ast.FloorDiv: lambda a, b: a // b if b else 0, ast.Mod: lambda a, b: a % b if b else 0,
    ast.Lt: int.__lt__, ast.LtE: int.__le__, ast.Gt: int.__gt__, ast.GtE: int.__ge__, ast.Eq: int.__eq__,
    ast.NotEq: int.__ne__,
}  # fmt: skip


def _constant(tree: ast.expr) -> int | None:
    match tree:
        case ast.Constant(value=int(number)):
            return number
        case ast.UnaryOp(op=ast.USub(), operand=operand) if _constant(operand) is not None:
            return -(_constant(operand) or 0)
        case ast.UnaryOp(op=ast.Not(), operand=operand) if _constant(operand) is not None:
            return int(not _constant(operand))
        case ast.BoolOp(op=op, values=parts):
            return _constant_of_several(isinstance(op, ast.And), [_constant(part) for part in parts])
        case ast.BinOp(left=left, op=op, right=right) | ast.Compare(left=left, ops=[op], comparators=[right]):
            a, b = _constant(left), _constant(right)
            return (
                int(_WORKED_OUT[type(op)](a, b))
                if a is not None and b is not None and type(op) in _WORKED_OUT
                else None
            )
        case ast.Call(func=ast.Name(id="min" | "max" as which), args=[left, right]):
            a, b = _constant(left), _constant(right)
            return None if a is None or b is None else min(a, b) if which == "min" else max(a, b)
    return None


def _constant_of_several(both: bool, parts: list[int | None]) -> int | None:
    """Return whether all or any of some conditions hold, None if that can change."""
    decisive = [part for part in parts if part is not None and bool(part) != both]
    if decisive:
        return int(not both)
    return None if None in parts else int(both)


def phrase(value: int | str) -> str:
    """Return an amount as a noun.

    >>> phrase("block // 2"), phrase("target.Weak"), phrase(5)
    ('half of your block', "the target's Weak", '5')
    """
    tree = _parsed(_settled(value))
    return str(value) if tree is None else _noun(tree)


def _settled(value: int | str) -> int | str:
    """Return an amount as a number if it never changes."""
    number = constant(value)
    return value if number is None else number


def lost_amount(value: int | str) -> int | str | None:
    """Return the loss in a negative amount, without its minus; None for a gain.

    >>> lost_amount(-2), lost_amount("-min(amount, 3)"), lost_amount("4 - stacks")
    (2, 'min(amount, 3)', None)
    """
    if isinstance(value, int):
        return -value if value < 0 else None
    match _parsed(value):
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return ast.unparse(operand)
    return None


def quantity(value: int | str) -> Quantity:
    """Return an amount as the text before and after its unit.

    >>> quantity("block"), quantity("3 * enemies")
    (Quantity(number='', rest=' equal to your block'), Quantity(number='3 ', rest=' for each enemy'))
    """
    match _parsed(_settled(value)):
        case None:
            return Quantity(f"{value} ", "")
        case ast.Constant() | ast.Name(id="X") | ast.UnaryOp(operand=ast.Constant()) as plain:
            return Quantity(f"{ast.unparse(plain)} ", "")
        case ast.BinOp(left=ast.Constant() as base, op=ast.Add(), right=right):
            return Quantity(f"{ast.unparse(base)} ", f", plus {_share(right)}")
        case tree if _each(tree):
            return Quantity(f"{_each(tree)[0]} ", f" for each {_each(tree)[1]}")
        case tree:
            return Quantity("", f" equal to {_noun(tree)}")


def repetition(value: int | str) -> str:
    """Return how often something is done, as words before it.

    >>> repetition(3), repetition("hand.attack"), repetition("block")
    ('3 times', 'For each attack in hand', 'As often as your block')
    """
    tree = _parsed(value)
    each = None if tree is None else _each(tree)
    if each:
        return f"For each {each[1]}" if each[0] == "1" else f"{each[0]} times for each {each[1]}"
    if isinstance(tree, ast.Name) and tree.id == "stacks":
        return "Once for each stack"
    plain = isinstance(tree, ast.Constant) or (isinstance(tree, ast.Name) and tree.id == "X")
    return f"{value} times" if plain or tree is None else f"As often as {_noun(tree)}"


def condition(value: int | str) -> str:
    """Return what must hold for a formula to be other than 0.

    >>> condition("target.Vulnerable > 0"), condition("energy >= 2 and not killed")
    ('the target has Vulnerable', 'your energy is at least 2 and this kills no enemy')
    """
    tree = _parsed(value)
    return str(value) if tree is None else _condition(tree)


def _share(tree: ast.expr) -> str:
    each = _each(tree)
    return f"{each[0]} for each {each[1]}" if each else _noun(tree)


def _each(tree: ast.expr) -> tuple[str, ...]:
    """Return how much there is for each of what, if the amount is something counted, or a multiple of it."""
    match tree:
        case ast.BinOp(left=ast.Constant(value=factor), op=ast.Mult(), right=counted) if _counted(counted):
            return str(factor), _counted(counted)[0]
        case ast.BinOp(left=counted, op=ast.Mult(), right=ast.Constant(value=factor)) if _counted(counted):
            return str(factor), _counted(counted)[0]
    return ("1", _counted(tree)[0]) if _counted(tree) else ()


def _counted(tree: ast.expr) -> tuple[str, ...]:
    """Return the words for one and for several of what a part of a formula counts, if it counts anything."""
    match tree:
        case ast.Name(id=word) if word in _COUNTS:
            return _COUNTS[word]
        case ast.Name(id=pile) if pile in PILES:
            return f"card in {write_pile(pile)}", f"cards in {write_pile(pile)}"
        case ast.Attribute(value=ast.Name(id=pile), attr=kind) if pile in PILES and kind in TYPES:
            return f"{kind} in {write_pile(pile)}", f"{write_types([kind], plural=True)} in {write_pile(pile)}"
        case ast.Attribute(value=ast.Name(id="named"), attr=name):
            name = name.replace("_", " ")
            return f"card with {name} in its name", f"cards with {name} in their name"
    return ()


def _noun(tree: ast.expr) -> str:
    if _counted(tree):
        return f"the number of {_counted(tree)[1]}"
    match tree:
        case ast.Constant(value=number):
            return str(number)
        case ast.Name(id=word) if word in _VALUES or word not in _FACTS:
            return _VALUES.get(word, f"your {word.replace('_', ' ')}")
        case ast.Attribute(value=ast.Name(id=owner), attr=word) if owner != "last" and word != "attacking":
            return f"{_possessive(owner)} {_OF_AGENTS.get(word, word.replace('_', ' '))}"
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return f"minus {_noun(operand)}"
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=ast.Constant(value=2)):
            return f"half of {_nested(left)}"
        case ast.BinOp(
            left=ast.BinOp(left=whole, op=ast.Mult(), right=ast.Constant(value=int(share))),
            op=ast.FloorDiv(),
            right=ast.Constant(value=100),
        ):
            return f"{share}% of {_nested(whole)}"
        case ast.BinOp(left=left, op=ast.FloorDiv(), right=right):
            return f"{_nested(left)} divided by {_nested(right)}, rounded down"
        case ast.BinOp(left=left, op=ast.Mod(), right=right):
            return f"the remainder of {_nested(left)} divided by {_nested(right)}"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            first = _noun(left) if _adds(op) and isinstance(left, ast.BinOp) and _adds(left.op) else _nested(left)
            return f"{first} {_OPERATORS[type(op)]} {_nested(right)}"
        case ast.Call(func=ast.Name(id="random"), args=[low, high]):
            return f"a random number from {_noun(low)} to {_noun(high)}"
        case ast.Call(func=ast.Name(id=which), args=[one, other]):
            return f"the {'smaller' if which == 'min' else 'larger'} of {_noun(one)} and {_noun(other)}"
    return f"1 if {_condition(tree)}, otherwise 0"


def _adds(op: ast.operator) -> bool:
    return isinstance(op, ast.Add | ast.Sub)


def _nested(tree: ast.expr) -> str:
    """Return a part of a calculation, in parentheses if it is one itself."""
    plain = not isinstance(tree, ast.BinOp | ast.BoolOp | ast.Compare) and not _noun(tree).startswith("1 if")
    return _noun(tree) if plain else f"({_noun(tree)})"


def _possessive(owner: str) -> str:
    return {"self": "your", "player": "the player's", "target": "the target's"}.get(owner, f"{owner}'s")


def _condition(tree: ast.expr, holds: bool = True) -> str:
    match tree:
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _condition(operand, not holds)
        case ast.BoolOp(op=op, values=parts):
            both = isinstance(op, ast.And) == holds
            parts = [part for part in parts if _constant(part) is None] or parts
            return (" and " if both else " or ").join(_inside(part, holds) for part in parts)
        case ast.Compare(left=left, ops=[op], comparators=[right]):
            return _comparison(left, op if holds else _OPPOSITE[type(op)](), right)
        case ast.Name(id=word) if word in _FACTS:
            return _FACTS[word][not holds]
        case ast.Attribute(value=ast.Name(id=owner), attr="attacking"):
            who = {"self": "whoever acts", "player": "the player"}.get(owner, "the target")
            return f"{who} intends to attack" if holds else f"{who} does not intend to attack"
        case ast.Attribute(value=ast.Name(id="last"), attr=move):
            return f"its last move was {'' if holds else 'not '}{move.replace('_', ' ')}"
    return _comparison(tree, ast.NotEq() if holds else ast.Eq(), ast.Constant(value=0))


def _inside(tree: ast.expr, holds: bool) -> str:
    words = _condition(tree, holds)
    return f"({words})" if isinstance(tree, ast.BoolOp) else words


def _comparison(left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
    present = _presence(left, op, right)
    if present:
        return present
    special = (_all_of_type(left, right) if isinstance(op, ast.Eq) else "") or _half_of_hp(left, op, right)
    return special or _how_many(left, op, right) or f"{_noun(left)} {_is(left)} {_COMPARED[type(op)]}{_noun(right)}"


def _is(tree: ast.expr) -> str:
    return "are" if isinstance(tree, ast.Name) and tree.id == "stacks" else "is"


def _how_many(left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
    """Phrase a comparison of how many there are with a number, as in 'there are at least 2 enemies'."""
    if not _counted(left) or not isinstance(right, ast.Constant) or not isinstance(right.value, int):
        return ""
    what = _counted(left)[right.value != 1]
    word = left.id if isinstance(left, ast.Name) else ""
    what = {"killed": f"enem{'ies' if right.value != 1 else 'y'}", "hurt": f"time{'s' if right.value != 1 else ''}",
            "played": what.replace(" played", "")}.get(word, what)  # fmt: skip
    compared = {ast.Lt: "fewer than ", ast.Eq: "exactly ", ast.NotEq: "not exactly "}.get(type(op), _COMPARED[type(op)])
    there = f"there {'is' if right.value == 1 and word != 'affected' else 'are'} {{}}"
    return _NUMBERS_OF.get(word, there).format(f"{compared}{right.value} {what}")


def _half_of_hp(left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
    """Phrase a comparison of HP with half of the maximum, which is written with twice the HP."""
    match left, right:
        case ast.BinOp(left=ast.Constant(value=2), op=ast.Mult(), right=hp), most if {_word(hp), _word(most)} == {
            "hp",
            "max_hp",
        }:
            return f"{_noun(hp)} is {_COMPARED[type(op)]}half of {_noun(most)}"
    return ""


def _word(tree: ast.expr) -> str:
    """Return the word of a formula that is a word or a word of somebody."""
    return tree.id if isinstance(tree, ast.Name) else tree.attr if isinstance(tree, ast.Attribute) else ""


def _presence(left: ast.expr, op: ast.cmpop, right: ast.expr) -> str:
    """Phrase a comparison with zero as 'any' or 'no'; empty for other comparisons."""
    zero, one = (isinstance(right, ast.Constant) and right.value == number for number in (0, 1))
    some = (zero and isinstance(op, ast.Gt | ast.NotEq)) or (one and isinstance(op, ast.GtE))
    none = (zero and isinstance(op, ast.Eq | ast.LtE)) or (one and isinstance(op, ast.Lt))
    if not some and not none:
        return ""
    word = left.id if isinstance(left, ast.Name) else ""
    if word in _NUMBERS_OF:
        return _PRESENT.get(word, ("", ""))[none]
    if _counted(left):
        return f"there are {'' if some else 'no '}{_counted(left)[1]}"
    if _word(left) == "position" and zero:
        who = "the target is" if isinstance(left, ast.Attribute) else "you are"
        return f"{who} {'an enemy' if some else 'the player'}"
    match left:
        case ast.Attribute(value=ast.Name(id=owner), attr=word) if owner in (
            "self",
            "player",
            "target",
        ) and word not in ("hp", "position"):
            who = {"self": "you have", "player": "the player has", "target": "the target has"}[owner]
        case ast.Name(id=word) if word == "block" or word not in (*_VALUES, *_FACTS, *_COUNTS):
            who = "you have"
        case _:
            return ""
    return f"{who} {'' if some else 'no '}{_OF_AGENTS.get(word, word.replace('_', ' '))}"


def _all_of_type(left: ast.expr, right: ast.expr) -> str:
    """Return words for all cards of a pile being of one type, if two numbers of cards say that by being equal."""
    for whole, part in ((left, right), (right, left)):
        match whole, part:
            case ast.Name(id=pile), ast.Attribute(value=ast.Name(id=same), attr=kind) if pile in PILES and pile == same:
                return f"every card in {write_pile(pile)} is {with_article(kind)}"
    return ""
