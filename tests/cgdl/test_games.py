"""The games that come with the language."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.cgdl import tree

OTHERS_BET = tree.Tokens(tree.OTHERS, tree.BET)
CALL = (tree.Rule(("once",), tree.Always(), (tree.Next(),)), tree.Rule(("once",), tree.Always(), (tree.Done(),)))


@pytest.mark.parametrize("name", cgdl.games())
def test_games_are_formatted_and_commented(name):
    text = cgdl.source(name)
    assert cgdl.formatted(text) == text
    assert text.startswith("# ")


@pytest.mark.parametrize("name", cgdl.games())
def test_games_read_back_after_printing(name):
    game = cgdl.load(name)
    assert cgdl.parse(cgdl.text(game)) == game


def test_the_papers_games_and_others_are_included():
    assert {"texas", "blackjack", "uno"} < set(cgdl.games())
    assert len(cgdl.games()) >= 9
    pure = {name for name in cgdl.games() if cgdl.load(name).language == 1}
    assert {"texas", "blackjack", "uno"} < pure


def test_texas_is_table_3_of_the_paper():
    texas = cgdl.load("texas")
    assert (texas.players, texas.tables, len(texas.stages)) == (3, 2, 13)
    assert texas.stages[0].com == (tree.Deal(2, None), tree.Give(99, None))
    first_bet = texas.stages[1].rules
    assert first_bet[:2] == (
        tree.Rule(("mandatory",), tree.Always(), (tree.Bet("any"),)),
        tree.Rule((), tree.Always(), (tree.Bet("=", OTHERS_BET),)),
    )
    assert first_bet[2:] == CALL
    folded = tree.CompareTokens(tree.Tokens(tree.ME, tree.BET), "<", OTHERS_BET)
    for number in (2, 5, 8, 11):
        assert texas.stages[number].rules == (tree.Rule(("mandatory",), folded, (tree.Out(),)),)
    for number, cards in ((3, 3), (6, 1), (9, 1)):
        assert texas.stages[number].com == (tree.Deal(1, tree.Table(1)), tree.Deal(cards, tree.Table(0)))
    for number in (4, 7, 10):
        assert texas.stages[number].rules == (tree.Rule((), tree.Always(), (tree.Bet(">=", OTHERS_BET),)), *CALL)
    common = tree.Table(0)
    better = tree.ComparePlays((tree.Hand(tree.ME), common), ">", (tree.Hand(tree.OTHERS), common))
    assert texas.stages[12].rules == (tree.Rule(("mandatory",), better, (tree.Gain(OTHERS_BET),)),)
    assert [(rank.what.name, *rank.scores) for rank in texas.ranking] == [
        ("straight flush", 900), ("poker", 800), ("full house", 700), ("flush", 600), ("straight", 500),
        ("three of a kind", 400), ("two pairs", 300), ("one pair", 200)]  # fmt: skip
    assert texas.winning == tree.Winning(1, 0)


def test_blackjack_is_table_4a_of_the_paper():
    blackjack = cgdl.load("blackjack")
    deal, bet, draw, compare = blackjack.stages
    assert deal.com == (tree.Deal(2, None), tree.Give(99, None))
    assert bet.rules == (tree.Rule(("mandatory",), tree.Always(), (tree.Bet("any"),)),)
    assert draw.rules == (
        tree.Rule((), tree.Always(), (tree.Take(1, tree.Deck(), "up"),)),
        tree.Rule((), tree.Always(), (tree.Done(),)),
    )
    mine = (tree.Hand(tree.ME),)
    assert compare.rules == (
        tree.Rule(("mandatory",), tree.CompareSums(mine, ">", 21), (tree.Out(),)),
        tree.Rule(("mandatory",), tree.CompareSums(mine, ">", (tree.Hand(tree.OTHERS),)), (tree.Gain(OTHERS_BET),)),
    )
    assert {rank.what.number: rank.scores for rank in blackjack.ranking} == {
        13: (10,),
        12: (10,),
        11: (10,),
        1: (1, 10),
    }
    assert blackjack.winning == tree.Winning(1, 0)


def test_uno_is_table_4b_of_the_paper():
    uno = cgdl.load("uno")
    deal, play = uno.stages
    assert deal.com == (tree.Deal(7, None), tree.Deal(1, tree.Table(0)))
    assert play.rules == (
        tree.Rule((), tree.Show("same suit", tree.Table(0)), (tree.PlayIt(),)),
        tree.Rule((), tree.Show("same number", tree.Table(0)), (tree.PlayIt(),)),
        tree.Rule((), tree.Draw(), (tree.Next(),)),
        tree.Rule(("mandatory",), tree.Have(()), (tree.Win(),)),
    )
    assert uno.ranking == ()
    assert uno.winning == tree.Winning(0, 0)
