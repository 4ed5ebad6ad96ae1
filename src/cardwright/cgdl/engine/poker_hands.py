# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""Hands of five cards that players lay as a group: how strong they are, and how a hand can be completed.

Straight, flush, full house, four of a kind with any fifth card, straight flush: the higher ones beat the lower ones.
"""

from __future__ import annotations

from cardwright.core.compiling.jit import inner

from .bits import count, lowest
from .group_tables import SUITS_APART

STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = 1, 2, 3, 4, 5
KIND = 58  # the shift of the kind above what compares hands of one kind
IN_A_ROW = 0b11111


@inner
def strength_of(rules, cards):
    """Return how strong a hand of five cards is, 0 if it is none of these."""
    once, twice, thrice, four, highest = 0, 0, 0, 0, 0
    left = cards
    while left:
        height = int(rules.climb[lowest(left)])
        bit = 1 << height // SUITS_APART
        four |= thrice & bit
        thrice |= twice & bit
        twice |= once & bit
        once |= bit
        highest = max(highest, height)
        left &= left - 1
    if four:
        return FOUR << KIND | lowest(four)
    if thrice and count(once) == 2:
        return FULL_HOUSE << KIND | lowest(thrice)
    suit = int(rules.suit_of[lowest(cards)])
    flush = suit >= 0 and cards & ~rules.suit_cards[suit] == 0
    if twice == 0 and once // (once & -once) == IN_A_ROW:
        return (STRAIGHT_FLUSH if flush else STRAIGHT) << KIND | highest
    return FLUSH << KIND | once << 3 | highest % SUITS_APART if flush else 0


@inner
def _candidates(chosen, place, hand, before):
    """Return what the card at a place of the hand can be: the one that was chosen, or any after the one before it."""
    for _ in range(place):
        chosen &= chosen - 1
    return chosen & -chosen if chosen else hand & ~((before << 1) - 1)


@inner
def completing(rules, chosen, hand, floor, wanted):
    """Return the cards that can be chosen next for a hand of five that is stronger than `floor`.

    Cards are chosen in their order. If cards are `wanted`, one of them must be in the hand.
    """
    found = 0
    new = count(chosen)  # the place of the next card
    one = _candidates(chosen, 0, hand, 0) if chosen else hand
    while one:
        a = one & -one
        one ^= a
        two = _candidates(chosen, 1, hand, a)
        while two and not (new == 0 and found & a):
            b = two & -two
            two ^= b
            three = _candidates(chosen, 2, hand, b)
            while three and not found & (a if new == 0 else b if new == 1 else 0):
                c = three & -three
                three ^= c
                four = _candidates(chosen, 3, hand, c)
                while four and not found & (a if new == 0 else b if new == 1 else c if new == 2 else 0):
                    d = four & -four
                    four ^= d
                    following = a if new == 0 else b if new == 1 else c if new == 2 else d if new == 3 else 0
                    found |= _last_cards(rules, a | b | c | d, following, hand, d, floor, wanted)
    return found


@inner
def _last_cards(rules, cards, following, hand, before, floor, wanted):
    """Return `following` if a card completes these four; if nothing follows but the fifth, all that do."""
    found = 0
    five = hand & ~((before << 1) - 1)
    while five and (following == 0 or found == 0):
        e = five & -five
        five ^= e
        whole = cards | e
        if (wanted == 0 or whole & wanted) and strength_of(rules, whole) > floor:
            found |= following if following else e
    return found
