"""The names of cards, and what players can write in place of them.

>>> card_words("queen", "spades"), card_words("5", "red"), card_words("draw_two", None)
('queen of spades', 'red 5', 'draw two')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .tree import HIGHEST_NUMBER, SUITS

COURT = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
NUMBERS = tuple(COURT.get(number, str(number)) for number in range(1, HIGHEST_NUMBER + 1))
PLAYERS = tuple(f"P{number}" for number in range(1, 7))
SYMBOLS = dict(zip(SUITS, "♣♦♥♠", strict=True))


def words(name: str) -> str:
    """Return a word of the language as players write it."""
    return name.replace("_", " ")


def is_noun(suit: str) -> bool:
    """Return whether a suit is a noun, as in "5 of coins"; other suits are colours, as in "red 5"."""
    return suit.endswith("s")


def card_words(rank: str, suit: str | None) -> str:
    """Return the name of a card."""
    if suit is None:
        return words(rank)
    return f"{words(rank)} of {words(suit)}" if is_noun(suit) else f"{words(suit)} {words(rank)}"


def short_words(rank: str, suit: str | None, ranks: Sequence[str], suits: Sequence[str]) -> str:
    """Return a card in its short form.

    >>> short_words("king", "spades", NUMBERS, SUITS), short_words("wild", "red", ["7", "wild"], ["red", "blue"])
    ('K♠', 'rW')
    """
    brief = _brief(rank, ranks).upper()
    if suit is None:
        return words(rank) if len(brief) < 2 else brief
    sign = sign_of(suit, suits)
    return f"{brief}{sign}" if is_noun(suit) else f"{sign}{brief}"


def sign_of(suit: str, suits: Sequence[str]) -> str:
    """Return the symbol of a suit, or else the shortest beginning that tells it from the others.

    >>> sign_of("hearts", SUITS), sign_of("cups", ["coins", "cups", "swords"])
    ('♥', 'cu')
    """
    return SYMBOLS.get(suit, _brief(suit, suits))


def other_words(rank: str, suit: str | None, ranks: Sequence[str], suits: Sequence[str]) -> Iterable[str]:
    """Yield what else players can write for a card, in small letters."""
    number = next((str(number) for number, name in COURT.items() if name == rank), rank)
    named = {words(rank), number if number not in ranks else rank}
    brief = _brief(rank, ranks)
    if suit is None:
        yield from named
        yield from [brief] if len(brief) > 1 else []  # a single letter may mean something else
        return
    signs = (_brief(suit, suits), SYMBOLS.get(suit, suit))
    for each in named:
        yield f"{each} of {words(suit)}"
        yield f"{each} of {words(suit).removesuffix('s')}"
        if not is_noun(suit):
            yield f"{words(suit)} {each}"
    for sign in signs:
        yield f"{brief}{sign}"
        if not is_noun(suit):
            yield f"{sign}{brief}"


def _brief(name: str, names: Sequence[str]) -> str:
    """Return the shortest beginning of a name that no other begins with; numbers stay whole."""
    if name.isdecimal():
        return name
    lengths = range(1, len(name) + 1)
    return next((name[:n] for n in lengths if not any(o != name and o.startswith(name[:n]) for o in names)), name)
