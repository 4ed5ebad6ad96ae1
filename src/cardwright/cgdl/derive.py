"""Derivations of the grammar: growing them at random under control of their depth, and editing their lists.

Everything here is read off the grammar file: what each thing can become, how deep that goes, what may be left out or
stand there once more. So no derivation made here can leave the language; whether the game makes sense is for `check`.
"""

from __future__ import annotations

import functools
import math
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lark import Token, Tree

from .limits import LIMITS
from .parser import grammar, keyword

Symbols = tuple[str, ...]

NEVER = "setting"  # how a game is read is not left to chance
NAMED_SEAT = "seat"
UNNAMED = ("stage", "title")  # random stages have no names
EXTENSION = "_2"  # how the rules end that only language 2 has

LONGEST_LIST = 4  # of stages, of rules, ...
LONGEST_ENUMERATION = 2  # of what follows a first item after commas and the like

# Numbers as they are usual in games, by the rule of the grammar they stand in; other numbers may go to their limits.
USUAL: dict[str, Sequence[int]] = {
    "times": range(2, 11),
    "amount": range(1, 8),
    "chips": (1, 2, 5, 10, 20, 50, 99),
    "total": range(5, 61),
    "score": (*range(15), *range(100, 1000, 100)),
    "points": range(3),
}


@functools.cache
def productions() -> dict[str, tuple[Symbols, ...]]:
    """What each symbol of the grammar can become; a helper's alternatives repeat its items."""
    result: dict[str, tuple[Symbols, ...]] = {}
    for rule in grammar().rules:
        symbols = tuple(symbol.name for symbol in rule.expansion)
        result[rule.origin.name] = (*result.get(rule.origin.name, ()), symbols)
    return result


@functools.cache
def shape(symbol: str) -> re.Pattern[str]:
    """What may stand below a symbol, as a pattern over the names of the parts."""
    ways = ("".join(_pattern(part) for part in way) for way in productions()[symbol])
    return re.compile("|".join(ways))


def _pattern(symbol: str) -> str:
    return f"(?:{'|'.join(map(_item_pattern, items(symbol)))})+" if is_list(symbol) else f"{symbol} "


def _item_pattern(item: Symbols) -> str:
    return "".join(f"{symbol} " for symbol in item)


def is_list(symbol: str) -> bool:
    """Whether a symbol is a helper that Lark made of a star or a plus; its signs have such names in capitals."""
    return symbol.startswith("__") and symbol.islower()


def items(helper: str) -> list[Symbols]:
    """The items of the list that a helper rule stands for."""
    return [way for way in productions()[helper] if helper not in way]


@functools.cache
def depths(banned: frozenset[str]) -> dict[str, float]:
    """How deep the shallowest derivation of each symbol is, doing without the banned symbols."""
    result = {symbol: math.inf for symbol in productions()}
    while True:
        before = dict(result)
        for symbol, ways in productions().items():
            if symbol not in banned:
                result[symbol] = 1 + min(_way_depth(symbol, way, banned, result) for way in ways)
        if result == before:
            return result


def _way_depth(symbol: str, way: Symbols, banned: frozenset[str], known: dict[str, float]) -> float:
    if any(part in banned or (symbol, part) == UNNAMED for part in way):
        return math.inf
    return max((known.get(part, 0) for part in way), default=0)


