"""Simplified games: shorter texts, and the same plays to the last card."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.generate.games.archive import ranks
from cardwright.generate.games.individual import Individual
from cardwright.generate.games.simplify import simplified
from cardwright.generate.games.subject import Subject
from cardwright.generate.games.verdict import Judgement, Verdict

NINE = tree.Rank(tree.Card(9, "hearts"), (5, 12))


def test_of_two_scores_only_the_higher_stays_where_no_sums_are_compared():
    whist = cgdl.load("whist")
    assert simplified(replace(whist, ranking=(NINE,))).ranking == (replace(NINE, scores=(12,)),)
    blackjack = cgdl.load("blackjack")
    ranked = replace(blackjack, ranking=(*blackjack.ranking, NINE))
    assert simplified(ranked).ranking == ranked.ranking


def test_a_rank_of_which_every_card_has_its_own_goes():
    cards = tuple(tree.Rank(tree.Card(3, suit), (7,)) for suit in tree.SUITS)
    assert simplified(replace(cgdl.load("whist"), ranking=(tree.Rank(tree.Number(3), (4,)), *cards))).ranking == cards


def test_points_that_a_captured_card_has_anyway_go():
    hearts = cgdl.load("hearts")
    more = (*hearts.winning.captured, tree.Captured(tree.Card(2, "hearts"), -1))
    assert simplified(replace(hearts, winning=replace(hearts.winning, captured=more))).winning == hearts.winning


@pytest.mark.parametrize("name", ["uno", "whist", "hearts"])
def test_plays_do_not_change(name):
    game = cgdl.load(name)
    longer = replace(game, ranking=(*game.ranking, NINE))
    less = simplified(longer)
    assert len(cgdl.text(less)) < len(cgdl.text(longer))
    before, after = (Subject(each, 5).random_plays(3) for each in (longer, less))
    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_ranks_spread_where_qualities_hardly_do():
    def individual(number, merit):
        same = Verdict(True, (1, 1, 1), 1.0)
        verdicts = {**{f"stage {each}": same for each in range(9)}, "length": Verdict(True, (1, 1, 1), merit)}
        return Individual(number, "random", cgdl.load("war"), Judgement(verdicts))

    games = [individual(number, merit) for number, merit in enumerate((0.8, 0.85, 0.9))]
    assert ranks(games) == {0: 0.0, 1: 0.5, 2: 1.0}
    assert max(each.judgement.quality for each in games) - min(each.judgement.quality for each in games) < 0.02


def test_points_for_what_no_rule_does_are_left_out():
    uno = cgdl.load("uno")
    pointless = replace(uno, winning=replace(uno.winning, token=2, alive=2))
    assert simplified(pointless).winning == uno.winning
    texas = cgdl.load("texas")  # in which players get tokens
    assert simplified(texas).winning.token == texas.winning.token > 0


def test_every_shipped_game_can_be_simplified():
    for name in cgdl.games():
        assert simplified(cgdl.load(name)).stages == cgdl.load(name).stages
