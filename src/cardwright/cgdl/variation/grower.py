"""Derivations of the grammar: growing them at random within a depth limit, and editing their lists.

Everything here is read from the grammar file: the alternatives of each symbol, how deep they go, and which items of a
list can be added or left out. No derivation made here can leave the language. Whether the game is valid is decided by
`language.checks`.
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

from ..language.limits import LIMITS
from ..language.parser import grammar, keyword

Symbols = tuple[str, ...]

NEVER = "setting"  # switches are never set at random
RANKING, NOTES = "ranking", {"edition", "origin"}
NAMED_SEAT = "seat"
UNNAMED = ("stage", "title")  # random stages have no names
EXTENSION = "_2"  # the suffix of grammar rules that only language 2 has

MAX_LIST = 4  # items of a list of stages, rules, ...
NEGATIVE = 0.2  # the probability that a number is negative where language 2 allows it
MAX_ENUMERATION = 2  # items after the first of a list with commas and the like

# Numbers that are usual in games, by the grammar rule they belong to; other numbers are drawn from all allowed ones.
USUAL: dict[str, Sequence[int]] = {
    "times": range(2, 11),
    "amount": range(1, 8),
    "chips": (1, 2, 5, 10, 20, 50, 99),
    "reward": range(3),
    "total": range(5, 61),
    "score": (*range(15), *range(100, 1000, 100)),
    "points": range(3),
}


@functools.cache
def productions() -> dict[str, tuple[Symbols, ...]]:
    """Return the alternatives of each symbol of the grammar; those of a list helper repeat its items.

    A game made here has no version and no source, and its ranking is there even if it is empty, so that it can grow.
    """
    result: dict[str, tuple[Symbols, ...]] = {}
    for rule in grammar().rules:
        symbols = tuple(symbol.name for symbol in rule.expansion)
        if rule.origin.name != "game" or (RANKING in symbols and not NOTES & {*symbols}):
            result[rule.origin.name] = (*result.get(rule.origin.name, ()), symbols)
    return result


@functools.cache
def shape(symbol: str) -> re.Pattern[str]:
    """Return what the grammar allows below a symbol, as a pattern over the names of the parts."""
    alternatives = ("".join(_pattern(part) for part in symbols) for symbols in productions()[symbol])
    return re.compile("|".join(alternatives))


def _pattern(symbol: str) -> str:
    return f"(?:{'|'.join(map(_item_pattern, items(symbol)))})+" if is_list(symbol) else f"{symbol} "


def _item_pattern(item: Symbols) -> str:
    return "".join(f"{symbol} " for symbol in item)


def is_list(symbol: str) -> bool:
    """Return whether a symbol is a helper that Lark made from `*` or `+`; names of signs look similar, in capitals."""
    return symbol.startswith("__") and symbol.islower()


def items(helper: str) -> list[Symbols]:
    """Return the possible items of the list that a helper stands for."""
    return [symbols for symbols in productions()[helper] if helper not in symbols]


@functools.cache
def depths(banned: frozenset[str]) -> dict[str, float]:
    """Return the depth of the shallowest derivation of each symbol that avoids the banned symbols."""
    result = {symbol: math.inf for symbol in productions()}
    while True:
        before = dict(result)
        for symbol, alternatives in productions().items():
            if symbol not in banned:
                result[symbol] = 1 + min(_depth_below(symbol, each, banned, result) for each in alternatives)
        if result == before:
            return result


def _depth_below(symbol: str, parts: Symbols, banned: frozenset[str], known: dict[str, float]) -> float:
    if any(part in banned or (symbol, part) == UNNAMED for part in parts):
        return math.inf
    return max((known.get(part, 0) for part in parts), default=0)


@dataclass
class Grower:
    """Grows random derivations for a game of this language with this many players and tables.

    With `symmetric`, they name no player, and the rules are the same for all seats.
    """

    rng: random.Random
    language: int
    players: int
    tables: int
    name: str = ""
    symmetric: bool = False
    _depths: dict[str, float] = field(init=False, repr=False)
    _banned: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        extensions = (symbol for symbol in productions() if symbol.endswith(EXTENSION) and self.language == 1)
        seats = (NAMED_SEAT,) if self.symmetric else ()
        self._banned = frozenset((NEVER, *extensions, *seats, *(() if self.tables else ("TABLE",))))
        self._depths = depths(self._banned)

    def grow(self, symbol: str, depth: int) -> Tree[Token]:
        """Return a random derivation of a symbol, no deeper than `depth` if that is possible."""
        return Tree(symbol, list(self._parts(symbol, max(depth, self._depths[symbol]))))

    def part(self, symbol: str, parent: str, depth: float) -> Tree[Token] | Token:
        """Return a random derivation of a symbol below a parent, no deeper than `depth` if that is possible."""
        if symbol not in productions():
            return Token(symbol, self._word(symbol, parent))
        return Tree(symbol, list(self._parts(symbol, max(depth, self._depths[symbol]))))

    def _parts(self, symbol: str, depth: float) -> Iterator[Tree[Token] | Token]:
        alternatives = productions()[symbol]
        fitting = [each for each in alternatives if _depth_below(symbol, each, self._banned, self._depths) < depth]
        for part in self.rng.choice(fitting):
            if is_list(part):
                yield from self._list(part, depth - 1)
            else:
                yield self.part(part, symbol, depth - 1)

    def _list(self, helper: str, depth: float) -> Iterator[Tree[Token] | Token]:
        """Yield a few items; each costs one level of depth, like the recursion of the grammar."""
        item = self.rng.choice(items(helper))
        for index in range(self.rng.randint(1, MAX_LIST if len(item) == 1 else MAX_ENUMERATION)):
            if index == 0 or depth - index >= self._depths[helper]:
                for part in item:
                    yield self.part(part, helper, depth - index - 1)

    def _word(self, terminal: str, parent: str) -> str:
        """Return a word for a terminal; the parent decides the range of numbers."""
        pick = self.rng.choice
        match terminal:
            case "INT":
                return str(self._number(parent))
            case "STRING":
                return f'"{self.name}"'
            case "HAND":
                return f"H{pick(self._owners)}"
            case "STACK":
                return f"S{pick(self._owners)}"
            case "PILE":
                return f"K{pick(self._owners)}{pick((0, 1))}"
            case "TABLE":
                return f"T{self.rng.randrange(self.tables)}"
        return keyword(terminal)

    @property
    def _owners(self) -> tuple[str | int, ...]:
        neighbours = ("L", "R") if self.language > 1 else ()
        return ("X", "A", *neighbours, *(() if self.symmetric else range(self.players)))

    def _number(self, role: str) -> int:
        fixed = {"language": self.language, "player_count": self.players, "table_count": self.tables}
        if role in fixed:
            return fixed[role]
        if role == "seat":
            return self.rng.randrange(self.players)
        usual = USUAL.get(role) or range(LIMITS[role].lowest, LIMITS[role].highest + 1)
        if LIMITS[role].negative and self.language > 1 and self.rng.random() < NEGATIVE:
            return -self.rng.choice(usual)
        return self.rng.choice(usual)


class Edit(NamedTuple):
    """A change of the parts below a node: those from `start` to `stop` are replaced by new ones."""

    start: int
    stop: int
    new: Symbols

    @property
    def inserts(self) -> bool:
        """Whether parts are inserted; otherwise they are cut."""
        return bool(self.new)


def edits(node: Tree[Token], language: int = 2) -> Iterator[Edit]:
    """Yield every way to insert one item into a list below a node, or to cut one from it."""
    names = tuple(child.type if isinstance(child, Token) else child.data for child in node.children)
    for item in _list_items(node.data, language):
        for start in range(len(names) + 1):
            stop = start + len(item)
            if _fits(node.data, (*names[:start], *item, *names[start:])):
                yield Edit(start, start, item)
            if names[start:stop] == item and _fits(node.data, (*names[:start], *names[stop:])):
                yield Edit(start, stop, ())


@functools.cache
def _list_items(symbol: str, language: int) -> tuple[Symbols, ...]:
    helpers = dict.fromkeys(part for symbols in productions()[symbol] for part in symbols if is_list(part))
    found = (item for helper in helpers for item in items(helper) if NEVER not in item)
    return tuple(item for item in found if language > 1 or not any(part.endswith(EXTENSION) for part in item))


def has_list(symbol: str, language: int) -> bool:
    """Return whether a symbol has a list directly below it that a language can change."""
    return bool(_list_items(symbol, language))


def _fits(symbol: str, names: Symbols) -> bool:
    return shape(symbol).fullmatch(_item_pattern(names)) is not None
