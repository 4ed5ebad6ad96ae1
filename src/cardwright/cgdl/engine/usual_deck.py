# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The usual deck of 52 cards, which languages 1 and 2 always have: see hooks.py.

The card with number n of suit s is bit 13 s + n - 1.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import lowest
from .codes import Relation
from .hooks import register_hooks
from .poker import RANKS, SUIT
from .state import CARDS, CHOICES, DECK_OF_CARDS, NONE, State

ACES = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS  # shifted by n: the four cards with the number n + 1
SUITS = CARDS // RANKS


@inner
def _all_cards(s, rules):
    return DECK_OF_CARDS


@inner
def _suit_of(s, rules, card):
    return card // RANKS


@inner
def _numbers_of(s, rules, cards):
    return (cards | cards >> RANKS | cards >> 2 * RANKS | cards >> 3 * RANKS) & SUIT


@inner
def _of_number(s, rules, number):
    return ACES << number


@inner
def _number_of(s, rules, card):
    return card % RANKS


@inner
def _best_in_trick(s, rules, cards, table, trump):
    trumps = cards & SUIT << RANKS * trump if trump != NONE else 0
    better = trumps if trumps else cards & SUIT << RANKS * (int(s.bottom[table]) // RANKS)
    best = NONE
    while better:
        best = lowest(better)
        better &= rules.related[Relation.MORE, best]
    return best


@inner
def _distinct(s, rules, cards):
    return cards


@inner
def _face_of(s, rules, card):
    return card


@inner
def _height_of(s, rules, card):
    return card % RANKS + 1 if card % RANKS else RANKS + 1


@inner
def _card_count(s, rules):
    return CARDS


@inner
def _write_cards(s, rules, out, n, cards):
    for card in range(CARDS):
        out[n + card] = cards >> card & 1
    return n + CARDS


@inner
def _suit_count(s, rules):
    return SUITS


@inner
def _choices_each(s):
    return CHOICES


@inner
def _number_count(s, rules):
    return RANKS


@inner
def _note_catch(s, rules, before):
    pass


register_hooks(
    State,
    all_cards=_all_cards,
    suit_of=_suit_of,
    numbers_of=_numbers_of,
    of_number=_of_number,
    number_of=_number_of,
    best_in_trick=_best_in_trick,
    distinct=_distinct,
    face_of=_face_of,
    height_of=_height_of,
    card_count=_card_count,
    write_cards=_write_cards,
    suit_count=_suit_count,
    number_count=_number_count,
    choices_each=_choices_each,
    note_catch=_note_catch,
)
