"""Words that all sentences share, and what the players of a game call its tables, stacks and tokens."""

from __future__ import annotations

from collections.abc import Iterable

from ..language import tree
from ..language.card_names import is_noun
from ..language.card_names import words as in_words
from ..language.decks import pack_of

AMOUNTS = {"<": "is less than", "<=": "is at most", "=": "equals", ">=": "is at least", ">": "is more than"}


class Words:
    """The words of one game.

    >>> from cardwright import cgdl
    >>> Words(cgdl.load("texas")).table(0), Words(cgdl.load("war")).table(0)
    ('the board', 'the pile')
    """

    def __init__(self, game: tree.Game) -> None:
        names = {each.what: each.text for each in game.names}
        self._tables = {each.which: text for each, text in names.items() if isinstance(each, tree.Table)}
        self._bare: set[int] = set()  # the tables whose names have no article
        for layout in game.layouts:
            for which, name in _tables(layout, game):
                if which not in self._tables and (layout.own or not layout.by_suit):
                    self._bare.add(which)
                self._tables.setdefault(which, name)
        self.stack = names.get(tree.STACK, tree.STACK)
        self.token = names.get(tree.TOKEN, tree.TOKEN)

    def table(self, which: int) -> str:
        """Return a table in a sentence."""
        if which not in self._tables or which in self._bare:
            return self._tables.get(which, f"T{which}")
        return f"the {self._tables[which]}"

    def label(self, which: int) -> str:
        """Return a table before a colon."""
        name = self._tables.get(which, f"T{which}")
        return f"{name[:1].upper()}{name[1:]}"

    def labels(self) -> dict[str, str]:
        """Map the tables, as views write them, to the names that players know.

        >>> from cardwright import cgdl
        >>> Words(cgdl.load("texas")).labels()
        {'T0': 'board', 'T1': 'burned cards'}
        """
        return {f"T{which}": name for which, name in self._tables.items()}

    def all_named(self, tables: Iterable[int]) -> bool:
        """Return whether these tables have names."""
        return all(which in self._tables for which in tables)

    def tokens(self, amount: int) -> str:
        """Return an amount of tokens."""
        return count(amount, self.token)

    def top_card(self, which: int) -> str:
        """Return the top card of a table; one that is called a card has no other."""
        table = self.table(which)
        return table if table.split()[-1] == "card" else f"the top card of {table}"


def _tables(layout: tree.Layout, game: tree.Game) -> Iterable[tuple[int, str]]:
    """Yield the tables of a layout and their names."""
    each, name, suits = layout.each(game.players), in_words(layout.name), pack_of(game).suits
    for k in range(layout.size):
        called = name if each == 1 else f"{name} {k % each + 1}"
        if layout.by_suit and each == len(suits):
            suit = suits[k % each]
            called = f"{name} of {in_words(suit)}" if is_noun(suit) else f"{in_words(suit)} {name}"
        yield layout.first.which + k, f"{player(k // each)}'s {called}" if layout.own else called


def listed(words: Iterable[str], last: str = "and") -> str:
    """Join words into a list for a sentence.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def count(amount: int, thing: str) -> str:
    """Return an amount of a thing.

    >>> count(1, "card"), count(3, "card")
    ('a card', '3 cards')
    """
    return f"a {thing}" if amount == 1 else f"{amount} {thing}s"


def player(number: int) -> str:
    """Return the name of a player; P1 is player 0 of the file."""
    return f"P{number + 1}"


def third_person(verb: str) -> str:
    """Return a verb, or the first word of several, as it follows a player's name.

    >>> third_person("pass"), third_person("call"), third_person("try again"), third_person("go alone")
    ('passes', 'calls', 'tries again', 'goes alone')
    """
    first, space, rest = verb.partition(" ")
    if first.endswith(("s", "sh", "ch", "x", "z", "o")):
        first += "es"
    elif first.endswith("y") and first[-2:-1] not in (*"aeiou", ""):
        first = f"{first[:-1]}ies"
    else:
        first += "s"
    return f"{first}{space}{rest}"
