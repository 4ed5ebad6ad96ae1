"""Lines of a person that name several choices, or an amount."""

from __future__ import annotations

import pytest
from typed_console import played

import cardwright
from cardwright import cgdl, spire
from cardwright.cli.play_choices import match_choice
from cardwright.core.presentation import Action

SENTRIES = {"hand": ["Strike", "Bash"], "energy": 3, "enemies": ["Sentry", "Sentry", "Cultist"]}
PASSING = {"stage": "pass", "P1": {"hand": ["4c", "8c", "9c", "3d", "10d"]}}


@pytest.mark.parametrize("line", ["strike 2", "play strike, sentry 2", "strike,2", "strike sentry 2"])
def test_a_line_can_hold_several_choices(line):
    session, shown = played(spire.battle(**SENTRIES), line)
    assert [str(each) for each in session.table.actions] == ["play Strike", "target Sentry 2"]
    assert "You: play Strike, target Sentry 2\n" in shown


def test_an_undo_takes_back_a_whole_line():
    session, _ = played(spire.battle(**SENTRIES), "strike 2", "u")
    assert session.table.actions == []


@pytest.mark.parametrize("line", ["strike, dragon", "strike dragon"])
def test_a_line_whose_next_choice_does_not_fit_is_not_begun(line):
    session, shown = played(spire.battle(**SENTRIES), line)
    assert session.table.actions == []
    assert "'dragon' is not one of the choices" in shown


@pytest.mark.parametrize("line", ["strike 3", "strike 1"])
def test_a_number_without_a_target_is_no_second_choice(line):
    """With one enemy nobody chooses a target; the third choice of the list can be to end the turn."""
    session, shown = played(spire.battle(hand=["Strike", "Defend"], energy=3), line)
    assert session.table.actions == []
    assert "play Strike needs no target, so" in shown


def test_a_line_goes_no_further_than_the_end():
    session, shown = played(spire.battle(hand={"Strike": 3}, enemies=[{"name": "Jaw Worm", "hp": 2}]), "strike, strike")
    assert session.table.actions == []
    assert "nothing was done: play Strike ends the game, and nothing can follow in the same line" in shown


def test_a_card_that_is_not_there_is_the_reason_also_before_a_target():
    _, shown = played(spire.battle(**SENTRIES | {"hand": ["Bash"]}), "strike 1")
    assert "Strike is not in your hand" in shown


def test_a_number_that_no_target_has_is_refused_before_the_card_is_played():
    session, shown = played(spire.battle(**SENTRIES), "strike 9")
    assert session.table.actions == []
    assert "there is no target 9; there are 1 to 3" in shown


def test_numbers_in_a_line_are_those_on_the_screen():
    """The list is shorter after each choice, but whoever types the line has not seen that."""
    session, shown = played(cgdl.game("hearts", **PASSING), "1, 2, 3")
    assert [each.name for each in session.table.actions] == ["4 of clubs", "8 of clubs", "9 of clubs"]
    assert "You: pass 4 of clubs to P2, pass 8 of clubs to P2, pass 9 of clubs to P2\n" in shown
    assert "You pass the" not in shown


def test_a_number_whose_choice_is_taken_means_no_other():
    session, shown = played(cgdl.game("hearts", **PASSING), "2, 2")
    assert session.table.actions == []
    assert "pass 8 of clubs to P2 is no longer a choice then" in shown


def test_numbers_alone_name_no_choices_of_lists_to_come():
    """Such a line would go on through lists that nobody has seen: the rooms of the map after Neow's gifts."""
    session, shown = played(cardwright.game("spire:run"), "1, 1, 1, 1")
    assert session.table.actions == []
    assert "choice 2, '1', is not possible; its number counts in a list that you have not seen yet" in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bet 500", "you can bet only if your bet is at least the highest bet of the others"),
        ("call 300", "you can call 2 chips now"),
        ("raise 300", "you can raise 3 to "),
        ("call, fold", "call 2 is the last choice before others decide, and nothing can follow in the same line"),
    ],
)
def test_words_after_an_amount_are_not_dropped(line, answer):
    """In scenarios a call is called a bet too, but a person who writes `bet 500` wants no call of 2 chips."""
    session, shown = played(cgdl.game("holdem"), "bet 5", "raise 6", "raise 7", line)
    assert len(session.table.actions) == 3
    assert answer in shown


