"""Layouts of language 3: groups of tables, moves between them, and games for one player."""

from __future__ import annotations

import random

import pytest

import cardwright
from cardwright import cgdl
from cardwright.cgdl import tree
from cardwright.core.state import State

HEAD = 'language 3 game "Test" players 1 tables 6 layout column = T0 to T2 layout pile = T3 to T4 '
TWO = 'language 3 game "Test" players 2 tables 4 layout row = T0 to T3 for each player '
END = " winning { score = 1 }"
PATIENCES = [name for name in cgdl.games() if cgdl.load(name).players == 1]


def start(rules: str, head: str = HEAD, **given) -> State:
    """Return a position in a stage with these rules, which run as plain Python."""
    return cgdl.game(cgdl.parse(f"{head} stage {{ com deal 1 to T0 }} {rules}{END}"), stage=1, **given).new(
        1, logged=True
    )


def moves(state: State) -> list[str]:
    """Return the cards that can be moved, in their short forms."""
    return [
        str(action).removeprefix("move ").split(",")[0] for action in state.legal() if str(action).startswith("move")
    ]


@pytest.mark.parametrize(
    ("fit", "cards"),
    [
        ("one higher", ["8 of clubs", "8 of diamonds"]),
        ("one lower", ["6 of spades"]),
        ("other colour", ["8 of clubs", "6 of spades"]),
        ("same suit", ["king of hearts"]),
        ("one higher other colour", ["8 of clubs"]),
        ("same number", ["7 of spades"]),
        (">", ["8 of clubs", "8 of diamonds", "king of hearts"]),
        (">=", ["8 of clubs", "8 of diamonds", "king of hearts", "7 of spades"]),
    ],
)
def test_a_card_fits_on_the_top_card(fit, cards):
    head = 'language 3 game "Test" players 1 tables 8 layout column = T0 to T6 '
    tops = ["8c", "8d", "6s", "Kh", "2d", "7s"]
    given = {f"T{k}": [card] for k, card in enumerate(tops)}
    state = start(f"stage {{ move any from column to T7 {fit} once score 0, next }}", head, T7=["7h"], deck=[], **given)
    expected = [*cards, *(["7 of spades"] if fit == "other colour" else [])]
    assert sorted(moves(state)) == sorted(expected)


def test_an_empty_table_needs_its_own_rule():
    rules = "stage {{ move any from T5 to column one lower{} once score 0, next }}"
    given = {"T5": ["7h"], "T0": ["8c"], "deck": []}
    only = start(rules.format(""), **given)
    also = start(rules.format(" or empty"), **given)
    only.play("move 7 of hearts")
    also.play("move 7 of hearts")
    assert only.over
    assert [str(action) for action in also.legal()] == ["to column 1", "to column 2"]


def test_of_several_empty_tables_the_first_one_is_offered():
    state = start("stage { move any from T5 to column empty once score 0, next }", T5=["7h"], deck=[])
    state.play("move 7 of hearts")
    assert state.view()["T0"] == ["7 of hearts"]


def test_a_card_that_lies_alone_is_not_moved_to_an_empty_table_of_the_same_layout():
    rules = "stage { move any from column to column empty move any from column to pile empty done }"
    state = start(rules, T0=["7h"], T1=["8c", "9c"], deck=[])
    assert moves(state) == ["8 of clubs", "8 of clubs", "7 of hearts"]


def test_a_card_face_down_stays_where_it_is():
    text = "stage { com deal 3 to column face down } stage { move any from column to pile empty done }"
    state = cgdl.game(cgdl.parse(HEAD + text + END)).new(1)
    assert state.over


def test_cards_are_dealt_to_the_tables_of_a_layout_in_turn():
    state = cgdl.game(cgdl.parse(f"{HEAD} stage {{ com deal 5 to column face up }}{END}")).new(1)
    assert [len(state.view()[f"T{table}"]) for table in range(3)] == [2, 2, 1]


def test_a_card_face_down_is_unknown_until_it_is_turned_up():
    deal = "stage { com deal 1 to T0 face down }"
    text = f"{deal} stage {{ once call stay, next once reveal top of column }}"
    state = cgdl.game(cgdl.parse(HEAD + text + END)).new(1, logged=True)
    assert state.seen(0)["T0"] == [None]
    assert state.copy(hidden_from=0, seed=5).view()["T0"] != state.copy(hidden_from=0, seed=6).view()["T0"]
    state.play("reveal top of column")
    assert state.seen(0)["T0"] == state.view()["T0"]


def test_each_player_has_tables_of_a_layout():
    rules = "stage { move any from HX to row or empty, done }"
    state = start(rules, TWO, P1={"hand": ["7h"]}, P2={"hand": ["8h"]}, deck=[])
    assert [state.view()[f"T{table}"] for table in range(4)] == [["7 of hearts"], [], ["8 of hearts"], []]
    assert "P1 puts" not in state.narrate(1)


