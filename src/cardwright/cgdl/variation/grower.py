"""Derivations of the grammar: growing them at random within a depth limit, and editing their lists.

Everything here is read from the grammar file: the alternatives of each symbol, how deep they go, and which items of a
list can be added or left out. No derivation made here can leave the language. Whether the game is valid is decided by
`language.checks`.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from lark import Token, Tree

from ..language.decks import USUAL, Pack
from ..language.limits import LIMITS
from ..language.parser import grammar, keyword

Symbols = tuple[str, ...]

# Never chosen at random: switches, partners, effects, decks, layouts and moves, and what is seldom valid.
NEVER = (
    "setting", "partners_3", "when_3", "together_3", "called_cards_3", "chosen_3", "chosen_takes_3",
    "chosen_out_3", "deck_3",
    "named_cards_3", "jokers_3", "first_meld_3", "layout_3", "move_cards_3",
)  # fmt: skip
RANKING, NOTES = "ranking", {"edition", "origin", "names", "say"}
NAMED_SEAT, COM = "seat", "com"
OF_PARTNERS = ("by_partners_3", "OUR")  # only in games with partners
OF_LAYOUTS = ("in_layout_3", "each_3")  # only in games with layouts
NESTED, STEPS, RULE = "nested_3", "step_3", "rule"
UNNAMED = ("stage", "title")  # random stages have no names
EXTENSIONS = {"_2": 2, "_3": 3}  # the suffixes of grammar rules, and the first language that has them

WORDS = ("bid", "mark")  # of random games
MAX_LIST = 4  # items of a list of stages, rules, ...
NEGATIVE = 0.2  # the probability that a number is negative where language 2 allows it
NESTING = 0.1  # the probability that a repeat contains another one
MAX_ENUMERATION = 2  # items after the first of a list with commas and the like

# Numbers that are usual in games, by the grammar rule they belong to; other numbers are drawn from all allowed ones.
USUAL_NUMBERS: dict[str, Sequence[int]] = {
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

    A game made here has no version, no source and no words for players. Its ranking is there even if it is empty, so
    that it can grow.
    """
    written: dict[str, tuple[Symbols, ...]] = {}
    for rule in grammar().rules:
        symbols = tuple(symbol.name for symbol in rule.expansion)
        if not NOTES & {*symbols}:
            written[rule.origin.name] = (*written.get(rule.origin.name, ()), symbols)
    inlined = {name: each for name, each in written.items() if name.startswith("_") and not is_list(name)}
    result = {name: each for name, each in written.items() if name not in inlined}
    whole = (each for symbols in result["game"] for each in _written_out(symbols, inlined))
    return result | {"game": tuple(each for each in whole if RANKING in each)}


def _written_out(symbols: Symbols, inlined: Mapping[str, tuple[Symbols, ...]]) -> Iterator[Symbols]:
    """Yield an alternative with every choice of its optional parts, which have no place of their own in derivations."""
    for chosen in itertools.product(*(inlined.get(each, ((each,),)) for each in symbols)):
        yield tuple(itertools.chain.from_iterable(chosen))


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
    words: tuple[str, ...] = ()  # the game's own; without any, new ones are taken from `WORDS`
    partners: bool = False
    pack: Pack = USUAL
    layouts: tuple[str, ...] = ()
    _depths: dict[str, float] = field(init=False, repr=False)
    _banned: frozenset[str] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        extensions = (symbol for symbol in productions() if _first_language(symbol) > self.language)
        # In language 1, only the first stage has com rules, which `operators` inserts.
        coms = (each for each in productions() if self.language == 1 and is_list(each) and (COM,) in items(each))
        seats = (NAMED_SEAT,) if self.symmetric else ()
        alone = () if self.partners else OF_PARTNERS
        laid_out = () if self.layouts else OF_LAYOUTS
        self._banned = frozenset(
            (*NEVER, *laid_out, *extensions, *coms, *seats, *alone, *(() if self.tables else ("TABLE",)))
        )
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
        fitting = [
            each
            for each in alternatives
            if _depth_below(symbol, each, self._banned, self._depths) < depth and not _mixes_steps(each)
        ]
        for part in self.rng.choice(fitting):
            if is_list(part):
                yield from self._list(part, depth - 1)
            else:
                yield self.part(part, symbol, depth - 1)

    def _list(self, helper: str, depth: float) -> Iterator[Tree[Token] | Token]:
        """Yield a few items; each costs one level of depth, like the recursion of the grammar."""
        possible = [each for each in items(helper) if not self._banned & {*each}]
        if (NESTED,) in possible:
            nests = self.rng.random() < NESTING and self._depths[NESTED] < depth
            possible = [(NESTED,)] if nests else [each for each in possible if each != (NESTED,)]
        item = self.rng.choice(possible)
        most = 1 if item == (NESTED,) else MAX_LIST if len(item) == 1 else MAX_ENUMERATION
        for index in range(self.rng.randint(1, most)):
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
            case "WORD":
                return str(pick(self._names.get(parent) or self.words or WORDS))
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
    def _names(self) -> dict[str, list[str]]:
        """What names of the deck there are, by the grammar rule they belong to."""
        kinds = [name for name in (*self.pack.ranks, *self.pack.kinds) if not name.isdecimal()]
        return {"kind_word_3": kinds, "suit_word_3": list(self.pack.suits), "layout_word_3": list(self.layouts)}

    @property
    def _owners(self) -> tuple[str | int, ...]:
        if self.players == 1:
            return ("X", *(() if self.symmetric else (0,)))
        neighbours = () if self.language == 1 else ("L", "R")
        opposite = ("O",) if self.language == 3 and self.players % 2 == 0 else ()
        return ("X", "A", *neighbours, *opposite, *(() if self.symmetric else range(self.players)))

    def _number(self, role: str) -> int:
        fixed = {"language": self.language, "player_count": self.players, "table_count": self.tables}
        if role in fixed:
            return fixed[role]
        if role == "seat":
            return self.rng.randrange(self.players)
        ranks = [int(rank) for rank in self.pack.ranks if rank.isdecimal()]
        if role == "card_number" and self.pack.own and ranks:
            return self.rng.choice(ranks)
        usual = USUAL_NUMBERS.get(role) or range(LIMITS[role].lowest, LIMITS[role].highest + 1)
        if LIMITS[role].negative and self.language > 1 and self.rng.random() < NEGATIVE:
            return -self.rng.choice(usual)
        return self.rng.choice(usual)


@functools.cache
def _mixes_steps(parts: Symbols) -> bool:
    """Return whether a stage has steps and rules outside them, which must be mandatory: few random ones are."""
    below = {symbol for part in parts if is_list(part) for item in items(part) for symbol in item}
    return {STEPS, RULE} <= below


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
    found = (item for helper in helpers for item in items(helper) if not {*NEVER} & {*item})
    return tuple(item for item in found if all(_first_language(part) <= language for part in item))


def _first_language(symbol: str) -> int:
    """Return the first language that has a grammar rule; the names of list helpers end in numbers of their own."""
    return 1 if is_list(symbol) else EXTENSIONS.get(symbol[-2:], 1)


def has_list(symbol: str, language: int) -> bool:
    """Return whether a symbol has a list directly below it that a language can change."""
    return bool(_list_items(symbol, language))


def _fits(symbol: str, names: Symbols) -> bool:
    return shape(symbol).fullmatch(_item_pattern(names)) is not None