def test_an_amount_is_not_the_beginning_of_a_larger_one():
    session, shown = played(cgdl.game("holdem"), "bet 20", "raise 3")
    assert len(session.table.actions) == 1
    assert "could be" not in shown


def test_words_that_fit_many_choices_get_a_short_answer():
    _, shown = played(cgdl.game("holdem"), "bet")
    assert "'bet' could be: bet 1, bet 2, bet 3, bet 4, bet 5, bet 6, bet 7, bet 8 and 90 more\n" in shown


# Amounts.


def test_a_typed_amount_is_that_amount():
    session, shown = played(cgdl.game("spades"), "4")
    assert "  4  bid 4\n" not in shown  # of a long run, only the ends are listed
    assert "  0  bid 0\n  1  bid 1\n     ...\n 13  bid 13\n" in shown
    assert [str(each) for each in session.table.actions] == ["bid 4"]


def test_choices_beside_amounts_have_no_numbers():
    session, shown = played(cgdl.game("holdem"), "1", "99", "98")
    assert "     fold\n" in shown
    assert "there is no amount 99; the amounts are 1 to 98" in shown
    assert [each.name for each in session.table.actions] == ["1", "98"]


def test_a_number_of_two_amounts_is_asked_back():
    options = {words: Action(k, *words.split()) for k, words in enumerate(["call 2", "raise 2", "raise 3"])}
    assert match_choice("2", options) == "'2' could be: call 2, raise 2"


# Words between choices, and lines that cannot be done.


@pytest.mark.parametrize(
    "line", ["play a strike and defend", "strike then the defend", "my strike, and then a defend", "a strike, defend"]
)
def test_articles_and_words_between_choices_are_understood(line):
    session, _ = played(spire.battle(hand=["Strike", "Defend"], energy=3), line)
    assert [str(each) for each in session.table.actions] == ["play Strike", "play Defend"]


def test_a_card_with_an_article_in_its_name_is_found_with_it():
    session, _ = played(spire.battle(hand=["The Bomb", "Bash"], energy=3), "the bomb")
    assert [each.name for each in session.table.actions] == ["The Bomb"]


@pytest.mark.parametrize("line", ["pass a club", "pass club"])
def test_a_suit_in_the_singular_is_understood(line):
    _, shown = played(cgdl.game("hearts", **PASSING), line)
    assert f"'{line}' could be: pass 4 of clubs to P2, pass 8 of clubs to P2, pass 9 of clubs to P2" in shown


def test_a_stage_that_lets_a_player_play_is_not_said_to_forbid_it():
    game = cgdl.game("hearts", stage="trick", P1={"hand": ["4d", "8d"]})
    _, shown = played(game, "play a banana")
    assert "'play a banana' is not one of the choices" in shown


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("bash, strike", "choice 1, 'bash', is not possible; Bash is not in your hand"),
        ("strike, strike, strike", "choice 2, 'strike', is not possible; you can play Strike only once"),
        ("defend, strike 2", "play Strike needs no target, so 2 means nothing; commas separate choices"),
        ("strike cultist", "play Strike needs no target, so 'cultist' means nothing; commas separate choices"),
        ("defend, strike, bludgeon", "choice 3, 'bludgeon', is not possible; Bludgeon costs 3, and you have 1 energy"),
    ],
)
def test_a_line_that_cannot_be_done_says_which_choice_fails(line, answer):
    session, shown = played(spire.battle(hand=["Strike", "Defend", "Bludgeon"], energy=3), line)
    assert session.table.actions == []
    assert f"nothing was done: {answer}\n" in shown


@pytest.mark.parametrize("line", ["strike 2, defend", "defend, strike green", "defend and strike 2"])
def test_each_choice_of_a_line_can_name_its_target(line):
    game = spire.battle(hand=["Strike", "Defend"], energy=3, enemies=["Red Louse", "Green Louse"])
    session, _ = played(game, line)
    assert sorted(each.name for each in session.table.actions) == ["Defend", "Green Louse", "Strike"]


def test_the_last_word_of_a_longer_name_is_not_that_card():
    session, _ = played(spire.battle(hand=["Defend", "Strike", "Twin Strike"], energy=3), "defend, strike")
    assert [each.name for each in session.table.actions] == ["Defend", "Strike"]


@pytest.mark.parametrize("line", ["all in", "All-in"])
def test_all_in_is_the_highest_bet(line):
    session, _ = played(cgdl.game("holdem"), line)
    assert [each.name for each in session.table.actions] == ["98"]