@dataclass
class Grower:
    """Grows random derivations for a game of this language with so many players and tables.

    With `even`, no player is named in them, so that they are the same for all seats.
    """

    rng: random.Random
    language: int
    players: int
    tables: int
    name: str = ""
    even: bool = False
    _depths: dict[str, float] = field(init=False, repr=False)
    _banned: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        extensions = (symbol for symbol in productions() if symbol.endswith(EXTENSION) and self.language == 1)
        seats = (NAMED_SEAT,) if self.even else ()
        self._banned = frozenset((NEVER, *extensions, *seats, *(() if self.tables else ("TABLE",))))
        self._depths = depths(self._banned)

    def grow(self, symbol: str, depth: int) -> Tree:
        """A random derivation of a symbol, no deeper than this unless there is none."""
        return Tree(symbol, list(self._parts(symbol, max(depth, self._depths[symbol]))))

    def _parts(self, symbol: str, depth: float) -> Iterator[Tree | Token]:
        ways = productions()[symbol]
        fitting = [way for way in ways if _way_depth(symbol, way, self._banned, self._depths) < depth]
        for part in self.rng.choice(fitting):
            if is_list(part):
                yield from self._list(part, depth - 1)
            else:
                yield self.part(part, symbol, depth - 1)

    def _list(self, helper: str, depth: float) -> Iterator[Tree | Token]:
        """A list of a few items; each of them costs a level of depth, as the recursion of the grammar does."""
        item = self.rng.choice(items(helper))
        for place in range(self.rng.randint(1, LONGEST_LIST if len(item) == 1 else LONGEST_ENUMERATION)):
            if place == 0 or depth - place >= self._depths[helper]:
                for part in item:
                    yield self.part(part, helper, depth - place - 1)

    def part(self, symbol: str, parent: str, depth: float) -> Tree | Token:
        """A random derivation of a symbol that stands below another, no deeper than this unless there is none."""
        if symbol not in productions():
            return Token(symbol, self._word(symbol, parent))
        return Tree(symbol, list(self._parts(symbol, max(depth, self._depths[symbol]))))

    def _word(self, terminal: str, parent: str) -> str:
        """A word for a terminal, by what it is or by what it stands for."""
        pick = self.rng.choice
        match terminal:
            case "INT":
                return str(self._number(parent))
            case "STRING":
                return f'"{self.name}"'
            case "HAND":
                return f"H{pick(self._whose)}"
            case "PILE":
                return f"K{pick(self._whose)}{pick((0, 1))}"
            case "TABLE":
                return f"T{self.rng.randrange(self.tables)}"
        return keyword(terminal)

    @property
    def _whose(self) -> tuple[str | int, ...]:
        return ("X", "A", *(() if self.even else range(self.players)))

    def _number(self, role: str) -> int:
        fixed = {"version": self.language, "player_count": self.players, "table_count": self.tables}
        if role in fixed:
            return fixed[role]
        if role == "seat":
            return self.rng.randrange(self.players)
        return self.rng.choice(USUAL.get(role) or range(LIMITS[role].lowest, LIMITS[role].highest + 1))


class Edit(NamedTuple):
    """A way to change the parts below a node: those from `start` to `stop` give way to new ones."""

    start: int
    stop: int
    new: Symbols

    @property
    def longer(self) -> bool:
        """Whether parts are put in; otherwise they are cut."""
        return bool(self.new)


def edits(node: Tree) -> Iterator[Edit]:
    """The ways to put one item more in a list below a node, or to cut one from it."""
    names = tuple(child.type if isinstance(child, Token) else child.data for child in node.children)
    for item in _list_items(node.data):
        for place in range(len(names) + 1):
            end = place + len(item)
            if _fits(node.data, (*names[:place], *item, *names[place:])):
                yield Edit(place, place, item)
            if names[place:end] == item and _fits(node.data, (*names[:place], *names[end:])):
                yield Edit(place, end, ())


@functools.cache
def _list_items(symbol: str) -> tuple[Symbols, ...]:
    helpers = dict.fromkeys(part for way in productions()[symbol] for part in way if is_list(part))
    return tuple(item for helper in helpers for item in items(helper) if NEVER not in item)


def has_list(symbol: str) -> bool:
    """Whether there is a list among what stands directly below a symbol."""
    return bool(_list_items(symbol))


def _fits(symbol: str, names: Symbols) -> bool:
    return shape(symbol).fullmatch(_item_pattern(names)) is not None
