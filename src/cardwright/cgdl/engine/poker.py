# mypy: allow-untyped-defs, allow-incomplete-defs, allow-untyped-decorators
"""The worth of cards as a play: the best poker combination among any number of cards, by a game's own points.

Poker libraries answer a different question: they know one order of the combinations, and hands of five to seven cards.
Here the game assigns points to each combination, and the best one by these points counts. Between equal combinations
the cards in them decide, then the cards beside them, five in all, with the ace above the king.

Ranks are bits too: bit 0 is the two, bit 12 the ace. Of two sets with equally many ranks, the better one is the larger
integer. Combinations and their kickers are therefore compared as integers.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.compiling.jit import inner

from .bits import count

RANKS = 13
SUIT = (1 << RANKS) - 1  # the bits of one suit
KEY = 2 * RANKS  # bits that decide between equal combinations
CARD_BITS = 4  # for each of the five highest cards, where there is no combination
HIGHEST_CARD = 4 * CARD_BITS  # the shift of the first of them


class Play(IntEnum):
    """The combinations that a ranking can assign points to."""

    ONE_PAIR = 0
    TWO_PAIRS = 1
    THREE_OF_A_KIND = 2
    STRAIGHT = 3
    FLUSH = 4
    FULL_HOUSE = 5
    POKER = 6
    STRAIGHT_FLUSH = 7


PLAYS = len(Play)


@inner
def ranks_of(cards, suit):
    """Return the ranks of a set of cards in one suit."""
    numbers = cards >> RANKS * suit & SUIT
    return numbers >> 1 | (numbers & 1) << RANKS - 1


@inner
def highest(ranks, n):
    """Return the n highest ranks, or all if there are fewer."""
    while count(ranks) > n:
        ranks &= ranks - 1
    return ranks


@inner
def straight(ranks):
    """Return the highest rank of the best straight, 0 for none; the ace can be the lowest card."""
    line = ranks << 1 | ranks >> RANKS - 1
    return highest((line & line >> 1 & line >> 2 & line >> 3 & line >> 4) << 3, 1)


@inner
def best_play(points, cards):
    """Return the worth of the best combination in a set of cards, 0 without one that earns points."""
    a, b, c, d = ranks_of(cards, 0), ranks_of(cards, 1), ranks_of(cards, 2), ranks_of(cards, 3)
    best = 0
    for suited in (a, b, c, d):
        if count(suited) >= 5:
            if points[Play.FLUSH]:
                best = max(best, points[Play.FLUSH] << KEY | highest(suited, 5))
            if points[Play.STRAIGHT_FLUSH] and straight(suited):
                best = max(best, points[Play.STRAIGHT_FLUSH] << KEY | straight(suited))
    every = a | b | c | d
    if points[Play.STRAIGHT] and straight(every):
        best = max(best, points[Play.STRAIGHT] << KEY | straight(every))
    twice = a & b | c & d | (a | b) & (c | d)
    if twice:
        best = max(best, _best_of_a_kind(points, every, twice, a & b & (c | d) | c & d & (a | b), a & b & c & d))
    return best


@inner
def _best_of_a_kind(points, every, twice, thrice, four):
    """Return the worth of the best combination of equal ranks, from the ranks present once, twice, thrice, four times.

    Three of a kind also counts as a pair: a game can rank a pair above three of a kind.
    """
    pair = highest(twice, 1)
    best = 0
    if points[Play.ONE_PAIR]:
        best = points[Play.ONE_PAIR] << KEY | pair << RANKS | highest(every ^ pair, 3)
    if points[Play.TWO_PAIRS] and twice ^ pair:
        both = highest(twice, 2)
        best = max(best, points[Play.TWO_PAIRS] << KEY | both << RANKS | highest(every ^ both, 1))
    if thrice:
        three = highest(thrice, 1)
        if points[Play.THREE_OF_A_KIND]:
            best = max(best, points[Play.THREE_OF_A_KIND] << KEY | three << RANKS | highest(every ^ three, 2))
        if points[Play.FULL_HOUSE] and twice ^ three:
            best = max(best, points[Play.FULL_HOUSE] << KEY | three << RANKS | highest(twice ^ three, 1))
    if four and points[Play.POKER]:
        top = highest(four, 1)
        best = max(best, points[Play.POKER] << KEY | top << RANKS | highest(every ^ top, 1))
    return best


@inner
def high_cards(cards):
    """Return the worth of a set by the standard ranking of cards: its five highest cards, in order."""
    a, b, c, d = ranks_of(cards, 0), ranks_of(cards, 1), ranks_of(cards, 2), ranks_of(cards, 3)
    key = 0
    left = 5
    for rank in range(RANKS - 1, -1, -1):
        for _ in range(min(left, (a >> rank & 1) + (b >> rank & 1) + (c >> rank & 1) + (d >> rank & 1))):
            key = key << CARD_BITS | rank + 1
            left -= 1
    return key << CARD_BITS * left
