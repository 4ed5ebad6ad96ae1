"""The names of cards.

>>> card_name(0), card_name(51)
('ace of clubs', 'king of spades')
>>> find_card("10h") == find_card("10 of hearts")
True
"""

from __future__ import annotations

import re

from cardwright.core.errors import unknown

from .tree import DECK_SIZE, HIGHEST_NUMBER, SUITS

COURT = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
NUMBERS = tuple(COURT.get(number, str(number)) for number in range(1, HIGHEST_NUMBER + 1))
SYMBOLS = "♣♦♥♠"  # of SUITS, in their order
SHORT = re.compile(rf"(10|[2-9AJQK])([CDHS{SYMBOLS}])", re.IGNORECASE)
FIRST_LETTERS = {"a": "ace", "j": "jack", "q": "queen", "k": "king"}


def card_index(number: int, suit: str) -> int:
    """Return the index of a card in a sorted deck, from 0, suit by suit.

    >>> card_index(1, "clubs"), card_index(13, "spades")
    (0, 51)
    """
    return HIGHEST_NUMBER * SUITS.index(suit) + number - 1


def card_name(card: int) -> str:
    """Return the name of a card by its index in a sorted deck."""
    suit, number = divmod(card, HIGHEST_NUMBER)
    return f"{NUMBERS[number]} of {SUITS[suit]}"


def short_name(card: int) -> str:
    """Return a card in its short form, by its index in a sorted deck.

    >>> short_name(19), short_name(51)
    ('7♦', 'K♠')
    """
    suit, number = divmod(card, HIGHEST_NUMBER)
    name = NUMBERS[number]
    return f"{name if name.isdigit() else name[0].upper()}{SYMBOLS[suit]}"


_CARDS = {card_name(card): card for card in range(DECK_SIZE)}
_BY_NUMBER = {f"{number} of {suit}": card_name(card_index(number, suit)) for number in COURT for suit in SUITS}


def full_name(words: str) -> str:
    """Return the name of the card written as `Kd`, `K♦` or `13 of diamonds`; other words are returned unchanged.

    >>> full_name("Kd"), full_name("7♦"), full_name("1 of clubs"), full_name("done")
    ('king of diamonds', '7 of diamonds', 'ace of clubs', 'done')
    """
    short = SHORT.fullmatch(words.strip())
    if short:
        number = short[1].casefold()
        suit = next(suit for suit, sign in zip(SUITS, SYMBOLS, strict=True) if short[2].casefold() in (suit[0], sign))
        return f"{FIRST_LETTERS.get(number, number)} of {suit}"
    return _BY_NUMBER.get(words.strip().casefold(), words)


def find_card(words: str) -> int:
    """Return the index of the card with this name in a sorted deck."""
    name = full_name(words).strip().casefold()
    if name not in _CARDS:
        raise unknown("card", words, _CARDS)
    return _CARDS[name]
