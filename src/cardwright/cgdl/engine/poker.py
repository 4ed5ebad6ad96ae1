"""What cards are worth as a play: the best poker combination among any number of cards, by a game's own points.

Libraries for poker answer another question: they know one order of the combinations and hands of five to seven
cards. Here a game says what each combination is worth, and the best by that is sought; equal combinations are told
apart by the cards in them and then by the cards beside them, five in all, with the ace above the king.

Ranks are bits too: bit 0 is the two, bit 12 the ace. Of two sets with equally many ranks the better one is then the
greater number, so that combinations and their kickers are compared by comparing numbers.
"""

from __future__ import annotations

from enum import IntEnum

from cardwright.core.jit import inner

from .bits import count

RANKS = 13
SUIT = (1 << RANKS) - 1  # the bits of one suit
KEY = 2 * RANKS  # bits that tell equal combinations apart
CARD_BITS = 4  # of each of the five highest cards, where there is no combination
HIGHEST_CARD = 4 * CARD_BITS  # where the first of them stands


class Play(IntEnum):
    """The combinations that a ranking may give points to."""

    ONE_PAIR = 0
    TWO_PAIRS = 1
    THREE_OF_A_KIND = 2
    STRAIGHT = 3
    FLUSH = 4
    FULL_HOUSE = 5
    POKER = 6
    STRAIGHT_FLUSH = 7


PLAYS = len(Play)
ONE_PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, POKER, STRAIGHT_FLUSH = (play.value for play in Play)


@inner
def ranks_of(cards, suit):
    """The ranks a set has in one suit."""
    numbers = cards >> RANKS * suit & SUIT
    return numbers >> 1 | (numbers & 1) << RANKS - 1


@inner
def highest(ranks, n):
    """The n highest of some ranks, or all if there are fewer."""
    while count(ranks) > n:
        ranks &= ranks - 1
    return ranks


@inner
def straight(ranks):
    """The highest rank of the best straight, 0 for none; the ace may be the lowest card."""
    line = ranks << 1 | ranks >> RANKS - 1
    return highest((line & line >> 1 & line >> 2 & line >> 3 & line >> 4) << 3, 1)


@inner
def best_play(points, cards):
    """The worth of the best combination in a set of cards, 0 if it has none that the game gives points for."""
    a, b, c, d = ranks_of(cards, 0), ranks_of(cards, 1), ranks_of(cards, 2), ranks_of(cards, 3)
    best = 0
    for suited in (a, b, c, d):
        if count(suited) >= 5:
            if points[FLUSH]:
                best = max(best, points[FLUSH] << KEY | highest(suited, 5))
            if points[STRAIGHT_FLUSH] and straight(suited):
                best = max(best, points[STRAIGHT_FLUSH] << KEY | straight(suited))
    every = a | b | c | d
    if points[STRAIGHT] and straight(every):
        best = max(best, points[STRAIGHT] << KEY | straight(every))
    twice = a & b | c & d | (a | b) & (c | d)
    if twice:
        best = max(best, _best_of_a_kind(points, every, twice, a & b & (c | d) | c & d & (a | b), a & b & c & d))
    return best


@inner
def _best_of_a_kind(points, every, twice, thrice, four):
    """The best combination of equal ranks, given the ranks there are, and those that are there two, three, four times.

    What is there three times also counts as a pair: a game may rank a pair above three of a kind.
    """
    pair = highest(twice, 1)
    best = 0
    if points[ONE_PAIR]:
        best = points[ONE_PAIR] << KEY | pair << RANKS | highest(every ^ pair, 3)
    if points[TWO_PAIRS] and twice ^ pair:
        both = highest(twice, 2)
        best = max(best, points[TWO_PAIRS] << KEY | both << RANKS | highest(every ^ both, 1))
    if thrice:
        three = highest(thrice, 1)
        if points[THREE]:
            best = max(best, points[THREE] << KEY | three << RANKS | highest(every ^ three, 2))
        if points[FULL_HOUSE] and twice ^ three:
            best = max(best, points[FULL_HOUSE] << KEY | three << RANKS | highest(twice ^ three, 1))
    if four and points[POKER]:
        top = highest(four, 1)
        best = max(best, points[POKER] << KEY | top << RANKS | highest(every ^ top, 1))
    return best


@inner
def high_cards(cards):
    """What a set is worth by the standard ranking of cards: its five highest, one after the other."""
    a, b, c, d = ranks_of(cards, 0), ranks_of(cards, 1), ranks_of(cards, 2), ranks_of(cards, 3)
    key = 0
    left = 5
    for rank in range(RANKS - 1, -1, -1):
        for _ in range(min(left, (a >> rank & 1) + (b >> rank & 1) + (c >> rank & 1) + (d >> rank & 1))):
            key = key << CARD_BITS | rank + 1
            left -= 1
    return key << CARD_BITS * left