def test_a_stage_is_played_for_each_table_of_a_layout():
    text = "repeat for each row { stage { mandatory if cards this row > 0 then score 1, score sum this row } }"
    state = start(text, TWO, T0=["7h", "2h"], T1=["3h"], T3=["4c", "4d"])
    assert [state.view()[name]["score"] for name in ("P1", "P2")] == [14, 9]


def test_all_tables_of_a_layout_are_counted_together():
    text = (
        "stage { mandatory score 10 per cards row, score sum row mandatory if found 7 of hearts in row then score 100 }"
    )
    state = start(text, TWO, T0=["7h"], T1=["3h"], T3=["4c"])
    assert [state.view()[name]["score"] for name in ("P1", "P2")] == [130, 14]


def test_a_card_is_not_moved_twice_in_a_turn():
    steps = "first { move any from HX to T0 } then { move any from T0 + T1 to HX } then { done }"
    head = 'language 3 game "Test" players 2 tables 2 '
    state = start(f"stage {{ {steps} }}", head, P1={"hand": ["7h"]}, T1=["2c"], deck=[])
    assert state.view()["P1"]["hand"] == ["2 of clubs"]


def test_a_table_is_turned_over_to_be_the_deck_again():
    text = "stage { if cards D = 0 then turn over T5, done otherwise done }"
    state = start(text, T5=["5d", "3h", "9c"], deck=[])
    assert state.view()["deck"] == ["9 of clubs", "3 of hearts", "5 of diamonds"]
    assert state.seen(0)["deck"] == state.view()["deck"]


# One player.


@pytest.mark.parametrize("name", PATIENCES)
def test_a_patience_is_won_or_lost(name):
    state = cgdl.game(name).new(2, logged=True)
    rng = random.Random(2)
    while not state.over:
        state.play(rng.choice(state.legal()))
    assert state.score(0) == -1
    assert state.game.ending(state).startswith("P1 loses, because ")


def test_a_game_for_one_player_is_won_by_its_rule_only():
    won, lost = (start(f"stage {{ mandatory if cards D > {cards} then win }}") for cards in (10, 60))
    assert (won.score(0), lost.score(0)) == (1, -1)
    assert lost.game.ending(lost) == "P1 loses, because nothing more can be done, with 0 points"


# Texts.


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("layout row = T3 to T3 stage { win }", "T3 is in a layout already"),
        ("layout row = T5 to T5 by suit stage { win }", "needs a table for each suit: 4 tables"),
        ("layout stage = T5 to T5 stage { win }", "'stage' is a word of the language"),
        ("stage { move any from rows to column win }", "there is no layout 'rows': the layouts are column, pile"),
        ("stage { mandatory if cards this column > 0 then win }", "needs 'repeat for each column'"),
        ("stage { move any from T0 to T0 win }", "must go to a different table"),
        ("stage { move any from H0 to column win }", "the player's own hand, HX"),
        ("stage { move any from column to column one lower empty win }", "write 'or empty'"),
        ("stage { mandatory move any from column to pile }", "cannot be mandatory"),
        ("stage { score 1, move any from column to pile win }", "must come first"),
        ("stage { if cards HA > 0 then win }", "this game has only one player"),
        ("repeat for each heap { stage { win } }", "there is no layout 'heap'"),
    ],
)
def test_problems_are_explained(text, expected):
    with pytest.raises(cgdl.BadGame) as error:
        cgdl.parse(HEAD + text + END)
    assert expected in "; ".join(map(str, error.value.problems))


def test_only_language_3_has_games_for_one_player_and_more_than_eight_tables():
    for head, expected in (("players 1 tables 8", "2 to 6"), ("players 2 tables 9", "0 to 8")):
        with pytest.raises(cgdl.BadGame) as error:
            cgdl.parse(f'language 2 game "x" {head} stage {{ done }} winning {{ token = 0 alive = 0 }}')
        assert expected in str(error.value)


def test_a_text_with_layouts_reads_back():
    text = (
        "repeat for each column { stage { com deal 2 to T5 face down move number 13 and above from column + T5 to pile "
        "one lower other colour or empty, reveal top of pile mandatory if found any in this column then win } }"
    )
    game = cgdl.parse(HEAD + text + END)
    assert cgdl.parse(cgdl.text(game)) == game
    assert isinstance(game.stages[0], tree.ForEach)


def test_layouts_are_drawn_as_rows_and_those_of_players_with_them():
    rows = cardwright.game("cgdl:klondike").presentation.rows
    assert [(row.zones[0], len(row.zones), row.spread, row.player) for row in rows] == [
        ("T0", 7, True, None),
        ("T7", 4, False, None),
    ]
    rows = cardwright.game("cgdl:five_trails").presentation.rows
    assert [(row.zones[0], row.spread, row.player) for row in rows] == [
        ("T0", False, None),
        ("T5", True, 0),
        ("T10", True, 1),
    ]
