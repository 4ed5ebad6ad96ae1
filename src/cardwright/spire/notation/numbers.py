"""Numbers as designers write them: pairs `8 (10)`, figures `11, 12 from ascension 2` and ranges `40 to 44`.

Each has a reader, which returns what programs use, and a writer, which turns that back.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

# Pairs

LONGEST_TEXT = 400  # no value in which a pair can stand is longer
WHEN_UPGRADED, UNLESS_UPGRADED = "when upgraded", "unless upgraded"
_NUMBER = r"(?<![\w.)])-?\d+"
_PAIR = re.compile(rf"({_NUMBER})\s*\(\s*(-?\d+)\s*\)")
_ALTERNATIVES = re.compile(r"([^()]+?)\s*\(([^()]+)\)")
_LASTING = re.compile(r"([^()]+ this \w+)\s*\(([^()]+ this \w+)\)")  # no formula has "this"


def side(value: Any, upgraded: bool, targets: Iterable[str] = (), key: str = "") -> Any:
    """Return plain data as it is before or after the upgrade: one side of every pair in it.

    >>> side({"attack": "8 (10)", "apply": "2 (3) Vulnerable"}, upgraded=True)
    {'attack': 10, 'apply': '3 Vulnerable'}
    >>> side("14 + 2 (4) * Strength", upgraded=False)
    '14 + 2 * Strength'
    >>> side("unless upgraded", upgraded=True)
    False

    The values of the keys in `targets` are phrases, so a whole phrase may stand in the parentheses. So may what lasts
    for a time:

    >>> side({"to": "a random card in hand (a card in hand)"}, upgraded=True, targets=["to"])
    {'to': 'a card in hand'}
    >>> side({"cost": "0 this turn (0 this battle)"}, upgraded=True)
    {'cost': '0 this battle'}
    """
    if isinstance(value, Mapping):
        return {each: side(inner, upgraded, targets, each) for each, inner in value.items()}
    if isinstance(value, list | tuple):
        return [side(inner, upgraded, targets, key) for inner in value]
    if not isinstance(value, str) or len(value) > LONGEST_TEXT:
        return value
    if value in (WHEN_UPGRADED, UNLESS_UPGRADED):
        return upgraded == (value == WHEN_UPGRADED)
    chosen = _PAIR.sub(r"\2" if upgraded else r"\1", value)
    if both := (_ALTERNATIVES if key in targets else _LASTING).fullmatch(chosen):
        chosen = both[2 if upgraded else 1]
    return value if chosen == value else read_number(chosen)


def check_no_pair(name: str) -> str:
    """Return a name, or raise an error if it would be read as a pair."""
    if _PAIR.search(name):
        raise ValueError("a name cannot have a number in parentheses after a number, which is read as its upgrade")
    return name


def read_number(text: str) -> int | str:
    """Return a number as an integer, and any other text as it is."""
    return int(text) if re.fullmatch(r"-?\d+", text) else text


class NoPair(ValueError):
    """Two values that no pair can express."""


def pair(base: Any, better: Any, targets: Iterable[str] = (), key: str = "") -> Any:
    """Return the plain data whose two sides are `base` and `better`, or raise `NoPair`.

    >>> pair({"attack": 8, "apply": "2 Vulnerable"}, {"attack": 10, "apply": "3 Vulnerable"})
    {'attack': '8 (10)', 'apply': '2 (3) Vulnerable'}
    """
    if type(base) is type(better) and base == better:
        return base
    match base, better:
        case dict(), dict() if list(base) == list(better):
            return {each: pair(base[each], better[each], targets, each) for each in base}
        case list(), list() if len(base) == len(better):
            return [pair(a, b, targets, key) for a, b in zip(base, better, strict=True)]
        case bool(), bool():
            return WHEN_UPGRADED if better else UNLESS_UPGRADED
        case int() | str(), int() | str():
            for text in (_number_pairs(str(base), str(better)), f"{base} ({better})"):
                if text and [side(text, upgraded, targets, key) for upgraded in (False, True)] == [base, better]:
                    return text
    raise NoPair


def _number_pairs(base: str, better: str) -> str | None:
    """The two texts as one, if they differ in nothing but numbers."""
    texts, others = (re.split(f"({_NUMBER})", each) for each in (base, better))
    if texts[::2] != others[::2]:
        return None
    return "".join(a if a == b else f"{a} ({b})" for a, b in zip(texts, others, strict=True))


# Amounts

_FIGURE = re.compile(r"(-?\d+)(?: to (-?\d+))?(?: from ascension (\d+))?")
_STEP = r" ([+-]) (?:(\d+) \* )?\(ascension >= (\d+)\)"
_COLUMN = re.compile(rf"(-?\d+)((?:{_STEP})*)")
_RANDOM = re.compile(r"random\(([^,]+), ([^,]+)\)")


def read_amount(value: int | str) -> int | str:
    """Return an amount as a number or a formula.

    >>> read_amount("11, 12 from ascension 2")
    '11 + (ascension >= 2)'
    >>> read_amount("3 to 7")
    'random(3, 7)'
    >>> read_amount("6 + 2 * Strength")
    '6 + 2 * Strength'
    """
    if isinstance(value, str) and (" from " in value or " to " in value):
        columns = _figures(value)
        return columns[0] if len(columns) == 1 else f"random({columns[0]}, {columns[1]})"
    return value


def read_range(value: Any) -> Any:
    """Return the lowest and the highest number of a range.

    >>> read_range("40 to 44, 42 to 46 from ascension 7")
    ['40 + 2 * (ascension >= 7)', '44 + 2 * (ascension >= 7)']
    """
    if isinstance(value, int) and not isinstance(value, bool):
        return [value, value]
    if not isinstance(value, str):
        return value
    columns = _figures(value)
    return [columns[0], columns[-1]]


def _figures(text: str) -> list[int | str]:
    """The columns of a list of figures, one or two, each as a formula."""
    found = [_FIGURE.fullmatch(part) for part in re.split(r",\s*", text)]
    rows = [each.groups() for each in found if each]
    levels = [int(level or 0) for _, _, level in rows]
    regular = len({high is None for _, high, _ in rows}) == 1 and levels == sorted(set(levels))
    if len(rows) < len(found) or not regular or rows[0][2] is not None:
        raise ValueError(f"{text!r} does not read: write '3 to 7', '6, 7 from ascension 2' or a formula")
    for low, high, _ in rows:
        if high is not None and int(high) < int(low):
            raise ValueError(f"'{low} to {high}' is an empty range: the smaller number comes first")
    columns = [0] if rows[0][1] is None else [0, 1]
    return [_stepped([int(row[column]) for row in rows], levels) for column in columns]


def _stepped(values: list[int], levels: list[int]) -> int | str:
    text = str(values[0])
    for before, value, level in zip(values, values[1:], levels[1:], strict=False):
        step = value - before
        factor = "" if abs(step) == 1 else f"{abs(step)} * "
        text += f" {'-' if step < 0 else '+'} {factor}(ascension >= {level})" if step else ""
    return read_number(text)


def write_amount(value: int | str) -> int | str:
    """Return an amount as a designer writes it.

    >>> write_amount("random(3, 7 + (ascension >= 2))")
    '3 to 7, 3 to 8 from ascension 2'
    """
    if isinstance(value, int):
        return value
    drawn = _RANDOM.fullmatch(value)
    text = _write_figures(drawn.groups() if drawn else [value])
    return text if text is not None and read_amount(text) == value else value


def write_range(values: Sequence[Any]) -> Any:
    """Return a range as a designer writes it, or the plain list where only that can express it.

    >>> write_range(["40 + 2 * (ascension >= 7)", "44 + 2 * (ascension >= 7)"])
    '40 to 44, 42 to 46 from ascension 7'
    """
    text = _write_figures([str(each) for each in values])
    return text if text is not None and read_range(text) == list(values) else list(values)


def _write_figures(columns: Sequence[str]) -> str | None:
    found = [_COLUMN.fullmatch(each) for each in columns]
    if not all(found):
        return None
    steps = [
        {0: int(each[1])}
        | {int(level): int(f"{sign}{factor or 1}") for sign, factor, level in re.findall(_STEP, each[2])}
        for each in found
        if each
    ]
    levels = sorted({level for column in steps for level in column})
    ranges = [[sum(n for at, n in column.items() if at <= level) for column in steps] for level in levels]
    if any(numbers != sorted(numbers) for numbers in ranges):
        return None  # a formula can say so, a range cannot
    rows = [" to ".join(map(str, numbers)) for numbers in ranges]
    return ", ".join(
        [rows[0], *(f"{row} from ascension {level}" for row, level in zip(rows[1:], levels[1:], strict=True))]
    )
