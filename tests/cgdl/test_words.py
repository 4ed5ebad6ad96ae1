"""Words for players: what a file calls its tables, tokens and rules, and what players read and write."""

from __future__ import annotations

import pytest

from cardwright import cgdl
from cardwright.cgdl.language.formatter import formatted
from cardwright.cgdl.language.problem import BadGame

WORDED = """language 2
game "Bets"
players 2
tables 1
name T0 "board"                   # where the dealer puts cards
name token "chip"

with turn_limit = 50

stage "deal" {
    com give 9 to all players
    com deal 2 to all players
    com deal 1 to T0
}
stage "betting" {
    bet > KA1, done say "raise"   # or bet
    done say "fold"
}

winning {
    token = 1
    alive = 0
}
"""
PLAIN = "".join(
    line.partition(" say")[0].partition(" #")[0].rstrip() + "\n"
    for line in WORDED.splitlines()
    if not line.startswith("name")
)


def test_words_are_kept_by_the_formatter_and_the_printer():
    assert formatted(WORDED) == WORDED
    game = cgdl.parse(WORDED)
    assert [line for line in cgdl.text(game).splitlines() if '"' in line][1:3] == [
        'name T0 "board"',
        'name token "chip"',
    ]
    assert '    done say "fold"\n' in cgdl.text(game)


def test_words_change_neither_the_rules_nor_what_random_players_do():
    worded, plain = cgdl.game(cgdl.parse(WORDED)), cgdl.game(cgdl.parse(PLAIN))
    assert worded.described == plain.described
    assert worded.rules.tobytes() == plain.rules.tobytes()
    one, two = worded.new(3, logged=True), plain.new(3, logged=True)
    assert one.legal() == two.legal()


@pytest.mark.parametrize("seed", range(8))
def test_a_mutation_is_the_same_with_words_and_carries_them(seed):
    changed = cgdl.mutated(cgdl.parse(WORDED), seed)
    assert changed == cgdl.mutated(cgdl.parse(PLAIN), seed)
    assert [each.text for each in changed.names] == ["board", "chip"]
    said = {each.say for stage in changed.written_stages() for each in stage.rules if each.consequents == FOLD}
    assert said <= {"fold", ""}


FOLD = cgdl.parse(WORDED).stages[1].rules[1].consequents


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ('name T0 "board"', 'name T1 "board"', "line 5, column 6: there is no T1"),
        ('name token "chip"', 'name T0 "chip"', "this has a name already"),
        ('"board"', '" "', "a name needs at least one letter"),
        ('tables 1\nname T0 "board"', 'tables 2 name T0 "board" name T1 "Board"', "another table has this name"),
        ('"fold"', '""', "the word after 'say' needs at least one letter"),
        ('"fold"', '" "', "the word after 'say' needs at least one letter"),
        ('"fold"', '"1"', "players cannot type '1': numbers choose from the menu"),
        ('"fold"', f'"{"fold" * 20}"', "a name can have at most 40 characters"),
        ("name token", "name deck", "expected"),
    ],
)
def test_words_that_make_no_sense_are_refused(old, new, problem):
    with pytest.raises(BadGame, match=problem):
        cgdl.parse(WORDED.replace(old, new))


def test_players_read_the_words():
    state = cgdl.game(cgdl.parse(WORDED)).new(1, logged=True)
    assert "Board: " in str(state)
    assert "9 chips, bet 0" in str(state)
    shown = [state.game.describe(state, action) for action in state.legal()]
    assert (shown[0], shown[-1]) == ("raise 1", "fold")
    state.play(state.legal()[1])
    assert state.narrate(1)[0] == "P1 raises 2 chips"


# Hold 'em.


def holdem(*choices: str, **start: object):
    state = cgdl.game("holdem", **start).new(1, logged=True)
    told = []
    for choice in choices:
        words = {state.game.describe(state, each).partition(" (")[0].partition(":")[0]: each for each in state.legal()}
        state.play(words[choice])
        told += state.narrate()
    return state, told


def test_an_uncalled_bet_comes_back():
    state, told = holdem("bet 50", "fold", "fold")
    assert "P2 folds" in told
    assert "P1 takes 51 chips back from the bet" in told
    assert state.game.ending(state) == "P1 wins with 101 chips (P2 98, P3 98)"


def test_a_raise_is_called_or_folded_by_those_before():
    state, told = holdem("bet 5", "raise 20", "fold", "call 15")
    assert told[:3] == ["P1 bets 5 chips (6 in all)", "P2 raises to 21 chips", "P3 folds"]
    assert "P1 calls 15 chips (21 in all)" in told
    assert state.view()["stage"] == "flop betting"


def test_equal_hands_share_the_pot():
    board = ["Ah", "Kh", "Qh", "Jh", "10h"]  # the best hand of everybody
    seats = {f"P{k}": {"hand": hand, "stash": 89, "bet": 10} for k, hand in enumerate((["2c", "3c"], ["2d", "3d"]), 1)}
    start = {**seats, "P3": {"hand": ["2s", "3s"], "stash": 98, "bet": 1, "status": "out"}}
    state, _ = holdem("check", "check", stage="river betting", T0=board, **start)
    assert state.over
    assert state.game.ending(state) == "P1 wins with 100 chips (P2 99, P3 98)"


def test_the_paper_s_hold_em_has_the_words_of_poker():
    game = cgdl.game("texas", stage="second bet", P1={"bet": 2, "stash": 97}, P2={"bet": 5, "stash": 94})
    state = game.new(1, logged=True)
    shown = [state.game.describe(state, action) for action in state.legal()]
    assert shown[:2] == ["call 3", "raise to 6 (4 more)"]
    assert shown[-2].startswith("wait: ")
    assert shown[-1].startswith("fold: your bet is less than the highest bet of the others")


# Hearts.


def test_cards_that_are_passed_are_no_penalty():
    state = cgdl.game("hearts").new(3, logged=True)
    passed = next(each for each in state.legal() if "heart" in each.name)
    assert state.game.describe(state, passed) == f"pass {passed.name} to P2 (1 of 3)"
    state.play(passed)
    assert "point" not in str(state)
