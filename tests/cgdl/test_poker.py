"""The evaluation of plays: every five-card hand, and larger hands against their five-card subsets."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest

from cardwright import cgdl
from cardwright.cgdl.engine.compiler import compile_game
from cardwright.cgdl.engine.conditions import worth_of
from cardwright.cgdl.engine.exact_plays import best_of_exactly
from cardwright.cgdl.engine.poker import KEY, PLAYS, Play, best_play, high_cards
from cardwright.core.compiling.jit import COMPILED, kernel
from cardwright.core.interpreted import plain

STANDARD = np.array([200, 300, 400, 500, 600, 700, 800, 900], np.int64)
# The number of hands of each kind among the 2,598,960 hands of five; straight flushes include royal flushes.
HANDS = {
    "high card": 1_302_540,
    Play.ONE_PAIR: 1_098_240,
    Play.TWO_PAIRS: 123_552,
    Play.THREE_OF_A_KIND: 54_912,
    Play.STRAIGHT: 10_200,
    Play.FLUSH: 5_108,
    Play.FULL_HOUSE: 3_744,
    Play.POKER: 624,
    Play.STRAIGHT_FLUSH: 40,
}
DIFFERENT_HANDS = 7_462  # that poker distinguishes


@kernel
def worth(points, cards):
    return best_play(points, cards) or high_cards(cards)


@kernel
def count_hands(points, counts, worths):
    """Evaluate every hand of five: count the hands per points in `counts`, and store each worth in `worths`."""
    n = 0
    for a in range(52):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        cards = 1 << a | 1 << b | 1 << c | 1 << d | 1 << e
                        worths[n] = worth(points, cards)
                        counts[worths[n] >> KEY] += 1
                        n += 1
    return n


def as_set(cards):
    return sum(1 << card for card in cards)


def hand(text):
    """Return a set of cards from words like "As Kd 10c"."""
    numbers = {"A": 1, "J": 11, "Q": 12, "K": 13}
    return as_set(13 * "hdcs".index(word[-1]) + int(numbers.get(word[:-1], word[:-1])) - 1 for word in text.split())


@pytest.mark.skipif(not COMPILED, reason="two and a half million hands need compiled code")
def test_every_hand_of_five_is_classified_correctly():
    counts, worths = np.zeros(1000, np.int64), np.zeros(2_598_960, np.int64)
    assert count_hands(STANDARD, counts, worths) == sum(HANDS.values()) == 2_598_960
    assert counts[0] == HANDS["high card"]
    assert {play: int(counts[STANDARD[play]]) for play in Play} == {play: HANDS[play] for play in Play}
    assert len(np.unique(worths)) == DIFFERENT_HANDS


def test_six_and_seven_cards_are_worth_their_best_five():
    rng = random.Random(1)
    for _ in range(2000 if COMPILED else 30):
        cards = rng.sample(range(52), rng.choice([6, 7]))
        best = max(worth(STANDARD, as_set(five)) for five in itertools.combinations(cards, 5))
        assert worth(STANDARD, as_set(cards)) == best


def test_a_game_can_rank_combinations_in_any_order():
    rng = random.Random(2)
    for _ in range(2000 if COMPILED else 30):
        points = np.array([rng.choice([0, rng.randint(1, 9)]) for _ in range(PLAYS)], np.int64)
        cards = rng.sample(range(52), rng.choice([5, 6, 7]))
        found = {play: worth(np.where(np.arange(PLAYS) == play, 1, 0), as_set(cards)) >> KEY for play in Play}
        assert best_points(points, cards) == max([int(points[play]) for play in Play if found[play]], default=0)


def best_points(points, cards):
    return int(worth(points, as_set(cards))) >> KEY


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Kd", "As Qd"),
        ("2s 2d", "As Kd"),
        ("2s 2d 3c", "2h 2c"),
        ("As 2d 3c 4h 5s", "Ks Kd Kc Qh Js"),
        ("2s 3d 4c 5h 6s", "As 2d 3c 4h 5s"),
        ("10s Jd Qc Kh As", "9s 10d Jc Qh Ks"),
        ("Ks Kd Qc", "Ks Jd Jc"),
        ("As Ad Kc Kh 3s", "As Ad Kc Kh 2s"),
        ("3s 3d 3c 2h 2s", "2s 2d 2c Ah As"),
        ("2s 4s 6s 8s 10s", "10s Jd Qc Kh As"),
    ],
)
def test_the_better_hand_is_worth_more(better, worse):
    assert worth(STANDARD, hand(better)) > worth(STANDARD, hand(worse))


def test_suits_do_not_matter():
    assert worth(STANDARD, hand("As Ad 9c 7h 2s")) == worth(STANDARD, hand("Ah Ac 9s 7d 2c"))


def test_a_straight_does_not_wrap_around_the_ace():
    assert worth(STANDARD, hand("Qs Kd Ac 2h 3s")) >> KEY == 0


def test_without_points_the_highest_cards_decide():
    nothing = np.zeros(PLAYS, np.int64)
    assert worth(nothing, hand("Ks Kd 2c")) > worth(nothing, hand("Kh Qd Jc"))
    assert worth(nothing, hand("As")) > worth(nothing, hand("Kh Qd Jc"))


# Plays of exactly so many cards of two zones.


def test_a_play_of_exactly_so_many_cards_is_the_best_of_all_choices():
    rules, rng = compile_game(cgdl.load("omaha"))[0], random.Random(5)
    for some, more in [(2, 3)] * 20 + [(1, 4), (3, 2), (1, 1)] * 5:
        cards = rng.sample(range(52), 9)
        one, two = cards[:4], cards[4:]
        hands = itertools.product(itertools.combinations(one, some), itertools.combinations(two, more))
        best = max(plain(worth_of)(rules, as_set(first + second)) for first, second in hands)
        assert plain(best_of_exactly)(rules, as_set(one), some, as_set(two), more) == best


def test_where_fewer_cards_lie_than_a_play_needs_all_of_them_count():
    rules = compile_game(cgdl.load("omaha"))[0]
    pair, board = hand("Ah Ad"), hand("Kh Kd")
    assert plain(best_of_exactly)(rules, pair, 2, board, 3) == plain(worth_of)(rules, pair | board)
    assert plain(best_of_exactly)(rules, pair, 2, 0, 3) == plain(worth_of)(rules, pair)


@pytest.mark.parametrize(
    ("test", "message"),
    [
        ("play 2 of HX + 3 of HX > 2 of HA + 3 of T0", "the cards of a play must come from two different zones"),
        ("play 3 of HX + 3 of T0 > 2 of HA + 3 of T0", "6 cards of a play; at most 5 are allowed"),
        ("play 2 of HX + 3 of T0 > 2 of HX + 3 of T0", "both sides of this comparison are the same"),
        ("play 2 of HX + 3 of T3 > 2 of HA + 3 of T0", "there is no T3"),
    ],
)
def test_plays_of_exactly_so_many_cards_are_checked(test, message):
    head = 'language 3 game "Test" players 2 tables 1 stage "deal" { com deal 4 to all players } '
    with pytest.raises(cgdl.BadGame, match=message):
        cgdl.parse(f'{head} stage "s" {{ mandatory if {test} then win }} winning {{ token = 0 alive = 0 }}')
